#include "pcgns/kernel/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace pcgns::kernel {

namespace {
constexpr int digit_bits = 11;
constexpr int passes = 6;
constexpr std::size_t digits = 1 << digit_bits;
constexpr std::size_t few = 4096;
}  // namespace

void radix_sort(std::vector<std::uint64_t>& numbers) {
  if (numbers.size() < few) return std::sort(numbers.begin(), numbers.end());
  std::vector<std::array<std::size_t, digits>> counts(passes);
  const auto digit = [](std::uint64_t number, int pass) {
    return (number >> (pass * digit_bits)) & (digits - 1);
  };
  for (const auto number : numbers) {
    for (int pass = 0; pass < passes; ++pass) ++counts[static_cast<std::size_t>(pass)][digit(number, pass)];
  }
  std::vector<std::uint64_t> other(numbers.size());
  for (int pass = 0; pass < passes; ++pass) {
    auto& begins = counts[static_cast<std::size_t>(pass)];
    std::size_t begin = 0;
    for (auto& count : begins) begin += std::exchange(count, begin);
    for (const auto number : numbers) other[begins[digit(number, pass)]++] = number;
    std::swap(numbers, other);
  }
}

}  // namespace pcgns::kernel
