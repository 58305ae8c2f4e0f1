// cell_volume.hpp: volumes and areas of the cells of structured zones.
#pragma once

#include <array>

#include "pcgns/check/periodic.hpp"

namespace pcgns::check {

/// Corner i + 2 j + 4 k of a cell, of which a zone without a direction has not all.
using Corners = std::array<Point, 8>;

/// What is left of a volume or area after rounding: a smaller one is none.
struct Measure {
  double value = 0;
  double least = 0;

  [[nodiscard]] bool is_none() const { return !(value > least || value < -least); }
};

/// Of a hexahedron with bilinear sides; negative if it is left-handed. `rounding`: relative, of a coordinate.
[[nodiscard]] Measure volume_of(const Corners& corners, double rounding);
/// Of the quadrangle of the first four corners; in a plane (z = 0) negative if it is left-handed.
[[nodiscard]] Measure area_of(const Corners& corners, bool is_plane, double rounding);
/// Of the side of a hexahedron at the low or high end of an axis.
[[nodiscard]] Measure side_area_of(const Corners& corners, int axis, bool is_high, double rounding);

}  // namespace pcgns::check
