#include "pcgns/plan/readers.hpp"

#include "catch.hpp"

namespace {

using pcgns::plan::readers_among;

using Ranks = std::vector<int>;

TEST_CASE("without limits, and with limits that none exceeds, all ranks read", "[plan]") {
  const Ranks nodes = {0, 0, 2, 2};
  CHECK(readers_among({}, nodes).empty());
  CHECK(readers_among({.ranks = 4}, nodes).empty());
  CHECK(readers_among({.ranks = 9, .per_node = 2}, nodes).empty());
  CHECK(readers_among({.ranks = 1}, Ranks{0}).empty());
}

TEST_CASE("few readers are spread over the nodes, then over the ranks of each", "[plan]") {
  const Ranks nodes = {0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8};
  CHECK(readers_among({.ranks = 1}, nodes) == Ranks{0});
  CHECK(readers_among({.ranks = 2}, nodes) == Ranks{0, 4});
  CHECK(readers_among({.ranks = 3}, nodes) == Ranks{0, 4, 8});
  CHECK(readers_among({.ranks = 6}, nodes) == Ranks{0, 2, 4, 6, 8, 10});
  CHECK(readers_among({.ranks = 4}, nodes) == Ranks{0, 2, 4, 8});
  const Ranks four = {0, 0, 2, 2, 4, 4, 6, 6};
  CHECK(readers_among({.ranks = 2}, four) == Ranks{0, 4});
}

TEST_CASE("a node has no more readers than its limit, nor than ranks", "[plan]") {
  const Ranks nodes = {0, 0, 0, 0, 4, 5, 5};
  CHECK(readers_among({.per_node = 1}, nodes) == Ranks{0, 4, 5});
  CHECK(readers_among({.ranks = 6, .per_node = 2}, nodes) == Ranks{0, 2, 4, 5, 6});
  CHECK(readers_among({.ranks = 6}, nodes) == Ranks{0, 1, 2, 4, 5, 6});
}

TEST_CASE("ranks of a node need not be neighbours", "[plan]") {
  CHECK(readers_among({.per_node = 1}, Ranks{0, 1, 0, 1, 0}) == Ranks{0, 1});
  CHECK(readers_among({.per_node = 2}, Ranks{0, 1, 0, 1, 0}) == Ranks{0, 1, 2, 3});
}

}  // namespace
