// scotch.hpp: the partitioner of graphs, if the program is built with PT-Scotch.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "pcgns/deal/dual_graph.hpp"

namespace pcgns::deal {

/// The largest number of cells, of edges from both sides, or of weights together, that it can count; 0 if the
/// program is built without it.
[[nodiscard]] std::int64_t scotch_most();

/// Sizes that differ by no more than 1, which the library can do without weights of cells.
[[nodiscard]] bool are_even(const std::vector<std::int64_t>& sizes);

/// The part of each of the cells that this process of `comm` has; `graph.begins` is that of `comm`.
/// `weights`: of these cells, not negative; empty: 1 each. Part p gets a share of all weights in proportion
/// to sizes[p], off by a hundredth of it. The same on every run with as many processes. Throws Error{io},
/// perhaps on some processes only. @pre The sums are at most scotch_most(); where the sizes are not even, the
/// weights are of that order.
/// @note Collective over `comm`.
[[nodiscard]] std::vector<std::int32_t> scotch_parts(MPI_Comm comm, DualGraph graph,
                                                     std::vector<std::int64_t> weights,
                                                     const std::vector<std::int64_t>& sizes);

}  // namespace pcgns::deal
