// ordering.hpp: an order of cells and vertices inside a part in which neighbours lie near to each other.
#pragma once

#include "pcgns/deal/deal_elements.hpp"
#include "pcgns/partition/order.hpp"

namespace pcgns::deal {

/// What decides where a part has an entity: the group first.
struct OrderKey {
  std::int64_t group = 0;
  std::int64_t place = 0;

  friend auto operator<=>(const OrderKey&, const OrderKey&) = default;
};

/// Sets Dealing::indices by `keys`, one for each of this rank's slots; of equal ones that of the entity with
/// the lower number comes first. Ghosts stay behind what is the part's own. @note Collective.
void order_by(par::Session& session, Dealing& dealing, std::span<const OrderKey> keys);

/// Puts cells, those of each section together, and vertices of each part in another order; all else stays as
/// it is. Not for Order::keep. @note Collective.
void order_parts(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                 partition::Order order, MeshDealing& dealt);

/// What the kinds of order share: sets those of cells from a place for each slot of MeshDealing::cells.
void order_cells(par::Session& session, const ZoneMesh& mesh, std::span<const std::int64_t> places,
                 MeshDealing& dealt);
/// The same for the elements of a section, from a place for each of its slots; what is no cell stands behind.
void order_section(par::Session& session, const ZoneMesh& mesh, std::size_t section,
                   std::span<const std::int64_t> places, MeshDealing& dealt);

/// Order::rcm: the places of vertices, one for each slot. The vertices and elements of a part are looked at
/// by one rank. @note Collective.
[[nodiscard]] std::vector<std::int64_t> rcm_places(par::Session& session, const ZoneMesh& mesh,
                                                   const MeshDealing& dealt);
/// Orders all cells by the lowest vertex that they have in a part. @pre The vertices have their order. @note
/// Collective.
void order_cells_by_vertices(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                             MeshDealing& dealt);

}  // namespace pcgns::deal
