// weight_scale.hpp: real weights as integers, so that their sums are exact in any order.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace pcgns::kernel {

/// Multiplies by a power of two and rounds to the next integer: the largest weight then has 31 binary digits,
/// or fewer if a sum of so many could have more than 62. Integers below 2^31 keep their proportions exactly.
class WeightScale {
 public:
  /// `most`: the largest weight, finite and not negative; `count`: how many there are.
  WeightScale(double most, std::int64_t count) {
    const int room = 62 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count)));
    const int digits = room < 31 ? room : 31;
    exponent_ = most > 0 ? digits - 1 - std::ilogb(most) : 0;
  }

  [[nodiscard]] std::int64_t of(double weight) const { return std::llround(std::ldexp(weight, exponent_)); }

 private:
  int exponent_;
};

}  // namespace pcgns::kernel
