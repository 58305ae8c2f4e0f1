#include "pcgns-bench/tune/model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace pcgns::bench {

namespace {

using Matrix = std::vector<std::vector<double>>;

/// A quantity that is positive, about `middle`, and within a factor of `spread` in two of three cases.
struct Prior {
  double middle;
  double spread;
};
constexpr Prior prior_of_main = {0.12, 3.0};
constexpr Prior prior_of_joint = {0.1, 3.0};
constexpr Prior prior_of_length = {6.0, 1.7};
constexpr Prior prior_of_noise = {0.08, 2.2};

constexpr int kept_fits = 6;
constexpr int steps_between = 8;
constexpr int sweeps = 60;
constexpr double step_size = 0.6;
/// Of what all times have in common beyond the costs.
constexpr double variance_of_mean = 0.05;
constexpr std::size_t most_steps = 32;

double log_density(const Prior& prior, double log_value) {
  const double offset = (log_value - std::log(prior.middle)) / std::log(prior.spread);
  return -offset * offset / 2;
}

/// Replaces the lower triangle of a positive matrix by its Cholesky factor.
void factorise(Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    auto& row = matrix[i];
    for (std::size_t j = 0; j <= i; ++j) {
      const auto& other = matrix[j];
      const double rest =
          row[j] - std::inner_product(row.begin(), row.begin() + static_cast<long>(j), other.begin(), 0.0);
      row[j] = i == j ? std::sqrt(std::max(rest, 1e-10)) : rest / other[j];
    }
  }
}

/// Solves factor * x = right in place.
void forward(const Matrix& factor, std::vector<double>& right) {
  for (std::size_t i = 0; i < right.size(); ++i) {
    const auto& row = factor[i];
    right[i] =
        (right[i] - std::inner_product(row.begin(), row.begin() + static_cast<long>(i), right.begin(), 0.0)) /
        row[i];
  }
}

/// Solves transposed(factor) * x = right in place.
void backward(const Matrix& factor, std::vector<double>& right) {
  for (std::size_t i = right.size(); i-- > 0;) {
    right[i] /= factor[i][i];
    for (std::size_t j = 0; j < i; ++j) right[j] -= factor[i][j] * right[i];
  }
}

/// Matérn 5/2: smooth, without being as stiff as a normal distribution.
double matern(double distance) {
  const double scaled = std::sqrt(5.0) * distance;
  return (1 + scaled + scaled * scaled / 3) * std::exp(-scaled);
}

/// Logarithm of the time that the costs amount to.
double explained(const Costs& costs, const Costs& factors) {
  return std::log(std::max(std::inner_product(costs.begin(), costs.end(), factors.begin(), 0.0), 1e-12));
}

}  // namespace

Model::Model(const Space& space, std::uint64_t seed) : space_(space), random_(seed) {
  last_ = {.main = std::vector<double>(space.axes.size(), std::log(prior_of_main.middle)),
           .joint = std::log(prior_of_joint.middle),
           .length = std::log(prior_of_length.middle),
           .noise = std::log(prior_of_noise.middle)};
}

void Model::take(const Trial& trial) {
  trials_.push_back(trial);
  costs_.push_back(costs_of(space_, trial.candidate));
  wander(kept_fits * steps_between);
}

/// The factors, none negative, for which the sums of the costs are nearest to the times, as ratios.
/// (Coordinate descent, which needs no matrix and stays where it is for costs that nothing depends on.)
Costs Model::factors(const std::vector<double>& importance) const {
  std::vector<double> missing(trials_.size(), 1);
  Costs factors = {};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t k = 0; k < cost_count; ++k) {
      double along = 0;
      double square = 1e-9;
      for (std::size_t i = 0; i < trials_.size(); ++i) {
        const double part = costs_[i][k] / trials_[i].seconds;
        along += importance[i] * part * missing[i];
        square += importance[i] * part * part;
      }
      const double step = std::max(along / square, -factors[k]);
      factors[k] += step;
      for (std::size_t i = 0; i < trials_.size(); ++i) missing[i] -= step * costs_[i][k] / trials_[i].seconds;
    }
  }
  return factors;
}

/// As if other trials had been made (Bayesian bootstrap), which tells how sure the factors are.
Costs Model::resampled_factors() {
  std::exponential_distribution<double> weight;
  std::vector<double> importance(trials_.size());
  for (auto& one : importance) one = weight(random_) + 0.05;
  return factors(importance);
}

double Model::covariance(const Fit& fit, const Candidate& a, const Candidate& b) const {
  double sum = variance_of_mean;
  double product = fit.joint_variance;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto steps = static_cast<std::size_t>(std::abs(a[i] - b[i]));
    const double near = space_.axes[i].is_ordered ? fit.near[std::min(steps, most_steps)]
                        : steps == 0              ? 1
                                                  : 0;
    sum += fit.variances[i] * near;
    product *= near;
  }
  return sum + product;
}

