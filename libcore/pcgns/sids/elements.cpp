#include "pcgns/sids/elements.hpp"

#include <algorithm>
#include <array>

namespace pcgns::sids {

namespace {

constexpr std::array<ElementType, 57> types = {{
    {"ElementTypeNull", 0, -1},
    {"ElementTypeUserDefined", 0, -1},
    {"NODE", 1, 0},
    {"BAR_2", 2, 1},
    {"BAR_3", 3, 1},
    {"TRI_3", 3, 2},
    {"TRI_6", 6, 2},
    {"QUAD_4", 4, 2},
    {"QUAD_8", 8, 2},
    {"QUAD_9", 9, 2},
    {"TETRA_4", 4, 3},
    {"TETRA_10", 10, 3},
    {"PYRA_5", 5, 3},
    {"PYRA_14", 14, 3},
    {"PENTA_6", 6, 3},
    {"PENTA_15", 15, 3},
    {"PENTA_18", 18, 3},
    {"HEXA_8", 8, 3},
    {"HEXA_20", 20, 3},
    {"HEXA_27", 27, 3},
    {"MIXED", 0, -1},
    {"PYRA_13", 13, 3},
    {"NGON_n", 0, 2},
    {"NFACE_n", 0, 3},
    {"BAR_4", 4, 1},
    {"TRI_9", 9, 2},
    {"TRI_10", 10, 2},
    {"QUAD_12", 12, 2},
    {"QUAD_16", 16, 2},
    {"TETRA_16", 16, 3},
    {"TETRA_20", 20, 3},
    {"PYRA_21", 21, 3},
    {"PYRA_29", 29, 3},
    {"PYRA_30", 30, 3},
    {"PENTA_24", 24, 3},
    {"PENTA_38", 38, 3},
    {"PENTA_40", 40, 3},
    {"HEXA_32", 32, 3},
    {"HEXA_56", 56, 3},
    {"HEXA_64", 64, 3},
    {"BAR_5", 5, 1},
    {"TRI_12", 12, 2},
    {"TRI_15", 15, 2},
    {"QUAD_P4_16", 16, 2},
    {"QUAD_25", 25, 2},
    {"TETRA_22", 22, 3},
    {"TETRA_34", 34, 3},
    {"TETRA_35", 35, 3},
    {"PYRA_P4_29", 29, 3},
    {"PYRA_50", 50, 3},
    {"PYRA_55", 55, 3},
    {"PENTA_33", 33, 3},
    {"PENTA_66", 66, 3},
    {"PENTA_75", 75, 3},
    {"HEXA_44", 44, 3},
    {"HEXA_98", 98, 3},
    {"HEXA_125", 125, 3},
}};

}  // namespace

const ElementType* element_type_of(std::int64_t number) {
  if (number < element_type::node || number >= static_cast<std::int64_t>(types.size())) return nullptr;
  return &types[static_cast<std::size_t>(number)];
}

int cell_dimension(int of_base, std::span<const std::int64_t> types) {
  int highest = 0;
  for (const auto number : types) {
    const auto* type = element_type_of(number);
    // Polygons may be the faces of cells that only they know.
    if (type == nullptr || type->nodes == 0 || type->dimension >= of_base) return of_base;
    highest = std::max(highest, type->dimension);
  }
  return highest == 0 ? of_base : highest;
}

std::int64_t number_of_today(std::int64_t number, double version) {
  constexpr std::int64_t pyra_5 = 12;
  constexpr std::int64_t pyra_14 = 13;
  constexpr std::int64_t pyra_13 = 21;
  const bool is_old = version > 3.0 - 0.0005 && version < 3.1 - 0.0005;
  if (!is_old || number <= pyra_5 || number >= element_type::ngon) return number;
  return number == pyra_14 ? pyra_13 : number - 1;
}

}  // namespace pcgns::sids
