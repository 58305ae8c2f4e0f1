// zone_shape.hpp: extents and index ranges as the nodes of a zone have them, read without trusting them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/sids/grid_location.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// Extents or indices; what a zone has not is 1, or 0 for an index.
using Index = std::array<std::int64_t, 3>;

struct ZoneShape {
  bool structured = false;
  int dimension = 1;           ///< IndexDimension.
  Index vertices = {1, 1, 1};  ///< Of an unstructured zone only the first counts.
  Index cells = {1, 1, 1};

  [[nodiscard]] std::int64_t vertex_count() const { return vertices[0] * vertices[1] * vertices[2]; }
  [[nodiscard]] std::int64_t cell_count() const { return cells[0] * cells[1] * cells[2]; }
};

/// Nothing unless Zone_t has 1 to 3 rows of positive numbers of vertices and, if structured, of one cell less
/// each.
[[nodiscard]] std::optional<ZoneShape> shape_of(const tree::Node& zone);

/// The values of a node of I4 or I8 that came along; nothing for other nodes, and for null.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integers_in(const tree::Node* node);

/// The same of R4 or R8, or integers.
[[nodiscard]] std::optional<std::vector<double>> numbers_in(const tree::Node* node);

/// Two corners of a box of indices, 0-based and inclusive, each direction up or down.
struct IndexRange {
  Index first = {};
  Index last = {};

  [[nodiscard]] std::int64_t low(int axis) const { return std::min(first[at(axis)], last[at(axis)]); }
  [[nodiscard]] std::int64_t high(int axis) const { return std::max(first[at(axis)], last[at(axis)]); }
  [[nodiscard]] std::int64_t extent(int axis) const { return high(axis) - low(axis) + 1; }
  /// Of points. @pre It is inside a zone.
  [[nodiscard]] std::int64_t count() const { return extent(0) * extent(1) * extent(2); }
  [[nodiscard]] bool is_inside(const Index& extents) const;
  [[nodiscard]] bool has_same_points(const IndexRange& other) const;
  [[nodiscard]] bool overlaps(const IndexRange& other) const;

 private:
  static std::size_t at(int axis) { return static_cast<std::size_t>(axis); }
};

/// The range of an IndexRange_t with `dimension` rows; nothing for anything else.
[[nodiscard]] std::optional<IndexRange> range_in(const tree::Node* node, int dimension);

/// "[1:9] x [5:5] x [1:17]", 1-based as users count.
[[nodiscard]] std::string text_of(const IndexRange& range, int dimension);
/// "(1, 5, 17)", 1-based.
[[nodiscard]] std::string text_of(const Index& index, int dimension);
/// "16 x 8 x 6".
[[nodiscard]] std::string text_of_extents(const Index& extents, int dimension);

}  // namespace pcgns::check
