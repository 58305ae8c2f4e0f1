// cell_volume.hpp: computes volumes and areas of the cells of structured zones.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

/// Corner i + 2 j + 4 k of a cell; zones of lower dimension have fewer.
using Corners = std::array<cgns::Point, 8>;

/// A volume or area, and its rounding error; smaller values count as zero.
struct Measure {
  double value = 0;
  double least = 0;

  [[nodiscard]] bool is_none() const { return !(value > least || value < -least); }
};

/// Of a hexahedron with bilinear sides; negative if left-handed. `rounding`: relative error of a coordinate.
[[nodiscard]] Measure volume_of(const Corners& corners, double rounding);
/// Of the quadrangle of the first four corners; negative if in a plane (z = 0) and left-handed.
[[nodiscard]] Measure area_of(const Corners& corners, bool is_plane, double rounding);
/// Of the side of a hexahedron at the low or high end of an axis.
[[nodiscard]] Measure side_area_of(const Corners& corners, int axis, bool is_high, double rounding);

/// CoordinateX, CoordinateY and CoordinateZ, as many as the physical dimension.
struct Coordinates {
  std::vector<int> arrays;  ///< Node::array of each.
  bool has_r4 = false;
  cgns::Index extents = {1, 1, 1};  ///< Of the arrays, rind included.
  cgns::Index before = {};          ///< Rind planes before the first vertex.

  /// Offset of a vertex (0-based) in the arrays.
  [[nodiscard]] std::int64_t place_of(const cgns::Index& vertex) const {
    return ((vertex[2] + before[2]) * extents[1] + vertex[1] + before[1]) * extents[0] + vertex[0] +
           before[0];
  }
};

/// Coordinates of the original grid of a zone. Nothing unless they are Cartesian bulk arrays of R4 or R8 with
/// the right extents.
[[nodiscard]] std::optional<Coordinates> coordinates_of(const cgns::Node& zone, const cgns::ZoneShape& shape,
                                                        int physical_dimension);

}  // namespace pcgns::verify::check
