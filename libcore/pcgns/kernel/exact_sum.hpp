// exact_sum.hpp: a sum of doubles that does not depend on the order in which they come.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace pcgns::kernel {

/// Adds without rounding: what many ranks have added up in any order is the same to the last bit.
class ExactSum {
 public:
  /// @pre `value` is not negative; one that is not finite makes the sum infinite.
  void add(double value);
  void add(const ExactSum& other);

  /// Near enough to the exact sum, and always the same for the same values.
  [[nodiscard]] double value() const;

  static constexpr int digit_count = 68;
  using Digits = std::array<std::int64_t, digit_count>;
  /// For sending it to other ranks: with `from_digits` it is the same sum.
  [[nodiscard]] Digits digits() const;
  [[nodiscard]] static ExactSum from_digits(const Digits& digits);

 private:
  void carry();

  /// Digit d counts 2^(32 d - 1074); between carries it may have more than 32 bits.
  Digits digits_ = {};
  int additions_ = 0;  ///< Since the last carry.
};

}  // namespace pcgns::kernel
