#include "pcgns/partition/plan/box_cutter.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;
using partition::Block;
using partition::BoxCutter;
using partition::Constraints;
using partition::Patch;

bool fills(const std::vector<Block>& boxes, const Block& cells) {
  std::int64_t count = 0;
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    if (boxes[a].empty() || plan::intersect(boxes[a], cells) != boxes[a]) return false;
    count += boxes[a].count();
    for (std::size_t b = a + 1; b < boxes.size(); ++b) {
      if (!plan::intersect(boxes[a], boxes[b]).empty()) return false;
    }
  }
  return count == cells.count();
}

bool splits_any(const std::vector<Block>& boxes, const std::vector<Patch>& patches) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const Block& box) {
    return std::any_of(patches.begin(), patches.end(),
                       [&](const Patch& patch) { return partition::splits(box, patch); });
  });
}

Patch random_patch(std::mt19937& random, const Block& cells) {
  Patch patch{.name = "BC"};
  const auto normal = random() % 3;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = static_cast<unsigned>(cells.size(d));
    const auto first = static_cast<std::int64_t>(random() % size);
    patch.begin[d] = first;
    patch.end[d] =
        first + 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(cells.size(d) - first));
  }
  patch.begin[normal] = patch.end[normal] = random() % 2 == 0 ? 0 : cells.end[normal];
  return patch;
}

}  // namespace

TEST_CASE("a box splits a patch if it has some of its faces only") {
  const Patch wall{.name = "Wall", .begin = {0, 2, 0}, .end = {4, 2, 4}};
  CHECK_FALSE(partition::splits({{0, 0, 0}, {4, 2, 4}}, wall));
  CHECK_FALSE(partition::splits({{0, 2, 0}, {4, 5, 4}}, wall));
  CHECK(partition::splits({{0, 0, 0}, {3, 2, 4}}, wall));
  CHECK_FALSE(partition::splits({{0, 0, 0}, {3, 1, 4}}, wall));  // does not reach it
  CHECK_FALSE(partition::splits({{4, 0, 0}, {6, 2, 4}}, wall));  // has an edge of it alone
}

TEST_CASE("as many boxes as are said to be possible, and no patch is split") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    Block cells;
    for (auto& end : cells.end) end = 1 + static_cast<std::int64_t>(random() % 9);
    std::vector<Patch> patches;
    for (auto count = random() % 5; count > 0; --count) patches.push_back(random_patch(random, cells));
    const Constraints constraints{.least = 1 + static_cast<std::int64_t>(random() % 2),
                                  .splits = {true, random() % 4 != 0, true},
                                  .align = 1 + static_cast<std::int64_t>(random() % 2)};
    const BoxCutter cutter(constraints, patches);
    const auto most = cutter.most(cells);
    for (const auto count : {std::int64_t{1}, std::min<std::int64_t>(most, 2), (most + 1) / 2, most}) {
      CAPTURE(trial, most, count);
      const auto boxes = cutter.cut(cells, count);
      REQUIRE(std::ssize(boxes) == count);
      CHECK(fills(boxes, cells));
      CHECK_FALSE(splits_any(boxes, patches));
    }
    const auto [first, second] = cutter.slice(cells, 0.5);
    const std::vector<Block> slabs = second.empty() ? std::vector{first} : std::vector{first, second};
    CHECK(fills(slabs, cells));
    CHECK_FALSE(splits_any(slabs, patches));
  }
}

TEST_CASE("a wall stays whole, and what is away from it is cut freely") {
  const std::vector<Patch> patches = {{.name = "Wall", .begin = {0, 0, 0}, .end = {16, 0, 16}}};
  const Block cells = {{0, 0, 0}, {16, 16, 16}};
  const Constraints constraints;
  const BoxCutter cutter(constraints, patches);
  CHECK(cutter.most(cells) == 15 * 16 * 16 + 1);
  const auto boxes = cutter.cut(cells, 4);
  CHECK_FALSE(splits_any(boxes, patches));
  for (const auto& box : boxes) CHECK(static_cast<double>(box.count()) <= 1.05 * 1024);
}

TEST_CASE("where all sides have conditions there is one box") {
  std::vector<Patch> patches;
  for (std::size_t d = 0; d < 3; ++d) {
    for (const std::int64_t plane : {0, 8}) {
      Patch patch{.name = "Side", .begin = {0, 0, 0}, .end = {8, 8, 8}};
      patch.begin[d] = patch.end[d] = plane;
      patches.push_back(patch);
    }
  }
  CHECK(BoxCutter({}, patches).most({{0, 0, 0}, {8, 8, 8}}) == 1);
}
