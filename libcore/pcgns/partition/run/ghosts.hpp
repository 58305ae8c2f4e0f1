// ghosts.hpp: adds ghost layers around the cells of each part.
#pragma once

#include "pcgns/partition/run/distribute_elements.hpp"

namespace pcgns::partition {

/// `distributed` with ghosts. The first layer of a part consists of the cells that share a vertex with it,
/// the next of cells that share one with the layer before. Ghost cells bring their vertices, and their faces
/// if they are polyhedra; other elements have no ghosts. @pre `distributed` has none. @note Collective.
[[nodiscard]] MeshDistribution add_ghosts(par::Session& session, const mesh::Dataset& dataset,
                                          const ZoneMesh& mesh, const MeshDistribution& distributed,
                                          std::int64_t layers);

}  // namespace pcgns::partition
