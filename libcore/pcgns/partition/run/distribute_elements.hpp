// distribute_elements.hpp: distributes elements and vertices of a zone, given the distribution of its cells.
#pragma once

#include "pcgns/partition/run/elements_at.hpp"

namespace pcgns::partition {

struct MeshDistribution {
  Distribution cells;     ///< Each in exactly one part.
  Distribution vertices;  ///< In every part with an element that uses it; unused vertices go to the first
                          ///< part.
  ElementDistributions elements;
};

/// Faces go to the parts of the cells on both sides, so possibly to two. Other elements below cell dimension
/// (edges, faces without a cell) go to the lowest part that has their first vertex. @note Collective.
[[nodiscard]] MeshDistribution distribute_elements(par::Session& session, const mesh::Dataset& dataset,
                                                   const ZoneMesh& mesh, Distribution cells);

}  // namespace pcgns::partition
