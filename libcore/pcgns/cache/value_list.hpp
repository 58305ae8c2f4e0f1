// value_list.hpp: values of an array, named by their indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pcgns::cache {

/// Value i is at byte `address + (indices[i] - 1) * size` of the file.
struct ValueList {
  std::int64_t address = 0;
  int size = 8;
  std::span<const std::int64_t> indices = {};

  [[nodiscard]] std::int64_t at(std::size_t i) const { return address + (indices[i] - 1) * size; }
};

/// Position of the first index outside 1 to `count`, or -1.
[[nodiscard]] std::int64_t first_outside(std::span<const std::int64_t> indices, std::int64_t count);

}  // namespace pcgns::cache
