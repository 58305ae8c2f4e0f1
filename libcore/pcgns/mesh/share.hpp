// share.hpp: distributes bulk arrays over the ranks and fetches values from other ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::mesh {

/// The mesh to check, compare or hash: a plan whose output need not be written.
struct Dataset {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  Budget memory = {};  ///< Bytes per rank for moving data, in addition to the result.
  /// If not null: large arrays that are read completely are hashed, which saves reading them again for a
  /// digest.
  cgns::ArraySums* sums = nullptr;
  /// If not null: what was found at shared points of arrays that were read.
  io::SharedSummaries* shared = nullptr;
  /// If not null: what is known of the numbers of pieces, for all arrays that are read.
  io::KnownNumbers* known = nullptr;
};

/// A bulk array distributed in contiguous ranges, in storage order and native byte order. Rank r holds the
/// values r * per_rank, …, (r + 1) * per_rank - 1, as far as they exist.
struct Share {
  cgns::DataType type = cgns::DataType::MT;
  std::int64_t count = 0;     ///< Values of the whole array.
  std::int64_t per_rank = 1;  ///< A multiple of the requested unit.
  Range values;               ///< This rank's range, 0-based.
  std::vector<std::byte> bytes;

  [[nodiscard]] int owner_of(std::int64_t value) const { return static_cast<int>(value / per_rank); }
};

/// Distributes target `target` of the plan. Values of one unit (the nodes of an element) stay on one rank.
/// `used`: memory to reuse. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Share read_share(par::Session& session, const Dataset& dataset, int target,
                               std::int64_t unit = 1, std::vector<std::byte> used = {});

/// Values of B1, I4, I8, U4 or U8 as 64-bit integers; of R4 or R8 as doubles. Throws Error{internal} for
/// other types.
[[nodiscard]] std::vector<std::int64_t> integers_of(const Share& share);
[[nodiscard]] std::vector<double> reals_of(const Share& share);

/// Fetches the values at `wanted` (0-based, any order, repetitions allowed), in that order and in the share's
/// type. Each entry is `width` consecutive values, beginning at wanted[i] * width.
/// @pre They exist, and `width` divides the unit of the share.
/// @note Collective; `wanted` may be empty.
[[nodiscard]] std::vector<std::byte> fetch(par::Session& session, const Share& share,
                                           std::span<const std::int64_t> wanted, std::int64_t width = 1);

/// The same, converted as by integers_of or reals_of.
[[nodiscard]] std::vector<std::int64_t> fetch_integers(par::Session& session, const Share& share,
                                                       std::span<const std::int64_t> wanted,
                                                       std::int64_t width = 1);
[[nodiscard]] std::vector<double> fetch_reals(par::Session& session, const Share& share,
                                              std::span<const std::int64_t> wanted, std::int64_t width = 1);

/// Fetches a contiguous range in the share's type; fast if most values are on this rank. @pre They exist.
/// @note Collective; `wanted` may be empty.
[[nodiscard]] std::vector<std::byte> fetch_range(par::Session& session, const Share& share, Range wanted);
/// The same, but reuses the memory of the share and invalidates it.
[[nodiscard]] std::vector<std::byte> fetch_range(par::Session& session, Share&& share, Range wanted);

/// A distributed I8 array of `count` values with values[i] at indices[i] (0-based) and -1 elsewhere.
/// @note Collective.
[[nodiscard]] Share spread(par::Session& session, std::int64_t count,
                           const std::vector<std::int64_t>& indices, const std::vector<std::int64_t>& values);

}  // namespace pcgns::mesh
