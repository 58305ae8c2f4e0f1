#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> values_rules() { return {}; }

}  // namespace pcgns::check
