// share.hpp: a bulk array dealt out over the ranks, for work on the mesh itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/digest.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::mesh {

/// What is checked, compared or hashed as one mesh: a plan whose output need not be written.
struct Dataset {
  const plan::Plan& plan;
  const tree::InputSet& inputs;
  std::int64_t memory = 256 << 20;  ///< Bytes that a rank may use for moving, beside what it keeps.
  /// If not null: large arrays that are read as a whole are hashed, so that a digest need not read them
  /// again.
  plan::ArraySums* sums = nullptr;
};

/// A contiguous piece of a bulk array on every rank, in storage order and native byte order. Rank r has the
/// values r * per_rank, …, (r + 1) * per_rank - 1, as far as there are any.
struct Share {
  tree::DataType type = tree::DataType::MT;
  std::int64_t count = 0;     ///< Values of the whole array.
  std::int64_t per_rank = 1;  ///< A multiple of the unit that was asked for.
  Range values;               ///< This rank's, 0-based.
  std::vector<std::byte> bytes;

  [[nodiscard]] int owner_of(std::int64_t value) const { return static_cast<int>(value / per_rank); }
};

/// Deals out target `target` of the plan. Values of one unit (the nodes of an element) stay on one rank.
/// `used`: memory that may serve again. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Share read_share(par::Session& session, const Dataset& dataset, int target,
                               std::int64_t unit = 1, std::vector<std::byte> used = {});

/// The values of a share of I4 or I8, U4 or U8, as 64-bit integers; of R4 or R8 as doubles. Throws
/// Error{internal} for other types.
[[nodiscard]] std::vector<std::int64_t> integers_of(const Share& share);
[[nodiscard]] std::vector<double> reals_of(const Share& share);

/// The values at `wanted` (0-based, any order, repetitions allowed) from the ranks that have them; each is
/// `width` consecutive values, wanted[i] * width being the first. In the order of `wanted`, in the share's
/// type. @pre They exist, and `width` divides the unit of the share.
/// @note Collective; ranks may want nothing.
[[nodiscard]] std::vector<std::byte> fetch(par::Session& session, const Share& share,
                                           std::span<const std::int64_t> wanted, std::int64_t width = 1);

/// The same as integers_of or reals_of give them.
[[nodiscard]] std::vector<std::int64_t> fetch_integers(par::Session& session, const Share& share,
                                                       std::span<const std::int64_t> wanted,
                                                       std::int64_t width = 1);
[[nodiscard]] std::vector<double> fetch_reals(par::Session& session, const Share& share,
                                              std::span<const std::int64_t> wanted, std::int64_t width = 1);

/// The values `wanted.begin`, …, from the ranks that have them, in the share's type; fast where most are this
/// rank's own. @pre They exist. @note Collective; ranks may want nothing.
[[nodiscard]] std::vector<std::byte> fetch_range(par::Session& session, const Share& share, Range wanted);
/// The same in the memory of the share, which is gone then.
[[nodiscard]] std::vector<std::byte> fetch_range(par::Session& session, Share&& share, Range wanted);

}  // namespace pcgns::mesh
