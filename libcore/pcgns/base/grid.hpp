// grid.hpp: an array cut into equal boxes, as HDF5 cuts it into chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns {

/// Boxes are numbered in storage order. All extents are slowest dimension first.
class Grid {
 public:
  /// @pre As many extents of the box as of the array, all of them at least 1.
  Grid(std::vector<std::int64_t> extents, std::vector<std::int64_t> box);

  [[nodiscard]] std::int64_t count() const { return count_; }
  /// Boxes in the fastest dimension: so many consecutive ones make a row.
  [[nodiscard]] std::int64_t row() const { return counts_.back(); }
  [[nodiscard]] const std::vector<std::int64_t>& extents() const { return extents_; }
  [[nodiscard]] const std::vector<std::int64_t>& whole_box() const { return box_; }

  /// What box `index` has of the array: less than a whole box at the upper ends.
  [[nodiscard]] Hyperslab box(std::int64_t index) const;
  /// The boxes from `first` on, `number` of one row.
  [[nodiscard]] Hyperslab boxes(std::int64_t first, std::int64_t number) const;
  /// The numbers of the boxes that have something of `slab`, ascending.
  [[nodiscard]] std::vector<std::int64_t> touching(const Hyperslab& slab) const;

 private:
  std::vector<std::int64_t> extents_;
  std::vector<std::int64_t> box_;
  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 1;
};

[[nodiscard]] Hyperslab intersect(const Hyperslab& a, const Hyperslab& b);
[[nodiscard]] std::int64_t volume(const Hyperslab& slab);

/// A box of an array in memory, which has the values of `slab` in storage order, but room for `room` of them.
struct BoxView {
  const Hyperslab& slab;
  const std::vector<std::int64_t>& room;
};

/// Copies the values that both have. `size`: bytes of a value.
void copy_common(const BoxView& from, std::span<const std::byte> values, const BoxView& to,
                 std::span<std::byte> buffer, int size);

}  // namespace pcgns
