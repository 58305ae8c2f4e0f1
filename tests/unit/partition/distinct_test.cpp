#include "pcgns/partition/run/distinct.hpp"

#include <random>
#include <set>

#include "catch.hpp"

using pcgns::partition::Distinct;

namespace {

/// Compares with a set of the standard library.
void require_indices(const std::vector<std::int64_t>& numbers) {
  const Distinct distinct(numbers);
  const std::set<std::int64_t> expected(numbers.begin(), numbers.end());
  REQUIRE(distinct.numbers() == std::vector<std::int64_t>(expected.begin(), expected.end()));
  for (const auto number : numbers) REQUIRE(distinct.numbers()[distinct.index_of(number)] == number);
}

}  // namespace

TEST_CASE("distinct numbers are ascending and found, dense or sparse", "[partition]") {
  std::mt19937_64 random(17);
  const std::int64_t far = std::int64_t{1} << 40;
  require_indices({});
  require_indices({-7});
  require_indices({5, 5, -far, far, 0, far});
  for (const std::int64_t spread : {std::int64_t{1}, std::int64_t{1000}, std::int64_t{100'000}, far}) {
    for (const std::size_t count : {3U, 500U, 5000U}) {
      std::vector<std::int64_t> numbers;
      // Three ranges far from each other, as faces across i, j and k are.
      for (std::size_t i = 0; i < count; ++i) {
        const auto within = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(spread));
        numbers.push_back(within + static_cast<std::int64_t>(i % 3) * 70'000 - 3);
      }
      require_indices(numbers);
    }
  }
}
