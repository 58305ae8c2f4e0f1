// ranged_lists.hpp: proves that point lists of pieces hold the points of the range that they are in the zone.
#pragma once

#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

/// Throws Error{input} on every rank if an entry is another point than the range has at its position. Each
/// list is read by one rank. @note Collective.
void check_ranged_lists(par::Session& session, const cgns::InputSet& inputs,
                        const std::vector<RangedList>& lists, Budget memory, std::int64_t chunk = 65536);

}  // namespace pcgns::fileset
