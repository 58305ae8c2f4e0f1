#include "pcgns-bench/tune/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <thread>

#include "common/log.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns-bench/scenario/statistics.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns-bench/tune/job.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

using plan::Setting;

constexpr double sure_enough = 0.95;
/// A search is not asked before.
constexpr std::size_t least_trials = 12;
/// With fewer, no test can say that one is faster.
constexpr int least_pairs = 3;

std::int64_t value_in(const plan::Settings& settings, Setting setting) {
  const auto found = settings.find(setting);
  return found == settings.end() ? 0 : found->second;
}

class QueueTrials : public Trials {
 public:
  QueueTrials(par::Session& session, const Problem& problem, const TuneJob& job,
              const MeasureOptions& options)
      : session_(session),
        problem_(problem),
        job_(job),
        options_(options),
        repeated_(session, problem, options) {}

  [[nodiscard]] Timed once(const plan::Settings& settings) override {
    auto options = options_.engine;
    options.tuned = settings;
    options.alignment = alignment_of(job_, settings);
    const auto engine = tuned_engine({.comm = session_.comm(), .problem = problem_, .options = options});
    const auto times =
        repeated_.once(*engine, {.count = static_cast<int>(value_in(settings, Setting::stripe_count)),
                                 .size = value_in(settings, Setting::stripe_size)});
    const double all = times.written.seconds + times.read.seconds;
    return {all, std::max(0.0, all - times.written.data_seconds - times.read.data_seconds)};
  }

  [[nodiscard]] double device_seconds() override {
    const auto engine =
        make_engine("posix", {.comm = session_.comm(), .problem = problem_, .options = options_.engine});
    double least = INFINITY;
    for (int i = 0; i < 3; ++i) {
      const auto times = repeated_.once(*engine);
      least = std::min(least, times.written.data_seconds + times.read.data_seconds);
    }
    return least;
  }

 private:
  par::Session& session_;
  const Problem& problem_;
  const TuneJob& job_;
  const MeasureOptions& options_;
  Repeated repeated_;
};

class ProgramTrials : public Trials {
 public:
  ProgramTrials(par::Session& session, const Extents& extents, const TuneOptions& options)
      : run_(options.run),
        merges_(session, extents, options.parameters.parts > 0 ? options.parameters.parts : 8,
                options.measure.folder) {}

  [[nodiscard]] Timed once(const plan::Settings& settings) override {
    return {merges_.once(settings, run_), 0};
  }
  [[nodiscard]] double device_seconds() override {
    return std::min({merges_.copied(), merges_.copied(), merges_.copied()});
  }

 private:
  tool::RunOptions run_;
  Merges merges_;
};

Extents extents_of(const TuneOptions& options) {
  return options.parameters.extents.empty() ? Extents{128, 128, 128} : options.parameters.extents.front();
}

/// What ranks may see differently.
struct Machine {
  int ranks_per_node = 1;
  int processors = 1;
  bool has_stripes = false;
  int stripe_count = 0;
  std::int64_t stripe_size = 0;
};

/// By the medians of all times.
Candidate best_of(const std::vector<Trial>& trials) {
  std::map<Candidate, std::vector<double>> times;
  for (const auto& trial : trials) times[trial.candidate].push_back(trial.seconds);
  const auto median = [](const auto& one) { return statistics_of(one.second).median; };
  return std::min_element(times.begin(), times.end(),
                          [&](const auto& a, const auto& b) { return median(a) < median(b); })
      ->first;
}

std::vector<double> column(const std::vector<TimedPair>& pairs, std::size_t which) {
  std::vector<double> times;
  for (const auto& pair : pairs) times.push_back(pair.at(which));
  return times;
}

}  // namespace

Problem tuned_problem(par::Session& session, const TuneOptions& options) {
  const auto grid = options.parameters.grids.empty() ? Extents{} : options.parameters.grids.front();
  if (!options.like.empty()) {
    const auto file = file::read_trees(session, {options.like}, {});
    Problem problem;
    par::collectively(session.comm(), "making the problem",
                      [&] { problem = problem_like(file, session.size(), grid); });
    return problem;
  }
  Problem problem;
  par::collectively(session.comm(), "making the problem", [&] {
    Parameters parameters{.ranks = session.size(), .extents = {extents_of(options)}};
    parameters.grids = {grid.empty() ? balanced_grid(session.size(), extents_of(options)) : grid};
    problem = std::move(problems_blocks(parameters).front());
  });
  return problem;
}

TuneJob tuned_job(const par::Session& session, const Problem& problem, const TuneOptions& options) {
  // Nodes may differ: those of rank 0, or candidates would be other settings on other ranks.
  Machine machine{.ranks_per_node = session.ranks_on_node(),
                  .processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()))};
  par::on_root(session.comm(), "examining the file system", [&] {
    const auto files = publish::file_system(options.measure.folder);
    machine.has_stripes = files.kind == "lustre" || files.kind == "beegfs";
    machine.stripe_size = files.stripe_size;
    if (files.stripe_size > 0) machine.stripe_count = std::max(0, files.stripe_count);
  });
  par::broadcast(session.comm(), machine);
  return {.use = options.use,
          .bytes = problem.bytes(),
          .runs = runs_of(problem, session.size()),
          .ranks = session.size(),
          .nodes = session.nodes(),
          .ranks_per_node = machine.ranks_per_node,
          .processors = machine.processors,
          .memory = options.run.memory_bytes(),
          .tunes_layout = options.layout,
          .has_stripes = machine.has_stripes,
          .stripe_count = machine.stripe_count,
          .stripe_size = machine.stripe_size};
}

