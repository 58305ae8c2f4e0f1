#include "pcgns/kernel/cell_volume.hpp"

#include <array>
#include <random>
#include <vector>

#include "catch.hpp"
#include "pcgns/cgns/elements.hpp"

using namespace pcgns;
using cgns::Shape;
using kernel::Point;

namespace {

/// The unit cube, and what of it are the corners of the other shapes.
constexpr std::array<Point, 8> cube = {
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

std::vector<Point> corners_of(Shape shape) {
  switch (shape) {
    case Shape::tetrahedron:
      return {cube[0], cube[1], cube[3], cube[4]};
    case Shape::pyramid:
      return {cube[0], cube[1], cube[2], cube[3], cube[4]};
    case Shape::prism:
      return {cube[0], cube[1], cube[3], cube[4], cube[5], cube[7]};
    default:
      return {cube.begin(), cube.end()};
  }
}

double volume_of(Shape shape, const Point* corners) {
  switch (shape) {
    case Shape::tetrahedron:
      return kernel::tetrahedron_volume(corners);
    case Shape::pyramid:
      return kernel::pyramid_volume(corners);
    case Shape::prism:
      return kernel::prism_volume(corners);
    default:
      return kernel::hexahedron_volume(corners);
  }
}

/// By the sides, each as two triangles in both ways.
double volume_by_sides(Shape shape, const std::vector<Point>& corners) {
  double volume = 0;
  const auto cone = [](Point a, Point b, Point c) { return kernel::dot(a, kernel::cross(b, c)) / 6; };
  for (const auto& side : cgns::facts_of(shape).sides) {
    const auto at = [&](std::size_t k) { return corners[static_cast<std::size_t>(side.corner[k])]; };
    if (side.nodes == 3) {
      volume += cone(at(0), at(1), at(2));
    } else {
      volume += (cone(at(0), at(1), at(2)) + cone(at(0), at(2), at(3)) + cone(at(1), at(2), at(3)) +
                 cone(at(1), at(3), at(0))) /
                2;
    }
  }
  return volume;
}

}  // namespace

TEST_CASE("volumes of linear elements are positive and right") {
  const std::vector<std::pair<Shape, double>> expected = {
      {Shape::tetrahedron, 1.0 / 6}, {Shape::pyramid, 1.0 / 3}, {Shape::prism, 0.5}, {Shape::hexahedron, 1}};
  for (const auto& [shape, volume] : expected)
    CHECK(volume_of(shape, corners_of(shape).data()) == Approx(volume));
}

TEST_CASE("volumes are those within the sides, also of bent elements") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> shift(-0.3, 0.3);
  for (const auto shape : {Shape::tetrahedron, Shape::pyramid, Shape::prism, Shape::hexahedron}) {
    auto corners = corners_of(shape);
    for (auto& corner : corners) corner = corner + Point{shift(random), shift(random), shift(random)};
    CHECK(volume_of(shape, corners.data()) == Approx(volume_by_sides(shape, corners)));
  }
}

TEST_CASE("a face adds its area and the cone over it") {
  const std::vector<Point> top = {cube[4], cube[5], cube[6], cube[7]};
  const auto share = kernel::share_of(top);
  CHECK(share.area.z == Approx(1));
  CHECK(share.volume == Approx(1.0 / 3));
  CHECK(kernel::quadrangle_area(top.data()).z == Approx(1));
  CHECK(kernel::triangle_area(top.data()).z == Approx(0.5));
}