Model::Fit Model::fit(const Shape& shape, const Costs& factors) const {
  Fit fit{.shape = shape,
          .factors = factors,
          .near = {},
          .variances = {},
          .joint_variance = std::exp(2 * shape.joint),
          .factor = {},
          .weights = {}};
  for (const double main : shape.main) fit.variances.push_back(std::exp(2 * main));
  for (std::size_t steps = 0; steps <= most_steps; ++steps)
    fit.near.push_back(matern(static_cast<double>(steps) / std::exp(shape.length)));
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    auto& row = fit.factor.emplace_back();
    for (std::size_t j = 0; j <= i; ++j)
      row.push_back(covariance(fit, trials_[i].candidate, trials_[j].candidate));
    row.back() += std::exp(2 * shape.noise);
    fit.weights.push_back(std::log(trials_[i].seconds) - explained(costs_[i], factors));
  }
  factorise(fit.factor);
  forward(fit.factor, fit.weights);
  for (std::size_t i = 0; i < trials_.size(); ++i)
    fit.likelihood -= fit.weights[i] * fit.weights[i] / 2 + std::log(fit.factor[i][i]);
  backward(fit.factor, fit.weights);
  for (const double main : shape.main) fit.likelihood += log_density(prior_of_main, main);
  fit.likelihood += log_density(prior_of_joint, shape.joint) + log_density(prior_of_length, shape.length) +
                    log_density(prior_of_noise, shape.noise);
  return fit;
}

Model::Shape Model::changed(const Shape& shape) {
  Shape next = shape;
  std::normal_distribution<double> step(0, step_size);
  const auto which = random_() % (shape.main.size() + 3);
  double& value = which < shape.main.size()        ? next.main[which]
                  : which == shape.main.size()     ? next.joint
                  : which == shape.main.size() + 1 ? next.length
                                                   : next.noise;
  value += step(random_);
  return next;
}

void Model::wander(int steps) {
  const auto common = factors(std::vector<double>(trials_.size(), 1.0));
  auto now = fit(last_, common);
  fits_.clear();
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int step = 1; step <= steps; ++step) {
    auto next = fit(changed(now.shape), common);
    if (std::log(uniform(random_)) < next.likelihood - now.likelihood) now = std::move(next);
    if (step % steps_between == 0) fits_.push_back(fit(now.shape, resampled_factors()));
  }
  last_ = now.shape;
}

Model::Posterior Model::posterior(const Fit& fit, std::span<const Candidate> candidates) const {
  Posterior result;
  for (const auto& candidate : candidates) {
    auto& row = result.reduced.emplace_back();
    for (const auto& trial : trials_) row.push_back(covariance(fit, candidate, trial.candidate));
    result.means.push_back(explained(costs_of(space_, candidate), fit.factors) +
                           std::inner_product(row.begin(), row.end(), fit.weights.begin(), 0.0));
    forward(fit.factor, row);
  }
  return result;
}

std::vector<Prediction> Model::predict(std::span<const Candidate> candidates) const {
  std::vector<double> sums(candidates.size(), 0);
  std::vector<double> squares(candidates.size(), 0);
  for (const auto& fit : fits_) {
    const auto given = posterior(fit, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto& row = given.reduced[i];
      const double variance = covariance(fit, candidates[i], candidates[i]) -
                              std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
      sums[i] += given.means[i];
      squares[i] += given.means[i] * given.means[i] + std::max(variance, 0.0);
    }
  }
  std::vector<Prediction> predictions;
  const auto count = static_cast<double>(fits_.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double mean = sums[i] / count;
    predictions.push_back({mean, std::sqrt(std::max(squares[i] / count - mean * mean, 0.0))});
  }
  return predictions;
}

void Model::draw_from(const Fit& fit, std::span<const Candidate> candidates, int count,
                      std::vector<std::vector<double>>& draws) {
  const auto given = posterior(fit, candidates);
  Matrix spread;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    auto& row = spread.emplace_back();
    for (std::size_t j = 0; j <= i; ++j)
      row.push_back(covariance(fit, candidates[i], candidates[j]) -
                    std::inner_product(given.reduced[i].begin(), given.reduced[i].end(),
                                       given.reduced[j].begin(), 0.0));
    row.back() += 1e-8;
  }
  factorise(spread);
  std::normal_distribution<double> normal;
  for (int k = 0; k < count; ++k) {
    std::vector<double> independent(candidates.size());
    for (auto& value : independent) value = normal(random_);
    auto& draw = draws.emplace_back(given.means);
    for (std::size_t i = 0; i < candidates.size(); ++i)
      draw[i] += std::inner_product(spread[i].begin(), spread[i].end(), independent.begin(), 0.0);
  }
}

std::vector<std::vector<double>> Model::draw(std::span<const Candidate> candidates, int count) {
  std::vector<std::vector<double>> draws;
  const auto fits = static_cast<int>(fits_.size());
  for (int i = 0; i < fits; ++i)
    draw_from(fits_[static_cast<std::size_t>(i)], candidates, count * (i + 1) / fits - count * i / fits,
              draws);
  return draws;
}

double Model::noise() const {
  double sum = 0;
  for (const auto& fit : fits_) sum += std::exp(fit.shape.noise);
  return sum / static_cast<double>(fits_.size());
}

}  // namespace pcgns::bench
