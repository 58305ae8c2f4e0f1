// prove_numbers.hpp: proves that the global numbers of the pieces form a complete zone.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

/// Reads all numbers of all sets. Every number from first to last must occur, and only once unless
/// NumberSet::may_share; a shared entity must have the same length in all pieces.
///
/// Throws Error{input}, the same on all ranks and for any number of ranks. It names the lowest invalid number
/// of the first invalid set, with the files and zones that have it.
///
/// `memory`: bytes on this rank, the same on all; larger zones take several passes. `chunk`: numbers per
/// read.
/// @note Collective.
[[nodiscard]] std::vector<NumberFacts> prove_numbers(par::Session& session, const cgns::InputSet& inputs,
                                                     const std::vector<NumberSet>& sets, Budget memory,
                                                     std::int64_t chunk = 65536);

}  // namespace pcgns::fileset
