#include "pcgns/partition/piece_index.hpp"

#include <numeric>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns::partition;

std::int64_t below(std::mt19937& random, std::int64_t end) {
  return static_cast<std::int64_t>(random() % static_cast<unsigned>(end));
}

Block random_box(std::mt19937& random, std::int64_t extent, std::int64_t least) {
  Block box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.begin[d] = below(random, extent);
    box.end[d] = box.begin[d] + least + below(random, 4);
  }
  return box;
}

bool touch(const Block& a, const Block& b) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (a.begin[d] > b.end[d] || b.begin[d] > a.end[d]) return false;
  }
  return true;
}

std::vector<int> all_of(const std::vector<StructuredPiece>& pieces) {
  std::vector<int> members(pieces.size());
  std::iota(members.begin(), members.end(), 0);
  return members;
}

}  // namespace

TEST_CASE("the parts that touch a box are those that a look at all parts finds") {
  std::mt19937 random(5);
  for (const int count : {0, 1, 7, 8, 9, 100, 1000}) {
    std::vector<StructuredPiece> pieces;
    for (int i = 0; i < count; ++i) pieces.push_back({.cells = random_box(random, 40, 1)});
    const PieceIndex index(pieces, all_of(pieces));
    for (int trial = 0; trial < 50; ++trial) {
      const auto box = random_box(random, 45, 0);
      std::vector<int> expected;
      for (int i = 0; i < count; ++i) {
        if (touch(pieces[static_cast<std::size_t>(i)].cells, box)) expected.push_back(i);
      }
      CHECK(index.touching(box) == expected);
    }
  }
}

TEST_CASE("every cell has an owner, and a vertex at the end has one too") {
  std::vector<StructuredPiece> pieces;
  for (std::int64_t k = 0; k < 3; ++k) {
    for (std::int64_t i = 0; i < 4; ++i)
      pieces.push_back({.cells = {{2 * i, 0, 3 * k}, {2 * i + 2, 5, 3 * k + 3}}});
  }
  const PieceIndex index(pieces, all_of(pieces));
  CHECK(index.owner_of({3, 4, 5}) == 5);
  CHECK(index.owner_of({0, 0, 0}) == 0);
  CHECK(index.owner_of({8, 5, 9}) == 11);
  CHECK(index.owner_of({8, 0, 0}) == 3);
  CHECK_FALSE(index.owner_of({9, 0, 0}));
}
