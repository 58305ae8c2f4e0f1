#include "pcgns/verify/check/plan/cell_volume.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pcgns::verify::check {

namespace {

cgns::Point operator-(const cgns::Point& a, const cgns::Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
cgns::Point operator+(const cgns::Point& a, const cgns::Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

cgns::Point cross(const cgns::Point& a, const cgns::Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const cgns::Point& a, const cgns::Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const cgns::Point& a) { return std::sqrt(dot(a, a)); }

/// Corners of a side, in cyclic order; right-handed about the axis.
constexpr std::array<std::array<int, 4>, 3> low_sides = {{{0, 2, 6, 4}, {0, 4, 5, 1}, {0, 1, 3, 2}}};

std::array<cgns::Point, 4> side_of(const Corners& corners, int axis, bool is_high) {
  std::array<cgns::Point, 4> side;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto corner = low_sides[static_cast<std::size_t>(axis)][i] + (is_high ? 1 << axis : 0);
    side[i] = corners[static_cast<std::size_t>(corner)];
  }
  return side;
}

/// Twice the area, as a vector.
cgns::Point twice_area(const std::array<cgns::Point, 4>& side) {
  return cross(side[2] - side[0], side[3] - side[1]);
}

struct Size {
  double extent = 0;      ///< Largest distance from the first corner.
  double coordinate = 0;  ///< Largest absolute coordinate.
};

Size size_of(const Corners& corners, std::size_t count) {
  Size size;
  for (std::size_t i = 0; i < count; ++i) {
    size.extent = std::max(size.extent, length(corners[i] - corners[0]));
    for (const auto value : corners[i]) size.coordinate = std::max(size.coordinate, std::abs(value));
  }
  return size;
}

Measure measured_area(const std::array<cgns::Point, 4>& side, double rounding) {
  const Size size = size_of({side[0], side[1], side[2], side[3]}, 4);
  return {length(twice_area(side)) / 2, 4 * rounding * size.coordinate * size.extent};
}

}  // namespace

Measure volume_of(const Corners& corners, double rounding) {
  // One third of the flux of the position vector through the sides; exact for bilinear sides.
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
  const std::array<cgns::Point, 4> side = {corners[0], corners[1], corners[3], corners[2]};
  auto area = measured_area(side, rounding);
  if (is_plane) area.value = twice_area(side)[2] / 2;
  return area;
}

Measure side_area_of(const Corners& corners, int axis, bool is_high, double rounding) {
  return measured_area(side_of(corners, axis, is_high), rounding);
}

namespace {

constexpr std::array<std::string_view, 3> array_names = {"CoordinateX", "CoordinateY", "CoordinateZ"};

const cgns::Node* grid_of(const cgns::Node& zone) {
  const auto* original = zone.child("GridCoordinates");
  return original != nullptr ? original : zone.child_labelled("GridCoordinates_t");
}

/// False if Rind_t is invalid.
bool add_rind(const cgns::Node& grid, const cgns::ZoneShape& shape, Coordinates& coordinates) {
  const auto* node = grid.child_labelled("Rind_t");
  if (node == nullptr) return true;
  const auto planes = cgns::integers_in(node);
  const auto dimension = static_cast<std::size_t>(shape.dimension);
  if (!planes || planes->size() != 2 * dimension) return false;
  for (std::size_t i = 0; i < dimension; ++i) {
    const auto before = (*planes)[2 * i];
    const auto after = (*planes)[2 * i + 1];
    if (before < 0 || after < 0 || before > (1 << 30) || after > (1 << 30)) return false;
    coordinates.before[i] = before;
    coordinates.extents[i] += before + after;
  }
  return true;
}

bool fits(const cgns::Node& array, const cgns::Index& extents, int dimension) {
  const bool is_real = cgns::is_real(array.type);
  return is_real && array.is_bulk() && array.dims.size() == static_cast<std::size_t>(dimension) &&
         std::equal(array.dims.begin(), array.dims.end(), extents.begin());
}

}  // namespace

std::optional<Coordinates> coordinates_of(const cgns::Node& zone, const cgns::ZoneShape& shape,
                                          int physical_dimension) {
  const auto* grid = grid_of(zone);
  if (grid == nullptr || grid->link) return {};
  Coordinates coordinates{.arrays = {}, .extents = shape.vertices};
  if (!add_rind(*grid, shape, coordinates)) return {};
  for (int i = 0; i < std::min(physical_dimension, 3); ++i) {
    const auto* array = grid->child(array_names[static_cast<std::size_t>(i)]);
    if (array == nullptr || !fits(*array, coordinates.extents, shape.dimension)) return {};
    coordinates.arrays.push_back(array->array);
    coordinates.has_r4 = coordinates.has_r4 || array->type == cgns::DataType::R4;
  }
  return coordinates;
}

}  // namespace pcgns::verify::check
