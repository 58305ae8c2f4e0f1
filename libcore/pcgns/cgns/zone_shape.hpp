// zone_shape.hpp: extents and index ranges of a zone, read from nodes that may be invalid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// Extents or indices; unused dimensions are 1, or 0 for an index.
using Index = std::array<std::int64_t, 3>;

struct ZoneShape {
  bool structured = false;
  int dimension = 1;           ///< IndexDimension.
  Index vertices = {1, 1, 1};  ///< An unstructured zone uses only the first entry.
  Index cells = {1, 1, 1};

  [[nodiscard]] std::int64_t vertex_count() const { return vertices[0] * vertices[1] * vertices[2]; }
  [[nodiscard]] std::int64_t cell_count() const { return cells[0] * cells[1] * cells[2]; }
};

/// Empty unless Zone_t has 1 to 3 rows, each with a positive vertex count and, if structured, one cell less.
[[nodiscard]] std::optional<ZoneShape> shape_of(const Node& zone);

/// True for a zone whose cells are elements: its ZoneType_t says Unstructured.
[[nodiscard]] bool consists_of_elements(const Node& zone);

/// True for a structured zone with one vertex in a direction, such as a plane in three indices: it has no
/// cells.
[[nodiscard]] bool is_plane(const Node& zone);

/// True for a list with an index for each of `dimension` directions, or without points.
[[nodiscard]] bool has_indices(const Node& list, std::size_t dimension);

inline constexpr std::int64_t most_directions = 3;

/// Leaves out the indices of directions that a structured zone of `dimension` directions does not have, which
/// Cassiopée writes, from the ranges and Transforms below `node`, and from lists if `with_lists`; those that
/// mean something stay. The number of nodes that had some.
std::int64_t drop_extra_indices(Node& node, std::int64_t dimension, bool with_lists);

/// The values of an I4 or I8 node, if loaded; empty for other nodes, and for null.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integers_in(const Node* node);

/// The same for R4, R8 and integer nodes.
[[nodiscard]] std::optional<std::vector<double>> numbers_in(const Node* node);

/// A box of indices by two opposite corners, 0-based and inclusive; each direction may run up or down.
struct IndexRange {
  Index first = {};
  Index last = {};

  [[nodiscard]] std::int64_t low(int axis) const { return std::min(first[at(axis)], last[at(axis)]); }
  [[nodiscard]] std::int64_t high(int axis) const { return std::max(first[at(axis)], last[at(axis)]); }
  [[nodiscard]] std::int64_t extent(int axis) const { return high(axis) - low(axis) + 1; }
  /// Number of points. @pre The range lies inside a zone.
  [[nodiscard]] std::int64_t count() const { return extent(0) * extent(1) * extent(2); }
  [[nodiscard]] bool is_inside(const Index& extents) const;
  [[nodiscard]] bool has_same_points(const IndexRange& other) const;
  [[nodiscard]] bool overlaps(const IndexRange& other) const;

 private:
  static std::size_t at(int axis) { return static_cast<std::size_t>(axis); }
};

/// The range of an IndexRange_t with `dimension` rows; empty for any other node.
[[nodiscard]] std::optional<IndexRange> range_in(const Node* node, int dimension);

/// "[1:9] x [5:5] x [1:17]", 1-based.
[[nodiscard]] std::string text_of(const IndexRange& range, int dimension);
/// "(1, 5, 17)", 1-based.
[[nodiscard]] std::string text_of(const Index& index, int dimension);
/// "16 x 8 x 6".
[[nodiscard]] std::string text_of_extents(const Index& extents, int dimension);

}  // namespace pcgns::cgns
