#include "pcgns-bench/scenario/statistics.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"

using namespace pcgns::bench;

TEST_CASE("mean, standard deviation, least, median and largest of samples") {
  const std::vector<double> samples = {4, 1, 3, 2};
  const auto statistics = statistics_of(samples);
  CHECK(statistics.mean == 2.5);
  CHECK(statistics.deviation == Approx(std::sqrt(5.0 / 3)));
  CHECK(statistics.min == 1);
  CHECK(statistics.median == 2.5);
  CHECK(statistics.max == 4);
  CHECK(statistics_of(std::vector<double>{7, 5, 6}).median == 6);
  CHECK(statistics_of(std::vector<double>{7}).deviation == 0);
  CHECK(statistics_of({}).mean == 0);
}
