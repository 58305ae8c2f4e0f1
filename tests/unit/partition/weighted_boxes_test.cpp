#include "pcgns/partition/plan/weighted_boxes.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "catch.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::partition;

using Weight = std::function<std::int64_t(std::int64_t i, std::int64_t j, std::int64_t k)>;

std::int64_t sum_over(const Block& box, const Weight& weight,
                      const std::function<void(Index3, std::int64_t)>& add) {
  std::int64_t sum = 0;
  for (auto k = box.begin[2]; k < box.end[2]; ++k) {
    for (auto j = box.begin[1]; j < box.end[1]; ++j) {
      for (auto i = box.begin[0]; i < box.end[0]; ++i) {
        sum += weight(i, j, k);
        add({i, j, k}, weight(i, j, k));
      }
    }
  }
  return sum;
}

PlaneWeights planes_of(const Block& box, const Weight& weight) {
  PlaneWeights planes;
  for (std::size_t d = 0; d < 3; ++d) planes[d].assign(static_cast<std::size_t>(box.size(d)), 0);
  sum_over(box, weight, [&](const Index3& cell, std::int64_t value) {
    for (std::size_t d = 0; d < 3; ++d) planes[d][static_cast<std::size_t>(cell[d] - box.begin[d])] += value;
  });
  return planes;
}

/// The pieces of one zone for `shares`. Checks that they fill it, and know their weights.
std::vector<StructuredPiece> cut(const ZoneSize& zone, const std::vector<PieceSize>& shares,
                                 const Weight& weight, const Constraints& constraints = {}) {
  const std::vector<ZoneSize> zones = {zone};
  const PieceSizes sizes = {shares};
  WeightedBoxes boxes(zones, sizes, constraints);
  while (!boxes.open().empty()) {
    std::vector<PlaneWeights> planes;
    for (const auto& box : boxes.open()) planes.push_back(planes_of(box.cells, weight));
    boxes.take(planes);
  }
  auto pieces = boxes.take_pieces();
  std::int64_t cells = 0;
  for (const auto& piece : pieces) {
    cells += piece.cells.count();
    CHECK(piece.weight == sum_over(piece.cells, weight, [](Index3, std::int64_t) {}));
    for (const auto& other : pieces)
      CHECK((&piece == &other || plan::intersect(piece.cells, other.cells).empty()));
  }
  CHECK(cells == zone.cell_count());
  return pieces;
}

/// Equal shares of the whole weight.
std::vector<PieceSize> equal_shares(const ZoneSize& zone, std::int64_t parts, const Weight& weight) {
  const auto total = sum_over({{0, 0, 0}, zone.cells}, weight, [](Index3, std::int64_t) {});
  std::vector<PieceSize> shares;
  for (std::int64_t rank = 0; rank < parts; ++rank)
    shares.push_back({rank, total * (rank + 1) / parts - total * rank / parts});
  return shares;
}

double most_over_share(const std::vector<StructuredPiece>& pieces, const std::vector<PieceSize>& shares) {
  double most = 0;
  for (const auto& piece : pieces) {
    const auto share = shares[static_cast<std::size_t>(piece.rank)].cells;
    most = std::max(most, static_cast<double>(piece.weight) / static_cast<double>(share));
  }
  return most;
}

}  // namespace

TEST_CASE("boxes have the weights of their shares") {
  const ZoneSize zone{.path = "/Base/Zone", .cells = {40, 32, 24}};
  const Weight near_wall = [](std::int64_t, std::int64_t j, std::int64_t) { return 1000 / (1 + j); };
  const Weight corner = [](std::int64_t i, std::int64_t j, std::int64_t k) { return i * i + j * k; };
  for (const auto& weight : {near_wall, corner}) {
    for (const std::int64_t parts : {2, 3, 7, 16}) {
      const auto shares = equal_shares(zone, parts, weight);
      CHECK(most_over_share(cut(zone, shares, weight), shares) < 1.15);
    }
  }
  const Weight same = [](std::int64_t, std::int64_t, std::int64_t) { return 1; };
  const std::vector<PieceSize> unequal = {{0, 15360}, {1, 10240}, {2, 5120}};
  CHECK(most_over_share(cut(zone, unequal, same), unequal) < 1.05);
}

TEST_CASE("weighted boxes keep the constraints") {
  const ZoneSize zone{.path = "/Base/Zone", .cells = {32, 32, 8}};
  const Weight steep = [](std::int64_t i, std::int64_t, std::int64_t) { return i == 0 ? 1000 : 1; };
  const Constraints constraints{.least = 4, .splits = {true, true, false}, .align = 4};
  for (const auto& piece : cut(zone, equal_shares(zone, 6, steep), steep, constraints)) {
    CHECK(piece.cells.size(2) == 8);
    for (std::size_t d = 0; d < 2; ++d) {
      CHECK(piece.cells.begin[d] % 4 == 0);
      CHECK(piece.cells.size(d) >= 4);
    }
  }
}

TEST_CASE("a zone with fewer cells than shares leaves ranks empty") {
  const ZoneSize zone{.path = "/Base/Zone", .cells = {2, 1, 1}};
  const Weight none = [](std::int64_t, std::int64_t, std::int64_t) { return 0; };
  CHECK(cut(zone, {{0, 0}, {4, 0}}, none).size() == 2);
  const Weight heavy = [](std::int64_t i, std::int64_t, std::int64_t) { return 1 + 9 * i; };
  const auto pieces = cut(zone, equal_shares(zone, 7, heavy), heavy);
  CHECK(pieces.size() == 2);
  CHECK(pieces.front().rank == 0);
}
