#include "pcgns/kernel/cell_volume.hpp"

namespace pcgns::kernel {

namespace {

constexpr double det(Point a, Point b, Point c) { return dot(a, cross(b, c)); }

/// 24 times the volume of the cone with its apex at the origin over a quadrilateral.
constexpr double cone(Point a, Point b, Point c, Point d) { return dot(cross(c - a, d - b), a + b + c + d); }

/// Six times the volume of a tetrahedron.
constexpr double six_fold(Point a, Point b, Point c, Point d) { return det(b - a, c - a, d - a); }

}  // namespace

FaceShare share_of(std::span<const Point> polygon) {
  Point middle;
  for (const auto& corner : polygon) middle = middle + corner;
  middle = (1.0 / static_cast<double>(polygon.size())) * middle;
  FaceShare share;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto a = polygon[i];
    const auto b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    share.area = share.area + 0.5 * cross(a - middle, b - middle);
    share.volume += det(middle, a, b) / 6;
  }
  return share;
}

double tetrahedron_volume(const Point* corner) {
  return six_fold(corner[0], corner[1], corner[2], corner[3]) / 6;
}

double pyramid_volume(const Point* corner) {
  const auto tip = corner[4];
  return dot(tip - corner[0], cross(corner[2] - corner[0], corner[3] - corner[1])) / 6 -
         det(corner[1] - corner[0], corner[2] - corner[0], corner[3] - corner[0]) / 12;
}

double prism_volume(const Point* c) {
  const auto p = [&](int i) { return c[i] - c[0]; };
  const auto q = [&](int i, int j, int k, int l) { return cone(p(i), p(j), p(k), p(l)); };
  return det(p(3), p(4), p(5)) / 6 + (q(1, 2, 5, 4) + q(0, 1, 4, 3) + q(2, 0, 3, 5)) / 24;
}

double hexahedron_volume(const Point* c) {
  // J. Grandy, "Efficient computation of volume of hexahedral cells", 1997.
  const auto a = c[6] - c[1], b = c[7] - c[0], d = c[6] - c[3], e = c[2] - c[0], f = c[5] - c[0],
             g = c[6] - c[4];
  return (det(a + b, d, e) + det(b, d + f, g) + det(a, f, g + e)) / 12;
}

Point triangle_area(const Point* corner) { return 0.5 * cross(corner[1] - corner[0], corner[2] - corner[0]); }
Point quadrangle_area(const Point* corner) {
  return 0.5 * cross(corner[2] - corner[0], corner[3] - corner[1]);
}

}  // namespace pcgns::kernel
