#include "pcgns/kernel/orders.hpp"

#include <cstdlib>
#include <limits>
#include <map>

#include "catch.hpp"

namespace {

using namespace pcgns::kernel;

constexpr std::uint32_t top = std::numeric_limits<std::uint32_t>::max();

}  // namespace

TEST_CASE("a grid has the same step in all directions") {
  const SpaceGrid grid({0, -1, 5}, {2, 0, 5});
  CHECK(grid.at({0, -1, 5}) == GridPoint{0, 0, 0});
  CHECK(grid.at({2, 0, 5}) == GridPoint{top, top / 2, 0});
  CHECK(grid.at({7, -3, 5}) == GridPoint{top, 0, 0});
}

TEST_CASE("what is no number lies at the origin") {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  const SpaceGrid grid({0, nan, -infinity}, {1, 1, infinity});
  CHECK(grid.at({nan, nan, nan}) == GridPoint{0, 0, 0});
  CHECK(grid.at({1, 0, 0})[0] == top);
  CHECK(SpaceGrid({3, 3, 3}, {3, 3, 3}).at({3, 4, 5}) == GridPoint{0, 0, 0});
  CHECK(SpaceGrid({infinity, 0, 0}, {-infinity, 0, 0}).at({1, 1, 1}) == GridPoint{0, 0, 0});
}

TEST_CASE("Hilbert's curve goes through every point, always to a neighbour") {
  std::map<std::uint64_t, GridPoint> places;
  constexpr std::uint32_t n = 8;
  for (std::uint32_t k = 0; k < n; ++k)
    for (std::uint32_t j = 0; j < n; ++j)
      for (std::uint32_t i = 0; i < n; ++i) places[hilbert_place({i << 29, j << 29, k << 29})] = {i, j, k};
  REQUIRE(places.size() == n * n * n);
  const GridPoint* before = nullptr;
  for (const auto& [place, point] : places) {
    int distance = 0;
    for (std::size_t d = 0; before != nullptr && d < 3; ++d)
      distance += std::abs(static_cast<int>(point[d]) - static_cast<int>((*before)[d]));
    CHECK(distance == (before == nullptr ? 0 : 1));
    before = &point;
  }
}
