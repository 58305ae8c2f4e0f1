// synthetic.hpp: devices that are formulas, with known optima.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>

#include "pcgns-bench/tune/explain.hpp"
#include "pcgns-bench/tune/search.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::bench {

/// 128 ranks on four nodes, on a file system with stripes.
inline TuneJob job_of(std::int64_t run) {
  return {.bytes = 4 * gibi,
          .runs = {run},
          .ranks = 128,
          .nodes = 4,
          .ranks_per_node = 32,
          .tunes_layout = true,
          .has_stripes = true};
}

/// The values of a candidate, as the device sees them.
struct Chosen {
  double buffer = 1 << 20;
  double aggregators = 1;
  double writers = 1;
  double direct = 0;
  double alignment = 0;  ///< 0: a stripe.
  double stripes = 1;    ///< 0: as the folder has it.
  double stripe_size = 1 << 20;
};

inline Chosen chosen(const Space& space, const Candidate& candidate) {
  Chosen result;
  for (std::size_t a = 0; a < space.axes.size(); ++a) {
    const auto value = static_cast<double>(space.axes[a].values[static_cast<std::size_t>(candidate[a])]);
    const auto setting = space.axes[a].setting;
    if (setting == plan::Setting::buffer) result.buffer = value;
    if (setting == plan::Setting::aggregators_per_node) result.aggregators = value;
    if (setting == plan::Setting::writers) result.writers = value;
    if (setting == plan::Setting::direct) result.direct = value;
    if (setting == plan::Setting::alignment) result.alignment = value;
    if (setting == plan::Setting::stripe_count) result.stripes = value;
    if (setting == plan::Setting::stripe_size) result.stripe_size = value;
  }
  return result;
}

/// A device whose properties are drawn: how long a job takes with given settings. Ranks, stripes and network
/// limit the rate, too many writers of a stripe hinder each other, calls and the exchange take their time.
class Device {
 public:
  explicit Device(std::uint64_t seed) : random_(seed) {
    job_ = job_of(static_cast<std::int64_t>(drawn(3e4, 3e6)));
    latency_ = drawn(2e-5, 3e-3);
    each_writer_ = drawn(2e8, 2e9);
    each_stripe_ = drawn(2e8, 2e9);
    network_ = drawn(5e8, 1e10);
    exchange_ = drawn(2e8, 5e9);
    cache_ = drawn(5e5, 3e7);
    crowd_ = drawn(2, 200);
    slowdown_ = drawn(0.1, 2);
    per_stripe_ = drawn(1e-3, 5e-2);
    misaligned_ = drawn(0.02, 0.6);
    own_stripes_ = std::round(drawn(1, 8));
    own_stripe_size_ = random_() % 2 == 0 ? 512 * kibi : mebi;
    if (random_() % 2 == 0) return;  // the file system does not tell
    job_.stripe_count = static_cast<int>(own_stripes_);
    job_.stripe_size = static_cast<std::int64_t>(own_stripe_size_);
  }

  [[nodiscard]] const TuneJob& job() const { return job_; }

  [[nodiscard]] double seconds(const Space& space, const Candidate& candidate) const {
    return parts(space, candidate).total;
  }

  /// The exchange is what is left.
  [[nodiscard]] TimeParts parts(const Space& space, const Candidate& candidate) const {
    auto set = chosen(space, candidate);
    if (set.stripes == 0) set.stripes = own_stripes_;
    if (set.stripe_size == 0) set.stripe_size = own_stripe_size_;
    if (set.alignment == 0) set.alignment = set.stripe_size;
    const auto bytes = static_cast<double>(job_.bytes);
    const auto run = static_cast<double>(job_.runs.front());
    const bool is_direct = run >= set.direct;
    const double aggregators = set.aggregators * job_.nodes;
    const double active = is_direct ? set.writers : std::min(set.writers, aggregators);
    const double piece = is_direct ? run : set.buffer;
    const double crowding = 1 + slowdown_ * std::max(0.0, active / set.stripes - crowd_) / crowd_;
    const double misfit = 1 + (set.alignment < set.stripe_size ? misaligned_ : 0) +
                          (piece < set.stripe_size ? misaligned_ / 2 : 0);
    const double rate = std::min({active * each_writer_, set.stripes * each_stripe_, network_});
    const double exchange =
        is_direct ? 0 : bytes / (exchange_ * aggregators) * (set.buffer > cache_ ? 1.6 : 1);
    const double device = bytes / rate * crowding * misfit + latency_ * bytes / piece / active;
    const double metadata = per_stripe_ * set.stripes;
    return {.total = metadata + device + exchange, .device = device, .metadata = metadata};
  }

  [[nodiscard]] double timed(const Space& space, const Candidate& candidate, double noise) {
    return seconds(space, candidate) * std::exp(std::normal_distribution<double>(0, noise)(random_));
  }

  [[nodiscard]] double optimum(const Space& space) const {
    double least = INFINITY;
    for (std::int64_t i = 0; i < space.size(); ++i)
      least = std::min(least, seconds(space, space.candidate(i)));
    return least;
  }

 private:
  double drawn(double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random_));
  }

  std::mt19937_64 random_;
  TuneJob job_;
  double latency_, each_writer_, each_stripe_, network_, exchange_, cache_, crowd_, slowdown_, per_stripe_,
      misaligned_, own_stripes_, own_stripe_size_;
};

}  // namespace pcgns::bench
