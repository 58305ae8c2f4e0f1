#include "pcgns-bench/scenario/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace pcgns::bench {

namespace {

/// Beyond so many pairs the distribution is a normal one, with tails that are slightly too wide.
constexpr std::int64_t most_pairs = 2500;

using Logarithms = std::vector<double>;  ///< Sorted.

Logarithms logarithms_of(std::span<const double> samples) {
  Logarithms result;
  for (const double sample : samples) result.push_back(std::log(sample));
  std::sort(result.begin(), result.end());
  return result;
}

/// The chance that of all pairs of `n` and `m` samples of one distribution exactly u = 0, 1, ... have the
/// second below the first; up to the middle.
std::vector<double> exact_chances(std::size_t n, std::size_t m) {
  const auto length = n * m / 2 + 1;
  std::vector<std::vector<double>> by_m(m + 1, std::vector<double>(length));
  for (auto& chances : by_m) chances[0] = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t j = 1; j <= m; ++j) {
      // The largest of all is one of the i, above all j, or one of the j.
      for (std::size_t u = length; u-- > 0;) {
        const double above = u >= j ? by_m[j][u - j] : 0;
        by_m[j][u] = (static_cast<double>(i) * above + static_cast<double>(j) * by_m[j - 1][u]) /
                     static_cast<double>(i + j);
      }
    }
  }
  return by_m[m];
}

/// The chance of at most u such pairs.
std::function<double(std::int64_t)> chance_of(std::size_t n, std::size_t m) {
  const auto pairs = static_cast<double>(n) * static_cast<double>(m);
  if (pairs <= most_pairs) {
    auto chances = exact_chances(n, m);
    std::partial_sum(chances.begin(), chances.end(), chances.begin());
    return [chances = std::move(chances)](std::int64_t u) { return chances[static_cast<std::size_t>(u)]; };
  }
  const double deviation = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
  return [=](std::int64_t u) {
    return std::erfc((pairs / 2 - static_cast<double>(u) - 0.5) / (deviation * std::sqrt(2))) / 2;
  };
}

/// How many of the least ratios of pairs are below the interval.
std::int64_t ratios_below(std::size_t n, std::size_t m, double risk) {
  const auto chance = chance_of(n, m);
  const double most = risk * (1 + 1e-9);  // sums of chances are rounded
  std::int64_t least = 0;
  auto beyond = static_cast<std::int64_t>(n) * static_cast<std::int64_t>(m) / 2 + 1;
  while (least < beyond) {
    const auto middle = least + (beyond - least) / 2;
    if (chance(middle) <= most) {
      least = middle + 1;
    } else {
      beyond = middle;
    }
  }
  return least - 1;
}

/// How many pairs have a difference of at most `limit`.
std::int64_t count_up_to(const Logarithms& before, const Logarithms& after, double limit) {
  std::int64_t count = 0;
  std::size_t j = 0;
  for (const double old : before) {
    while (j < after.size() && after[j] - old <= limit) ++j;
    count += static_cast<std::int64_t>(j);
  }
  return count;
}

/// The difference of a pair that has `rank` smaller ones.
double difference_at(const Logarithms& before, const Logarithms& after, std::int64_t rank) {
  double low = after.front() - before.back();
  double high = after.back() - before.front();
  constexpr int bits = 60;
  for (int i = 0; i < bits; ++i) {
    const double middle = low + (high - low) / 2;
    (count_up_to(before, after, middle) > rank ? high : low) = middle;
  }
  return high;
}

}  // namespace

Ratio ratio_of(std::span<const double> before, std::span<const double> after, double risk) {
  const auto old_logs = logarithms_of(before);
  const auto new_logs = logarithms_of(after);
  const auto at = [&](std::int64_t rank) { return difference_at(old_logs, new_logs, rank); };
  const auto pairs = static_cast<std::int64_t>(before.size()) * static_cast<std::int64_t>(after.size());
  Ratio ratio{.value = std::exp((at((pairs - 1) / 2) + at(pairs / 2)) / 2)};
  const auto below = ratios_below(before.size(), after.size(), risk);
  if (below < 0) return ratio;
  ratio.low = std::exp(at(below));
  ratio.high = std::exp(at(pairs - 1 - below));
  return ratio;
}

std::size_t least_samples(double risk) {
  std::size_t samples = 1;
  while (ratios_below(samples, samples, risk) < 0) ++samples;
  return samples;
}

Verdict verdict_of(const Ratio& ratio, const Limits& limits) {
  if (ratio.low > limits.threshold) return Verdict::slower;
  if (ratio.high < 1 / limits.threshold) return Verdict::faster;
  return ratio.high < std::max(limits.detect, limits.threshold) ? Verdict::not_slower : Verdict::cannot_tell;
}

double visible_ratio(const Ratio& ratio, const Limits& limits) {
  return limits.threshold * ratio.value / ratio.low;
}

}  // namespace pcgns::bench
