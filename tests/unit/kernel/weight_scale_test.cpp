#include "pcgns/kernel/cut_tree.hpp"

#include <limits>

#include "catch.hpp"

using pcgns::kernel::WeightScale;

TEST_CASE("integers keep their proportions") {
  const WeightScale scale(5, 1000);
  CHECK(scale.of(0) == 0);
  CHECK(scale.of(5) == 5 * scale.of(1));
  CHECK(scale.of(3) == 3 * scale.of(1));
  CHECK(scale.of(5) < std::int64_t{1} << 31);
  CHECK(scale.of(5) >= std::int64_t{1} << 30);
}

TEST_CASE("sums of very many weights, and weights of any size, have room") {
  const std::int64_t many = std::int64_t{1} << 40;
  const WeightScale scale(1, many);
  CHECK(scale.of(1) > 1 << 19);
  CHECK(scale.of(1) <= (std::numeric_limits<std::int64_t>::max() / 2) / many);
  for (const double most : {1e300, 1e-300, std::numeric_limits<double>::denorm_min()}) {
    const WeightScale wide(most, 10);
    CHECK(wide.of(most) >= std::int64_t{1} << 30);
    CHECK(wide.of(most) <= std::int64_t{1} << 31);
  }
  CHECK(WeightScale(0, 1).of(0) == 0);
}
