#include "pcgns/check/rules.hpp"

namespace pcgns::check {

std::span<const Rule> file_rules() { return {}; }

}  // namespace pcgns::check
