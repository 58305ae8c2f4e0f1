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

TEST_CASE("the ratio of two sets of times has an interval") {
  const std::vector<double> before = {1.0, 1.1, 0.9, 1.05, 0.95};
  const std::vector<double> twice = {2.0, 2.2, 1.8, 2.1, 1.9};
  const auto ratio = ratio_of(before, twice);
  CHECK(ratio.value == Approx(2));
  // Equal variances of logarithms s^2 in sets of five: 8 degrees of freedom, t = 2.306.
  CHECK(ratio.low < 2);
  CHECK(ratio.low > 1.75);
  CHECK(ratio.high * ratio.low == Approx(4));
  const auto same = ratio_of(before, before);
  CHECK(same.low < 1);
  CHECK(same.high > 1);
}

TEST_CASE("one sample says nothing of how sure it is") {
  const auto ratio = ratio_of(std::vector<double>{1}, std::vector<double>{3, 3});
  CHECK(ratio.value == Approx(3));
  CHECK(ratio.low == 0);
  CHECK(std::isinf(ratio.high));
  CHECK(ratio_of(std::vector<double>{2, 2}, std::vector<double>{3, 3}).low == Approx(1.5));
}
