// zone.hpp: one zone of the grid: its points, its metrics and its temperature.
#pragma once

#include <string>
#include <vector>

#include "array.hpp"
#include "layout.hpp"

namespace heat {

/// A face between two cells. The temperature gradient times `area` is taken as
/// normal * (difference of the two temperatures) + cross . (mean of the two gradients);
/// `cross` is what the line between the cells misses on an oblique grid.
struct Face {
  Vec3 area;
  double normal;
  Vec3 cross;
};

/// Face p of direction d lies between the cells p - 1 and p of that direction.
struct Zone {
  int number;
  std::string name;
  Index3 cells;
  Array3<Vec3> points;
  std::array<Array3<Face>, 3> faces;
  Array3<double> volume;
  Array3<double> temperature;  ///< With one layer of halo.
  Array3<Vec3> gradient;       ///< With one layer of halo.

  Box cell_box() const { return {{0, 0, 0}, cells}; }
  Box point_box() const { return {{0, 0, 0}, points_of(cells)}; }
};

/// A zone of the cells `box` of a grid of `all_cells`, at its start temperature.
Zone make_zone(const Box& box, const Index3& all_cells);

/// The zones of `rank`, at their start temperature.
std::vector<Zone> make_zones(const Layout& layout, int rank);

}  // namespace heat
