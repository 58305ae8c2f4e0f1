// list_places.hpp: keeps the order of point lists that do not ascend.
//
// pcgns-merge sorts the points of a list unless the pieces record their order. They do so as Maia does for
// lists of unstructured zones: in ":CGNS#GlobalNumbering/Index" beside the list, 1-based.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/file_builder.hpp"

namespace pcgns::partition {

/// True if the points ascend strictly, compared by k, then j, then i. `indices`: `dimension` per point.
[[nodiscard]] bool is_ascending(const std::vector<std::int64_t>& indices, std::size_t dimension);

/// Records in `owner` of a list that its points are those of `runs` in the list of the zone.
void add_places(cgns::Node& owner, const std::vector<Run>& runs);

}  // namespace pcgns::partition
