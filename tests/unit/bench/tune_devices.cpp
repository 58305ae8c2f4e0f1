#include <set>
#include <string>

#include "catch.hpp"
#include "synthetic.hpp"

using namespace pcgns;
using namespace pcgns::bench;

namespace {

struct Tally {
  int searches = 0;
  int good = 0;  ///< Within 10 % of the optimum.
  double stated = 0;
  double worst = 0;
  int slower_than_usual = 0;
};

void take(Search& search, Device& device, Candidate candidate, double noise) {
  const double seconds = device.timed(search.space(), candidate, noise);
  search.take(std::move(candidate), seconds);
}

/// What a search finds on a device, and what it says of the settings.
TuneVerdict searched(Device& device, const Space& space, int trials, double noise, std::uint64_t seed) {
  Search search(space, estimated(space, device.job()), seed);
  for (int trial = 0; trial < trials; ++trial) take(search, device, search.next(), noise);
  auto verdict = search.verdict();
  for (int i = 0; i < 2; ++i)
    for (auto& candidate : search.doubtful(verdict.best)) take(search, device, std::move(candidate), noise);
  verdict.effects = search.effects(verdict.best);
  return verdict;
}

/// As tune does at the end.
void pair(TuneVerdict& verdict, Device& device, const Space& space, double noise) {
  std::vector<double> usual;
  std::vector<double> found;
  for (int i = 0; i < 5; ++i) {
    usual.push_back(device.timed(space, space.usual(), noise));
    found.push_back(device.timed(space, verdict.best, noise));
  }
  confirm(verdict, space, usual, found);
}

Tally searches(int count, int trials, double noise) {
  Tally tally{.searches = count};
  for (int i = 0; i < count; ++i) {
    Device device(static_cast<std::uint64_t>(100 + i));
    const auto space = space_of(device.job());
    auto verdict = searched(device, space, trials, noise, static_cast<std::uint64_t>(i));
    const double excess = device.seconds(space, verdict.best) / device.optimum(space);
    tally.good += excess <= 1.1 ? 1 : 0;
    tally.worst = std::max(tally.worst, excess);
    tally.stated += verdict.confidence / count;
    pair(verdict, device, space, noise);
    const double speedup = device.seconds(space, space.usual()) / device.seconds(space, verdict.best);
    tally.slower_than_usual += speedup < 0.99 ? 1 : 0;
  }
  return tally;
}

/// Time of the slowest value of a setting, divided by that of the fastest, all else as in `base`.
double true_range(const Device& device, const Space& space, Candidate base, std::size_t axis) {
  double least = INFINITY;
  double most = 0;
  for (int level = 0; level < std::ssize(space.axes[axis].values); ++level) {
    base[axis] = level;
    const double seconds = device.seconds(space, base);
    least = std::min(least, seconds);
    most = std::max(most, seconds);
  }
  return most / least;
}

/// What is said of settings, and how often it is true.
struct Sayings {
  int matters = 0;
  int matters_truly = 0;
  int little = 0;
  int little_truly = 0;
  int of_all = 0;
};

}  // namespace

TEST_CASE("a search finds settings within 10 % of the optimum in 40 trials, and says how surely",
          "[tune][statistics]") {
  const auto tally = searches(50, 40, 0.1);
  CAPTURE(tally.good, tally.stated, tally.worst);
  CHECK(tally.good >= 42);  // of many devices 90 %, of 50 by chance some fewer
  CHECK(tally.worst < 1.5);
  CHECK(tally.slower_than_usual == 0);
  // As often right as it says, and not much more often.
  const double right = static_cast<double>(tally.good) / tally.searches;
  CHECK(right > tally.stated - 0.05);
  CHECK(right < tally.stated + 0.2);
}

TEST_CASE("where times scatter by 30 %, a search finds less, and says so", "[tune][statistics]") {
  const auto tally = searches(30, 40, 0.3);
  CAPTURE(tally.good, tally.stated, tally.worst);
  CHECK(tally.good >= 15);
  CHECK(tally.worst < 2);
  CHECK(tally.slower_than_usual == 0);
  CHECK(tally.stated < 0.8);
  CHECK(static_cast<double>(tally.good) / tally.searches > tally.stated - 0.1);
}

TEST_CASE("what is said to matter does, and what is said to matter little does not", "[tune][statistics]") {
  Sayings sayings;
  for (std::uint64_t i = 0; i < 25; ++i) {
    Device device(300 + i);
    const auto space = space_of(device.job());
    const auto verdict = searched(device, space, 40, 0.1, i);
    for (std::size_t a = 0; a < space.axes.size(); ++a) {
      const double range = true_range(device, space, verdict.best, a);
      const auto saying = matters(verdict.effects[a]);
      ++sayings.of_all;
      sayings.matters += saying == Matters::yes ? 1 : 0;
      sayings.matters_truly += saying == Matters::yes && range > 1.08 ? 1 : 0;
      sayings.little += saying == Matters::little ? 1 : 0;
      sayings.little_truly += saying == Matters::little && range < 1.3 ? 1 : 0;
    }
  }
  CAPTURE(sayings.of_all, sayings.matters, sayings.matters_truly, sayings.little, sayings.little_truly);
  CHECK(sayings.matters_truly > 0.9 * sayings.matters);
  CHECK(sayings.little_truly > 0.9 * sayings.little);
  CHECK(sayings.matters + sayings.little > sayings.of_all / 2);
  CHECK(sayings.matters > sayings.of_all / 6);
  CHECK(sayings.little > sayings.of_all / 6);
}

TEST_CASE("what limits a synthetic device is said to limit", "[tune]") {
  std::set<std::string> said;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Device device(500 + i);
    const auto space = space_of(device.job());
    TuneVerdict verdict;
    verdict.best = space.candidate(static_cast<std::int64_t>(i * 7919) % space.size());
    const auto parts = device.parts(space, verdict.best);
    const double exchange = parts.total - parts.device - parts.metadata;
    const char* const limit = parts.metadata > std::max(parts.device, exchange) ? "metadata limits"
                              : exchange > parts.device                         ? "between ranks limits"
                                                                                : "the device limits";
    CHECK_THAT(explained(device.job(), space, verdict, parts)[0], Catch::Contains(limit));
    said.insert(limit);
  }
  CHECK(said.size() >= 2);
}

TEST_CASE("where nothing makes a difference, the usual settings stay", "[tune][statistics]") {
  const auto job = job_of(mebi);
  const auto space = space_of(job);
  int kept = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::mt19937_64 random(seed);
    std::lognormal_distribution<double> seconds(0, 0.1);
    Search search(space, estimated(space, job), seed);
    for (int trial = 0; trial < 16; ++trial) search.take(search.next(), seconds(random));
    auto verdict = search.verdict();
    std::vector<double> usual;
    std::vector<double> found;
    for (int pair = 0; pair < 5; ++pair) {
      usual.push_back(seconds(random));
      found.push_back(seconds(random));
    }
    confirm(verdict, space, usual, found);
    kept += verdict.best == space.usual() ? 1 : 0;
  }
  CHECK(kept >= 18);
}

TEST_CASE("a search is the same for the same seed", "[tune]") {
  const auto run = [] {
    Device device(7);
    return searched(device, space_of(device.job()), 15, 0.1, 3).effects.at(0).seconds;
  };
  CHECK(run() == run());
}
