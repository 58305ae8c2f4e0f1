// repack_units.hpp: units of repacking: groups of adjacent chunks.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/grid.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// Chunks of one array that a rank processes at once: `number` chunks of one row, from `first` on.
struct Unit {
  int target = 0;  ///< Index into Plan::targets.
  int source = 0;  ///< Index into InputSet::arrays.
  std::int64_t first = 0;
  std::int64_t number = 0;
};

/// Bytes of a unit to pack: small enough that ranks finish rounds together, and that all buffers of a rank
/// fit in memory.
[[nodiscard]] std::int64_t unit_bytes(const plan::Machine& machine);

/// Units of the chunked targets, in order: at most `bytes` each, but at least one chunk.
[[nodiscard]] std::vector<Unit> units_to_pack(const plan::Plan& plan, std::int64_t bytes);

/// The remaining `units` to pack, if `there` gives the number of finished chunks by target (empty: none).
[[nodiscard]] std::vector<Unit> units_left(std::vector<Unit> units, const std::vector<std::int64_t>& there);

/// Units of the chunked sources of the targets to unpack: of whole rows where that fits.
[[nodiscard]] std::vector<Unit> units_to_unpack(const plan::Plan& plan, const cgns::InputSet& inputs,
                                                std::int64_t bytes);

/// The chunk grid of a target or array.
[[nodiscard]] Grid grid_of(const plan::Target& target);
[[nodiscard]] Grid grid_of(const cgns::Array& array);

}  // namespace pcgns::io
