// The pieces of all ranks make up every array of every scenario, each value once.

#include "pcgns-bench/scenario/scenarios.hpp"

#include <algorithm>

#include "catch.hpp"
#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/error.hpp"

using namespace pcgns;
using namespace pcgns::bench;

namespace {

/// Small problems of all scenarios.
Parameters small(const std::string& scenario, int ranks) {
  Parameters parameters{.ranks = ranks};
  parameters.sizes = {8 * 960};
  parameters.elements = 37;
  parameters.bytes_per_rank = 3 * 8 * 20;
  if (scenario == "blocks" || scenario == "reorder") parameters.extents = {{5, 6, 7}};
  if (scenario == "groundwater") parameters.extents = {{9, 8, 3}};
  return parameters;
}

/// Calls `use(place in the array)` for each value of a piece.
template <typename Use>
void each_place(const Array& array, const Piece& piece, const Use& use) {
  Extents index(piece.count.size(), 0);
  for (std::int64_t left = cgns::count_of(piece.count); left > 0; --left) {
    std::int64_t place = 0;
    for (std::size_t axis = index.size(); axis-- > 0;) {
      place = place * array.dims[axis] + piece.begin[axis] + index[axis];
    }
    use(place);
    for (std::size_t axis = 0; axis < index.size() && ++index[axis] == piece.count[axis]; ++axis)
      index[axis] = 0;
  }
}

/// How often each value of each array is in a piece.
std::vector<std::vector<int>> coverage(const Problem& problem, int ranks) {
  std::vector<std::vector<int>> times;
  for (const auto& array : problem.arrays) {
    times.emplace_back(static_cast<std::size_t>(cgns::count_of(array.dims)), 0);
  }
  for (int rank = 0; rank < ranks; ++rank) {
    int last = -1;
    for (const auto& piece : problem.pieces(rank)) {
      CHECK(piece.array > last);  // ascending, one of an array
      last = piece.array;
      const auto number = static_cast<std::size_t>(piece.array);
      each_place(problem.arrays[number], piece,
                 [&](std::int64_t place) { ++times[number].at(static_cast<std::size_t>(place)); });
    }
  }
  return times;
}

}  // namespace

TEST_CASE("every value of every scenario is in one piece") {
  for (const auto& scenario : scenarios()) {
    for (int ranks = 1; ranks <= 7; ++ranks) {
      for (const auto& problem : scenario.problems(small(scenario.name, ranks))) {
        INFO(scenario.name << " " << problem.label << " on " << ranks);
        for (const auto& times : coverage(problem, ranks)) {
          CHECK(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; }));
        }
      }
    }
  }
}

TEST_CASE("there may be more ranks than indices") {
  Parameters parameters{.ranks = 7};
  parameters.extents = {{2, 2, 2}};
  for (const auto& problem : problems_blocks(parameters)) {
    for (const auto& times : coverage(problem, 7)) {
      CHECK(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; }));
    }
  }
}

TEST_CASE("the size of the file does not depend on the number of ranks") {
  for (const auto* name : {"a", "d", "e"}) {
    const auto bytes = [&](int ranks) {
      return find_scenario(name)->problems(small(name, ranks)).front().bytes();
    };
    CHECK(bytes(1) == 7 * 8 * 960 + 4 * 960);
    CHECK(bytes(5) == bytes(1));
  }
}

TEST_CASE("the published problems have the published sizes") {
  Parameters parameters{.is_published = true, .ranks = 1};
  CHECK(problems_b(parameters).back().bytes() == (7 * 1024 + 512) * std::int64_t{1 << 20});
  const auto pentahedra = problems_pentahedra(parameters).front();
  CHECK(pentahedra.zones.front().cells == 33'554'432);
  CHECK(pentahedra.zones.front().vertices == 201'326'592);
  const auto groundwater = problems_groundwater(parameters);
  REQUIRE(groundwater.size() == 6);
  CHECK(groundwater.front().bytes() == 5'544'088);
  CHECK(groundwater.back().label == "1801x2001x11");
  CHECK(problems_reorder(parameters).front().bytes() == 128 << 20);
  parameters.ranks = 64;
  const auto dns = problems_dns(parameters).front();
  CHECK(static_cast<double>(dns.bytes()) == Approx(64.0 * 20 * (1 << 20)).epsilon(0.02));
}

TEST_CASE("what makes no sense is refused") {
  Parameters parameters{.ranks = 4};
  parameters.grids = {{3, 1, 1}};
  CHECK_THROWS_AS(problems_blocks(parameters), Error);
  CHECK_THROWS_AS(problems_dns(parameters), Error);
  parameters.grids = {{4, 1, 1}};
  parameters.extents = {{4, 4}};
  CHECK_THROWS_AS(problems_reorder(parameters), Error);
  parameters.sizes = {8};
  CHECK_THROWS_AS(problems_b(parameters), Error);
}

TEST_CASE("shares are even, and grids have all ranks") {
  for (int parts = 1; parts <= 7; ++parts) {
    std::int64_t end = 0;
    for (int part = 0; part < parts; ++part) {
      const auto range = share(23, parts, part);
      CHECK(range.begin == end);
      CHECK(range.size() >= 23 / parts);
      CHECK(range.size() <= 23 / parts + 1);
      end = range.end;
    }
    CHECK(end == 23);
  }
  CHECK(balanced_grid(12, {1, 1, 1}) == Extents{2, 2, 3});
  CHECK(balanced_grid(6, {0, 1, 1}) == Extents{1, 2, 3});
}

TEST_CASE("the file of a problem has its arrays") {
  const auto problem = problems_e(small("e", 3)).front();
  const auto plan = cgns_plan(problem);
  REQUIRE(plan.targets.size() == problem.arrays.size());
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const auto* const node = cgns::find(plan.output, plan.targets[i].path);
    REQUIRE(node != nullptr);
    CHECK(node->array == static_cast<int>(i));
    CHECK(node->dims == problem.arrays[i].dims);
  }
}
