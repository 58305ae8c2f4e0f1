#include "pcgns/partition/plan/nearest.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"

namespace {

using pcgns::partition::Nearest;
using pcgns::partition::OwnedPoint;
using pcgns::partition::PointTree;
using Point = std::array<double, 3>;

double squared(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

}  // namespace

TEST_CASE("the nearest point is found, of equally near ones that with the lowest number") {
  std::mt19937 random(7);
  // Few coordinates, so that many distances are equal.
  std::uniform_int_distribution<int> few(0, 5);
  const auto somewhere = [&] { return Point{few(random) / 2.0, few(random) / 2.0, few(random) / 2.0}; };
  std::vector<OwnedPoint> points;
  for (int i = 0; i < 300; ++i) points.push_back({somewhere(), i, i % 7});
  const PointTree first({points.begin(), points.begin() + 120});
  const PointTree second({points.begin() + 120, points.end()});
  for (int trial = 0; trial < 300; ++trial) {
    auto at = somewhere();
    at[0] += 0.25 * few(random);
    const auto& expected =
        *std::min_element(points.begin(), points.end(), [&](const OwnedPoint& a, const OwnedPoint& b) {
          const auto of_a = squared(a.at, at);
          const auto of_b = squared(b.at, at);
          return of_a != of_b ? of_a < of_b : a.number < b.number;
        });
    Nearest best;
    second.find(at, best);
    first.find(at, best);
    REQUIRE(best.number == expected.number);
    REQUIRE(best.owner == expected.owner);
  }
}

TEST_CASE("points without a place do not hide others") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> somewhere(0, 1);
  const auto nowhere = std::numeric_limits<double>::quiet_NaN();
  std::vector<OwnedPoint> points;
  for (int i = 0; i < 200; ++i) {
    const auto x = i % 2 == 0 ? nowhere : somewhere(random);
    points.push_back({{x, somewhere(random), somewhere(random)}, i, 0});
  }
  const PointTree tree(points);
  for (const auto& point : points) {
    Nearest best;
    tree.find(point.at, best);
    CHECK(best.number == (point.number % 2 == 0 ? std::numeric_limits<std::int64_t>::max() : point.number));
  }
}

TEST_CASE("among no points there is none that is nearest") {
  Nearest best;
  PointTree({}).find({0, 0, 0}, best);
  CHECK(best.owner == -1);
}
