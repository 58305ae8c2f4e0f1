// box_numbers.hpp: reads and checks the global numbers that place structured pieces.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/fileset/plan/structured/box_numbers.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

/// The integers at `places`, the same on every rank; each is read by one rank. @note Collective.
[[nodiscard]] SingleValues numbers_at(par::Session& session, const cgns::InputSet& inputs,
                                      const std::vector<ValueAt>& places, Budget memory);

/// Reads all numbers of all boxes, `chunk` at a time. Throws Error{input} on every rank, naming file and
/// array, if a number does not match its box.
/// @note Collective.
void check_box_numbers(par::Session& session, const cgns::InputSet& inputs,
                       const std::vector<BoxNumbers>& boxes, Budget memory, std::int64_t chunk = 65536);

}  // namespace pcgns::fileset
