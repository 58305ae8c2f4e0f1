// split_cells.hpp: things that are dealt out over the ranks, cut into parts of exact sizes by where they lie.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/par/session.hpp"

namespace pcgns::deal {

/// The part of each of this rank's things. Part p gets sizes[p] of them, or with `weights` (of this rank's
/// things, not negative) about that share of all weights: a thing goes where the middle of its weight lies.
///
/// All things are cut in two, so that each half has as much as the parts that are to come of it, across the
/// direction in which they lie furthest apart; then each half again. Of equal coordinates that of the lower
/// number comes first; ranks have ascending numbers. So the result does not depend on how many ranks there
/// are. `coordinates`: one list for each direction, with a value for each of this rank's things; no lists:
/// cut by numbers.
/// @pre The sizes are not negative, and sum up to the number of things if there are no weights.
/// @note Collective.
template <typename Key>
[[nodiscard]] std::vector<std::int32_t> split_cells(par::Session& session,
                                                    std::span<const std::vector<Key>> coordinates,
                                                    std::int64_t mine, const std::vector<std::int64_t>& sizes,
                                                    std::span<const std::int64_t> weights = {});

}  // namespace pcgns::deal
