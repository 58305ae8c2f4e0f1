#include "pcgns/io/run/box_rows.hpp"

#include <algorithm>
#include <cstdlib>

namespace pcgns::io {

namespace {

std::int64_t flat(const plan::Index3& at, const plan::Index3& extents) {
  return at[0] + extents[0] * (at[1] + extents[1] * at[2]);
}

/// Byte strides of the directions.
plan::Index3 steps_of(const plan::Index3& extents, std::int64_t width) {
  return {width, width * extents[0], width * extents[0] * extents[1]};
}

/// The first of 0, …, count for which `holds`. @pre Once true, it stays true.
template <typename Holds>
std::int64_t first_where(std::int64_t count, const Holds& holds) {
  std::int64_t low = 0;
  std::int64_t high = count;
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

bool takes_whole_rows(const plan::Box& box) {
  return box.count[0] == box.source_extents[0] && box.count[0] == box.target_extents[0];
}

/// Merges directions 0 and 1.
void join_two(plan::Box& box) {
  const auto length = box.count[0];
  const auto joined = [&](plan::Index3& values, std::int64_t first, std::int64_t fill) {
    values = {first, values[2], fill};
  };
  joined(box.source_begin, box.source_begin[1] * length, 0);
  joined(box.target_begin, box.target_begin[1] * length, 0);
  joined(box.source_extents, box.source_extents[1] * length, 1);
  joined(box.target_extents, box.target_extents[1] * length, 1);
  joined(box.count, box.count[1] * length, 1);
}

}  // namespace

plan::Box coalesced(const plan::Box& box) {
  auto result = box;
  for (int pass = 0; pass < 2 && box.is_straight() && takes_whole_rows(result); ++pass) join_two(result);
  return result;
}

BoxRows::BoxRows(const plan::Box& box, std::int64_t offset, std::int64_t width, Range window)
    : width_(width), window_(window), length_(box.axes[0] == 1 ? box.count[0] : 1) {
  if (box.count[0] == 0) return;
  in_line_ = box.count[0] / length_;
  lines_ = box.count[1];
  first_ = {offset + width * flat(box.target_begin, box.target_extents),
            width * flat(box.source_begin, box.source_extents), longest()};
  const auto at_steps = steps_of(box.target_extents, width);
  const auto from_steps = steps_of(box.source_extents, width);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto step = from_steps[static_cast<std::size_t>(std::abs(box.axes[i])) - 1];
    at_step_[i] = at_steps[i];
    from_step_[i] = box.axes[i] > 0 ? step : -step;
  }
  const auto rows = in_line_ * lines_ * box.count[2];
  begin_ = first_where(rows, [&](std::int64_t number) {
    const auto row = whole(number);
    return row.at + row.size > window.begin;
  });
  end_ = first_where(rows, [&](std::int64_t number) { return whole(number).at >= window.end; });
}

Row BoxRows::whole(std::int64_t number) const {
  // Avoids a division, the slowest part here.
  const auto line = in_line_ == 1 ? number : number / in_line_;
  const auto k = line / lines_;
  const plan::Index3 steps = {number - line * in_line_, line - k * lines_, k};
  auto row = first_;
  for (std::size_t i = 0; i < 3; ++i) {
    row.at += steps[i] * at_step_[i];
    row.from += steps[i] * from_step_[i];
  }
  return row;
}

Row BoxRows::row(std::int64_t number) const {
  const auto row = whole(begin_ + number);
  const auto kept = intersect({row.at, row.at + row.size}, window_);
  return {kept.begin, row.from + kept.begin - row.at, kept.size()};
}

std::int64_t BoxRows::bytes() const {
  if (empty()) return 0;
  // Only the first and the last row can be clipped.
  auto bytes = row(0).size;
  if (count() > 1) bytes += row(count() - 1).size + (count() - 2) * longest();
  return bytes;
}

}  // namespace pcgns::io
