// range.hpp: half-open 0-based ranges, and the boxes of an array that such a range covers.
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

/// Minimum and maximum of some values.
struct Extremes {
  std::int64_t least = 0;
  std::int64_t largest = 0;
};

[[nodiscard]] constexpr Range intersect(Range a, Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Sorted, disjoint, non-empty ranges; ranges at most `gap` apart are merged, including the gap.
[[nodiscard]] std::vector<Range> united(std::vector<Range> ranges, std::int64_t gap = 0);

/// The parts of `whole` outside `taken`. @pre `taken` is sorted and disjoint, as `united` returns it.
[[nodiscard]] std::vector<Range> without(Range whole, const std::vector<Range>& taken);

/// A box of an array: start index and count in each dimension, slowest dimension first (HDF5 order).
struct Hyperslab {
  std::vector<std::int64_t> start;
  std::vector<std::int64_t> count;
};

/// The fewest boxes, in order, that cover the elements `flat` (positions in storage order) of an array with
/// `extents` (slowest first): at most 2 * rank - 1.
/// @pre `flat` lies in the array, and the rank is at least 1.
[[nodiscard]] std::vector<Hyperslab> slabs_of(Range flat, const std::vector<std::int64_t>& extents);

}  // namespace pcgns
