#include "zone.hpp"

#include "problem.hpp"

namespace heat {

namespace {

Box grown(Box box) {
  for (int d = 0; d < 3; ++d) {
    --box.first[d];
    ++box.last[d];
  }
  return box;
}

// A point depends on its place in the whole grid only, so zones that share it have the same bits.
void place_points(Zone& zone, const Index3& first, const Index3& cells) {
  for_each(grown(zone.point_box()), [&](const Index3& p) {
    Vec3 u;
    for (int d = 0; d < 3; ++d) u[d] = double(first[d] + p[d]) / double(cells[d]);
    zone.points(p) = position(u[0], u[1], u[2]);
  });
}

Vec3 cell_centre(const Zone& zone, const Index3& p) {
  Vec3 sum{};
  for_each({p, {p[0] + 2, p[1] + 2, p[2] + 2}}, [&](const Index3& q) { sum = sum + zone.points(q); });
  return 0.125 * sum;
}

/// The corners of a face, so that their turn points along `direction`.
std::array<Vec3, 4> corners(const Zone& zone, int direction, const Index3& p) {
  const int a = (direction + 1) % 3, b = (direction + 2) % 3;
  return {zone.points(p), zone.points(moved(p, a, 1)), zone.points(moved(moved(p, a, 1), b, 1)),
          zone.points(moved(p, b, 1))};
}

Vec3 face_centre(const Zone& zone, int direction, const Index3& p) {
  const auto c = corners(zone, direction, p);
  return 0.25 * (c[0] + c[1] + c[2] + c[3]);
}

/// The walls of a box of the grid.
struct Walls {
  Index3 first;
  Index3 all_cells;

  /// The wall that a face lies on, or none inside the grid.
  const Wall* of(int direction, const Index3& p) const {
    const int at = first[direction] + p[direction];
    if (at != 0 && at != all_cells[direction]) return nullptr;
    return &wall({direction, at == 0 ? 0 : 1});
  }
};

Face make_face(const Zone& zone, const Walls& walls, int direction, const Index3& p) {
  const auto c = corners(zone, direction, p);
  const Vec3 area = 0.5 * cross(c[2] - c[0], c[3] - c[1]);
  const Wall* wall = walls.of(direction, p);
  if (wall && !wall->temperature) return {area, 0.0, {}};

  Vec3 left = cell_centre(zone, moved(p, direction, -1)), right = cell_centre(zone, p);
  // The halo of a wall mirrors the cell inside.
  if (wall)
    (p[direction] == 0 ? left : right) =
        2.0 * face_centre(zone, direction, p) - (p[direction] == 0 ? right : left);
  const Vec3 between = right - left;
  const double normal = dot(area, area) / dot(area, between);
  return {area, normal, area - normal * between};
}

double cell_volume(const Zone& zone, const Index3& p) {
  double sum = 0.0;
  for (int d = 0; d < 3; ++d) {
    const Index3 q = moved(p, d, 1);
    sum += dot(face_centre(zone, d, q), zone.faces[d](q).area) -
           dot(face_centre(zone, d, p), zone.faces[d](p).area);
  }
  return sum / 3.0;
}

}  // namespace

Zone make_zone(const Box& box, const Index3& all_cells) {
  Zone zone{};
  for (int d = 0; d < 3; ++d) zone.cells[d] = box.last[d] - box.first[d];
  zone.points = Array3<Vec3>(grown(zone.point_box()));
  place_points(zone, box.first, all_cells);
  for (int d = 0; d < 3; ++d) {
    const Box faces{{0, 0, 0}, moved(zone.cells, d, 1)};
    zone.faces[d] = Array3<Face>(faces);
    for_each(faces, [&](const Index3& p) {
      zone.faces[d](p) = make_face(zone, {box.first, all_cells}, d, p);
    });
  }
  zone.volume = Array3<double>(zone.cell_box());
  zone.temperature = Array3<double>(grown(zone.cell_box()));
  zone.gradient = Array3<Vec3>(grown(zone.cell_box()));
  for_each(zone.cell_box(), [&](const Index3& p) {
    zone.volume(p) = cell_volume(zone, p);
    zone.temperature(p) = initial_temperature(cell_centre(zone, p));
  });
  return zone;
}

std::vector<Zone> make_zones(const Layout& layout, int rank) {
  std::vector<Zone> zones;
  for (int number = 0; number < layout.count(); ++number) {
    if (layout.owner(number) != rank) continue;
    const Index3 first = layout.first_cell(number);
    zones.push_back(make_zone({first, first + layout.cells}, layout.all_cells()));
    zones.back().number = number;
    zones.back().name = layout.name(number);
  }
  return zones;
}

}  // namespace heat
