// box_numbers.hpp: the global numbers by which structured parts say where they lie.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/box_numbers.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::move {

/// The integers at `places`, on every rank, each read by one. @note Collective.
[[nodiscard]] assemble::SingleValues numbers_at(par::Session& session, const tree::InputSet& inputs,
                                                const std::vector<assemble::ValueAt>& places,
                                                std::int64_t memory);

/// Reads all numbers of all boxes, `chunk` at a time. Throws Error{input}, naming file and array, on every
/// rank if one of them is not what the box says.
/// @note Collective.
void check_box_numbers(par::Session& session, const tree::InputSet& inputs,
                       const std::vector<assemble::BoxNumbers>& boxes, std::int64_t memory,
                       std::int64_t chunk = 65536);

}  // namespace pcgns::move
