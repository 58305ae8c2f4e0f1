#include "pcgns/sids/element_shapes.hpp"

#include <string_view>
#include <utility>

#include "pcgns/sids/elements.hpp"

namespace pcgns::sids {

namespace {

constexpr std::array<Side, 3> of_triangle = {{{2, {0, 1}}, {2, {1, 2}}, {2, {2, 0}}}};
constexpr std::array<Side, 4> of_quadrangle = {{{2, {0, 1}}, {2, {1, 2}}, {2, {2, 3}}, {2, {3, 0}}}};
constexpr std::array<Side, 4> of_tetrahedron = {
    {{3, {0, 2, 1}}, {3, {0, 1, 3}}, {3, {1, 2, 3}}, {3, {2, 0, 3}}}};
constexpr std::array<Side, 5> of_pyramid = {
    {{4, {0, 3, 2, 1}}, {3, {0, 1, 4}}, {3, {1, 2, 4}}, {3, {2, 3, 4}}, {3, {3, 0, 4}}}};
constexpr std::array<Side, 5> of_prism = {
    {{4, {0, 1, 4, 3}}, {4, {1, 2, 5, 4}}, {4, {2, 0, 3, 5}}, {3, {0, 2, 1}}, {3, {3, 4, 5}}}};
constexpr std::array<Side, 6> of_hexahedron = {{{4, {0, 3, 2, 1}},
                                                {4, {0, 1, 5, 4}},
                                                {4, {1, 2, 6, 5}},
                                                {4, {2, 3, 7, 6}},
                                                {4, {0, 4, 7, 3}},
                                                {4, {4, 5, 6, 7}}}};

constexpr std::array<ShapeFacts, shape_count> facts = {{{},
                                                        {0, 1, {}},
                                                        {1, 2, {}},
                                                        {2, 3, of_triangle},
                                                        {2, 4, of_quadrangle},
                                                        {3, 4, of_tetrahedron},
                                                        {3, 5, of_pyramid},
                                                        {3, 6, of_prism},
                                                        {3, 8, of_hexahedron}}};

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
