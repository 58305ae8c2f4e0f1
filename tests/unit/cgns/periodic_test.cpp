#include "pcgns/cgns/interfaces.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"

namespace {

using namespace pcgns;
using cgns::Point;

cgns::Node join(const std::vector<double>& angle, const std::vector<double>& translation) {
  const auto count = static_cast<std::int64_t>(angle.size());
  cgns::Node periodic{.name = "Periodic", .label = "Periodic_t"};
  periodic.children = {
      cgns::real_node("RotationCenter", "DataArray_t", {count}, std::vector<double>(angle.size(), 1)),
      cgns::real_node("RotationAngle", "DataArray_t", {count}, angle, cgns::DataType::R4),
      cgns::real_node("Translation", "DataArray_t", {count}, translation)};
  cgns::Node property{.name = "GridConnectivityProperty", .label = "GridConnectivityProperty_t"};
  property.children = {periodic};
  cgns::Node node{.name = "Join", .label = "GridConnectivity1to1_t"};
  node.children = {property};
  return node;
}

bool is_near(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 1e-6;
}

}  // namespace

TEST_CASE("a periodic motion turns about its centre, then moves") {
  const auto motion = cgns::motion_of(join({0, 0, 90}, {0, 0, 5}), std::numbers::pi / 180);
  REQUIRE(motion);
  CHECK(is_near(motion->moved({2, 1, 0}), {1, 2, 5}));
  const auto radians = cgns::motion_of(join({std::numbers::pi / 2, 0, 0}, {0, 0, 0}), 1);
  CHECK(is_near(radians->moved({3, 2, 1}), {3, 1, 2}));
}

TEST_CASE("in a plane the angle is about z") {
  const auto motion = cgns::motion_of(join({std::numbers::pi, 0}, {0, 0}), 1);
  CHECK(is_near(motion->moved({2, 2, 0}), {0, 0, 0}));
}

TEST_CASE("a motion is undone by the opposite angle and translation only") {
  const auto motion = cgns::motion_of(join({0, 0.3, 0}, {1, 2, 3}), 1);
  CHECK(motion->undoes(*cgns::motion_of(join({0, -0.3, 0}, {-1, -2, -3}), 1)));
  CHECK_FALSE(motion->undoes(*motion));
  CHECK_FALSE(motion->undoes(*cgns::motion_of(join({0, -0.3, 0}, {-1, -2, 0}), 1)));
}

TEST_CASE("a connection without Periodic_t has no motion, and the units say what an angle is") {
  CHECK_FALSE(cgns::motion_of(cgns::Node{}, 1));
  cgns::Node base;
  CHECK_FALSE(cgns::radians_per_unit(base));
  base.children = {cgns::table_node("DimensionalUnits", "DimensionalUnits_t", {32, 5},
                                    {"Kilogram", "Meter", "Second", "Kelvin", "Degree"})};
  CHECK(cgns::radians_per_unit(base) == std::numbers::pi / 180);
}
