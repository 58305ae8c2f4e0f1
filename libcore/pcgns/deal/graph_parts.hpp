// graph_parts.hpp: the cells of a zone cut where few of them share faces.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/deal/cell_weights.hpp"
#include "pcgns/deal/dual_graph.hpp"

namespace pcgns::deal {

/// Fewer cells than this are not worth another process for the graph.
inline constexpr std::int64_t least_of_process = 100'000;

/// The part of each of this rank's cells, `begins` as in Dealing. Part p gets about sizes[p] of the weights
/// of all cells; a part of few cells may get none. The same on every run with as many ranks; also with other
/// numbers of ranks as long as one process has the whole graph, fewer than twice `least` cells.
/// Throws the same Error on every rank: Error{usage} without PT-Scotch, or where its numbers are too small.
/// @note Collective.
[[nodiscard]] std::vector<std::int32_t> graph_parts(par::Session& session, const mesh::Dataset& dataset,
                                                    const ZoneMesh& mesh, const CellWeights& weights,
                                                    const std::vector<std::int64_t>& begins,
                                                    const std::vector<std::int64_t>& sizes,
                                                    std::int64_t least = least_of_process);

}  // namespace pcgns::deal
