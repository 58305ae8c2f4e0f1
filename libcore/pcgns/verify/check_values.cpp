#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

void check_values(par::Session&, const Subject&, check::Findings&) {}

}  // namespace pcgns::verify
