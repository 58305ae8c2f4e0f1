// saved_plan.hpp: a decomposition that was written down, and perhaps edited.
#pragma once

#include <string>
#include <vector>

#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// The decomposition of `zones` that the JSON document `text` has, as --plan --json prints it, or its member
/// "plan" alone. Throws Error{input}, which names `file`, unless each cell of each zone is in just one part,
/// and the parts keep `constraints`.
[[nodiscard]] Decomposition read_plan(const std::string& text, const std::string& file,
                                      std::vector<ZoneSize> zones, const Constraints& constraints);

/// The member "map" of such a document: the file that says which rank gets which cell of unstructured zones.
/// Empty if there is none.
[[nodiscard]] std::string map_of_plan(const std::string& text);

}  // namespace pcgns::partition
