// boxes.hpp: arrays of which each rank has a box of a regular grid of ranks.
#pragma once

#include "pcgns-bench/scenario/problem.hpp"

namespace pcgns::bench {

/// For Problem::pieces: of every array the same box of `grid`. `axes`: Piece::axes.
[[nodiscard]] std::function<std::vector<Piece>(int)> boxes(const Problem& problem, const Extents& grid,
                                                           const std::vector<int>& axes = {});

/// Throws Error{usage} if it is not for an array of so many axes, or for another number of ranks.
void require_grid(const Extents& grid, std::size_t axes, int ranks);

/// Throws Error{usage} if there are not so many extents, or one is less than 1.
void require_extents(const Extents& extents, std::size_t axes);

}  // namespace pcgns::bench
