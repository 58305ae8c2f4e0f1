// space.hpp: the settings that can be tuned, and which of their values are worth a trial for a job.
//
// Pure data: what is tried, modelled and found is a candidate, a value of each setting.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pcgns/plan/wisdom.hpp"

namespace pcgns::bench {

/// What is to be fast, and where.
struct TuneJob {
  plan::WisdomUse use = plan::WisdomUse::queue;
  std::int64_t bytes = 0;               ///< Of all arrays.
  std::vector<std::int64_t> runs = {};  ///< Lengths in bytes: what is contiguous in the file and on a rank.
  int ranks = 1;
  int nodes = 1;
  int ranks_per_node = 1;
  int processors = 1 << 20;                             ///< Of a node; a queue has no more aggregators there.
  std::int64_t memory = 256 * (std::int64_t{1} << 20);  ///< A rank may use so much for moving data.
  bool tunes_layout = false;                            ///< Also what changes the bytes of a file.
  bool has_stripes = false;                             ///< The file system can distribute a file.
  int stripe_count = 0;  ///< As the folder has it; 0: not known. Such a value stands for the folder's.
  std::int64_t stripe_size = 0;  ///< The same.
};

/// Arrays and file blocks begin at multiples of it: as `settings` say, or else of a stripe.
[[nodiscard]] std::int64_t alignment_of(const TuneJob& job, const plan::Settings& settings);

/// One setting. The values of an ordered one are like their neighbours.
struct Axis {
  plan::Setting setting = plan::Setting::buffer;
  std::vector<std::int64_t> values;
  bool is_ordered = true;
  int usual = 0;  ///< Index of the value that is used without wisdom.
};

/// Index of the value of each axis.
using Candidate = std::vector<int>;

struct Space {
  std::vector<Axis> axes;
  TuneJob job;

  [[nodiscard]] std::int64_t size() const;
  /// @pre 0 <= number < size().
  [[nodiscard]] Candidate candidate(std::int64_t number) const;
  [[nodiscard]] Candidate usual() const;
  /// Those that differ from `candidate` in one setting.
  [[nodiscard]] std::vector<Candidate> lines(const Candidate& candidate) const;
  /// The settings that differ from the usual ones.
  [[nodiscard]] plan::Settings settings(const Candidate& candidate) const;
};

/// What the time of a job consists of; by cost_names.
inline constexpr std::size_t cost_count = 9;
using Costs = std::array<double, cost_count>;
/// How each part changes with the settings: times a factor of the machine, which the trials tell.
[[nodiscard]] Costs costs_of(const Space& space, const Candidate& candidate);

/// The settings that `job` depends on; a setting that has one sensible value is left out.
[[nodiscard]] Space space_of(const TuneJob& job);

/// What is likely good without a trial: large enough pieces, few enough of them.
[[nodiscard]] Candidate estimated(const Space& space, const TuneJob& job);

}  // namespace pcgns::bench
