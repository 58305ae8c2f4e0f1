// pieces.hpp: a plan's transfers as bytes of the output file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::move {

/// Bytes of an input array that become the bytes [at, at + size) of the output file.
struct Piece {
  std::int64_t at = 0;
  std::int64_t size = 0;
  int source = 0;         ///< Index into InputSet::arrays.
  std::int64_t from = 0;  ///< First byte of the array's values, counted from their begin.

  [[nodiscard]] std::int64_t end() const { return at + size; }
};

/// The pieces of `plan` in the order of the output file, less those whose bytes are `done`.
/// `offsets`: of the first byte of each of Plan::targets; below 0: not moved here. @pre `done` is as
/// pcgns::united gives it.
[[nodiscard]] std::vector<Piece> pieces_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                                           const std::vector<Range>& done);

/// The parts of `pieces` that lie in `window`. @pre `pieces` is in the order of the output file.
[[nodiscard]] std::vector<Piece> cut(std::span<const Piece> pieces, Range window);

/// The bytes of the output file that a move of `plan` writes: those of its targets, less those that are
/// `done`. Ascending, not touching. @pre `done` is as pcgns::united gives it.
[[nodiscard]] std::vector<Range> runs_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                                         const std::vector<Range>& done);

/// The parts of `runs` that lie in `window`. @pre `runs` is as pcgns::united gives it.
[[nodiscard]] std::vector<Range> cut(std::span<const Range> runs, Range window);

}  // namespace pcgns::move
