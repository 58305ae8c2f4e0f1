#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

void check_joins(par::Session&, const Subject&, check::Findings&) {}

}  // namespace pcgns::verify
