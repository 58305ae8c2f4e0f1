#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> mesh_rules() { return {}; }

}  // namespace pcgns::check
