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

}  // namespace pcgns::bench
