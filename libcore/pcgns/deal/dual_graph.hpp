// dual_graph.hpp: which cells of a zone share faces.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/deal/zone_mesh.hpp"

namespace pcgns::deal {

/// Cells are joined by an edge if they have a face in common (in two dimensions an edge, in one a vertex).
/// Each edge is there from both sides.
struct DualGraph {
  std::vector<std::int64_t> begins;      ///< The first cell of every rank, and the end; as in Dealing.
  std::vector<std::int64_t> starts;      ///< Of this rank's cells in `neighbours`, and the end.
  std::vector<std::int64_t> neighbours;  ///< Cells of the zone, 0-based; of one cell ascending.
};

/// The graph of the zone with the cells dealt out as `begins` has it. It does not depend on how many ranks
/// there are, but where more than two cells have the same face. @note Collective.
[[nodiscard]] DualGraph dual_graph(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   std::vector<std::int64_t> begins);

}  // namespace pcgns::deal
