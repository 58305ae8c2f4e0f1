// structured_patches.hpp: which faces of a structured zone have a boundary condition or a connection.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/check/coverage.hpp"
#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

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
/// All faces of a side, by the cells behind them.
[[nodiscard]] Rectangle faces_of(const Side& side, const ZoneShape& shape);
/// The vertices of some faces of a side.
[[nodiscard]] IndexRange vertices_of(const Side& side, const Rectangle& faces, const ZoneShape& shape);

/// How a PointRange or PointList of a BC or connection lies in a structured zone.
enum class Placement : std::uint8_t {
  on_side,  ///< It has faces of sides.
  inside,   ///< It has none, and is not on a side.
  thin,     ///< On a side, but a line or a point.
  outside,  ///< It leaves the zone.
  unknown,  ///< Its GridLocation does not say.
};

struct PlacedFaces {
  Side side;
  Rectangle faces;
};

struct Placed {
  Placement placement = Placement::unknown;
  std::vector<PlacedFaces> faces;
};

/// Where the range of entities at `location` lies.
[[nodiscard]] Placed placed(const IndexRange& range, const std::string& location, const ZoneShape& shape);
/// The same of a list of entities, 0-based. A face belongs to a list of vertices that has all of its corners.
[[nodiscard]] Placed placed_list(const std::vector<Index>& list, const std::string& location,
                                 const ZoneShape& shape);

}  // namespace pcgns::check
