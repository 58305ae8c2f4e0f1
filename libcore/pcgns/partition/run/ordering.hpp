// ordering.hpp: orders cells and vertices within a part for locality.
#pragma once

#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/run/distribute_elements.hpp"

namespace pcgns::partition {

/// Sort key of an entity within a part; the group takes precedence.
struct OrderKey {
  std::int64_t group = 0;
  std::int64_t place = 0;

  friend auto operator<=>(const OrderKey&, const OrderKey&) = default;
};

/// Sets Distribution::indices by `keys`, one per slot of this rank; ties are broken by the lower entity
/// number. Ghosts stay after owned entities. @note Collective.
void order_by(par::Session& session, Distribution& distribution, std::span<const OrderKey> keys);

/// Reorders the vertices of each part and the cells of each section; everything else keeps its order. @pre
/// `order` is not Order::keep. @note Collective.
void order_parts(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh, Order order,
                 MeshDistribution& distributed);

/// Sets the order of cells from a position per slot of MeshDistribution::cells.
void order_cells(par::Session& session, const ZoneMesh& mesh, std::span<const std::int64_t> places,
                 MeshDistribution& distributed);
/// Orders the elements of a section from a position per slot; elements that are not cells come last.
void order_section(par::Session& session, const ZoneMesh& mesh, std::size_t section,
                   std::span<const std::int64_t> places, MeshDistribution& distributed);

/// Order::rcm: the positions of vertices, one per slot. One rank handles all vertices and elements of a part.
/// @note Collective.
[[nodiscard]] std::vector<std::int64_t> rcm_places(par::Session& session, const ZoneMesh& mesh,
                                                   const MeshDistribution& distributed);
/// Orders all cells by their lowest vertex in the part. @pre The vertices are ordered.
/// @note Collective.
void order_cells_by_vertices(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                             MeshDistribution& distributed);

}  // namespace pcgns::partition
