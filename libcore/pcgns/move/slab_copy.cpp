#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/kernel/byte_order.hpp"
#include "pcgns/move/slab.hpp"

namespace pcgns::move {

namespace {

using tree::DataType;

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

/// Calls `use` with a value of the C++ type of `type`. @pre is_number
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
  if constexpr (std::is_floating_point_v<To>) {
    return true;
  } else if constexpr (std::is_floating_point_v<From>) {
    // The limits as powers of two, which every real type has; NaN is in no range.
    const auto whole = std::trunc(static_cast<double>(value));
    const auto end = std::ldexp(1.0, std::numeric_limits<To>::digits);
    return whole >= (std::is_signed_v<To> ? -end : 0.0) && whole < end;
  } else {
    return std::in_range<To>(value);
  }
}

/// Memory of callers need not be aligned.
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
                  fmt::format("the value {} is beyond what {} holds", value, to_string(to.type)));
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
  const auto size = static_cast<std::size_t>(tree::size_of(from.type));
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
  return {memory + run.memory * tree::size_of(slab.memory_type), slab.memory_type, run.stride};
}

std::size_t bytes_of(const Slab& slab, const Run& run) {
  return static_cast<std::size_t>(run.count * tree::size_of(slab.box.type));
}

}  // namespace

bool is_plain(const Slab& slab, const Runs& runs) {
  return slab.box.type == slab.memory_type && !slab.box.swapped && (runs.stride() == 1 || runs.run() == 1);
}

void pack(const Slab& slab, const Run& run, std::byte* to) {
  const auto type = slab.box.type;
  copy_values(in_memory(slab, run), {to, type}, run.count);
  if (slab.box.swapped) kernel::reverse_words({to, bytes_of(slab, run)}, tree::word_size(type));
}

void unpack(const Slab& slab, const Run& run, const std::byte* from) {
  const auto type = slab.box.type;
  // The source is not changed: whoever else reads these values finds them as they were.
  auto* source = const_cast<std::byte*>(from);
  std::vector<std::byte> turned;
  if (slab.box.swapped) {
    turned.assign(from, from + bytes_of(slab, run));
    kernel::reverse_words(turned, tree::word_size(type));
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

}  // namespace pcgns::move
