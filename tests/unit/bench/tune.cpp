#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/tune/explain.hpp"
#include "pcgns-bench/tune/job.hpp"
#include "pcgns-bench/tune/search.hpp"
#include "pcgns/base/bytes.hpp"

using namespace pcgns;
using namespace pcgns::bench;
using plan::Setting;

namespace {

/// 128 ranks on four nodes, on a file system with stripes.
TuneJob job_of(std::int64_t run) {
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
  double alignment = 4096;
  double stripes = 1;
  double stripe_size = 1 << 20;
};

Chosen chosen(const Space& space, const Candidate& candidate) {
  Chosen result;
  for (std::size_t a = 0; a < space.axes.size(); ++a) {
    const auto value = static_cast<double>(space.axes[a].values[static_cast<std::size_t>(candidate[a])]);
    const auto setting = space.axes[a].setting;
    if (setting == Setting::buffer) result.buffer = value;
    if (setting == Setting::aggregators_per_node) result.aggregators = value;
    if (setting == Setting::writers) result.writers = value;
    if (setting == Setting::direct) result.direct = value;
    if (setting == Setting::alignment) result.alignment = value;
    if (setting == Setting::stripe_count) result.stripes = value;
    if (setting == Setting::stripe_size) result.stripe_size = value;
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
  }

  [[nodiscard]] const TuneJob& job() const { return job_; }

  [[nodiscard]] double seconds(const Space& space, const Candidate& candidate) const {
    const auto set = chosen(space, candidate);
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
    return per_stripe_ * set.stripes + bytes / rate * crowding * misfit + latency_ * bytes / piece / active +
           exchange;
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
      misaligned_;
};

struct Tally {
  int searches = 0;
  int good = 0;  ///< Within 10 % of the optimum.
  double stated = 0;
  double worst = 0;
  int slower_than_usual = 0;
};

Tally searches(int count, int trials, double noise) {
  Tally tally{.searches = count};
  for (int i = 0; i < count; ++i) {
    Device device(static_cast<std::uint64_t>(100 + i));
    const auto space = space_of(device.job());
    Search search(space, estimated(space, device.job()), static_cast<std::uint64_t>(i));
    for (int trial = 0; trial < trials; ++trial) {
      auto candidate = search.next();
      const double seconds = device.timed(space, candidate, noise);
      search.take(std::move(candidate), seconds);
    }
    const auto verdict = search.verdict();
    const double found = device.seconds(space, verdict.best);
    const double speedup = device.seconds(space, space.usual()) / found;
    const double excess = found / device.optimum(space);
    tally.good += excess <= 1.1 ? 1 : 0;
    tally.worst = std::max(tally.worst, excess);
    tally.stated += verdict.confidence / count;
    tally.slower_than_usual += speedup < 0.99 ? 1 : 0;
  }
  return tally;
}

bool has(const Space& space, Setting setting) {
  return std::any_of(space.axes.begin(), space.axes.end(),
                     [&](const Axis& axis) { return axis.setting == setting; });
}

}  // namespace

TEST_CASE("a search finds settings within 10 % of the optimum in 40 trials, and says how surely",
          "[tune][statistics]") {
  const auto tally = searches(50, 40, 0.1);
  CAPTURE(tally.good, tally.stated, tally.worst);
  CHECK(tally.good >= 45);
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

TEST_CASE("settings that are faster in pairs are kept", "[tune]") {
  const auto space = space_of(job_of(mebi));
  TuneVerdict verdict;
  verdict.best = space.candidate(0);
  const std::vector<double> usual = {1.0, 1.2, 1.1, 1.0, 1.3};
  const std::vector<double> found = {0.5, 0.6, 0.5, 0.7, 0.5};
  confirm(verdict, space, usual, found);
  CHECK(verdict.best == space.candidate(0));
  CHECK(verdict.speedup.value == Approx(2).epsilon(0.2));
  CHECK(verdict.speedup.low > 1);
  verdict.confidence = 0.9;
  verdict.usual_confidence = 0.3;
  confirm(verdict, space, found, usual);
  CHECK(verdict.best == space.usual());
  CHECK(verdict.confidence == 0.3);
}

TEST_CASE("a search is the same for the same seed", "[tune]") {
  const auto run = [] {
    Device device(7);
    const auto space = space_of(device.job());
    Search search(space, estimated(space, device.job()), 3);
    for (int trial = 0; trial < 15; ++trial) {
      auto candidate = search.next();
      const double seconds = device.timed(space, candidate, 0.1);
      search.take(std::move(candidate), seconds);
    }
    return search.next();
  };
  CHECK(run() == run());
}

TEST_CASE("only settings that a job depends on are tried", "[tune]") {
  TuneJob job{.bytes = 200 * mebi, .runs = {mebi}, .ranks = 4, .ranks_per_node = 4};
  auto space = space_of(job);
  CHECK(has(space, Setting::buffer));
  CHECK(has(space, Setting::aggregators_per_node));
  CHECK(has(space, Setting::direct));
  CHECK_FALSE(has(space, Setting::alignment));  // changes the bytes of the file
  CHECK_FALSE(has(space, Setting::io));
  CHECK(space.settings(space.usual()).empty());

  job.runs = {512};  // never direct, whatever is set
  job.ranks = job.ranks_per_node = 1;
  space = space_of(job);
  CHECK_FALSE(has(space, Setting::direct));
  CHECK_FALSE(has(space, Setting::aggregators_per_node));

  job.use = plan::WisdomUse::programs;
  job.tunes_layout = true;
  space = space_of(job);
  CHECK(has(space, Setting::io));
  CHECK(has(space, Setting::alignment));
  CHECK_FALSE(has(space, Setting::stripe_count));  // the file system has no stripes
}

TEST_CASE("buffers fit into the memory of a rank and into its part of the job", "[tune]") {
  const auto largest = [](const TuneJob& job) { return space_of(job).axes.front().values.back(); };
  CHECK(largest({.bytes = 64 * gibi, .ranks = 4, .memory = 64 * mebi}) == 16 * mebi);
  CHECK(largest({.bytes = 32 * mebi, .ranks = 4, .memory = gibi}) == 8 * mebi);
  CHECK(largest({.bytes = 0, .ranks = 4, .memory = 0}) == mebi);
}

TEST_CASE("the runs of a job are as long as what is contiguous in file and memory", "[tune]") {
  const auto runs = [](const Extents& grid) {
    const Parameters parameters{.ranks = 4, .extents = {{16, 8, 4}}, .grids = {grid}};
    return runs_of(problems_blocks(parameters).front(), 4);
  };
  CHECK(runs({1, 1, 4}) == std::vector<std::int64_t>{16 * 8 * 1 * 8});
  CHECK(runs({1, 4, 1}) == std::vector<std::int64_t>{16 * 2 * 8});
  CHECK(runs({4, 1, 1}) == std::vector<std::int64_t>{4 * 8});
}

TEST_CASE("a job like a file has its arrays of numbers, each value on one rank", "[tune]") {
  cgns::InputSet file;
  file.files.resize(1);
  file.files[0].path = "a/restart.cgns";
  file.arrays = {{.path = "/B/Z/X", .type = cgns::DataType::R8, .dims = {5, 4, 3}},
                 {.path = "/B/Z/P", .type = cgns::DataType::R4, .dims = {7}},
                 {.path = "/B/T", .type = cgns::DataType::C1, .dims = {80}}};
  const auto problem = problem_like(file, 4, {});
  REQUIRE(problem.arrays.size() == 2);
  CHECK(problem.bytes() == 5 * 4 * 3 * 8 + 7 * 4);
  std::int64_t bytes = 0;
  for (int rank = 0; rank < 4; ++rank) {
    for (const auto& piece : problem.pieces(rank))
      bytes += cgns::bytes_of(problem.arrays[static_cast<std::size_t>(piece.array)].type, piece.count);
  }
  CHECK(bytes == problem.bytes());
  CHECK_THROWS_WITH(problem_like(file, 4, {1, 1, 2}), Catch::Contains("product is 4"));
  CHECK_THROWS_WITH(problem_like(file, 4, {2, 2}), Catch::Contains("no array of 2 axes"));
  file.arrays.erase(file.arrays.begin(), file.arrays.begin() + 2);
  CHECK_THROWS_WITH(problem_like(file, 4, {}), Catch::Contains("restart.cgns"));
}

TEST_CASE("an explanation says what limits, and what more ranks would change", "[tune]") {
  const auto space = space_of(job_of(mebi));
  TuneVerdict verdict;
  verdict.best = space.usual();
  for (const auto& axis : space.axes)
    verdict.effects.push_back({axis.setting, std::vector<double>(axis.values.size(), 1.0)});
  const auto sentences = [&](const TimeParts& parts) { return explained(space.job, space, verdict, parts); };
  auto told = sentences({.total = 1, .device = 0.8, .metadata = 0.1});
  REQUIRE(told.size() == 2);  // no setting matters
  CHECK_THAT(told[0], Catch::Contains("the device limits (device 80 %, exchange 10 %, metadata 10 %)"));
  CHECK_THAT(told[1], Catch::Contains("more ranks or nodes would change little"));
  CHECK_THAT(sentences({.total = 1, .device = 0.1, .metadata = 0.1})[0],
             Catch::Contains("between ranks limits"));
  told = sentences({.total = 1, .device = 0.1, .metadata = 0.8});
  CHECK_THAT(told[0], Catch::Contains("metadata limits"));
  CHECK_THAT(told[1], Catch::Contains("would not help"));
  for (auto& effect : verdict.effects)
    if (effect.setting == Setting::writers) effect.seconds = {4, 2, 1};
  told = sentences({.total = 1, .device = 0.8, .metadata = 0.1});
  CHECK_THAT(told[1], Catch::Contains("more ranks or nodes would help") && Catch::Contains("2.00 times"));
  REQUIRE(told.size() == 3);
  CHECK_THAT(told[2], Catch::Contains("writers matters: 32 takes 4.00 times as long as 128"));
  CHECK(readable(
            {{Setting::buffer, 32 * mebi}, {Setting::direct, plan::never_direct}, {Setting::writers, 4}}) ==
        "buffer 32 MiB, writers 4, direct never");

  auto merges = space.job;
  merges.use = plan::WisdomUse::programs;
  told = explained(merges, space_of(merges), {}, {.total = 1, .device = 0.2});
  CHECK(told[0] == "the device does not limit: copying the same bytes takes 20 % of the time");
  CHECK_THAT(told[1], Catch::Contains("not known"));
}
