#include "pcgns/verify/check/plan/structured_patches.hpp"

#include <random>

#include "catch.hpp"

namespace {

using namespace pcgns;
using verify::check::Rectangle;

using Grid = std::vector<std::vector<int>>;

void paint(Grid& grid, const Rectangle& rectangle) {
  for (auto y = rectangle.y.begin; y < rectangle.y.end; ++y) {
    for (auto x = rectangle.x.begin; x < rectangle.x.end; ++x) {
      if (y < 0 || x < 0 || y >= std::ssize(grid) || x >= std::ssize(grid[0])) continue;
      ++grid[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
    }
  }
}

Grid painted(std::int64_t width, std::int64_t height, const std::vector<Rectangle>& rectangles) {
  Grid grid(static_cast<std::size_t>(height), std::vector<int>(static_cast<std::size_t>(width)));
  for (const auto& rectangle : rectangles) paint(grid, rectangle);
  return grid;
}

}  // namespace

TEST_CASE("a side without patches is bare, and one with a patch of its size is not") {
  const Rectangle whole{{0, 5}, {0, 3}};
  CHECK(verify::check::coverage(whole, {}).none == std::vector{whole});
  const std::vector patches = {Rectangle{{-2, 9}, {0, 3}}};
  const auto found = verify::check::coverage(whole, patches);
  CHECK(found.none.empty());
  CHECK(found.twice.empty());
}

TEST_CASE("gaps and overlaps are few rectangles") {
  const Rectangle whole{{0, 1000000}, {0, 1000000}};
  const std::vector patches = {Rectangle{{0, 1000000}, {0, 600000}},
                               Rectangle{{0, 400000}, {500000, 1000000}}};
  const auto found = verify::check::coverage(whole, patches);
  CHECK(found.none == std::vector{Rectangle{{400000, 1000000}, {600000, 1000000}}});
  CHECK(found.twice == std::vector{Rectangle{{0, 400000}, {500000, 600000}}});
}

TEST_CASE("any rectangles are covered as if each square were looked at") {
  std::mt19937 random(7);
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(random() % std::uint64_t(end));
  };
  for (int round = 0; round < 300; ++round) {
    const auto width = 1 + below(9);
    const auto height = 1 + below(9);
    std::vector<Rectangle> patches(static_cast<std::size_t>(below(7)));
    for (auto& patch : patches) {
      patch.x.begin = below(width);
      patch.x.end = patch.x.begin + below(width + 1 - patch.x.begin);
      patch.y.begin = below(height);
      patch.y.end = patch.y.begin + below(height + 1 - patch.y.begin);
    }
    const auto found = verify::check::coverage({{0, width}, {0, height}}, patches);
    const auto depth = painted(width, height, patches);
    const auto none = painted(width, height, found.none);
    const auto twice = painted(width, height, found.twice);
    bool same = true;
    for (std::size_t y = 0; y < depth.size(); ++y) {
      for (std::size_t x = 0; x < depth[y].size(); ++x) {
        same = same && none[y][x] == (depth[y][x] == 0 ? 1 : 0) && twice[y][x] == (depth[y][x] > 1 ? 1 : 0);
      }
    }
    REQUIRE(same);
  }
}

TEST_CASE("squares in any order become few rectangles, each as often as it was there") {
  std::vector<Rectangle> squares;
  for (std::int64_t y = 0; y < 4; ++y) {
    for (std::int64_t x = 6; x-- > 0;) squares.push_back({{x, x + 1}, {y, y + 1}});
  }
  CHECK(verify::check::merged(squares) == std::vector{Rectangle{{0, 6}, {0, 4}}});
  squares.push_back({{2, 3}, {1, 2}});
  CHECK(painted(6, 4, verify::check::merged(squares)) == painted(6, 4, squares));
}
