// pieces.hpp: the transfers of a plan as byte ranges of the output file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

/// Bytes of an input array that are copied to [at, at + size) of the output file.
struct Piece {
  std::int64_t at = 0;
  std::int64_t size = 0;
  int source = 0;         ///< Index into InputSet::arrays.
  std::int64_t from = 0;  ///< Byte offset in the array's values.

  [[nodiscard]] std::int64_t end() const { return at + size; }
};

/// The pieces of `plan` in file order, without the bytes in `done`. `offsets`: of each of Plan::targets;
/// negative: not moved here. @pre `done` is sorted and disjoint, as pcgns::united returns it.
[[nodiscard]] std::vector<Piece> pieces_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                                           const std::vector<Range>& done);

/// The parts of `pieces` within `window`. @pre `pieces` is in file order.
[[nodiscard]] std::vector<Piece> cut(std::span<const Piece> pieces, Range window);

/// The output bytes that a move of `plan` writes: its targets without `done`. Ascending and disjoint.

/// @pre `done` is sorted and disjoint, as pcgns::united returns it.
[[nodiscard]] std::vector<Range> runs_of(const plan::Plan& plan, std::span<const std::int64_t> offsets,
                                         const std::vector<Range>& done);

/// The parts of `runs` within `window`. @pre `runs` is sorted and disjoint, as pcgns::united returns it.
[[nodiscard]] std::vector<Range> cut(std::span<const Range> runs, Range window);

}  // namespace pcgns::io
