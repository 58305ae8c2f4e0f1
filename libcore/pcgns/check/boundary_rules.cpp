#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> boundary_rules() { return {}; }

}  // namespace pcgns::check
