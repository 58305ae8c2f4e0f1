#include "pcgns-bench/scenario/statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace pcgns::bench {

namespace {

double mean_of(std::span<const double> samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

/// Of the sample: divided by one less than its size.
double variance_of(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const double mean = mean_of(samples);
  double sum = 0;
  for (const double sample : samples) sum += (sample - mean) * (sample - mean);
  return sum / static_cast<double>(samples.size() - 1);
}

/// Two-sided 95 % point of Student's t, between whole degrees of freedom by the lower one.
double student_95(double freedom) {
  constexpr std::array<double, 30> points = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                             2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                             2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                             2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  const auto whole = static_cast<std::size_t>(std::max(freedom, 1.0));
  return whole <= points.size() ? points[whole - 1] : 1.960 + 2.5 / freedom;
}

std::vector<double> logarithms(std::span<const double> samples) {
  std::vector<double> result;
  for (const double sample : samples) result.push_back(std::log(sample));
  return result;
}

}  // namespace

Statistics statistics_of(std::span<const double> samples) {
  if (samples.empty()) return {};
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const auto half = sorted.size() / 2;
  const double median = sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return {mean_of(samples), std::sqrt(variance_of(samples)), sorted.front(), median, sorted.back()};
}

Ratio ratio_of(std::span<const double> before, std::span<const double> after) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (before.empty() || after.empty()) return {1, 0, infinity};
  const auto old_logs = logarithms(before);
  const auto new_logs = logarithms(after);
  const double difference = mean_of(new_logs) - mean_of(old_logs);
  if (before.size() < 2 || after.size() < 2) return {std::exp(difference), 0, infinity};
  const double old_part = variance_of(old_logs) / static_cast<double>(before.size());
  const double new_part = variance_of(new_logs) / static_cast<double>(after.size());
  const double sum = old_part + new_part;
  if (sum == 0) return {std::exp(difference), std::exp(difference), std::exp(difference)};
  const double freedom = sum * sum /
                         (old_part * old_part / static_cast<double>(before.size() - 1) +
                          new_part * new_part / static_cast<double>(after.size() - 1));
  const double half = student_95(freedom) * std::sqrt(sum);
  return {std::exp(difference), std::exp(difference - half), std::exp(difference + half)};
}

}  // namespace pcgns::bench
