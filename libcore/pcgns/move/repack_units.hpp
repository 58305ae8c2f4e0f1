// repack_units.hpp: the units of arrays in chunks.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/grid.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// Chunks of one array that one rank takes at once: `number` of one row, from `first` on.
struct Unit {
  int target = 0;  ///< Index into Plan::targets.
  int source = 0;  ///< Index into InputSet::arrays.
  std::int64_t first = 0;
  std::int64_t number = 0;
};

/// Bytes of a unit to pack: small enough that the ranks end a round at the same time, and that all buffers of
/// a rank fit in memory.
[[nodiscard]] std::int64_t unit_bytes(const plan::Machine& machine);

/// Of the chunks that the targets have, in their order; of at most `bytes`, but at least one chunk.
[[nodiscard]] std::vector<Unit> units_to_pack(const plan::Plan& plan, std::int64_t bytes);

/// Those that are left of `units` to pack where so many chunks of each target are there (by target; none if
/// empty).
[[nodiscard]] std::vector<Unit> units_left(std::vector<Unit> units, const std::vector<std::int64_t>& there);

/// Of the chunks that the sources have of those targets that are to be unpacked: of whole rows where that
/// fits.
[[nodiscard]] std::vector<Unit> units_to_unpack(const plan::Plan& plan, const tree::InputSet& inputs,
                                                std::int64_t bytes);

/// How a target, or an array, is cut.
[[nodiscard]] Grid grid_of(const plan::Target& target);
[[nodiscard]] Grid grid_of(const tree::Array& array);

}  // namespace pcgns::move
