// comparison.hpp: whether times have become longer, and how sure that is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace pcgns::bench {

/// New to old: the median of the ratios of all pairs of samples (Hodges and Lehmann), with the interval that
/// belongs to the rank-sum test of Wilcoxon, Mann and Whitney. It assumes no distribution, and outliers
/// hardly move it.
struct Ratio {
  double value = 1;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
};

/// `risk`: the largest probability that the true ratio is below `low`, and also that it is above `high`. The
/// interval is unbounded if there are too few samples for that. @pre All samples are positive, and there are
/// some.
[[nodiscard]] Ratio ratio_of(std::span<const double> before, std::span<const double> after, double risk);

/// The number of samples that both sides need for a bounded interval.
[[nodiscard]] std::size_t least_samples(double risk);

/// Ratios of times.
struct Limits {
  double threshold = 1.05;  ///< A smaller change does not count.
  double detect = 1.2;      ///< A larger slowdown must not go unnoticed.
};

enum class Verdict : std::uint8_t { slower, faster, not_slower, cannot_tell };

/// Slower, faster: the whole interval is beyond the threshold. Not slower: it leaves out the slowdown to
/// detect.
[[nodiscard]] Verdict verdict_of(const Ratio& ratio, const Limits& limits);

/// The smallest ratio that samples with an interval of this width can show; infinite if there is none.
[[nodiscard]] double visible_ratio(const Ratio& ratio, const Limits& limits);

}  // namespace pcgns::bench
