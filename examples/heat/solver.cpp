#include "solver.hpp"

#include <mpi.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "halo.hpp"
#include "problem.hpp"

namespace heat {

double mirrored(Side side, double inside) {
  const auto& temperature = wall(side).temperature;
  return temperature ? 2.0 * *temperature - inside : inside;
}

Vec3 gradient(const Zone& zone, const Index3& p) {
  const auto& t = zone.temperature;
  Vec3 sum{};
  for (int d = 0; d < 3; ++d) {
    const Index3 low = moved(p, d, -1), high = moved(p, d, 1);
    sum = sum + 0.5 * (t(p) + t(high)) * zone.faces[d](high).area -
          0.5 * (t(low) + t(p)) * zone.faces[d](p).area;
  }
  return (1.0 / zone.volume(p)) * sum;
}

namespace {

/// The temperature gradient times the area of a face.
double through(const Zone& zone, int direction, const Index3& p) {
  const Face& face = zone.faces[direction](p);
  const Index3 left = moved(p, direction, -1);
  const double straight = face.normal * (zone.temperature(p) - zone.temperature(left));
  return straight + dot(face.cross, 0.5 * (zone.gradient(left) + zone.gradient(p)));
}

Array3<double> next_temperature(const Zone& zone, double dt) {
  Array3<double> next = zone.temperature;
  for_each(zone.cell_box(), [&](const Index3& p) { next(p) += change(zone, p, dt); });
  return next;
}

}  // namespace

double change(const Zone& zone, const Index3& p, double dt) {
  double sum = 0.0;
  for (int d = 0; d < 3; ++d) sum += through(zone, d, moved(p, d, 1)) - through(zone, d, p);
  return dt * diffusivity / zone.volume(p) * sum;
}

double stable_time_step(const std::vector<Zone>& zones) {
  double least = std::numeric_limits<double>::max();
  for (const Zone& zone : zones)
    for_each(zone.cell_box(), [&](const Index3& p) {
      double sum = 0.0;
      for (int d = 0; d < 3; ++d) sum += zone.faces[d](p).normal + zone.faces[d](moved(p, d, 1)).normal;
      least = std::min(least, zone.volume(p) / (diffusivity * sum));
    });
  // A minimum, unlike a sum, does not depend on who takes it of what.
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return 0.5 * least;
}

void refresh(const Layout& layout, std::vector<Zone>& zones) {
  fill_halo(layout, zones, &Zone::temperature, mirrored);
  for (Zone& zone : zones)
    for_each(zone.cell_box(), [&](const Index3& p) { zone.gradient(p) = gradient(zone, p); });
  fill_halo(layout, zones, &Zone::gradient, [](Side, const Vec3& inside) { return inside; });
}

void advance(const Layout& layout, std::vector<Zone>& zones, double dt) {
  for (Zone& zone : zones) zone.temperature = next_temperature(zone, dt);
  refresh(layout, zones);
}

Extremes extremes(const std::vector<Zone>& zones) {
  double both[2] = {-std::numeric_limits<double>::max(), -std::numeric_limits<double>::max()};
  for (const Zone& zone : zones)
    for_each(zone.cell_box(), [&](const Index3& p) {
      both[0] = std::max(both[0], -zone.temperature(p));
      both[1] = std::max(both[1], zone.temperature(p));
    });
  MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return {-both[0], both[1]};
}

}  // namespace heat
