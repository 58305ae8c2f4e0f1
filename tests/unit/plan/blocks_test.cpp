#include "pcgns/plan/blocks.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "catch.hpp"
#include "fileset/evaluate.hpp"

using namespace pcgns;
using namespace pcgns::plan;

namespace {

Block random_block(std::mt19937& random, std::int64_t most) {
  Block block;
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] = static_cast<std::int64_t>(random() % 7) - 1;
    block.end[d] =
        block.begin[d] + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  }
  return block;
}

using Counts = std::map<Index3, int>;

void count(Counts& counts, const Block& block) {
  for (const auto& point : test::points_of(block)) ++counts[point];
}

}  // namespace

TEST_CASE("a block without another one is disjoint blocks that fill it up") {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const auto whole = random_block(random, 4);
    const auto taken = random_block(random, 4);
    Counts counts;
    for (const auto& piece : minus(whole, taken)) count(counts, piece);
    const auto common = intersect(whole, taken);
    if (!common.empty()) count(counts, common);
    Counts expected;
    count(expected, whole);
    CHECK(counts == expected);
  }
}

TEST_CASE("each point is brought once, and shared once by each later block") {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    std::vector<Block> blocks;
    for (int b = 0; b < 6; ++b) blocks.push_back(random_block(random, 4));
    blocks.push_back({{3, 3, 3}, {3, 5, 5}});  // Empty.
    Counts fresh;
    std::vector<Counts> of_block(blocks.size());
    Counts there;
    for (const auto& share : shares(blocks)) {
      count(of_block[static_cast<std::size_t>(share.block)], share.what);
      for (const auto& point : test::points_of(share.what)) {
        CHECK(share.shared == (there[point] > 0));
        if (!share.shared) ++fresh[point];
      }
      count(there, share.what);
    }
    for (const auto& [point, times] : fresh) CHECK(times == 1);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      Counts expected;
      count(expected, blocks[b]);
      CHECK(of_block[b] == expected);
    }
  }
}

TEST_CASE("blocks that fill a block without a hole are that block") {
  CHECK(united_block({{{0, 0, 0}, {2, 4, 1}}, {{1, 0, 0}, {5, 4, 1}}}) == Block{{0, 0, 0}, {5, 4, 1}});
  CHECK(united_block({{{0, 0, 0}, {2, 4, 1}}, {{2, 0, 0}, {5, 3, 1}}}) == std::nullopt);
  CHECK(united_block({{{0, 0, 0}, {2, 4, 1}}, {{3, 0, 0}, {5, 4, 1}}}) == std::nullopt);
  CHECK(united_block({}) == std::nullopt);
  CHECK(united_block({{{0, 0, 0}, {0, 4, 1}}}) == std::nullopt);
  // A pinwheel, which no cut through all of it parts.
  CHECK(united_block({{{0, 0, 0}, {2, 1, 1}},
                      {{2, 0, 0}, {3, 2, 1}},
                      {{1, 2, 0}, {3, 3, 1}},
                      {{0, 1, 0}, {1, 3, 1}},
                      {{1, 1, 0}, {2, 2, 1}}}) == Block{{0, 0, 0}, {3, 3, 1}});
}

TEST_CASE("neighbours become one block") {
  const auto blocks = coalesced({{{0, 0, 0}, {3, 3, 1}}, {{2, 0, 0}, {5, 3, 1}}, {{0, 2, 0}, {5, 5, 1}}}, 1);
  CHECK(blocks == std::vector<Block>{{{0, 0, 0}, {5, 5, 1}}});
  // Side by side, but without a plane in common.
  CHECK(coalesced({{{0, 0, 0}, {3, 3, 1}}, {{3, 0, 0}, {5, 3, 1}}}, 1).size() == 2);
  CHECK(coalesced({{{0, 0, 0}, {3, 3, 1}}, {{3, 0, 0}, {5, 3, 1}}}, 0).size() == 1);
  // An L stays two.
  CHECK(coalesced({{{0, 0, 0}, {3, 3, 1}}, {{2, 0, 0}, {5, 2, 1}}}, 1).size() == 2);
}

TEST_CASE("ten thousand parts have few shares, and each point is in one that is not shared") {
  std::vector<Block> blocks;
  for (std::int64_t k = 0; k < 20; ++k) {
    for (std::int64_t j = 0; j < 20; ++j) {
      for (std::int64_t i = 0; i < 25; ++i) {
        blocks.push_back({{10 * i, 8 * j, 6 * k}, {10 * i + 11, 8 * j + 9, 6 * k + 7}});
      }
    }
  }
  // One that is thin and long meets a few of them only.
  blocks.push_back({{0, 0, 0}, {251, 1, 1}});
  const auto all = shares(blocks);
  CHECK(all.size() < 8 * blocks.size());
  std::int64_t count = 0;
  for (const auto& share : all) count += share.shared ? 0 : share.what.count();
  CHECK(count == 251 * 161 * 121);
}
