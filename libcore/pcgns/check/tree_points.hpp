// tree_points.hpp: the points, faces or cells that a node is about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/check/tree_place.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::check {

struct PointSet {
  const tree::Node* node = nullptr;
  bool is_range = false;
  std::optional<std::int64_t> count = {};  ///< Nothing where the node does not say.
};

/// The ranges and lists of a node: PointRange, PointList, and their older names.
[[nodiscard]] std::vector<PointSet> point_sets(const tree::Node& owner);

/// The corners of a range in each index; nothing if it is none with `dimension` indices.
struct Corner {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};
[[nodiscard]] std::optional<std::vector<Corner>> corners(const tree::Node& range, int dimension);

/// The planes of ghosts at both ends of each index: 2 * dimension numbers, zero where none are said.
[[nodiscard]] Extents rind_of(const tree::Node& owner, int dimension);

/// The extents of an array at this location with these ghosts; nothing where the location does not tell.
[[nodiscard]] std::optional<Extents> extents_at(const Place& zone, std::string_view location,
                                                const Extents& rind);

}  // namespace pcgns::check
