#include "pcgns/verify/check/plan/cell_volume.hpp"

#include <cmath>

#include "catch.hpp"

namespace {

using namespace pcgns::cgns;
using namespace pcgns::verify::check;

constexpr double rounding = 2.3e-16;

Corners box(double a, double b, double c, const Point& at = {}) {
  Corners corners;
  for (std::size_t i = 0; i < 8; ++i) {
    corners[i] = {at[0] + (i & 1 ? a : 0), at[1] + (i & 2 ? b : 0), at[2] + (i & 4 ? c : 0)};
  }
  return corners;
}

bool is_near(const Measure& measure, double value) { return std::abs(measure.value - value) < 1e-8; }

}  // namespace

TEST_CASE("the volume of a box is the product of its edges, with the sign of its hand") {
  CHECK(is_near(volume_of(box(2, 3, 4), rounding), 24));
  CHECK(is_near(volume_of(box(2, -3, 4), rounding), -24));
  CHECK(is_near(volume_of(box(2, 3, 4, {1000, -1000, 1000}), rounding), 24));
  CHECK_FALSE(volume_of(box(1, 1, 1e-9), rounding).is_none());
}

TEST_CASE("a collapsed edge leaves a volume, a collapsed side of opposite corners does not") {
  auto wedge = box(1, 1, 1);
  for (const std::size_t i : {2U, 6U}) wedge[i] = wedge[i - 2];
  CHECK(is_near(volume_of(wedge, rounding), 0.5));
  CHECK(side_area_of(wedge, 0, false, rounding).is_none());
  CHECK_FALSE(side_area_of(wedge, 0, true, rounding).is_none());
  CHECK(volume_of(box(1, 0, 1, {1, 1, 1}), rounding).is_none());
  CHECK(volume_of(box(1, 1e-17, 1, {1, 1, 1}), rounding).is_none());
}

TEST_CASE("coordinates that are not numbers make no volume") {
  auto corners = box(1, 1, 1);
  corners[3][1] = NAN;
  CHECK(volume_of(corners, rounding).is_none());
}

TEST_CASE("areas have a sign in a plane only") {
  CHECK(is_near(area_of(box(2, 3, 0), true, rounding), 6));
  CHECK(is_near(area_of(box(2, -3, 0), true, rounding), -6));
  CHECK(is_near(area_of(box(2, -3, 0), false, rounding), 6));
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(is_near(side_area_of(box(2, 3, 4), axis, true, rounding), 24 / (2.0 + axis)));
  }
}
