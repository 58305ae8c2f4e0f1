#include "pcgns/check/cell_volume.hpp"

#include <algorithm>
#include <cmath>

namespace pcgns::check {

namespace {

Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point operator+(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Point& a) { return std::sqrt(dot(a, a)); }

/// Corners of a side, in the order in which they go round it; right-handed about the axis.
constexpr std::array<std::array<int, 4>, 3> low_sides = {{{0, 2, 6, 4}, {0, 4, 5, 1}, {0, 1, 3, 2}}};

std::array<Point, 4> side_of(const Corners& corners, int axis, bool is_high) {
  std::array<Point, 4> side;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto corner = low_sides[static_cast<std::size_t>(axis)][i] + (is_high ? 1 << axis : 0);
    side[i] = corners[static_cast<std::size_t>(corner)];
  }
  return side;
}

/// Twice the area, as a vector.
Point twice_area(const std::array<Point, 4>& side) { return cross(side[2] - side[0], side[3] - side[1]); }

struct Size {
  double extent = 0;      ///< Largest distance from the first corner.
  double coordinate = 0;  ///< Largest.
};

Size size_of(const Corners& corners, std::size_t count) {
  Size size;
  for (std::size_t i = 0; i < count; ++i) {
    size.extent = std::max(size.extent, length(corners[i] - corners[0]));
    for (const auto value : corners[i]) size.coordinate = std::max(size.coordinate, std::abs(value));
  }
  return size;
}

Measure measured_area(const std::array<Point, 4>& side, double rounding) {
  const Size size = size_of({side[0], side[1], side[2], side[3]}, 4);
  return {length(twice_area(side)) / 2, 4 * rounding * size.coordinate * size.extent};
}

}  // namespace

Measure volume_of(const Corners& corners, double rounding) {
  // A third of the flux of the position through the sides; exact for bilinear ones.
  double flux = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool is_high : {false, true}) {
      auto side = side_of(corners, axis, is_high);
      for (auto& corner : side) corner = corner - corners[0];
      const auto middle = side[0] + side[1] + side[2] + side[3];
      flux += (is_high ? 1 : -1) * dot(middle, twice_area(side));
    }
  }
  const auto size = size_of(corners, 8);
  return {flux / 24, 4 * rounding * size.coordinate * size.extent * size.extent};
}

Measure area_of(const Corners& corners, bool is_plane, double rounding) {
  const std::array<Point, 4> side = {corners[0], corners[1], corners[3], corners[2]};
  auto area = measured_area(side, rounding);
  if (is_plane) area.value = twice_area(side)[2] / 2;
  return area;
}

Measure side_area_of(const Corners& corners, int axis, bool is_high, double rounding) {
  return measured_area(side_of(corners, axis, is_high), rounding);
}

}  // namespace pcgns::check
