#include "pcgns/kernel/repeated.hpp"

#include <random>

#include "catch.hpp"

TEST_CASE("numbers that occur several times are found among many") {
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> numbers(10000);
  for (auto& number : numbers) number = random();
  CHECK(pcgns::kernel::repeated_among(numbers).empty());
  numbers[77] = numbers[9000];
  numbers[78] = numbers[9000];
  numbers[1] = numbers[2];
  auto expected = std::vector{numbers[77], numbers[1]};
  std::sort(expected.begin(), expected.end());
  CHECK(pcgns::kernel::repeated_among(numbers) == expected);
  CHECK(pcgns::kernel::repeated_among({}).empty());
}
