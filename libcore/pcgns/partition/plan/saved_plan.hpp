// saved_plan.hpp: reads a saved, possibly edited decomposition.
#pragma once

#include <string>
#include <vector>

#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// Reads the decomposition of `zones` from the JSON document `text`: the output of --plan --json, or its
/// member "plan" alone. Throws Error{input}, naming `file`, unless every cell is in exactly one piece and the
/// pieces keep `constraints`.
[[nodiscard]] Decomposition read_plan(const std::string& text, const std::string& file,
                                      std::vector<ZoneSize> zones, const Constraints& constraints);

}  // namespace pcgns::partition
