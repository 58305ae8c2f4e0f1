// solver.hpp: heat conduction, by finite volumes, explicit in time.
//
// Every cell adds up its faces in the same order whoever computes it, so the temperature has the same
// bits on any number of ranks, and for any cut of the same grid into zones.
#pragma once

#include <vector>

#include "zone.hpp"

namespace heat {

/// What the halo of a wall has, for the temperature of the cell inside.
double mirrored(Side side, double inside);

/// The temperature gradient of a cell. @pre The neighbours have their temperature.
Vec3 gradient(const Zone& zone, const Index3& p);

/// What a step of `dt` seconds adds to the temperature of a cell. @pre The neighbours have their temperature
/// and gradient.
double change(const Zone& zone, const Index3& p, double dt);

/// The time step that is stable on the whole grid.
/// @note Collective over MPI_COMM_WORLD.
double stable_time_step(const std::vector<Zone>& zones);

/// Brings halos and gradients up to date with the temperature.
/// @note Collective over MPI_COMM_WORLD.
void refresh(const Layout& layout, std::vector<Zone>& zones);

/// Takes one step of `dt` seconds.
/// @pre Halos and gradients are up to date.
/// @note Collective over MPI_COMM_WORLD.
void advance(const Layout& layout, std::vector<Zone>& zones, double dt);

/// The least and the greatest temperature on the whole grid.
struct Extremes {
  double least;
  double greatest;
};

/// @note Collective over MPI_COMM_WORLD.
Extremes extremes(const std::vector<Zone>& zones);

}  // namespace heat
