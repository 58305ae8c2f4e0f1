#include "pcgns/base/grid.hpp"

#include <cstring>
#include <numeric>

#include "pcgns/base/bytes.hpp"

namespace pcgns {

namespace {

/// Position in memory of the value at array index `index`.
std::int64_t place_of(const std::vector<std::int64_t>& index, const BoxView& view) {
  std::int64_t place = 0;
  for (std::size_t i = 0; i < index.size(); ++i) place = place * view.room[i] + index[i] - view.slab.start[i];
  return place;
}

/// Advances `index` to the next row of `slab`; false after the last row.
bool next_row(std::vector<std::int64_t>& index, const Hyperslab& slab) {
  for (std::size_t i = index.size() - 1; i-- > 0;) {
    if (++index[i] < slab.start[i] + slab.count[i]) return true;
    index[i] = slab.start[i];
  }
  return false;
}

}  // namespace

Grid::Grid(std::vector<std::int64_t> extents, std::vector<std::int64_t> box)
    : extents_(std::move(extents)), box_(std::move(box)) {
  for (std::size_t i = 0; i < extents_.size(); ++i) counts_.push_back(divide_up(extents_[i], box_[i]));
  for (const auto count : counts_) count_ *= count;
}

Hyperslab Grid::box(std::int64_t index) const { return boxes(index, 1); }

Hyperslab Grid::boxes(std::int64_t first, std::int64_t number) const {
  Hyperslab slab{std::vector<std::int64_t>(extents_.size()), box_};
  slab.count.back() *= number;
  for (std::size_t i = extents_.size(); i-- > 0; first /= counts_[i]) {
    slab.start[i] = first % counts_[i] * box_[i];
    slab.count[i] = std::min(slab.count[i], extents_[i] - slab.start[i]);
  }
  return slab;
}

std::vector<std::int64_t> Grid::touching(const Hyperslab& slab) const {
  std::vector<std::int64_t> numbers = {0};
  for (std::size_t i = 0; i < extents_.size(); ++i) {
    std::vector<std::int64_t> longer;
    const auto end = divide_up(slab.start[i] + slab.count[i], box_[i]);
    for (const auto number : numbers) {
      for (auto at = slab.start[i] / box_[i]; at < end; ++at) longer.push_back(number * counts_[i] + at);
    }
    numbers = std::move(longer);
  }
  return numbers;
}

Hyperslab intersect(const Hyperslab& a, const Hyperslab& b) {
  Hyperslab common = a;
  for (std::size_t i = 0; i < a.start.size(); ++i) {
    const auto range =
        intersect(Range{a.start[i], a.start[i] + a.count[i]}, Range{b.start[i], b.start[i] + b.count[i]});
    common.start[i] = range.begin;
    common.count[i] = std::max<std::int64_t>(0, range.size());
  }
  return common;
}

std::int64_t volume(const Hyperslab& slab) {
  return std::accumulate(slab.count.begin(), slab.count.end(), std::int64_t{1}, std::multiplies<>());
}

void copy_common(const BoxView& from, std::span<const std::byte> values, const BoxView& to,
                 std::span<std::byte> buffer, int size) {
  const auto common = intersect(from.slab, to.slab);
  if (volume(common) == 0) return;
  const auto row = static_cast<std::size_t>(common.count.back() * size);
  auto index = common.start;
  do {
    std::memcpy(buffer.data() + place_of(index, to) * size, values.data() + place_of(index, from) * size,
                row);
  } while (next_row(index, common));
}

}  // namespace pcgns
