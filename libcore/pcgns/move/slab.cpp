#include "pcgns/move/slab.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "pcgns/base/error.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::move {

namespace {

void require(bool holds, const char* why) {
  if (!holds) throw Error(ErrorKind::usage, fmt::format("a request makes no sense: {}", why));
}

}  // namespace

std::vector<std::int64_t> strides_of(const std::vector<std::int64_t>& dims, const std::vector<int>& axes) {
  std::vector<std::int64_t> in_memory(dims.size());
  std::exclusive_scan(dims.begin(), dims.end(), in_memory.begin(), std::int64_t{1}, std::multiplies<>());
  if (axes.empty()) return in_memory;
  std::vector<std::int64_t> strides;
  for (const int axis : axes) strides.push_back(in_memory.at(static_cast<std::size_t>(axis)));
  return strides;
}

void require_sound(const Slab& slab) {
  const auto& box = slab.box;
  const auto rank = box.dims.size();
  require(rank > 0 && box.begin.size() == rank && box.count.size() == rank && slab.strides.size() == rank,
          "the numbers of axes differ");
  for (std::size_t i = 0; i < rank; ++i) {
    require(box.begin[i] >= 0 && box.count[i] >= 0 && box.count[i] <= box.dims[i] &&
                box.begin[i] <= box.dims[i] - box.count[i],
            "a box leaves its array");
  }
  require(box.offset >= 0, "the array has no place in the file");
  static_cast<void>(tree::bytes_of(box.type, box.dims));
  require(tree::size_of(box.type) > 0 && can_convert(box.type, slab.memory_type),
          "the types of file and memory cannot be converted");
  require(slab.memory != nullptr || tree::count_of(box.count) == 0, "there is no memory");
}

Runs::Runs(const FileBox& box) : Runs(box, nullptr) {}
Runs::Runs(const Slab& slab) : Runs(slab.box, &slab.strides) {}

Runs::Runs(const FileBox& box, const std::vector<std::int64_t>* strides) : size_(tree::size_of(box.type)) {
  std::int64_t step = 1;
  std::int64_t first = 0;
  for (std::size_t i = 0; i < box.dims.size(); ++i) {
    first += box.begin[i] * step;
    volume_ *= box.count[i];
    const Axis axis{box.count[i], step, strides == nullptr ? 0 : (*strides)[i]};
    step *= box.dims[i];
    if (axis.count == 1) continue;
    auto* last = axes_.empty() ? nullptr : &axes_.back();
    const bool follows = last != nullptr && axis.step == last->count * last->step;
    if (follows && (strides == nullptr || axis.stride == last->count * last->stride)) {
      last->count *= axis.count;
    } else {
      axes_.push_back(axis);
    }
  }
  if (axes_.empty() || axes_.front().step != 1) axes_.insert(axes_.begin(), Axis{});
  complete_axes();
  first_ = box.offset + first * size_;
  if (volume_ > 0) hull_ = hull_of({0, volume_});
  lies_across_ = lies_across();
}

void Runs::complete_axes() {
  if (axes_.size() > 1) return;
  const auto& only = axes_.front();
  axes_.push_back({.step = only.count * only.step, .stride = only.count * only.stride});
}

Runs Runs::bridged(std::int64_t gap) const {
  auto result = *this;
  if (volume_ == 0) return result;
  auto& axes = result.axes_;
  while (axes.size() > 1 && (axes[1].step - axes[0].count) * size_ <= gap) {
    axes[0].count += (axes[1].count - 1) * axes[1].step;
    axes.erase(axes.begin() + 1);
  }
  result.complete_axes();
  result.volume_ = 1;
  for (const auto& axis : axes) result.volume_ *= axis.count;
  return result;
}

std::int64_t Runs::below(std::int64_t place) const {
  std::int64_t number = 0;
  std::int64_t inner = volume_;
  for (auto axis = axes_.rbegin(); axis != axes_.rend() && place > 0; ++axis) {
    inner /= axis->count;
    const auto whole = std::min(place / axis->step, axis->count);
    number += whole * inner;
    if (whole == axis->count) break;
    place -= whole * axis->step;
  }
  return number;
}

Range Runs::numbers_in(Range bytes) const {
  const auto place = [&](std::int64_t byte) {
    return byte <= first_ ? 0 : (byte - first_ + size_ - 1) / size_;
  };
  return {below(place(bytes.begin)), below(place(bytes.end))};
}

Range Runs::hull_of(Range numbers) const {
  return {run_at(numbers.begin).at, run_at(numbers.end - 1).at + size_};
}

Run Runs::run_at(std::int64_t number) const {
  Run run{first_, 0, 1, axes_.front().stride};
  for (const auto& axis : axes_) {
    const auto index = number % axis.count;
    number /= axis.count;
    run.at += index * axis.step * size_;
    run.memory += index * axis.stride;
  }
  return run;
}

/// Divisions take longer than to copy a short run: they are made once for all runs along the second axis.
Rows Runs::rows_at(Range numbers) const {
  const auto length = axes_.front().count;
  const auto& across = axes_[1];
  Rows rows{run_at(numbers.begin), 1, across.step * size_, across.stride};
  const auto within = numbers.begin % length;
  rows.first.count = std::min(length - within, numbers.size());
  if (rows.first.count == length)
    rows.count = std::min(across.count - numbers.begin / length % across.count, numbers.size() / length);
  return rows;
}

bool Runs::lies_across() const {
  constexpr std::int64_t worth_sorting = 16;
  const auto& first = axes_.front();
  return first.count >= worth_sorting && std::any_of(axes_.begin() + 1, axes_.end(), [&](const Axis& axis) {
           return axis.stride < first.stride;
         });
}

/// Pieces of runs, so short that the lines of a cache that they touch are still there for their neighbours.
std::vector<Run> Runs::by_memory(Range numbers) const {
  constexpr std::int64_t most = 256;
  std::vector<Run> pieces;
  each(numbers, [&](const Run& run) {
    for (std::int64_t from = 0; from < run.count; from += most) {
      pieces.push_back({run.at + from * size_, run.memory + from * run.stride,
                        std::min(most, run.count - from), run.stride});
    }
  });
  std::sort(pieces.begin(), pieces.end(), [](const Run& a, const Run& b) { return a.memory < b.memory; });
  return pieces;
}

}  // namespace pcgns::move
