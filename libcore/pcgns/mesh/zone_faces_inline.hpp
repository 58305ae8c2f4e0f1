// zone_faces_inline.hpp: what zone_faces.hpp declares for every kind of callable.
#pragma once

#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/sids/element_shapes.hpp"

namespace pcgns::mesh {

template <typename What>
void each_side(const Block& block, std::int64_t i, int dimension, What&& what) {
  const auto& facts = sids::facts_of(sids::shape_of(block.type(i)));
  const auto nodes = block.nodes(i);
  if (facts.dimension != dimension || nodes.size() < static_cast<std::size_t>(facts.corners)) return;
  int number = 0;
  for (const auto& side : facts.sides) {
    std::array<std::int64_t, 4> vertices = {};
    for (std::size_t k = 0; k < 4; ++k) vertices[k] = nodes[static_cast<std::size_t>(side.corner[k])];
    const auto face = kernel::face_of({vertices.data(), static_cast<std::size_t>(side.nodes)});
    if (face.nodes != 0) what(face, number, vertices);
    ++number;
  }
}

}  // namespace pcgns::mesh
