#include "pcgns/partition/decomposition.hpp"

#include <algorithm>
#include <random>
#include <set>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using partition::Block;
using partition::Constraints;
using partition::Decomposition;
using partition::ZoneSize;

/// Each cell of each zone is in one piece: as many cells as there are, and no two pieces share one.
bool covers_all(const Decomposition& result) {
  std::vector<std::int64_t> cells(result.zones.size());
  for (std::size_t a = 0; a < result.pieces.size(); ++a) {
    const auto& piece = result.pieces[a];
    if (piece.cells.empty()) return false;
    cells[static_cast<std::size_t>(piece.zone)] += piece.cells.count();
    for (std::size_t b = a + 1; b < result.pieces.size() && result.pieces[b].zone == piece.zone; ++b) {
      if (!plan::intersect(piece.cells, result.pieces[b].cells).empty()) return false;
    }
  }
  return std::equal(cells.begin(), cells.end(), result.zones.begin(),
                    [](std::int64_t count, const ZoneSize& zone) { return count == zone.cell_count(); });
}

std::vector<ZoneSize> random_zones(std::mt19937& random, int count, int most) {
  std::vector<ZoneSize> zones;
  for (int i = 0; i < count; ++i) {
    ZoneSize zone{.path = "/Base/Zone"};
    for (auto& cells : zone.cells)
      cells = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
    zones.push_back(zone);
  }
  return zones;
}

}  // namespace

TEST_CASE("every cell is in one part, for any number of ranks") {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const auto zones = random_zones(random, 1 + static_cast<int>(random() % 5), 9);
    for (const std::int64_t partitions : {1, 2, 3, 5, 8, 13, 64, 1000}) {
      const auto result = partition::decompose(zones, partitions, {});
      CAPTURE(trial, partitions);
      CHECK(covers_all(result));
      CHECK(std::all_of(result.pieces.begin(), result.pieces.end(),
                        [&](const auto& piece) { return piece.rank >= 0 && piece.rank < partitions; }));
    }
  }
}

TEST_CASE("zones of all sizes are balanced within a few percent") {
  std::mt19937 random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const auto zones = random_zones(random, 30, 60);
    for (const std::int64_t partitions : {2, 7, 16, 45}) {
      const auto quality = partition::quality_of(partition::decompose(zones, partitions, {}));
      CAPTURE(trial, partitions);
      CHECK(quality.max_over_mean <= 1.06);
    }
  }
}

TEST_CASE("a percent or two of unevenness are not mended with slabs of one cell") {
  for (const std::int64_t partitions : {30, 97}) {
    const auto result = partition::decompose({{"/Base/A", 3, {100, 100, 100}}}, partitions, {});
    CAPTURE(partitions);
    CHECK(std::ssize(result.pieces) == partitions);
    CHECK(partition::quality_of(result).thinnest >= 16);
  }
}

TEST_CASE("the thinnest side of single cells is one cell") {
  CHECK(partition::quality_of(partition::decompose({{"/Base/A", 3, {1, 1, 1}}}, 1, {})).thinnest == 1);
  CHECK(partition::quality_of(partition::decompose({{"/Base/A", 3, {1, 5, 3}}}, 1, {})).thinnest == 3);
}

TEST_CASE("parts keep what they must") {
  const std::vector<ZoneSize> zones = {{"/Base/A", 3, {40, 24, 16}}, {"/Base/B", 3, {9, 33, 5}}};
  const Constraints constraints{.least = 4, .splits = {true, true, false}, .align = 2};
  const auto result = partition::decompose(zones, 9, constraints);
  CHECK(covers_all(result));
  for (const auto& piece : result.pieces) {
    const auto& zone = result.zones[static_cast<std::size_t>(piece.zone)];
    for (std::size_t d = 0; d < 3; ++d) {
      CHECK(piece.cells.size(d) >= std::min<std::int64_t>(4, zone.cells[d]));
      CHECK(piece.cells.begin[d] % 2 == 0);
    }
    CHECK(piece.cells.size(2) == zone.cells[2]);
  }
}

TEST_CASE("one part of a zone on a rank") {
  const std::vector<ZoneSize> zones = {{"/Base/A", 3, {10, 7, 3}}, {"/Base/B", 3, {11, 2, 3}}};
  const auto result = partition::decompose(zones, 3, {.one_piece_per_zone = true});
  std::set<std::pair<std::int64_t, int>> seen;
  for (const auto& piece : result.pieces) CHECK(seen.emplace(piece.rank, piece.zone).second);
}

TEST_CASE("what cannot be kept is an error that says what can") {
  const std::vector<ZoneSize> zones = {{"/Base/A", 3, {8, 8, 8}}};
  try {
    (void)partition::decompose(zones, 65, {.least = 2});
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()).find("64 parts are possible, not 65") != std::string::npos);
  }
}
