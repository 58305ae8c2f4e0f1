// cell_volume.hpp: sizes of cells with a sign, by the coordinates of their corners.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
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

/// What a face adds to the volume of a cell: its area as a vector, and the volume of the cone over it.
struct FaceShare {
  Point area = {};
  double volume = 0;  ///< Of the cone with its tip in the origin; positive if the face is seen from its back.
};

/// Of a polygon, which need not be plane: triangles around its middle.
[[nodiscard]] FaceShare share_of(std::span<const Point> polygon);

/// Volumes of linear elements whose corners are numbered as the standard does. Faces of four corners are
/// taken as two triangles in both ways, half of each, so that neighbours agree.
[[nodiscard]] double tetrahedron_volume(const Point* corner);
[[nodiscard]] double pyramid_volume(const Point* corner);
[[nodiscard]] double prism_volume(const Point* corner);
[[nodiscard]] double hexahedron_volume(const Point* corner);

/// Areas as vectors.
[[nodiscard]] Point triangle_area(const Point* corner);
[[nodiscard]] Point quadrangle_area(const Point* corner);

}  // namespace pcgns::kernel
