#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> joins_rules() { return {}; }

}  // namespace pcgns::check
