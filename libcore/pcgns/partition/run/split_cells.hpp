// split_cells.hpp: splits distributed items into parts of given sizes by recursive coordinate bisection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/par/session.hpp"

namespace pcgns::partition {

/// The part of each of this rank's items. Part p gets sizes[p] items. With `weights` (per item, not
/// negative), it gets about that share of the total weight, and an item belongs where the middle of its
/// weight lies.
///
/// All items are bisected in proportion to the parts of each half, across the axis of largest extent, then
/// each half again. Ties are broken by item number, which ascends over ranks, so the result is independent of
/// the number of ranks. `coordinates`: one list per axis, with one value per item of this rank; without
/// lists, items are split by number.
/// @pre The sizes are not negative; without weights they add up to the number of items.
/// @note Collective.
template <typename Key>
[[nodiscard]] std::vector<std::int32_t> split_cells(par::Session& session,
                                                    std::span<const std::vector<Key>> coordinates,
                                                    std::int64_t mine, const std::vector<std::int64_t>& sizes,
                                                    std::span<const std::int64_t> weights = {});

}  // namespace pcgns::partition
