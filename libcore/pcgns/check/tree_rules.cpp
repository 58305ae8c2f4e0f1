#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> tree_rules() { return {}; }

}  // namespace pcgns::check
