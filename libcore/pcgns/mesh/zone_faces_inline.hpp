// zone_faces_inline.hpp: what zone_faces.hpp declares for every kind of callable.
#pragma once

#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/sids/element_shapes.hpp"

namespace pcgns::mesh {

/// The same for a shape whose sides are known when this is compiled.
template <const auto& sides, typename What>
void each_side_of(const std::int64_t* nodes, What&& what, unsigned skipped) {
  for (int number = 0; number < static_cast<int>(sides.size()); ++number) {
    if ((skipped >> number & 1U) != 0) continue;
    const auto& side = sides[static_cast<std::size_t>(number)];
    std::array<std::int64_t, 4> vertices = {};
    for (std::size_t k = 0; k < 4; ++k) vertices[k] = nodes[side.corner[k]];
    const auto face = kernel::face_of({vertices.data(), static_cast<std::size_t>(side.nodes)});
    if (face.nodes != 0) what(face, number, vertices);
  }
}

template <typename What>
void each_side(const Block& block, std::int64_t i, int dimension, What&& what, unsigned skipped) {
  const auto shape = sids::shape_of(block.type(i));
  const auto& facts = sids::facts_of(shape);
  const auto nodes = block.nodes(i);
  if (facts.dimension != dimension || nodes.size() < static_cast<std::size_t>(facts.corners)) return;
  switch (shape) {
    case sids::Shape::triangle:
      return each_side_of<sids::sides::of_triangle>(nodes.data(), what, skipped);
    case sids::Shape::quadrangle:
      return each_side_of<sids::sides::of_quadrangle>(nodes.data(), what, skipped);
    case sids::Shape::tetrahedron:
      return each_side_of<sids::sides::of_tetrahedron>(nodes.data(), what, skipped);
    case sids::Shape::pyramid:
      return each_side_of<sids::sides::of_pyramid>(nodes.data(), what, skipped);
    case sids::Shape::prism:
      return each_side_of<sids::sides::of_prism>(nodes.data(), what, skipped);
    case sids::Shape::hexahedron:
      return each_side_of<sids::sides::of_hexahedron>(nodes.data(), what, skipped);
    default:
      return;
  }
}

}  // namespace pcgns::mesh