std::unique_ptr<Trials> trials_of(par::Session& session, const Problem& problem, const TuneJob& job,
                                  const TuneOptions& options) {
  if (options.use == plan::WisdomUse::queue)
    return std::make_unique<QueueTrials>(session, problem, job, options.measure);
  return std::make_unique<ProgramTrials>(session, extents_of(options), options);
}

Tuning::Amount Tuning::amount_of(Effort effort, const Space& space) {
  switch (effort) {
    case Effort::estimate:
      return {.trials = 0, .pairs = 0};
    case Effort::measure:
      return {.trials = 24, .pairs = 5};
    case Effort::patient:
      return {.trials = 60, .pairs = 9};
    case Effort::exhaustive:
      break;
  }
  return {.trials = 3 * static_cast<std::size_t>(space.size()), .pairs = 9};
}

Tuning::Tuning(par::Session& session, const TuneOptions& options, const TuneJob& job, Trials* trials)
    : session_(session),
      options_(options),
      trials_(trials),
      search_(space_of(job), estimated(space_of(job), job), static_cast<std::uint64_t>(options.seed)),
      amount_(amount_of(options.effort(), search_.space())) {
  if (options.effort() != Effort::exhaustive) return;
  std::mt19937_64 random(static_cast<std::uint64_t>(options.seed));
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(amount_.trials); ++i) {
    const auto begin = std::ssize(order_) - i % search_.space().size();
    order_.push_back(search_.space().candidate(i % search_.space().size()));
    if ((i + 1) % search_.space().size() == 0)
      std::shuffle(order_.begin() + begin, order_.end(), random);  // each pass has all candidates
  }
}

void Tuning::run() {
  if (amount_.trials == 0) {
    verdict_.best = estimated(search_.space(), search_.space().job);
    return;
  }
  static_cast<void>(tried(search_.space().usual()));  // warms up, and is checked by other means
  const double begin = MPI_Wtime();
  for (auto candidate = next(); !candidate.empty(); candidate = next()) {
    const auto seconds = tried(candidate).all;
    if (session_.is_root()) take(candidate, seconds);
    seconds_ = MPI_Wtime() - begin;
  }
  if (session_.is_root()) verdict_ = judged();
  pair(begin);
  seconds_ = MPI_Wtime() - begin;
  if (session_.is_root() && !pairs_.empty())
    confirm(verdict_, search_.space(), column(pairs_, 0), column(pairs_, 1));
}

/// An exhaustive search has no model that learns.
void Tuning::learn_effects() {
  if (!order_.empty()) return;
  try_doubtful();
  try_doubtful();  // the first trials may have moved the doubt to other values
  if (session_.is_root()) verdict_.effects = search_.effects(verdict_.best);
}

/// These trials are not part of the search: they are not among `all_`.
void Tuning::try_doubtful() {
  std::vector<Candidate> doubtful(search_.space().axes.size());
  if (session_.is_root()) doubtful = search_.doubtful(verdict_.best);
  for (auto& one : doubtful) {
    const auto candidate = shared(std::move(one));
    const auto seconds = tried(candidate).all;
    if (session_.is_root()) search_.take(candidate, seconds);
  }
}

TimeParts Tuning::parts() {
  learn_effects();
  const auto timed = tried(shared(verdict_.best));
  return {.total = timed.all, .device = trials_->device_seconds(), .metadata = timed.metadata};
}

Candidate Tuning::shared(Candidate candidate) {
  par::broadcast(session_.comm(), candidate);
  return candidate;
}

/// Empty: no more.
Candidate Tuning::next() {
  Candidate candidate;
  if (session_.is_root() && !is_enough())
    candidate = order_.empty() ? search_.next() : order_.at(all_.size());
  return shared(std::move(candidate));
}

Timed Tuning::tried(const Candidate& candidate) {
  session_.enter("trials");
  return trials_->once(search_.space().settings(candidate));
}

void Tuning::take(const Candidate& candidate, double seconds) {
  all_.push_back({candidate, seconds});
  if (order_.empty()) search_.take(candidate, seconds);
  tool::debug("trial {}: {:.4f} s with {}", all_.size(), seconds,
              plan::text_of(search_.space().settings(candidate)));
}

/// The pairs at the end need their part of the time, but not most of it. A search that is sure enough ends
/// early.
bool Tuning::is_enough() {
  const auto count = all_.size();
  const double each = count == 0 ? 0 : seconds_ / static_cast<double>(count);
  const double pairs = std::min(2 * amount_.pairs * each, options_.seconds / 3);
  if (count >= amount_.trials || seconds_ + each + pairs > options_.seconds) return count > 0;
  return order_.empty() && count >= least_trials && count % 4 == 0 &&
         search_.verdict().confidence >= sure_enough;
}

bool Tuning::was_short() const { return all_.size() < std::min(least_trials, amount_.trials); }

TuneVerdict Tuning::judged() {
  if (order_.empty()) return search_.verdict();
  TuneVerdict verdict;
  verdict.best = best_of(all_);  // without a model, nothing says how surely
  return verdict;
}

/// The usual settings and those found, in turn, so that what changes on the machine meets both.
void Tuning::pair(double begin) {
  const auto found = shared(verdict_.best);
  const auto usual = search_.space().usual();
  const auto has_time = [&](int done) {
    const double now = MPI_Wtime() - begin;
    return done < least_pairs || now + (now - seconds_) / done <= options_.seconds;
  };
  for (int i = 0; i < amount_.pairs && found != usual; ++i) {
    if (shared(has_time(i) ? found : Candidate{}).empty()) break;
    TimedPair times = {};
    for (const auto which : {i % 2, 1 - i % 2})
      times.at(static_cast<std::size_t>(which)) = tried(which == 0 ? usual : found).all;
    pairs_.push_back(times);
  }
}

}  // namespace pcgns::bench
