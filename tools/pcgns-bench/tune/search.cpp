#include "pcgns-bench/tune/search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include "pcgns-bench/scenario/comparison.hpp"

namespace pcgns::bench {

namespace {

constexpr std::size_t most_in_pool = 120;
constexpr std::int64_t small_space = 150;
constexpr std::size_t bases = 3;    ///< Candidates that others are made of, in a large space.
constexpr std::size_t others = 50;  ///< Anywhere in a large space.
constexpr double optimism = 1.5;
constexpr std::size_t spread_trials = 9;  ///< Anywhere, before the model knows what to say.
/// Gains are relative to the usual settings, which are therefore repeated.
constexpr std::size_t usual_every = 19;
constexpr int draws = 400;
constexpr double close = 1.1;
constexpr double risk = 0.05;  ///< That the usual settings are as fast as those that are called faster.
constexpr double sure = 0.9;

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }
double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

/// How much less than `best` is to be expected.
double expected_improvement(const Prediction& prediction, double best) {
  if (prediction.deviation <= 0) return 0;
  const double gap = (best - prediction.mean) / prediction.deviation;
  return prediction.deviation * (gap * normal_cdf(gap) + normal_density(gap));
}

std::vector<double> means_of(const std::vector<Prediction>& predictions) {
  std::vector<double> means;
  for (const auto& one : predictions) means.push_back(one.mean);
  return means;
}

std::size_t index_of_least(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::min_element(values) - values.begin());
}

std::size_t index_of_most(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

/// Ascending.
void sort_by(std::vector<Candidate>& candidates, const std::vector<double>& keys) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  std::vector<Candidate> sorted;
  for (const auto i : order) sorted.push_back(candidates[i]);
  candidates = std::move(sorted);
}

double quantile(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

/// Of functions: the time of one candidate, divided by that of another.
Estimate estimate_of(const std::vector<std::vector<double>>& functions, std::size_t one, std::size_t other) {
  std::vector<double> ratios;
  for (const auto& function : functions) ratios.push_back(std::exp(function[one] - function[other]));
  std::sort(ratios.begin(), ratios.end());
  return {quantile(ratios, 0.5), quantile(ratios, 0.05), quantile(ratios, 0.95)};
}

/// Of functions: in how many nothing is much less than `candidate`.
double part_close_to_best(const std::vector<std::vector<double>>& functions, std::size_t candidate) {
  const auto right = std::count_if(functions.begin(), functions.end(), [&](const auto& one) {
    return one[candidate] <= *std::min_element(one.begin(), one.end()) + std::log(close);
  });
  return static_cast<double>(right) / static_cast<double>(functions.size());
}

std::size_t index_of(const std::vector<Candidate>& candidates, const Candidate& wanted) {
  return static_cast<std::size_t>(std::find(candidates.begin(), candidates.end(), wanted) -
                                  candidates.begin());
}

}  // namespace

Search::Search(Space space, Candidate first, std::uint64_t seed)
    : space_(std::move(space)), first_(std::move(first)), random_(seed), model_(space_, seed + 1) {}

/// Times below what the clock resolves have no logarithm.
void Search::take(Candidate candidate, double seconds) {
  model_.take({std::move(candidate), std::max(seconds, 1e-9)});
}

Candidate Search::next() {
  const auto count = trials().size();
  if (count == 0) return space_.usual();
  if (count == 1 && first_ != space_.usual()) return first_;
  if (count < spread_trials) return any();
  if (count % usual_every == 0) return space_.usual();
  return count % 4 == 2 ? plausible_best() : promising();
}

Candidate Search::any() {
  return space_.candidate(static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(space_.size())));
}

std::vector<Candidate> Search::tried() const {
  std::set<Candidate> candidates = {space_.usual()};
  for (const auto& trial : trials()) candidates.insert(trial.candidate);
  return {candidates.begin(), candidates.end()};
}

/// What may be worth a trial: all candidates of a small space; of a large one those that were tried, what
/// differs from the best of these in one setting, and some anywhere.
std::vector<Candidate> Search::worth_a_look() {
  std::set<Candidate> candidates;
  if (space_.size() <= small_space) {
    for (std::int64_t i = 0; i < space_.size(); ++i) candidates.insert(space_.candidate(i));
  } else {
    auto known = tried();
    candidates.insert(known.begin(), known.end());
    sort_by(known, means_of(model_.predict(known)));
    for (std::size_t i = 0; i < std::min(bases, known.size()); ++i) {
      const auto lines = space_.lines(known[i]);
      candidates.insert(lines.begin(), lines.end());
    }
    const auto most = std::min(candidates.size() + others, static_cast<std::size_t>(space_.size()));
    while (candidates.size() < most) candidates.insert(any());
  }
  return {candidates.begin(), candidates.end()};
}

