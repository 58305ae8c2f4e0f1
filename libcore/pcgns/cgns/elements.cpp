#include "pcgns/cgns/elements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace pcgns::cgns {

namespace {

constexpr std::array<ElementType, 57> element_types = {{
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
  if (number < element_type::node || number >= static_cast<std::int64_t>(element_types.size()))
    return nullptr;
  return &element_types[static_cast<std::size_t>(number)];
}

int cell_dimension(int of_base, std::span<const std::int64_t> types) {
  int highest = 0;
  for (const auto number : types) {
    const auto* type = element_type_of(number);
    // Polygons may be faces of cells that no section lists, so the base decides.
    if (type == nullptr || type->nodes == 0 || type->dimension >= of_base) return of_base;
    highest = std::max(highest, type->dimension);
  }
  return highest == 0 ? of_base : highest;
}

double version_in(const Node* node) {
  const bool is_stated = node != nullptr && is_real(node->type) && !node->data.empty();
  return is_stated ? reals_of(*node).front() : 0;
}

std::int64_t number_of_today(std::int64_t number, double version) {
  constexpr std::int64_t pyra_5 = 12;
  constexpr std::int64_t pyra_14 = 13;
  constexpr std::int64_t pyra_13 = 21;
  const bool is_old = version > 3.0 - 0.0005 && version < 3.1 - 0.0005;
  if (!is_old || number <= pyra_5 || number >= element_type::ngon) return number;
  return number == pyra_14 ? pyra_13 : number - 1;
}

bool has_offsets(double version) {
  return version >= 4 - 0.001;  // stored as R4
}

bool is_before_offsets(double version) {
  constexpr double rounding = 0.001;
  return version > 0 && !has_offsets(version) && std::abs(version - 3.4) > rounding;
}

bool polygon_types_differ(double version, double other) {
  constexpr double first_other = 3.2 - 0.0005;
  return version > 0 && other > 0 && (version < first_other) != (other < first_other);
}

bool may_change_meaning(double version, double other) {
  constexpr std::int64_t renumbered = 13;
  return has_offsets(version) != has_offsets(other) ||
         is_before_offsets(version) != is_before_offsets(other) ||
         number_of_today(renumbered, version) != number_of_today(renumbered, other);
}

std::span<const std::int64_t> nodes_of_type() {
  static const auto table = [] {
    std::array<std::int64_t, 64> nodes{};
    for (std::size_t type = 0; type < nodes.size(); ++type) {
      const auto* element = element_type_of(static_cast<std::int64_t>(type));
      if (element != nullptr) nodes[type] = element->nodes;
    }
    return nodes;
  }();
  return table;
}

namespace {

constexpr std::array<ShapeFacts, shape_count> facts = {{{},
                                                        {0, 1, {}},
                                                        {1, 2, {}},
                                                        {2, 3, sides::of_triangle},
                                                        {2, 4, sides::of_quadrangle},
                                                        {3, 4, sides::of_tetrahedron},
                                                        {3, 5, sides::of_pyramid},
                                                        {3, 6, sides::of_prism},
                                                        {3, 8, sides::of_hexahedron}}};

/// Prefixes of type names.
constexpr std::array<std::pair<std::string_view, Shape>, 8> beginnings = {{{"NODE", Shape::node},
                                                                           {"BAR_", Shape::bar},
                                                                           {"TRI_", Shape::triangle},
                                                                           {"QUAD_", Shape::quadrangle},
                                                                           {"TETRA_", Shape::tetrahedron},
                                                                           {"PYRA_", Shape::pyramid},
                                                                           {"PENTA_", Shape::prism},
                                                                           {"HEXA_", Shape::hexahedron}}};

Shape shape_of_name(std::string_view name) {
  for (const auto& [beginning, shape] : beginnings) {
    if (name.starts_with(beginning)) return shape;
  }
  return Shape::none;
}

constexpr int type_count = 57;

std::array<Shape, type_count> all_shapes() {
  std::array<Shape, type_count> shapes = {};
  for (int type = 0; type < type_count; ++type) {
    const auto* known = element_type_of(type);
    if (known != nullptr) shapes[static_cast<std::size_t>(type)] = shape_of_name(known->name);
  }
  return shapes;
}

}  // namespace

Shape shape_of(std::int64_t element_type) {
  static const auto shapes = all_shapes();
  if (element_type < 0 || element_type >= type_count) return Shape::none;
  return shapes[static_cast<std::size_t>(element_type)];
}

const ShapeFacts& facts_of(Shape shape) { return facts[static_cast<std::size_t>(shape)]; }

}  // namespace pcgns::cgns
