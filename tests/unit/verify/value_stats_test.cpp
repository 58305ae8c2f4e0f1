#include "pcgns/verify/check/plan/value_stats.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;
using verify::check::ValueStats;

template <typename Real>
ValueStats stats(const std::vector<Real>& values, std::int64_t begin = 0) {
  const auto type = sizeof(Real) == 4 ? cgns::DataType::R4 : cgns::DataType::R8;
  return verify::check::stats_of(type, std::as_bytes(std::span(values)), begin);
}

}  // namespace

TEMPLATE_TEST_CASE("what is no number is counted, and the first one is known", "", float, double) {
  std::vector<TestType> values(20000, 1);
  values[4095] = -2;
  values[9999] = NAN;
  values[10001] = NAN;
  values[12345] = -INFINITY;
  values[19999] = 7;
  const auto found = stats(values, 100);
  CHECK(found == ValueStats{.count = 20000,
                            .nans = 2,
                            .infinities = 1,
                            .negatives = 1,
                            .first_nan = 10099,
                            .first_infinity = 12445,
                            .first_negative = 4195,
                            .lowest = -2,
                            .highest = 7});
}

TEMPLATE_TEST_CASE("the pieces of an array tell the same as the whole", "", float, double) {
  std::mt19937 random(3);
  std::vector<TestType> values(30011);
  for (auto& value : values) {
    value = static_cast<TestType>(static_cast<int>(random() % 1000) - 3);
    if (random() % 5000 == 0) value = NAN;
  }
  ValueStats all;
  for (std::size_t at = 0; at < values.size();) {
    const auto size = std::min<std::size_t>(values.size() - at, random() % 9000);
    all.add(
        stats(std::vector(values.begin() + std::ptrdiff_t(at), values.begin() + std::ptrdiff_t(at + size)),
              static_cast<std::int64_t>(at)));
    at += size;
  }
  CHECK(all == stats(values));
  CHECK(all.nans > 0);
}

TEST_CASE("constant is what has one value, and more than one of it") {
  CHECK(stats<double>({0, -0.0, 0}).is_constant());
  CHECK_FALSE(stats<double>({1}).is_constant());
  CHECK_FALSE(stats<double>({}).is_constant());
  CHECK_FALSE(stats<double>({1, 1, NAN}).is_constant());
  CHECK_FALSE(stats<double>({1, 1, std::nextafter(1, 2)}).is_constant());
}
