#include "pcgns/base/range.hpp"

#include <numeric>
#include <random>
#include <set>

#include "catch.hpp"

namespace {

using namespace pcgns;
using Extents = std::vector<std::int64_t>;

/// The elements of a box, counted in storage order of an array of `extents`.
std::vector<std::int64_t> elements_of(const Hyperslab& slab, const Extents& extents) {
  std::vector<std::int64_t> elements = {0};
  for (std::size_t i = 0; i < extents.size(); ++i) {
    std::vector<std::int64_t> next;
    for (const auto element : elements) {
      for (std::int64_t k = 0; k < slab.count[i]; ++k)
        next.push_back(element * extents[i] + slab.start[i] + k);
    }
    elements = std::move(next);
  }
  return elements;
}

bool is_inside(const Hyperslab& slab, const Extents& extents) {
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (slab.start[i] < 0 || slab.count[i] < 1 || slab.start[i] + slab.count[i] > extents[i]) return false;
  }
  return slab.start.size() == extents.size() && slab.count.size() == extents.size();
}

void check_slabs(Range flat, const Extents& extents) {
  CAPTURE(flat.begin, flat.end, extents);
  const auto slabs = slabs_of(flat, extents);
  std::vector<std::int64_t> covered;
  for (const auto& slab : slabs) {
    REQUIRE(is_inside(slab, extents));
    const auto elements = elements_of(slab, extents);
    covered.insert(covered.end(), elements.begin(), elements.end());
  }
  std::vector<std::int64_t> expected(static_cast<std::size_t>(flat.size()));
  std::iota(expected.begin(), expected.end(), flat.begin);
  CHECK(covered == expected);
  CHECK(slabs.size() <= 2 * extents.size() - 1);
}

std::set<std::int64_t> as_set(const std::vector<Range>& ranges) {
  std::set<std::int64_t> result;
  for (const auto range : ranges) {
    for (auto i = range.begin; i < range.end; ++i) result.insert(i);
  }
  return result;
}

/// Sorted, disjoint, none empty, and none touches the next.
bool is_united(const std::vector<Range>& ranges) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i].empty() || (i > 0 && ranges[i - 1].end >= ranges[i].begin)) return false;
  }
  return true;
}

class Dice {
 public:
  std::int64_t roll(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(engine_);
  }

  std::vector<Range> ranges(int most) {
    std::vector<Range> result(static_cast<std::size_t>(roll(0, most)));
    for (auto& range : result) {
      range.begin = roll(0, 40);
      range.end = range.begin + roll(0, 8);
    }
    return result;
  }

 private:
  std::mt19937 engine_{7};
};

}  // namespace

TEST_CASE("a range has a size, and what two have in common") {
  CHECK(Range{3, 7}.size() == 4);
  CHECK(Range{3, 3}.empty());
  CHECK(intersect({0, 5}, {3, 9}) == Range{3, 5});
  CHECK(intersect({0, 3}, {3, 9}).empty());
}

TEST_CASE("slabs hold a piece of an array, in order") {
  check_slabs({0, 24}, {2, 3, 4});  // All of it: one box.
  check_slabs({4, 8}, {2, 3, 4});   // A row.
  check_slabs({1, 35}, {3, 3, 4});  // The most boxes.
  check_slabs({5, 5}, {2, 3, 4});   // Nothing.
  check_slabs({0, 10}, {10});
  CHECK(slabs_of({0, 24}, {2, 3, 4}).size() == 1);
  CHECK(slabs_of({1, 35}, {3, 3, 4}).size() == 5);
}

TEST_CASE("slabs hold any piece of any array") {
  Dice dice;
  for (int attempt = 0; attempt < 3000; ++attempt) {
    Extents extents(static_cast<std::size_t>(dice.roll(1, 4)));
    for (auto& extent : extents) extent = dice.roll(1, 5);
    const auto count = std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
    const auto begin = dice.roll(0, count);
    check_slabs({begin, dice.roll(begin, count)}, extents);
  }
}

TEST_CASE("united ranges cover the same, each thing once") {
  CHECK(united({{5, 7}, {1, 3}, {3, 5}, {9, 9}}) == std::vector<Range>{{1, 7}});
  Dice dice;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const auto ranges = dice.ranges(6);
    const auto result = united(ranges);
    CHECK(is_united(result));
    CHECK(as_set(result) == as_set(ranges));
  }
}

TEST_CASE("ranges that are nearly neighbours are united with what lies between") {
  CHECK(united({{5, 7}, {0, 2}, {20, 21}}, 3) == std::vector<Range>{{0, 7}, {20, 21}});
  CHECK(united({{5, 7}, {0, 2}, {20, 21}}, 2) == std::vector<Range>{{0, 2}, {5, 7}, {20, 21}});
  Dice dice;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const auto ranges = united(dice.ranges(6));
    const auto gap = dice.roll(0, 5);
    auto expected = as_set(ranges);
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      if (ranges[i].begin - ranges[i - 1].end > gap) continue;
      for (auto byte = ranges[i - 1].end; byte < ranges[i].begin; ++byte) expected.insert(byte);
    }
    const auto result = united(ranges, gap);
    CHECK(is_united(result));
    CHECK(as_set(result) == expected);
  }
}

TEST_CASE("what is left of a range is what is not taken") {
  CHECK(without({0, 10}, {{2, 4}, {6, 20}}) == std::vector<Range>{{0, 2}, {4, 6}});
  CHECK(without({0, 10}, {{0, 10}}).empty());
  Dice dice;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Range whole{dice.roll(0, 20), dice.roll(20, 50)};
    const auto taken = united(dice.ranges(6));
    auto expected = as_set({whole});
    for (const auto element : as_set(taken)) expected.erase(element);
    CHECK(as_set(without(whole, taken)) == expected);
  }
}
