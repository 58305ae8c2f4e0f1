#include "pcgns/verify/boundary.hpp"

namespace pcgns::verify {

void check_structured_boundary(par::Session&, const Subject&, const tree::Node&, const tree::Node&,
                               check::Findings&) {}

}  // namespace pcgns::verify
