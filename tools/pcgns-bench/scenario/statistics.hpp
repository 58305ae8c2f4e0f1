// statistics.hpp: what samples say.
#pragma once

#include <span>

namespace pcgns::bench {

struct Statistics {
  double mean = 0;
  double deviation = 0;  ///< Standard deviation of the sample; 0 for one value.
  double min = 0;
  double median = 0;
  double max = 0;
};

/// All 0 without samples.
[[nodiscard]] Statistics statistics_of(std::span<const double> samples);

/// How the mean of `after` relates to that of `before`, with the interval that has the true ratio in it with
/// a confidence of 95 % (Welch's t on the logarithms, which are nearer to normal than times are).
struct Ratio {
  double value = 1;
  double low = 1;
  double high = 1;
};

/// @pre All samples are positive. With fewer than two on a side the interval is from 0 to infinity.
[[nodiscard]] Ratio ratio_of(std::span<const double> before, std::span<const double> after);

}  // namespace pcgns::bench
