#include "pcgns/sids/element_shapes.hpp"

#include <string_view>
#include <utility>

#include "pcgns/sids/elements.hpp"

namespace pcgns::sids {

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

/// How the names of types begin.
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

}  // namespace pcgns::sids
