// value_stats.hpp: what many real numbers have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "pcgns/tree/data_type.hpp"

namespace pcgns::check {

/// Of values of one array, or of a piece of it.
struct ValueStats {
  std::int64_t count = 0;
  std::int64_t nans = 0;
  std::int64_t infinities = 0;
  std::int64_t negatives = 0;   ///< -infinity not among them.
  std::int64_t first_nan = -1;  ///< 0-based place in the array; -1 if there is none.
  std::int64_t first_infinity = -1;
  std::int64_t first_negative = -1;
  double lowest = std::numeric_limits<double>::infinity();  ///< Of the finite ones.
  double highest = -std::numeric_limits<double>::infinity();

  /// Those of both.
  void add(const ValueStats& other);
  [[nodiscard]] bool is_constant() const {
    return count > 1 && nans == 0 && infinities == 0 && lowest == highest;
  }
  friend bool operator==(const ValueStats&, const ValueStats&) = default;
};

/// Of `bytes`, which are values of R4 or R8 in native byte order, the first at place `begin` of its array.
/// Bound by the speed of memory where all are finite.
[[nodiscard]] ValueStats stats_of(tree::DataType type, std::span<const std::byte> bytes, std::int64_t begin);

}  // namespace pcgns::check
