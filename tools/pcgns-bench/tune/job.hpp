// job.hpp: what is written and read in the trials, and what of it the choice of settings depends on.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::bench {

/// The arrays of a file, each cut into boxes as equal as possible, or along `grid` where that has as many
/// axes. Values that cannot be told apart (characters, bits) are left out. Throws Error{input} if nothing is
/// left, Error{usage} if `grid` is for other ranks or for none of the arrays.
[[nodiscard]] Problem problem_like(const cgns::InputSet& file, int ranks, const Extents& grid);

/// The lengths in bytes, each once and ascending, of what is contiguous in the file and in the memory of a
/// rank.
[[nodiscard]] std::vector<std::int64_t> runs_of(const Problem& problem, int ranks);

}  // namespace pcgns::bench
