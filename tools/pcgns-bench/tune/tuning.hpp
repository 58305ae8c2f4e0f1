// tuning.hpp: a search with real trials: the engine of the bench moves the values of a job.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "pcgns-bench/options.hpp"
#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns-bench/tune/explain.hpp"
#include "pcgns-bench/tune/search.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::bench {

/// Seconds of one trial.
struct Timed {
  double all = 0;
  double metadata = 0;  ///< Opening and closing.
};

/// Moves the values of a job with given settings; they are verified.
class Trials {
 public:
  Trials() = default;
  virtual ~Trials() = default;
  Trials(const Trials&) = delete;
  Trials& operator=(const Trials&) = delete;
  Trials(Trials&&) = delete;
  Trials& operator=(Trials&&) = delete;

  /// @note Collective.
  [[nodiscard]] virtual Timed once(const plan::Settings& settings) = 0;
  /// Of the same bytes without an exchange. @note Collective.
  [[nodiscard]] virtual double device_seconds() = 0;
};

/// What the options describe. @note Collective.
[[nodiscard]] Problem tuned_problem(par::Session& session, const TuneOptions& options);
/// The same on every rank. @note Collective.
[[nodiscard]] TuneJob tuned_job(const par::Session& session, const Problem& problem,
                                const TuneOptions& options);
/// @pre `problem`, `job` and `options` outlive the trials. @note Collective.
[[nodiscard]] std::unique_ptr<Trials> trials_of(par::Session& session, const Problem& problem,
                                                const TuneJob& job, const TuneOptions& options);

/// Times of the usual settings and of those found.
using TimedPair = std::array<double, 2>;

/// A search, which rank 0 leads.
class Tuning {
 public:
  /// `trials`: null for an estimate.
  Tuning(par::Session& session, const TuneOptions& options, const TuneJob& job, Trials* trials);

  /// Until the effort or the time is spent, or the search is sure. @note Collective.
  void run();
  /// Tries two more candidates per setting, to learn what the settings do, and times those found once more,
  /// in parts. @note Collective.
  [[nodiscard]] TimeParts parts();

  [[nodiscard]] const Space& space() const { return search_.space(); }
  /// These are rank 0's.
  [[nodiscard]] const TuneVerdict& verdict() const { return verdict_; }
  [[nodiscard]] const std::vector<Trial>& trials() const { return all_; }
  [[nodiscard]] const std::vector<TimedPair>& pairs() const { return pairs_; }
  [[nodiscard]] double seconds() const { return seconds_; }  ///< Of all trials.
  /// The time was spent before the trials that the effort is meant to have.
  [[nodiscard]] bool was_short() const;

 private:
  [[nodiscard]] Candidate shared(Candidate candidate);
  [[nodiscard]] Candidate next();
  [[nodiscard]] Timed tried(const Candidate& candidate);
  void take(const Candidate& candidate, double seconds);
  [[nodiscard]] bool is_enough();
  [[nodiscard]] TuneVerdict judged();
  void pair(double begin);
  void learn_effects();
  void try_doubtful();

  /// How much an effort is.
  struct Amount {
    std::size_t trials = 0;
    int pairs = 0;
  };
  [[nodiscard]] static Amount amount_of(Effort effort, const Space& space);

  par::Session& session_;
  const TuneOptions& options_;
  Trials* trials_;
  Search search_;
  Amount amount_;
  std::vector<Candidate> order_;  ///< Of an exhaustive search.
  std::vector<Trial> all_;
  std::vector<TimedPair> pairs_;
  TuneVerdict verdict_;
  double seconds_ = 0;
};

}  // namespace pcgns::bench
