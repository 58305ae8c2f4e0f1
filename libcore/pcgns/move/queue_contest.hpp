// queue_contest.hpp: which boxes of all ranks have values in common.
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "pcgns/move/slab.hpp"

namespace pcgns::move {

/// For each of `slabs`: whether another slab of any rank has a value of it. Every array is looked after by
/// one rank. @note Collective.
[[nodiscard]] std::vector<bool> contested(MPI_Comm comm, std::span<const Slab> slabs);

/// The entries of `boxes`, all of one array, that overlap another one.
[[nodiscard]] std::vector<bool> overlapping(std::span<const FileBox> boxes);

}  // namespace pcgns::move