/// The most promising of these: few enough to draw functions of them.
std::vector<Candidate> Search::pool() {
  auto candidates = worth_a_look();
  if (candidates.size() <= most_in_pool) return candidates;
  std::vector<double> hopes;
  for (const auto& one : model_.predict(candidates)) hopes.push_back(one.mean - optimism * one.deviation);
  sort_by(candidates, hopes);
  candidates.resize(most_in_pool);
  return candidates;
}

Candidate Search::promising() {
  const auto known = tried();
  const double best = std::ranges::min(means_of(model_.predict(known)));
  const auto candidates = worth_a_look();
  const auto predictions = model_.predict(candidates);
  const auto found =
      std::max_element(predictions.begin(), predictions.end(), [&](const auto& a, const auto& b) {
        return expected_improvement(a, best) < expected_improvement(b, best);
      });
  return candidates[static_cast<std::size_t>(found - predictions.begin())];
}

/// The best one in a function that the trials allow: so those that are close are repeated.
Candidate Search::plausible_best() {
  const auto candidates = pool();
  const auto drawn = model_.draw(candidates, 4).at(random_() % 4);
  return candidates[static_cast<std::size_t>(std::min_element(drawn.begin(), drawn.end()) - drawn.begin())];
}

/// `base` with each value of a setting.
std::vector<Candidate> Search::line(const Candidate& base, std::size_t axis) const {
  std::vector<Candidate> line(space_.axes[axis].values.size(), base);
  for (std::size_t level = 0; level < line.size(); ++level) line[level][axis] = static_cast<int>(level);
  return line;
}

std::vector<Effect> Search::effects(const Candidate& base) {
  std::vector<Effect> effects;
  for (std::size_t a = 0; a < space_.axes.size(); ++a) effects.push_back(effect(base, a));
  return effects;
}

Effect Search::effect(const Candidate& base, std::size_t axis) {
  const auto candidates = line(base, axis);
  const auto means = means_of(model_.predict(candidates));
  Effect effect{.setting = space_.axes[axis].setting};
  for (const double mean : means) effect.seconds.push_back(std::exp(mean));
  effect.range = estimate_of(model_.draw(candidates, draws), index_of_most(means), index_of_least(means));
  return effect;
}

std::vector<Candidate> Search::doubtful(const Candidate& base) const {
  std::vector<Candidate> found;
  for (std::size_t a = 0; a < space_.axes.size(); ++a) {
    const auto candidates = line(base, a);
    found.push_back(candidates[index_of_most(means_of(model_.predict(candidates)))]);
  }
  return found;
}

TuneVerdict Search::verdict() {
  auto candidates = pool();
  const auto known = tried();
  for (const auto& one : known)
    if (index_of(candidates, one) == candidates.size()) candidates.push_back(one);
  const auto functions = model_.draw(candidates, draws);
  const auto usual = index_of(candidates, space_.usual());
  auto best = index_of(candidates, known[index_of_least(means_of(model_.predict(known)))]);
  const auto faster = std::count_if(functions.begin(), functions.end(),
                                    [&](const auto& one) { return one[best] < one[usual]; });
  if (static_cast<double>(faster) < sure * draws) best = usual;

  return {.best = candidates[best],
          .seconds = std::exp(model_.predict({&candidates[best], 1}).front().mean),
          .speedup = estimate_of(functions, usual, best),
          .confidence = part_close_to_best(functions, best),
          .usual_confidence = part_close_to_best(functions, usual),
          .noise = model_.noise()};
}

void confirm(TuneVerdict& verdict, const Space& space, std::span<const double> usual,
             std::span<const double> found) {
  const auto ratio = ratio_of(found, usual, risk);
  verdict.speedup = {ratio.value, ratio.low, ratio.high};
  if (ratio.low > 1) return;
  verdict.best = space.usual();
  verdict.speedup = {};
  verdict.confidence = verdict.usual_confidence;
}

}  // namespace pcgns::bench
