#include "pcgns-bench/measure/values.hpp"

#include <fmt/format.h>

#include <cstring>

#include "pcgns/base/error.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::bench {

namespace {

/// Exact as a double, an eight-byte and a four-byte integer; no two neighbours are alike.
std::int64_t value_at(std::int64_t place, int array) {
  const auto mixed = (static_cast<std::uint64_t>(place) + 1) * 0x9E3779B97F4A7C15ULL +
                     static_cast<std::uint64_t>(array) * 0xC2B2AE3D27D4EB4FULL;
  return static_cast<std::int64_t>(mixed >> 34U);
}

/// Calls `use(pointer, place)` for each value.
template <typename Value, typename Use>
void each_value(const move::Slab& slab, const Use& use) {
  const move::Runs runs(slab);
  auto* const memory = static_cast<Value*>(slab.memory);
  runs.each({0, runs.volume()}, [&](const move::Run& run) {
    const auto place = (run.at - slab.box.offset) / runs.value_size();
    for (std::int64_t i = 0; i < run.count; ++i) use(memory + run.memory + i * run.stride, place + i);
  });
}

template <typename Use>
void with_type(const move::Slab& slab, const Use& use) {
  switch (slab.memory_type) {
    case tree::DataType::R8:
      return use(double{});
    case tree::DataType::I8:
      return use(std::int64_t{});
    case tree::DataType::I4:
      return use(std::int32_t{});
    default:
      throw Error(ErrorKind::internal, "no values of this type");
  }
}

}  // namespace

void fill(const move::Slab& slab, int array) {
  with_type(slab, [&](auto zero) {
    using Value = decltype(zero);
    each_value<Value>(
        slab, [&](Value* value, std::int64_t place) { *value = static_cast<Value>(value_at(place, array)); });
  });
}

void poison(const move::Slab& slab) {
  std::memset(slab.memory, 0xFF, static_cast<std::size_t>(tree::bytes_of(slab.memory_type, slab.box.count)));
}

void require_filled(const move::Slab& slab, int array, const std::string& name) {
  with_type(slab, [&](auto zero) {
    using Value = decltype(zero);
    each_value<Value>(slab, [&](const Value* value, std::int64_t place) {
      const auto wanted = static_cast<Value>(value_at(place, array));
      if (std::memcmp(value, &wanted, sizeof wanted) != 0)
        throw Error(ErrorKind::io,
                    fmt::format("{}: value {} was read as {}, but is {}", name, place, *value, wanted));
    });
  });
}

}  // namespace pcgns::bench
