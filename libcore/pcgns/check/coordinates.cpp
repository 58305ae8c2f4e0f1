#include "pcgns/check/coordinates.hpp"

#include <algorithm>
#include <array>

namespace pcgns::check {

namespace {

constexpr std::array<std::string_view, 3> names = {"CoordinateX", "CoordinateY", "CoordinateZ"};

const tree::Node* grid_of(const tree::Node& zone) {
  const auto* original = zone.child("GridCoordinates");
  return original != nullptr ? original : zone.child_labelled("GridCoordinates_t");
}

/// False if Rind_t makes no sense.
bool add_rind(const tree::Node& grid, const ZoneShape& shape, Coordinates& coordinates) {
  const auto* node = grid.child_labelled("Rind_t");
  if (node == nullptr) return true;
  const auto planes = integers_in(node);
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

bool fits(const tree::Node& array, const Index& extents, int dimension) {
  const bool is_real = array.type == tree::DataType::R4 || array.type == tree::DataType::R8;
  return is_real && array.is_bulk() && array.dims.size() == static_cast<std::size_t>(dimension) &&
         std::equal(array.dims.begin(), array.dims.end(), extents.begin());
}

}  // namespace

std::optional<Coordinates> coordinates_of(const tree::Node& zone, const ZoneShape& shape,
                                          int physical_dimension) {
  const auto* grid = grid_of(zone);
  if (grid == nullptr || grid->link) return {};
  Coordinates coordinates{.arrays = {}, .extents = shape.vertices};
  if (!add_rind(*grid, shape, coordinates)) return {};
  for (int i = 0; i < std::min(physical_dimension, 3); ++i) {
    const auto* array = grid->child(names[static_cast<std::size_t>(i)]);
    if (array == nullptr || !fits(*array, coordinates.extents, shape.dimension)) return {};
    coordinates.arrays.push_back(array->array);
    coordinates.has_r4 = coordinates.has_r4 || array->type == tree::DataType::R4;
  }
  return coordinates;
}

}  // namespace pcgns::check
