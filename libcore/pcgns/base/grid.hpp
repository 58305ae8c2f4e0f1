// grid.hpp: an array divided into equal boxes, as HDF5 divides it into chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns {

/// Slowest dimension first, of extents that are fastest first, or the other way round.
[[nodiscard]] inline std::vector<std::int64_t> c_order(const std::vector<std::int64_t>& extents) {
  return {extents.rbegin(), extents.rend()};
}

/// Boxes are numbered from 0 in storage order. All extents are slowest dimension first.
class Grid {
 public:
  /// @pre `box` and `extents` have the same rank, and all entries are at least 1.
  Grid(std::vector<std::int64_t> extents, std::vector<std::int64_t> box);

  [[nodiscard]] std::int64_t count() const { return count_; }
  /// Boxes along the fastest dimension: this many consecutive boxes form a row.
  [[nodiscard]] std::int64_t row() const { return counts_.back(); }
  [[nodiscard]] const std::vector<std::int64_t>& extents() const { return extents_; }
  [[nodiscard]] const std::vector<std::int64_t>& whole_box() const { return box_; }

  /// The slab of box `index`, clipped to the array at its upper ends.
  [[nodiscard]] Hyperslab box(std::int64_t index) const;
  /// The slab of `number` consecutive boxes from `first` on. @pre They lie in one row.
  [[nodiscard]] Hyperslab boxes(std::int64_t first, std::int64_t number) const;
  /// Numbers of the boxes that overlap `slab`, ascending.
  [[nodiscard]] std::vector<std::int64_t> touching(const Hyperslab& slab) const;

 private:
  std::vector<std::int64_t> extents_;
  std::vector<std::int64_t> box_;
  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 1;
};

[[nodiscard]] Hyperslab intersect(const Hyperslab& a, const Hyperslab& b);
[[nodiscard]] std::int64_t volume(const Hyperslab& slab);

/// A box in memory: the values of `slab` in storage order, in a buffer with extents `room` (slowest first).
struct BoxView {
  const Hyperslab& slab;
  const std::vector<std::int64_t>& room;
};

/// Copies the values in the intersection of both slabs. `size`: bytes per value.
void copy_common(const BoxView& from, std::span<const std::byte> values, const BoxView& to,
                 std::span<std::byte> buffer, int size);

}  // namespace pcgns
