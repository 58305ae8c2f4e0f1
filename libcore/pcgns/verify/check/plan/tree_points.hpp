// tree_points.hpp: reads the point sets of nodes: which points, faces or cells they refer to.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"

namespace pcgns::verify::check {

struct PointSet {
  const cgns::Node* node = nullptr;
  bool is_range = false;
  std::optional<std::int64_t> count = {};  ///< Nothing if the node is invalid.
};

/// The ranges and lists of a node: PointRange, PointList and their older names.
[[nodiscard]] std::vector<PointSet> point_sets(const cgns::Node& owner);

/// Begin and end of a range along one index; nothing if it does not have `dimension` indices.
struct Corner {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};
[[nodiscard]] std::optional<std::vector<Corner>> corners(const cgns::Node& range, int dimension);

/// Rind planes at both ends of each index: 2 * dimension numbers, zero by default.
[[nodiscard]] Extents rind_of(const cgns::Node& owner, int dimension);

/// The lowest and the highest index of points at a location, ghosts included. Empty if the zone does not
/// tell.
struct IndexLimits {
  Extents lowest = {};
  Extents highest = {};

  [[nodiscard]] bool contain(std::span<const std::int64_t> point) const;
};
/// For findings: what is within them.
[[nodiscard]] std::string text_of(const IndexLimits& limits);

/// Limits of which `highest` leaves out the ghosts of `zone`. Those of unstructured zones are numbered after
/// the vertices of VertexSize, or are elements of the sections.
[[nodiscard]] IndexLimits with_ghosts(Extents highest, const cgns::Node& zone, bool is_structured,
                                      std::string_view location);
[[nodiscard]] IndexLimits limits_of_points(const ZoneFacts& zone, std::string_view location);

/// The extents of an array at this location with this rind; nothing if the location does not tell.
[[nodiscard]] std::optional<Extents> extents_at(const NodePlace& zone, std::string_view location,
                                                const Extents& rind);

}  // namespace pcgns::verify::check
