// graph_parts.hpp: partitions the cells of a zone by its dual graph.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/run/cell_field.hpp"

namespace pcgns::partition {

/// The part of each of this rank's cells; `begins` as in Distribution. Part p gets a total weight in
/// proportion to sizes[p]; a part of few cells may stay empty.
/// The graph is placed on as few ranks as can hold it, with `most` cells each, because more ranks give more
/// cut faces. Deterministic for a given number of ranks, and independent of it while one rank can hold the
/// graph.
/// Throws the same Error on every rank: Error{usage} without PT-Scotch, or if its integers are too narrow.
/// @note Collective.
[[nodiscard]] std::vector<std::int32_t> graph_parts(par::Session& session, const mesh::Dataset& dataset,
                                                    const ZoneMesh& mesh, const CellWeights& weights,
                                                    const std::vector<std::int64_t>& begins,
                                                    const std::vector<std::int64_t>& sizes,
                                                    std::int64_t most);

}  // namespace pcgns::partition
