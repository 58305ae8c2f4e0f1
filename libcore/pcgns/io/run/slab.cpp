#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace pcgns::io {

namespace {

void require(bool holds, const char* why) {
  if (!holds) throw Error(ErrorKind::usage, fmt::format("invalid request: {}", why));
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
            "a box exceeds its array");
  }
  require(box.offset >= 0, "the array has no offset in the file");
  static_cast<void>(cgns::bytes_of(box.type, box.dims));
  require(cgns::size_of(box.type) > 0 && can_convert(box.type, slab.memory_type),
          "the types of file and memory cannot be converted");
  require(slab.memory != nullptr || cgns::count_of(box.count) == 0, "there is no memory");
}

Runs::Runs(const FileBox& box) : Runs(box, nullptr) {}
Runs::Runs(const Slab& slab) : Runs(slab.box, &slab.strides) {}

Runs::Runs(const FileBox& box, const std::vector<std::int64_t>* strides) : size_(cgns::size_of(box.type)) {
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

/// Divides once for all runs along the second axis: a division takes longer than copying a short run.
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

/// Splits runs into pieces so short that touched cache lines stay cached for neighbouring runs.
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

namespace {

using cgns::DataType;

bool is_number(DataType type) {
  switch (type) {
    case DataType::I4:
    case DataType::U4:
    case DataType::I8:
    case DataType::U8:
    case DataType::R4:
    case DataType::R8:
      return true;
    default:
      return false;
  }
}

/// Calls `use` with a value of the C++ type for `type`. @pre is_number
template <typename Use>
void with_type(DataType type, Use&& use) {
  switch (type) {
    case DataType::I4:
      return use(std::int32_t{});
    case DataType::U4:
      return use(std::uint32_t{});
    case DataType::I8:
      return use(std::int64_t{});
    case DataType::U8:
      return use(std::uint64_t{});
    case DataType::R4:
      return use(float{});
    default:
      return use(double{});
  }
}

template <typename To, typename From>
bool fits(From value) {
  if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>) {
    return !std::isfinite(value) || std::isfinite(static_cast<float>(value));
  } else if constexpr (std::is_floating_point_v<To>) {
    return true;
  } else if constexpr (std::is_floating_point_v<From>) {
    // The limits are powers of two, exact in every real type; NaN fails the comparisons.
    const auto whole = std::trunc(static_cast<double>(value));
    const auto end = std::ldexp(1.0, std::numeric_limits<To>::digits);
    return whole >= (std::is_signed_v<To> ? -end : 0.0) && whole < end;
  } else {
    return std::in_range<To>(value);
  }
}

/// Callers' memory may be unaligned.
template <typename T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename From, typename To>
void convert(const Values& from, const Values& to, std::int64_t count) {
  const auto* source = from.data;
  auto* target = to.data;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = load<From>(source);
    if (!fits<To>(value))
      throw Error(ErrorKind::input,
                  fmt::format("the value {} cannot be represented in {}", value, to_string(to.type)));
    const auto converted = static_cast<To>(value);
    std::memcpy(target, &converted, sizeof converted);
    source += from.stride * static_cast<std::int64_t>(sizeof(From));
    target += to.stride * static_cast<std::int64_t>(sizeof(To));
  }
}

template <std::size_t size>
void copy_strided(const Values& from, const Values& to, std::int64_t count) {
  const auto* source = from.data;
  auto* target = to.data;
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(target, source, size);
    source += from.stride * static_cast<std::int64_t>(size);
    target += to.stride * static_cast<std::int64_t>(size);
  }
}

void copy_same(const Values& from, const Values& to, std::int64_t count) {
  const auto size = static_cast<std::size_t>(cgns::size_of(from.type));
  if (count == 1 || (from.stride == 1 && to.stride == 1)) {
    std::memcpy(to.data, from.data, static_cast<std::size_t>(count) * size);
    return;
  }
  switch (size) {
    case 1:
      return copy_strided<1>(from, to, count);
    case 4:
      return copy_strided<4>(from, to, count);
    case 8:
      return copy_strided<8>(from, to, count);
    default:
      return copy_strided<16>(from, to, count);
  }
}

Values in_memory(const Slab& slab, const Run& run) {
  auto* memory = static_cast<std::byte*>(slab.memory);
  return {memory + run.memory * cgns::size_of(slab.memory_type), slab.memory_type, run.stride};
}

std::size_t bytes_of(const Slab& slab, const Run& run) {
  return static_cast<std::size_t>(run.count * cgns::size_of(slab.box.type));
}

}  // namespace

bool is_plain(const Slab& slab, const Runs& runs) {
  return slab.box.type == slab.memory_type && !slab.box.swapped && (runs.stride() == 1 || runs.run() == 1);
}

void pack(const Slab& slab, const Run& run, std::byte* to) {
  const auto type = slab.box.type;
  copy_values(in_memory(slab, run), {to, type}, run.count);
  if (slab.box.swapped) kernel::reverse_words({to, bytes_of(slab, run)}, cgns::word_size(type));
}

void unpack(const Slab& slab, const Run& run, const std::byte* from) {
  const auto type = slab.box.type;
  // The source is not modified: other readers find it unchanged.
  auto* source = const_cast<std::byte*>(from);
  std::vector<std::byte> turned;
  if (slab.box.swapped) {
    turned.assign(from, from + bytes_of(slab, run));
    kernel::reverse_words(turned, cgns::word_size(type));
    source = turned.data();
  }
  copy_values({source, type}, in_memory(slab, run), run.count);
}

bool can_convert(DataType from, DataType to) { return from == to || (is_number(from) && is_number(to)); }

void copy_values(const Values& from, const Values& to, std::int64_t count) {
  if (from.type == to.type) return copy_same(from, to, count);
  with_type(from.type, [&]<typename From>(From) {
    with_type(to.type, [&]<typename To>(To) { convert<From, To>(from, to, count); });
  });
}

}  // namespace pcgns::io
