// list_places.hpp: lists of points of structured zones that do not ascend, and the places of their points.
//
// pcgns-merge puts the points of a list in ascending order, unless the parts say in which order they were: as
// Maia has it for lists of unstructured zones, ":CGNS#GlobalNumbering/Index" beside the list, from 1.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/file_builder.hpp"

namespace pcgns::partition {

/// `indices`: `dimension` for each point. k is compared first, then j, then i; no point comes twice.
[[nodiscard]] bool is_ascending(const std::vector<std::int64_t>& indices, std::size_t dimension);

/// Notes in `owner` of a list that its points were those of `runs` in the list of the zone.
void add_places(tree::Node& owner, const std::vector<Run>& runs);

}  // namespace pcgns::partition
