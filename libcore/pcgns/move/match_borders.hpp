// match_borders.hpp: the lists of what two parts have both.
#pragma once

#include <vector>

#include "pcgns/move/match_line.hpp"
#include "pcgns/move/scratch_file.hpp"

namespace pcgns::move {

/// Writes the lists that `twins` of all ranks make, and adds them to the arrays of the inputs.
/// @note Collective.
[[nodiscard]] std::vector<assemble::Matched::Border> borders_of(par::Session& session,
                                                                const std::vector<assemble::MatchSet>& sets,
                                                                const MatchLine& line, ScratchFile& scratch,
                                                                std::vector<Twin> twins, std::int64_t memory);

}  // namespace pcgns::move
