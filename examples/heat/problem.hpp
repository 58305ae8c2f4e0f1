// problem.hpp: what is computed: the material, the shape, the start and the walls.
#pragma once

#include <array>
#include <optional>

#include "array.hpp"
#include "layout.hpp"

namespace heat {

// Carbon steel, in SI units.
inline constexpr double density = 7850.0;
inline constexpr double specific_heat = 450.0;
inline constexpr double conductivity = 50.0;
inline constexpr double diffusivity = conductivity / (density * specific_heat);
inline constexpr double ambient = 300.0;

/// What a wall does. Without a temperature it lets no heat through.
struct Wall {
  const char* family;
  std::optional<double> temperature;
};

inline constexpr std::array<Wall, 3> walls{{{"HotEnd", 400.0}, {"ColdEnd", ambient}, {"Insulation", {}}}};

/// The wall where the grid ends on `side`.
constexpr const Wall& wall(Side side) { return side.direction == 0 ? walls[side.end] : walls[2]; }

/// The point at (u, v, w), each from 0 to 1 along i, j, k.
Vec3 position(double u, double v, double w);

/// The temperature at the start.
double initial_temperature(const Vec3& point);

}  // namespace heat
