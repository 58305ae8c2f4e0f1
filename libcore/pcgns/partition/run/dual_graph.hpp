// dual_graph.hpp: builds the dual graph of a zone: cells that share faces.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// Cells with a common face (an edge in 2-D, a vertex in 1-D) are connected. Each edge of the graph is stored
/// from both ends.
struct DualGraph {
  std::vector<std::int64_t> begins;      ///< First cell of every rank, and the end; as in Distribution.
  std::vector<std::int64_t> starts;      ///< First of each of this rank's cells in `neighbours`, and the end.
  std::vector<std::int64_t> neighbours;  ///< Cells of the zone, 0-based; ascending within a cell.
};

/// The dual graph, with cells distributed by `begins`. Independent of the number of ranks unless more than
/// two cells share a face. @note Collective.
[[nodiscard]] DualGraph dual_graph(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   std::vector<std::int64_t> begins);

}  // namespace pcgns::partition
