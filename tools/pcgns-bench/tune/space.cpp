#include "pcgns-bench/tune/space.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"

namespace pcgns::bench {

namespace {

using plan::Setting;
using Values = std::vector<std::int64_t>;

/// Shorter runs are not worth a call each.
constexpr std::int64_t least_direct = 4 * kibi;
constexpr std::int64_t least_alignment = 4 * kibi;

/// Powers of `factor` times `first`, up to `last`.
Values geometric(std::int64_t first, std::int64_t last, std::int64_t factor) {
  Values values;
  for (auto value = first; value <= last; value *= factor) values.push_back(value);
  return values;
}

int index_of(const Values& values, std::int64_t value) {
  return static_cast<int>(std::find(values.begin(), values.end(), value) - values.begin());
}

/// Adds a setting that has something to choose from; `usual` is added where it is missing.
void add(Space& space, Setting setting, Values values, std::int64_t usual, bool is_ordered = true) {
  if (index_of(values, usual) == std::ssize(values)) {
    values.push_back(usual);
    if (is_ordered) std::sort(values.begin(), values.end());
  }
  const int at = index_of(values, usual);
  if (values.size() > 1) space.axes.push_back({setting, std::move(values), is_ordered, at});
}

/// The usual value is most like the largest one.
void add_last(Space& space, Setting setting, Values values, std::int64_t usual) {
  values.push_back(usual);
  const auto at = static_cast<int>(std::ssize(values)) - 1;
  space.axes.push_back({setting, std::move(values), true, at});
}

/// 1, 2, 4, … and `most`.
Values counts(std::int64_t most) {
  auto values = geometric(1, most, 2);
  if (values.back() != most) values.push_back(most);
  return values;
}

/// Buffers beyond a rank's part of the bytes are all alike.
std::int64_t most_buffer(const TuneJob& job, std::int64_t least) {
  const auto portion = job.bytes / std::max(job.ranks, 1);
  return std::clamp(std::min(portion, job.memory / 4), least, 64 * mebi);
}

constexpr std::int64_t usual_direct = 256 * kibi;

/// Those that make a difference: all runs are exchanged, or none is, or as usual.
Values direct_sizes(const Values& runs) {
  Values values = {usual_direct};
  if (runs.empty()) return values;
  const auto [shortest, longest] = std::minmax_element(runs.begin(), runs.end());
  if (*shortest < usual_direct && *shortest >= least_direct) values.insert(values.begin(), *shortest);
  if (*longest >= usual_direct) values.push_back(plan::never_direct);
  return values;
}

void add_queue(Space& space, const TuneJob& job) {
  add(space, Setting::buffer, geometric(256 * kibi, most_buffer(job, mebi), 2), mebi);
  // As QueueOptions has it.
  const int usual = std::min({job.nodes == 1 ? job.ranks_per_node : 4, job.ranks_per_node, job.processors});
  add(space, Setting::aggregators_per_node, counts(job.ranks_per_node), usual);
  auto writers = counts(job.ranks);
  while (writers.size() > 3) writers.erase(writers.begin());
  add(space, Setting::writers, std::move(writers), job.ranks);
  add(space, Setting::direct, direct_sizes(job.runs), usual_direct);
}

void add_programs(Space& space, const TuneJob& job) {
  const auto usual = std::min(16 * mebi, job.memory / 4);
  add(space, Setting::buffer, geometric(mebi, most_buffer(job, 4 * mebi), 2), usual);
  add(space, Setting::io, {plan::io_posix, plan::io_mpiio}, plan::io_posix, false);
}

/// Arrays begin at multiples of a stripe, whatever its size.
constexpr std::int64_t at_stripes = 0;

void add_layout(Space& space, const TuneJob& job) {
  const auto alignments = geometric(4 * kibi, 16 * mebi, 16);
  if (!job.has_stripes) return add(space, Setting::alignment, alignments, least_alignment);
  add_last(space, Setting::alignment, alignments, at_stripes);
  add(space, Setting::stripe_count, geometric(1, 32, 2), job.stripe_count);
  add(space, Setting::stripe_size, geometric(mebi, 16 * mebi, 4), job.stripe_size);
}

}  // namespace

std::int64_t alignment_of(const TuneJob& job, const plan::Settings& settings) {
  if (const auto set = settings.find(Setting::alignment); set != settings.end()) return set->second;
  const auto stripe = settings.find(Setting::stripe_size);
  return std::max(least_alignment, stripe != settings.end() ? stripe->second : job.stripe_size);
}

std::int64_t Space::size() const {
  std::int64_t product = 1;
  for (const auto& axis : axes) product *= std::ssize(axis.values);
  return product;
}

Candidate Space::candidate(std::int64_t number) const {
  Candidate candidate;
  for (const auto& axis : axes) {
    candidate.push_back(static_cast<int>(number % std::ssize(axis.values)));
    number /= std::ssize(axis.values);
  }
  return candidate;
}

Candidate Space::usual() const {
  Candidate candidate;
  for (const auto& axis : axes) candidate.push_back(axis.usual);
  return candidate;
}

std::vector<Candidate> Space::lines(const Candidate& candidate) const {
  std::vector<Candidate> found;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (int level = 0; level < std::ssize(axes[a].values); ++level) {
      if (level == candidate[a]) continue;
      found.push_back(candidate);
      found.back()[a] = level;
    }
  }
  return found;
}

