// range.hpp: half-open 0-based intervals, and the boxes of an array that one of them covers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pcgns {

/// The indices or bytes begin, …, end - 1.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] constexpr std::int64_t size() const { return end - begin; }
  [[nodiscard]] constexpr bool empty() const { return end <= begin; }
  friend constexpr bool operator==(const Range&, const Range&) = default;
};

[[nodiscard]] constexpr Range intersect(Range a, Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Sorted, disjoint, none empty; joined where they are at most `gap` apart, with what lies between.
[[nodiscard]] std::vector<Range> united(std::vector<Range> ranges, std::int64_t gap = 0);

/// What of `whole` is not in `taken`. @pre `taken` is as `united` gives it.
[[nodiscard]] std::vector<Range> without(Range whole, const std::vector<Range>& taken);

/// A box of an array: first index and number of indices in each dimension, slowest dimension first (as HDF5
/// has it).
struct Hyperslab {
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> count;
};

/// The fewest boxes, in order, that hold the elements `flat` of an array of `extents` (slowest first) counted
/// in storage order; at most 2 * rank - 1 of them.
/// @pre `flat` lies in the array, and the rank is at least 1.
[[nodiscard]] std::vector<Hyperslab> slabs_of(Range flat, const std::vector<std::int64_t>& extents);

}  // namespace pcgns
