// match_shifts.hpp: reads lists of shared vertices of structured parts.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/match_boxes.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::move {

/// What the lists of each border tell, the same on all ranks. @note Collective.
[[nodiscard]] std::vector<assemble::BorderShift> shifts_of(par::Session& session,
                                                           const tree::InputSet& inputs,
                                                           const std::vector<assemble::BorderBoxes>& borders,
                                                           std::int64_t chunk = 65536);

}  // namespace pcgns::move
