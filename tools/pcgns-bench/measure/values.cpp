#include "pcgns-bench/measure/values.hpp"

#include <fmt/format.h>

#include <cstring>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/node.hpp"

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
void each_value(const io::Slab& slab, const Use& use) {
  const io::Runs runs(slab);
  auto* const memory = static_cast<Value*>(slab.memory);
  runs.each({0, runs.volume()}, [&](const io::Run& run) {
    const auto place = (run.at - slab.box.offset) / runs.value_size();
    for (std::int64_t i = 0; i < run.count; ++i) use(memory + run.memory + i * run.stride, place + i);
  });
}

template <typename Use>
void with_type(const io::Slab& slab, const Use& use) {
  switch (slab.memory_type) {
    case cgns::DataType::R8:
      return use(double{});
    case cgns::DataType::I8:
      return use(std::int64_t{});
    case cgns::DataType::I4:
      return use(std::int32_t{});
    default:
      throw Error(ErrorKind::internal, "no values of this type");
  }
}

}  // namespace

void fill(const io::Slab& slab, int array) {
  with_type(slab, [&](auto zero) {
    using Value = decltype(zero);
    each_value<Value>(
        slab, [&](Value* value, std::int64_t place) { *value = static_cast<Value>(value_at(place, array)); });
  });
}

void poison(const io::Slab& slab) {
  std::memset(slab.memory, 0xFF, static_cast<std::size_t>(cgns::bytes_of(slab.memory_type, slab.box.count)));
}

void require_filled(const io::Slab& slab, int array, const std::string& name) {
  with_type(slab, [&](auto zero) {
    using Value = decltype(zero);
    each_value<Value>(slab, [&](const Value* value, std::int64_t place) {
      const auto wanted = static_cast<Value>(value_at(place, array));
      if (std::memcmp(value, &wanted, sizeof wanted) != 0)
        throw Error(ErrorKind::io,
                    fmt::format("{}: value {} was read as {}, expected {}", name, place, *value, wanted));
    });
  });
}

}  // namespace pcgns::bench
