#include "pcgns/partition/plan/zone_line.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/partition/partition.hpp"

namespace {

using namespace pcgns::partition;
using Counts = std::vector<std::int64_t>;

/// Cells of each rank, after all zones are found whole.
Counts filled(const Counts& zones, Counts loads, const PieceSizes& sizes) {
  REQUIRE(sizes.size() == zones.size());
  for (std::size_t z = 0; z < zones.size(); ++z) {
    std::int64_t cells = 0;
    std::int64_t before = -1;
    CHECK_FALSE(sizes[z].empty());
    for (const auto& [rank, count] : sizes[z]) {
      CHECK(rank > before);
      CHECK((count > 0 || zones[z] == 0));
      before = rank;
      cells += count;
      loads.at(static_cast<std::size_t>(rank)) += count;
    }
    CHECK(cells == zones[z]);
  }
  return loads;
}

}  // namespace

TEST_CASE("a zone is cut into equal pieces") {
  CHECK(cut_line({10}, {0, 0, 0}) == PieceSizes{{{0, 4}, {1, 3}, {2, 3}}});
  CHECK(cut_line({2}, {0, 0, 0, 0}) == PieceSizes{{{0, 1}, {1, 1}}});
}

TEST_CASE("ranks take what they lack") {
  CHECK(cut_line({10}, {9, 0, 3}) == PieceSizes{{{1, 7}, {2, 3}}});
  CHECK(cut_line({0}, {0, 5}) == PieceSizes{{{0, 0}}});
}

TEST_CASE("a cut near the end of a zone is made there") {
  CHECK(cut_line({1001, 999}, {0, 0}) == PieceSizes{{{0, 1001}}, {{1, 999}}});
  CHECK(cut_line({1100, 900}, {0, 0}) == PieceSizes{{{0, 1000}, {1, 100}}, {{1, 900}}});
}

TEST_CASE("ranks have shares in proportion to their targets") {
  CHECK(cut_in_proportion({10}, {1, 3, 1}) == PieceSizes{{{0, 2}, {1, 6}, {2, 2}}});
  CHECK(cut_in_proportion({4, 4}, {0.5, 0.5}) == PieceSizes{{{0, 4}}, {{1, 4}}});
  CHECK(cut_in_proportion({100}, {1e-9, 1}) == PieceSizes{{{1, 100}}});
  CHECK(cut_in_proportion({0, 7}, {2, 1}) == PieceSizes{{{0, 0}}, {{0, 5}, {1, 2}}});
  // The end of a zone is near to the cut.
  CHECK(cut_in_proportion({2003, 997}, {2, 1}) == PieceSizes{{{0, 2003}}, {{1, 997}}});
}

TEST_CASE("any zones on any ranks come out even") {
  std::mt19937 random(7);
  const auto number = [&](int most) { return static_cast<std::int64_t>(random() % std::uint32_t(most)); };
  for (int round = 0; round < 300; ++round) {
    Counts zones(static_cast<std::size_t>(1 + number(8)));
    for (auto& zone : zones) zone = number(3) == 0 ? number(5) : number(40000);
    const Counts loads(static_cast<std::size_t>(1 + number(70)), 0);
    const auto full = filled(zones, loads, cut_line(zones, loads));
    const auto total = std::accumulate(zones.begin(), zones.end(), std::int64_t{0});
    const auto mean = static_cast<double>(total) / static_cast<double>(loads.size());
    CHECK(static_cast<double>(*std::max_element(full.begin(), full.end())) <= 1.01 * mean + 1);
  }
}

TEST_CASE("whole zones go where there is least") {
  CHECK(keep_whole({3, 9, 5}, {0, 0}) == PieceSizes{{{1, 3}}, {{0, 9}}, {{1, 5}}});
  CHECK(keep_whole({3, 9}, {10, 0, 0}) == PieceSizes{{{2, 3}}, {{1, 9}}});
}

TEST_CASE("targets are positive numbers, whatever is between them") {
  CHECK(parse_targets("1,2.5 3\n") == std::vector<double>{1, 2.5, 3});
  CHECK(parse_targets(" ,").empty());
  CHECK(parse_targets("1.5e308,1.5e308 0.75e308") == std::vector<double>{parse_targets("1.5e308")[0],
                                                                         parse_targets("1.5e308")[0],
                                                                         parse_targets("1.5e308")[0] / 2});
  CHECK(parse_targets("5e-324,1e-323") == std::vector<double>{0.5, 1});
  for (const auto* text : {"0", "-1", "inf", "nan", "1x", "1;2"})
    CHECK_THROWS_AS(parse_targets(text), pcgns::Error);
}
