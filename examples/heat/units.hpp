// units.hpp: units of what is written.
#pragma once

#include <array>

namespace heat {

/// Powers of kilogram, metre, second, kelvin and degree.
using Exponents = std::array<float, 5>;

inline constexpr Exponents metre{0, 1, 0, 0, 0}, kelvin{0, 0, 0, 1, 0}, watt_per_area{1, 0, -3, 0, 0};

}  // namespace heat
