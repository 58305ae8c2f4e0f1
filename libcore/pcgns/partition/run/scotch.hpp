// scotch.hpp: the graph partitioner, if the library is built with PT-Scotch.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "pcgns/partition/run/dual_graph.hpp"

namespace pcgns::partition {

/// Largest sum of cells, of directed edges, or of weights that PT-Scotch can count; 0 if built without it.
[[nodiscard]] std::int64_t scotch_most();

/// True if sizes differ by at most 1: PT-Scotch balances these without cell weights.
[[nodiscard]] bool are_even(const std::vector<std::int64_t>& sizes);

/// The part of each cell of this rank of `comm`; `graph.begins` refers to `comm`.
/// `weights`: one per cell of this rank, not negative; empty: all 1. Part p gets weight in proportion to
/// sizes[p], within 1 %. Deterministic for a given number of ranks. Throws Error{io}, possibly on some ranks
/// only.
/// @pre The sums are at most scotch_most(); for uneven sizes, the sum of the weights is of that order.
/// @note Collective over `comm`.
[[nodiscard]] std::vector<std::int32_t> scotch_parts(MPI_Comm comm, DualGraph graph,
                                                     std::vector<std::int64_t> weights,
                                                     const std::vector<std::int64_t>& sizes);

}  // namespace pcgns::partition
