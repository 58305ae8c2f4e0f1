// cell_volume.hpp: signed cell volumes and face areas from corner coordinates.
#pragma once

#include <cmath>
#include <span>

namespace pcgns::kernel {

struct Point {
  double x = 0;
  double y = 0;
  double z = 0;

  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Point operator*(double f, Point a) { return {f * a.x, f * a.y, f * a.z}; }
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

[[nodiscard]] constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
[[nodiscard]] constexpr Point cross(Point a, Point b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline double length(Point a) { return std::sqrt(dot(a, a)); }

/// Contribution of a face to the volume of its cell: area vector, and volume of the cone over the face.
struct FaceShare {
  Point area = {};
  double volume = 0;  ///< Of the cone with its apex at the origin; positive if the area vector points away
                      ///< from the origin.
};

/// For a polygon, which need not be plane: it is split into triangles around its centre.
[[nodiscard]] FaceShare share_of(std::span<const Point> polygon);

/// Volumes of linear elements with corners in SIDS order. A quadrilateral face is averaged over its two
/// triangulations, so that both neighbours see the same face.
[[nodiscard]] double tetrahedron_volume(const Point* corner);
[[nodiscard]] double pyramid_volume(const Point* corner);
[[nodiscard]] double prism_volume(const Point* corner);
[[nodiscard]] double hexahedron_volume(const Point* corner);

/// Area vectors.
[[nodiscard]] Point triangle_area(const Point* corner);
[[nodiscard]] Point quadrangle_area(const Point* corner);

}  // namespace pcgns::kernel
