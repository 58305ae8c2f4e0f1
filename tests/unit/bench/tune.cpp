#include <algorithm>

#include "catch.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/tune/job.hpp"
#include "synthetic.hpp"

using namespace pcgns;
using namespace pcgns::bench;
using plan::Setting;

namespace {

bool has(const Space& space, Setting setting) {
  return std::any_of(space.axes.begin(), space.axes.end(),
                     [&](const Axis& axis) { return axis.setting == setting; });
}

}  // namespace

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

TEST_CASE("a search ends where it may look at nearly all candidates", "[tune]") {
  Space space{.axes = {}, .job = job_of(mebi)};
  for (const auto setting : {Setting::buffer, Setting::direct}) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = mebi; std::ssize(values) < 13; value *= 2) values.push_back(value);
    space.axes.push_back({setting, std::move(values), true, 0});
  }
  Search search(space, space.usual(), 1);
  for (std::int64_t i = 0; i < 70; ++i) search.take(space.candidate(2 * i), 1.0 + static_cast<double>(i % 7));
  CHECK(search.next().size() == 2);
}

TEST_CASE("what a folder has without being asked is a candidate of its own", "[tune]") {
  const auto values = [](const Space& space, Setting setting) {
    const auto found = std::ranges::find(space.axes, setting, &Axis::setting);
    return found->values;
  };
  auto job = job_of(mebi);
  auto space = space_of(job);
  CHECK(values(space, Setting::stripe_count) == std::vector<std::int64_t>{0, 1, 2, 4, 8, 16, 32});
  CHECK(space.settings(space.usual()).empty());
  auto one_stripe = space.usual();
  for (std::size_t a = 0; a < space.axes.size(); ++a)
    if (space.axes[a].setting == Setting::stripe_count) one_stripe[a] = 1;
  CHECK(space.settings(one_stripe) == plan::Settings{{Setting::stripe_count, 1}});

  job.stripe_count = 4;
  job.stripe_size = 512 * kibi;
  space = space_of(job);
  CHECK(values(space, Setting::stripe_count) == std::vector<std::int64_t>{1, 2, 4, 8, 16, 32});
  CHECK(values(space, Setting::stripe_size).front() == 512 * kibi);
  CHECK(space.settings(space.usual()).empty());
}

TEST_CASE("arrays begin at stripes, unless the settings say otherwise", "[tune]") {
  auto job = job_of(mebi);
  CHECK(alignment_of(job, {}) == 4 * kibi);
  job.stripe_size = 2 * mebi;
  CHECK(alignment_of(job, {}) == 2 * mebi);
  CHECK(alignment_of(job, {{Setting::stripe_size, mebi}}) == mebi);
  CHECK(alignment_of(job, {{Setting::stripe_size, mebi}, {Setting::alignment, 64 * kibi}}) == 64 * kibi);
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
    verdict.effects.push_back({axis.setting, std::vector<double>(axis.values.size(), 1.0), {}});
  const auto sentences = [&](const TimeParts& parts) { return explained(space.job, space, verdict, parts); };
  auto told = sentences({.total = 1, .device = 0.8, .metadata = 0.1});
  REQUIRE(told.size() == 3);
  CHECK_THAT(told[2], Catch::StartsWith("of little importance: buffer, aggregators_per_node, writers"));
  CHECK_THAT(told[0], Catch::Contains("the device limits (device 80 %, exchange 10 %, metadata 10 %)"));
  CHECK_THAT(told[1], Catch::Contains("more ranks or nodes would change little"));
  CHECK_THAT(sentences({.total = 1, .device = 0.1, .metadata = 0.1})[0],
             Catch::Contains("between ranks limits"));
  told = sentences({.total = 1, .device = 0.1, .metadata = 0.8});
  CHECK_THAT(told[0], Catch::Contains("metadata limits"));
  CHECK_THAT(told[1], Catch::Contains("would not help"));
  for (auto& effect : verdict.effects)
    if (effect.setting == Setting::writers) effect = {Setting::writers, {4, 2, 1}, {4, 3, 5}};
  told = sentences({.total = 1, .device = 0.8, .metadata = 0.1});
  CHECK_THAT(told[1], Catch::Contains("more ranks or nodes would help") && Catch::Contains("2.00 times"));
  REQUIRE(told.size() == 4);
  CHECK(told[2] == "writers matters: 32 takes 4.00 times as long as 128 (3.00 to 5.00)");
  CHECK_THAT(told[3], !Catch::Contains("writers"));
  verdict.effects[0].range = {1.3, 0.8, 2};
  CHECK_THAT(sentences({.total = 1, .device = 0.8, .metadata = 0.1}).back(),
             Catch::Contains("not clear") && Catch::Contains("buffer"));
  CHECK(readable(
            {{Setting::buffer, 32 * mebi}, {Setting::direct, plan::never_direct}, {Setting::writers, 4}}) ==
        "buffer 32 MiB, writers 4, direct never");

  auto merges = space.job;
  merges.use = plan::WisdomUse::programs;
  told = explained(merges, space_of(merges), {}, {.total = 1, .device = 0.2});
  CHECK(told[0] == "the device does not limit: copying the same bytes takes 20 % of the time");
  CHECK_THAT(told[1], Catch::Contains("not known"));
}
