// structured_bc_build.hpp: boundary conditions of slices of a structured zone.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "fileset/evaluate.hpp"

namespace pcgns::test {

inline const std::vector<Slice> left_right = {{.name = "A", .cells = {{0, 0, 0}, {2, 3, 4}}},
                                              {.name = "B", .cells = {{2, 0, 0}, {5, 3, 4}}}};

/// 1-based indices of a slice, for points of the zone.
inline Numbers local_range(const Slice& slice, const Block& points, int dimension) {
  Numbers values;
  for (const bool is_end : {false, true}) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
      const auto index = is_end ? points.end[d] - 1 : points.begin[d];
      values.push_back(index - slice.cells.begin[d] + slice.ghosts[2 * d] + 1);
    }
  }
  return values;
}

inline Numbers local_list(const Slice& slice, const std::vector<Index3>& points, int dimension) {
  Numbers values;
  for (const auto& point : points) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
      values.push_back(point[d] - slice.cells.begin[d] + slice.ghosts[2 * d] + 1);
    }
  }
  return values;
}

inline Node bc(Nodes children) {
  return with(cgns::text_node("Wall", "BC_t", "BCWall"), std::move(children));
}
inline Nodes zone_bc(Node condition) { return {node("ZoneBC", "ZoneBC_t", {std::move(condition)})}; }

inline Node data_set(Nodes children) {
  return with(cgns::text_node("Data", "BCDataSet_t", "BCWall"), std::move(children));
}

inline Node data_of(const Block& points) {
  return node("DirichletData", "BCData_t", {reals("Temperature", values_of(points))});
}

/// What `slice` has of `points`, ghosts included, which lie at `location`.
inline Block seen_by(const Slice& slice, const Block& points, int dimension,
                     const std::array<bool, 3>& location) {
  return plan::intersect(points, widened(located(slice.cells, dimension, location), slice.ghosts));
}

}  // namespace pcgns::test
