// match_numbers.hpp: numbers the new entities on the line consecutively.
#pragma once

#include <vector>

#include "pcgns/fileset/run/match_line.hpp"
#include "pcgns/io/scratch_file.hpp"

namespace pcgns::fileset {

/// Gives all entities 1-based numbers within their sets, in line order; an entity with a lower representative
/// gets its number. `classes`: their offset in `scratch`. Adds the arrays of numbers and classes to the
/// inputs.
/// @note Collective.
[[nodiscard]] Matched numbered(par::Session& session, const std::vector<MatchSet>& sets,
                               const MatchLine& line, io::ScratchFile& scratch, std::int64_t classes,
                               std::int64_t chunk);

}  // namespace pcgns::fileset
