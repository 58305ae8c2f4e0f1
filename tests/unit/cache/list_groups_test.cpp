#include "pcgns/cache/plan/list_groups.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "pcgns/cache/plan/read_ahead.hpp"

namespace {

using namespace pcgns;
using cache::Blocks;
using cache::ListGroups;
using cache::ValueList;

using Indices = std::vector<std::int64_t>;

/// Every entry once, in ascending blocks, in the order of the list within a block.
void require_sound(const ListGroups& groups, const ValueList& list, const Blocks& blocks) {
  std::vector<int> seen(list.indices.size());
  std::int64_t before = -1;
  for (const auto& group : groups.groups()) {
    REQUIRE(group.block > before);
    before = group.block;
    std::int64_t last = -1;
    for (const auto& entry : groups.entries(group)) {
      REQUIRE(blocks.begin(group.block) + entry.place == list.at(entry.position));
      REQUIRE(entry.place + list.size <= blocks.bytes());
      REQUIRE(entry.position > last);
      last = entry.position;
      ++seen[entry.position];
    }
  }
  for (const auto position : groups.divided()) {
    REQUIRE(blocks.of(list.at(position)) != blocks.of(list.at(position) + list.size - 1));
    ++seen[position];
  }
  REQUIRE(std::all_of(seen.begin(), seen.end(), [](int times) { return times == 1; }));
}

}  // namespace

TEST_CASE("Blocks are distributed over ranks in turn") {
  const Blocks blocks{.shift = 6, .ranks = 3};
  CHECK(blocks.bytes() == 64);
  CHECK(blocks.of(64) == 1);
  CHECK(blocks.place(70) == 6);
  CHECK(blocks.owner(blocks.of(63)) == 0);
  CHECK(blocks.owner(blocks.of(64 * 5)) == 2);
}

TEST_CASE("Lists of any order are grouped by block: each entry once, in the order of the list") {
  std::mt19937 dice(3);
  ListGroups groups;
  for (int round = 0; round < 300; ++round) {
    const Blocks blocks{.shift = 6 + static_cast<int>(dice() % 4), .ranks = 3};
    const auto count = dice() % 60;
    const std::int64_t most = round % 3 == 0 ? 1000000 : 200;  // far apart: sorted, near: counted
    Indices indices(count);
    for (auto& index : indices) index = 1 + static_cast<std::int64_t>(dice()) % most;
    if (round % 4 == 0) std::sort(indices.begin(), indices.end());
    const ValueList list{.address = static_cast<std::int64_t>(dice() % 100),
                         .size = std::vector{1, 4, 8}[dice() % 3],
                         .indices = indices};
    groups.assign(list, blocks);
    require_sound(groups, list, blocks);
  }
}

TEST_CASE("The first index outside an array is found") {
  CHECK(cache::first_outside(Indices{1, 5, 3}, 5) == -1);
  CHECK(cache::first_outside(Indices{1, 6, 0}, 5) == 1);
  CHECK(cache::first_outside(Indices{0}, 5) == 0);
  CHECK(cache::first_outside(Indices{}, 0) == -1);
}

TEST_CASE("Read-ahead doubles along a stream and stops where the stream ends") {
  cache::ReadAhead ahead(4);
  CHECK(ahead.after(7).empty());
  CHECK(ahead.after(7).empty());
  CHECK(ahead.after(8) == Range{9, 10});
  CHECK(ahead.after(9) == Range{10, 12});
  CHECK(ahead.after(10) == Range{12, 15});
  CHECK(ahead.after(11) == Range{15, 16});
  CHECK(ahead.after(40).empty());
  CHECK(ahead.after(41) == Range{42, 43});
  cache::ReadAhead never(0);
  CHECK(never.after(1).empty());
  CHECK(never.after(2).empty());
}
