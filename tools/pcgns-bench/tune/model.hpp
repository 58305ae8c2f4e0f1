// model.hpp: what trials say about candidates that were not tried, and how surely.
//
// The logarithm of the time is a Gaussian process over the levels of the settings: a sum of one smooth
// function for each setting and one of all together. How large, how smooth and how noisy these are is drawn
// from what the trials allow (Markov chain Monte Carlo), so that few trials give wide intervals and not a
// wrong opinion. (C. E. Rasmussen, C. K. I. Williams: Gaussian Processes for Machine Learning, 2006.)
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "pcgns-bench/tune/space.hpp"

namespace pcgns::bench {

struct Trial {
  Candidate candidate;
  double seconds = 0;
};

/// Of the logarithm of the time, noise left out.
struct Prediction {
  double mean = 0;
  double deviation = 0;
};

class Model {
 public:
  /// The same `seed` and trials give the same answers.
  Model(const Space& space, std::uint64_t seed);

  void take(const Trial& trial);
  [[nodiscard]] const std::vector<Trial>& trials() const { return trials_; }

  [[nodiscard]] std::vector<Prediction> predict(std::span<const Candidate> candidates) const;
  /// `count` functions that the trials allow: the logarithm of the time of each candidate.
  [[nodiscard]] std::vector<std::vector<double>> draw(std::span<const Candidate> candidates, int count);
  /// Standard deviation of the logarithm of the time of one candidate from trial to trial.
  [[nodiscard]] double noise() const;

 private:
  using Matrix = std::vector<std::vector<double>>;

  /// What the process is like; all as logarithms.
  struct Shape {
    std::vector<double> main;  ///< By axis: how much it matters.
    double joint = 0;          ///< How much the axes matter together.
    double length = 0;         ///< Steps over which an ordered setting keeps its effect.
    double noise = 0;
  };
  /// A shape, with the trials as it sees them.
  struct Fit {
    Shape shape;
    Costs factors = {};             ///< Of costs_of: what the process is about.
    std::vector<double> near;       ///< Correlation by distance in steps.
    std::vector<double> variances;  ///< By axis.
    double joint_variance = 0;
    Matrix factor;  ///< Cholesky factor of the covariance of the trials.
    std::vector<double> weights;
    double likelihood = 0;  ///< Logarithm, with the prior.
  };
  /// Of candidates, given the trials.
  struct Posterior {
    std::vector<double> means;
    Matrix reduced;  ///< By candidate: the row to subtract in covariances.
  };

  [[nodiscard]] Fit fit(const Shape& shape, const Costs& factors) const;
  [[nodiscard]] Costs factors(const std::vector<double>& importance) const;
  [[nodiscard]] Costs resampled_factors();
  [[nodiscard]] double covariance(const Fit& fit, const Candidate& a, const Candidate& b) const;
  [[nodiscard]] Posterior posterior(const Fit& fit, std::span<const Candidate> candidates) const;
  void draw_from(const Fit& fit, std::span<const Candidate> candidates, int count,
                 std::vector<std::vector<double>>& draws);
  void wander(int steps);
  [[nodiscard]] Shape changed(const Shape& shape);

  const Space& space_;
  std::mt19937_64 random_;
  std::vector<Trial> trials_;
  std::vector<Costs> costs_;  ///< By trial.
  Shape last_;
  std::vector<Fit> fits_;  ///< Kept of what the trials allow.
};

}  // namespace pcgns::bench
