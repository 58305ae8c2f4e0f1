// prove_numbers.hpp: are the global numbers that the parts carry those of a whole zone?
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/numbers.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::move {

/// Reads all numbers of all sets. Every number from the first to the last must be there, and only once where
/// NumberSet::may_share is not set; a shared entity must have the same length in all parts.
///
/// Throws Error{input}, the same on all ranks and for any number of ranks: of the first set that is wrong it
/// names the lowest number that is, and the file and zone of the parts that have it.
///
/// `memory`: bytes of this rank, the same on all. The numbers of a zone are looked at in several passes if
/// they do not fit. `chunk`: numbers that are read at once.
/// @note Collective.
[[nodiscard]] std::vector<assemble::NumberFacts> prove_numbers(par::Session& session,
                                                               const tree::InputSet& inputs,
                                                               const std::vector<assemble::NumberSet>& sets,
                                                               std::int64_t memory,
                                                               std::int64_t chunk = 65536);

}  // namespace pcgns::move