plan::Settings Space::settings(const Candidate& candidate) const {
  plan::Settings settings;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    if (candidate[a] == axes[a].usual) continue;
    settings[axes[a].setting] = axes[a].values[static_cast<std::size_t>(candidate[a])];
  }
  return settings;
}

namespace {

/// A setting of a candidate; `otherwise` if it is not among the axes.
double value_in(const Space& space, const Candidate& candidate, Setting setting, std::int64_t otherwise) {
  for (std::size_t a = 0; a < space.axes.size(); ++a)
    if (space.axes[a].setting == setting)
      return static_cast<double>(space.axes[a].values[static_cast<std::size_t>(candidate[a])]);
  return static_cast<double>(otherwise);
}

}  // namespace

Costs costs_of(const Space& space, const Candidate& candidate) {
  const auto& job = space.job;
  const auto value = [&](Setting setting, std::int64_t otherwise) {
    return value_in(space, candidate, setting, otherwise);
  };
  const double run =
      job.runs.empty() ? 0 : static_cast<double>(*std::max_element(job.runs.begin(), job.runs.end()));
  const bool is_direct = run > 0 && run >= value(Setting::direct, usual_direct);
  const double buffer = value(Setting::buffer, mebi);
  const double aggregators = value(Setting::aggregators_per_node, job.ranks_per_node) * job.nodes;
  const double writers = value(Setting::writers, job.ranks);
  const double active = is_direct ? writers : std::min(writers, aggregators);
  const double piece = (is_direct ? run : buffer) / static_cast<double>(mebi);
  const double stripes = std::max(1.0, value(Setting::stripe_count, 1));
  const double stripe_size = value(Setting::stripe_size, mebi);
  const double alignment = value(Setting::alignment, at_stripes);
  const bool is_misaligned =
      job.has_stripes && alignment > 0 && alignment < (stripe_size > 0 ? stripe_size : mebi);
  return {1,
          1 / active,
          1 / (piece * active),
          is_direct ? 0 : 1 / aggregators,
          1 / stripes,
          stripes / 16,
          active / stripes / 16,
          is_misaligned ? 1 / std::min(stripes, active) : 0,
          value(Setting::io, plan::io_posix) == plan::io_mpiio ? 1.0 : 0.0};
}

Space space_of(const TuneJob& job) {
  Space space{.axes = {}, .job = job};
  if (job.use == plan::WisdomUse::queue) {
    add_queue(space, job);
  } else {
    add_programs(space, job);
  }
  if (job.tunes_layout) add_layout(space, job);
  return space;
}

Candidate estimated(const Space& space, const TuneJob& job) {
  auto candidate = space.usual();
  const auto set = [&](std::size_t a, std::int64_t wanted) {
    const auto& values = space.axes[a].values;
    const auto found = std::lower_bound(values.begin(), values.end(), wanted);
    candidate[a] = static_cast<int>(std::min(found, values.end() - 1) - values.begin());
  };
  for (std::size_t a = 0; a < space.axes.size(); ++a) {
    switch (space.axes[a].setting) {
      case Setting::buffer:  // of the programs: eight rounds at least, so that reading and writing overlap
        if (job.use == plan::WisdomUse::programs)
          set(a, std::min(16 * mebi, std::max(mebi, job.bytes / job.ranks / 8)));
        break;
      case Setting::stripe_count:
        set(a, std::min<std::int64_t>(4 * job.ranks, divide_up(job.bytes, gibi)));
        break;
      case Setting::stripe_size:
        set(a, job.bytes <= gibi ? mebi : job.bytes <= 64 * gibi ? 4 * mebi : 16 * mebi);
        break;
      default:
        break;
    }
  }
  return candidate;
}

}  // namespace pcgns::bench
