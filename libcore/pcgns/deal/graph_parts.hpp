// graph_parts.hpp: the cells of a zone cut where few of them share faces.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/deal/cell_weights.hpp"
#include "pcgns/deal/dual_graph.hpp"

namespace pcgns::deal {

/// Bytes that a process needs for each cell of a graph: ours, and what Scotch makes of it.
inline constexpr std::int64_t bytes_of_graph_cell = 160;

/// The part of each of this rank's cells, `begins` as in Dealing. Part p gets about sizes[p] of the weights
/// of all cells; a part of few cells may get none. As few ranks have the graph as can hold it, `most` cells
/// each, because more of them cut more faces. The same on every run with as many ranks; as long as one can
/// hold it, on any number of ranks.
/// Throws the same Error on every rank: Error{usage} without PT-Scotch, or where its numbers are too small.
/// @note Collective.
[[nodiscard]] std::vector<std::int32_t> graph_parts(par::Session& session, const mesh::Dataset& dataset,
                                                    const ZoneMesh& mesh, const CellWeights& weights,
                                                    const std::vector<std::int64_t>& begins,
                                                    const std::vector<std::int64_t>& sizes,
                                                    std::int64_t most);

}  // namespace pcgns::deal
