// cell_sides.hpp: the sides of a cell, at which it meets others: faces, edges, or in one dimension nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// Cannot collide with the key of a face given by its vertices: those ascend.
inline kernel::FaceKey key_of_number(std::int64_t number) {
  return {std::numeric_limits<std::uint64_t>::max(), static_cast<std::uint64_t>(number)};
}

/// Calls what(key) for each side of element `i` of `block`. @pre It is a cell, but no polyhedron.
template <typename What>
void each_side_of_cell(const ZoneMesh& mesh, const mesh::Block& block, std::int64_t i, const What& what) {
  const auto nodes = block.nodes(i);
  if (block.type(i) == cgns::element_type::ngon) {
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      const auto side = kernel::edge_of(nodes[k], nodes[(k + 1) % nodes.size()]);
      if (side.nodes != 0) what(side.key);
    }
  } else if (mesh.dimension() == 1) {
    for (const auto node : nodes.first(std::min<std::size_t>(2, nodes.size()))) what(key_of_number(node));
  } else {
    mesh::each_side(block, i, mesh.dimension(),
                    [&](const kernel::Face& face, int, const auto&) { what(face.key); });
  }
}

}  // namespace pcgns::partition
