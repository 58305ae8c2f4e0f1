// ordered.hpp: maps numbers to integers of the same order, for reductions over ranks.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace pcgns::verify::check {

/// Ascends with `value`. @pre `value` is not NaN.
[[nodiscard]] inline std::int64_t ordered(double value) {
  const auto bits = std::bit_cast<std::int64_t>(value);
  return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}
[[nodiscard]] inline double from_ordered(std::int64_t order) {
  return std::bit_cast<double>(order < 0 ? order ^ std::numeric_limits<std::int64_t>::max() : order);
}

/// Descends with `place`; none (-1) gives the minimum.
[[nodiscard]] inline std::int64_t earliness(std::int64_t place) {
  return place < 0 ? std::numeric_limits<std::int64_t>::min() : -place;
}
[[nodiscard]] inline std::int64_t from_earliness(std::int64_t earliness) {
  return earliness == std::numeric_limits<std::int64_t>::min() ? -1 : -earliness;
}

}  // namespace pcgns::verify::check
