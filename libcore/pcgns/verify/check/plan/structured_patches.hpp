// structured_patches.hpp: determines which faces of a structured zone patches cover.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

struct Rectangle {
  Range x;
  Range y;

  [[nodiscard]] std::int64_t area() const { return x.size() * y.size(); }
  [[nodiscard]] bool empty() const { return x.empty() || y.empty(); }
  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

[[nodiscard]] Rectangle intersect(const Rectangle& a, const Rectangle& b);

/// Disjoint rectangles, ordered by lowest y, then x.
struct Coverage {
  std::vector<Rectangle> none;
  std::vector<Rectangle> twice;  ///< Covered at least twice.
};

/// How `patches` cover `whole`; ignores what lies outside. Costs depend on the number of patches, not on
/// their sizes: O(n^2) time, O(n) memory plus the result.
[[nodiscard]] Coverage coverage(const Rectangle& whole, std::span<const Rectangle> patches);

/// Merges unit squares into few rectangles; repeated squares yield as many rectangles. In the order of
/// `coverage`.
[[nodiscard]] std::vector<Rectangle> merged(std::vector<Rectangle> cells);

/// One of the six sides of a zone.
struct Side {
  int axis = 0;
  bool is_high = false;

  friend bool operator==(const Side&, const Side&) = default;
};

/// The sides of a zone of this dimension: imin, imax, jmin, …
[[nodiscard]] std::vector<Side> sides_of(int dimension);
/// The axes of a rectangle on that side, ascending.
[[nodiscard]] std::array<int, 2> axes_of(const Side& side);
/// All faces of a side, by the indices of the cells behind them.
[[nodiscard]] Rectangle faces_of(const Side& side, const cgns::ZoneShape& shape);
/// The vertices of a rectangle of faces on a side.
[[nodiscard]] cgns::IndexRange vertices_of(const Side& side, const Rectangle& faces,
                                           const cgns::ZoneShape& shape);

/// Placement of a PointRange or PointList of a BC_t or interface in a structured zone.
enum class Placement : std::uint8_t {
  on_side,  ///< Has faces on sides.
  inside,   ///< Has no such faces, and is not on a side.
  thin,     ///< On a side, but only a line or a point.
  in_rind,  ///< Exceeds the zone, but not its rind.
  outside,  ///< Exceeds both.
  unknown,  ///< GridLocation does not tell.
};

struct PlacedFaces {
  Side side;
  Rectangle faces;
};

struct Placed {
  Placement placement = Placement::unknown;
  std::vector<PlacedFaces> faces;
};

/// Placement of a range of entities at `location`. `rind`: planes at both ends of each index.
[[nodiscard]] Placed placed(const cgns::IndexRange& range, const std::string& location,
                            const cgns::ZoneShape& shape, const std::vector<std::int64_t>& rind = {});
/// The same for a list of entities, 0-based. A list of vertices covers the faces of which it has all corners.
[[nodiscard]] Placed placed_list(const std::vector<cgns::Index>& list, const std::string& location,
                                 const cgns::ZoneShape& shape, const std::vector<std::int64_t>& rind = {});

}  // namespace pcgns::verify::check
