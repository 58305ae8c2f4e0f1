// bundle.hpp: distributes many small bulk arrays over the ranks as one, and reads portions of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/io/shared_points.hpp"
#include "pcgns/mesh/share.hpp"

namespace pcgns::mesh {

/// Concatenated arrays, each starting at a multiple of 64 bytes.
struct Bundle {
  std::vector<std::int64_t> begins;  ///< Start of each array, in bytes.
  Share bytes;                       ///< Values are bytes (type B1), distributed in multiples of 64.
  io::SharedSummary shared;          ///< What was found at shared points, of all arrays together.
};

/// Distributes `targets` (indices into Plan::targets, ascending) at the cost of a single array; meant for
/// many small ones. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Bundle read_bundle(par::Session& session, const Dataset& dataset, std::span<const int> targets);

/// What the ranks want of an array: rank r the values from (shift + begins[r]) * width up to
/// (shift + begins[r + 1]) * width.
struct Portions {
  int target = 0;
  std::span<const std::int64_t> begins = {};  ///< The same on every rank.
  std::int64_t width = 1;                     ///< Values of an entity.
  std::int64_t shift = 0;                     ///< Entities before the first one.
};

/// Reads this rank's portion of each of `wanted`, in one move and one exchange: for many small arrays,
/// because memory has to hold each rank's share of all of them. Enters what was found at shared points in
/// Dataset::shared, which must have either none of the arrays or all. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] std::vector<std::vector<std::byte>> read_portions(par::Session& session, const Dataset& dataset,
                                                                std::span<const Portions> wanted);

}  // namespace pcgns::mesh
