// match_numbers.hpp: counts through what is new on the line.
#pragma once

#include <vector>

#include "pcgns/move/match_line.hpp"
#include "pcgns/move/scratch_file.hpp"

namespace pcgns::move {

/// The numbers of all things in their sets, from 1 on in the order of the line; what a lower place stands for
/// has the number of that. `classes`: where they begin in `scratch`. Adds the arrays of both to the inputs.
/// @note Collective.
[[nodiscard]] assemble::Matched numbered(par::Session& session, const std::vector<assemble::MatchSet>& sets,
                                         const MatchLine& line, ScratchFile& scratch, std::int64_t classes,
                                         std::int64_t chunk);

}  // namespace pcgns::move
