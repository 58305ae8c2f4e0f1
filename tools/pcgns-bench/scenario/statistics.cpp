#include "pcgns-bench/scenario/statistics.hpp"

#include <algorithm>
#include <cmath>
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

}  // namespace

Statistics statistics_of(std::span<const double> samples) {
  if (samples.empty()) return {};
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const auto half = sorted.size() / 2;
  const double median = sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return {mean_of(samples), std::sqrt(variance_of(samples)), sorted.front(), median, sorted.back()};
}

}  // namespace pcgns::bench
