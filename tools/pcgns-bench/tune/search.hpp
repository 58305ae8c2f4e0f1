// search.hpp: which candidate to try next, and what the trials so far say.
//
// Pure: who calls it makes the trials. A search begins with the usual settings and with what is estimated to
// be good, then tries what promises most, and repeats those that are close. The same seed and times give the
// same search.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "pcgns-bench/tune/model.hpp"

namespace pcgns::bench {

/// A ratio within [low, high] with a probability of 0.9.
struct Estimate {
  double value = 1;
  double low = 1;
  double high = 1;
};

/// How much a setting changes the time, all else as found.
struct Effect {
  plan::Setting setting = plan::Setting::buffer;
  std::vector<double> seconds = {};  ///< Expected, by value.
  Estimate range = {};               ///< Time of the slowest value, divided by that of the fastest.
};

struct TuneVerdict {
  Candidate best;         ///< The usual one, unless another is faster almost surely.
  double seconds = 0;     ///< Expected of `best`.
  Estimate speedup;       ///< Time of the usual settings, divided by that of `best`.
  double confidence = 0;  ///< Probability that no candidate takes less than 1/1.1 of the time of `best`.
  double usual_confidence = 0;       ///< The same of the usual settings.
  double noise = 0;                  ///< From trial to trial, as a fraction.
  std::vector<Effect> effects = {};  ///< Search::effects(); empty unless asked for.
};

class Search {
 public:
  /// `first` is tried after the usual settings.
  Search(Space space, Candidate first, std::uint64_t seed);
  ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  [[nodiscard]] const Space& space() const { return space_; }
  [[nodiscard]] const std::vector<Trial>& trials() const { return model_.trials(); }
  [[nodiscard]] Candidate next();
  void take(Candidate candidate, double seconds);
  /// @pre At least one trial.
  [[nodiscard]] TuneVerdict verdict();
  /// What each setting does, all else as in `base`. A search tries mostly fast candidates, so try those of
  /// doubtful() first. @pre At least one trial.
  [[nodiscard]] std::vector<Effect> effects(const Candidate& base);
  /// `base` with what seems to be the slowest value of each setting.
  [[nodiscard]] std::vector<Candidate> doubtful(const Candidate& base) const;

 private:
  [[nodiscard]] Candidate promising();
  [[nodiscard]] Candidate plausible_best();
  [[nodiscard]] Candidate any();
  [[nodiscard]] std::vector<Candidate> worth_a_look();
  [[nodiscard]] std::vector<Candidate> pool();
  [[nodiscard]] std::vector<Candidate> tried() const;
  [[nodiscard]] std::vector<Candidate> line(const Candidate& base, std::size_t axis) const;
  [[nodiscard]] Effect effect(const Candidate& base, std::size_t axis);

  Space space_;
  Candidate first_;
  std::mt19937_64 random_;
  Model model_;
};

/// What was chosen because it looked fast in few trials is flattered by these: `usual` and `found` are times
/// of both settings made after the search, in pairs. Unless the found ones are faster almost surely, the
/// usual ones are best. @pre Both have times, as many.
void confirm(TuneVerdict& verdict, const Space& space, std::span<const double> usual,
             std::span<const double> found);

}  // namespace pcgns::bench
