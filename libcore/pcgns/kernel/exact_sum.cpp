#include "pcgns/kernel/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace pcgns::kernel {

namespace {

constexpr int digit_bits = 32;
constexpr std::int64_t digit_mask = (std::int64_t(1) << digit_bits) - 1;
constexpr int least_exponent = -1074;
constexpr int most_additions = 1 << 20;
/// What is above every finite sum of fewer than 2^63 doubles.
constexpr int top_digit = ExactSum::digit_count - 1;
constexpr std::int64_t infinite = 1;

}  // namespace

void ExactSum::add(double value) {
  if (value == 0) return;
  if (!std::isfinite(value)) {
    digits_[top_digit] = infinite;
    return;
  }
  int exponent = 0;
  constexpr int mantissa_bits = std::numeric_limits<double>::digits;
  auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(value, &exponent), mantissa_bits));
  int place = exponent - mantissa_bits - least_exponent;
  if (place < 0) {  // A denormal number: its last bits are zero.
    mantissa >>= -place;
    place = 0;
  }
  const auto digit = static_cast<std::size_t>(place / digit_bits);
  const int shift = place % digit_bits;
  const auto low = (mantissa & digit_mask) << shift;
  const auto high = (mantissa >> digit_bits) << shift;
  digits_[digit] += static_cast<std::int64_t>(low & digit_mask);
  digits_[digit + 1] +=
      static_cast<std::int64_t>(low >> digit_bits) + static_cast<std::int64_t>(high & digit_mask);
  digits_[digit + 2] += static_cast<std::int64_t>(high >> digit_bits);
  if (++additions_ == most_additions) carry();
}

void ExactSum::add(const ExactSum& other) {
  carry();
  const auto more = other.digits();
  for (std::size_t d = 0; d < top_digit; ++d) digits_[d] += more[d];
  if (more[top_digit] != 0) digits_[top_digit] = infinite;
  carry();
}

void ExactSum::carry() {
  for (std::size_t d = 0; d + 1 < top_digit; ++d) {
    digits_[d + 1] += digits_[d] >> digit_bits;
    digits_[d] &= digit_mask;
  }
  additions_ = 0;
}

ExactSum::Digits ExactSum::digits() const {
  auto copy = *this;
  copy.carry();
  return copy.digits_;
}

ExactSum ExactSum::from_digits(const Digits& digits) {
  ExactSum sum;
  sum.digits_ = digits;
  return sum;
}

double ExactSum::value() const {
  const auto all = digits();
  if (all[top_digit] != 0) return std::numeric_limits<double>::infinity();
  double sum = 0;
  for (int d = 0; d < top_digit; ++d) {
    sum += std::ldexp(static_cast<double>(all[static_cast<std::size_t>(d)]), digit_bits * d + least_exponent);
  }
  return sum;
}

}  // namespace pcgns::kernel
