#include "pcgns-bench/scenario/comparison.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "catch.hpp"

using namespace pcgns::bench;

namespace {

using Times = std::vector<double>;

/// Writes that one run of pcgns-bench timed, with what else the system did.
const Times measured = {0.0823, 0.0960, 0.0911, 0.1240, 0.0878, 0.8116, 0.2079, 0.2320,
                        0.5001, 0.2704, 0.0734, 0.0800, 0.0920, 0.0903, 0.0929, 0.0733,
                        0.0603, 0.0633, 0.0840, 0.2961, 0.0605, 0.0563, 0.0849, 0.1604};

/// The rows that a run of all engines has, and its default repetitions.
constexpr int rows = 16;
constexpr int repetitions = 28;

Times drawn(int count, const std::function<double()>& draw) {
  Times times;
  for (int i = 0; i < count; ++i) times.push_back(draw());
  return times;
}

Times scaled(Times times, double factor) {
  for (double& time : times) time *= factor;
  return times;
}

/// The share of `trials` in which a report of `rows` comparisons of times of one kind finds a change above
/// `threshold`.
double false_alarms(int trials, int count, double threshold, const std::function<double()>& draw) {
  int alarms = 0;
  for (int trial = 0; trial < trials; ++trial) {
    bool alarm = false;
    for (int row = 0; row < rows && !alarm; ++row) {
      const auto ratio = ratio_of(drawn(count, draw), drawn(count, draw), 0.05 / rows);
      alarm = verdict_of(ratio, {.threshold = threshold}) == Verdict::slower;
    }
    alarms += alarm ? 1 : 0;
  }
  return static_cast<double>(alarms) / trials;
}

}  // namespace

TEST_CASE("the ratio of two sets of times is that of the pairs in the middle") {
  // In order: 1, 3/2, 5/3, 5/2, 3, 10/3, 5, 5, 10.
  const auto ratio = ratio_of(Times{1, 2, 3}, Times{3, 5, 10}, 0.05);
  CHECK(ratio.value == Approx(3));
  // Below the least of them and above the largest is one arrangement of C(6, 3) = 20 each.
  CHECK(ratio.low == Approx(1));
  CHECK(ratio.high == Approx(10));
  CHECK(ratio_of(Times{1, 2, 3}, Times{3, 5, 10}, 0.049).low == 0);
  CHECK(ratio_of(Times{2, 2}, Times{3, 3}, 0.5).value == Approx(1.5));
}

TEST_CASE("the limits of an interval are those of the tables of Mann and Whitney") {
  // Two-sided 5 %, n = m = 10: U = 23 is significant, so that 23 of the 100 ratios are below the interval.
  Times before;
  Times after;
  for (int i = 0; i < 10; ++i) before.push_back(std::exp(10.0 * i));
  for (int i = 0; i < 10; ++i) after.push_back(std::exp(1.0 * i));
  // The logarithms of the ratios are all whole numbers from -90 to 9, once each.
  CHECK(std::log(ratio_of(before, after, 0.025).low) == Approx(-90 + 23));
  CHECK(std::log(ratio_of(before, after, 0.025).high) == Approx(9 - 23));
}

TEST_CASE("many samples have the interval of a normal distribution") {
  Times before;
  Times after;
  for (int i = 0; i < 100; ++i) before.push_back(std::exp(1e-2 * i));
  for (int i = 0; i < 100; ++i) after.push_back(std::exp(1e-4 * i));
  // 1.95996 deviations of sqrt(100 * 100 * 201 / 12) below the 5000 in the middle: 4197.
  CHECK(std::log(ratio_of(before, after, 0.025).low) == Approx(1e-4 * (4197 - 9900)));
}

TEST_CASE("too few samples cannot tell, however long they take") {
  CHECK(least_samples(0.05) == 3);
  CHECK(least_samples(0.05 / 4) == 5);
  CHECK(least_samples(0.05 / rows) == 6);
  const Times few(4, 1.0);
  const Times more(5, 1.0);
  const auto ratio = ratio_of(few, scaled(few, 9), 0.05 / 4);
  CHECK(ratio.value == Approx(9));
  CHECK(std::isinf(ratio.high));
  CHECK(verdict_of(ratio, {}) == Verdict::cannot_tell);
  CHECK(std::isinf(visible_ratio(ratio, {})));
  CHECK(verdict_of(ratio_of(more, scaled(more, 9), 0.05 / 4), {}) == Verdict::slower);
}

TEST_CASE("verdicts are those of the interval") {
  CHECK(verdict_of({.value = 1.2, .low = 1.06, .high = 1.3}, {}) == Verdict::slower);
  CHECK(verdict_of({.value = 1.2, .low = 1.04, .high = 1.3}, {}) == Verdict::cannot_tell);
  CHECK(verdict_of({.value = 1.1, .low = 1.04, .high = 1.19}, {}) == Verdict::not_slower);
  CHECK(verdict_of({.value = 0.9, .low = 0.8, .high = 1}, {}) == Verdict::not_slower);
  CHECK(verdict_of({.value = 0.9, .low = 0.8, .high = 0.95}, {}) == Verdict::faster);
  CHECK(verdict_of({.value = 1.5, .low = 1.4, .high = 1.6}, {.threshold = 1.8}) == Verdict::not_slower);
  CHECK(visible_ratio({.value = 1, .low = 0.9, .high = 1.1}, {}) == Approx(1.05 / 0.9));
}

TEST_CASE("a slow sample hides no slowdown and makes none") {
  const Times before = {1.00, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.00};
  auto after = scaled(before, 1.85);
  after[3] = 40;
  const auto ratio = ratio_of(before, after, 0.05);
  CHECK(ratio.value == Approx(1.85).epsilon(0.03));
  CHECK(verdict_of(ratio, {}) == Verdict::slower);
  auto same = before;
  same[5] = 40;
  CHECK(verdict_of(ratio_of(before, same, 0.05), {}) == Verdict::not_slower);
}

TEST_CASE("times of the same program are slower in less than 5 % of all reports", "[statistics]") {
  std::mt19937_64 random(1);
  std::normal_distribution<double> scatter(0, 0.1);
  const auto resampled = [&] { return measured[random() % measured.size()]; };
  const auto noisy = [&] { return std::exp(scatter(random)); };
  // Without a threshold, which hides most of what the statistic alone would get wrong.
  for (const int count : {6, 12}) {
    CHECK(false_alarms(300, count, 1, resampled) < 0.05);
    CHECK(false_alarms(300, count, 1, noisy) < 0.05);
  }
  CHECK(false_alarms(100, repetitions, 1.05, noisy) == 0);
}

TEST_CASE("the default repetitions find 1.2 x in 95 % at a scatter of 10 %", "[statistics]") {
  std::mt19937_64 random(2);
  std::normal_distribution<double> scatter(0, 0.1);
  const auto noisy = [&] { return std::exp(scatter(random)); };
  constexpr int trials = 1000;
  int found = 0;
  int passed = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const auto before = drawn(repetitions, noisy);
    const auto after = drawn(repetitions, noisy);
    const auto verdict = [&](double factor) {
      return verdict_of(ratio_of(before, scaled(after, factor), 0.05 / rows), {});
    };
    found += verdict(1.2) == Verdict::slower ? 1 : 0;
    passed += verdict(1) == Verdict::not_slower ? 1 : 0;
  }
  CHECK(found >= 0.95 * trials);
  CHECK(passed >= 0.95 * trials);
}
