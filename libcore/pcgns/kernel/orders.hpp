// orders.hpp: vertex orders that give neighbours nearby numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::kernel {

/// Reverse Cuthill-McKee order of the vertices 0, …, `vertices` - 1. Two vertices are neighbours if they
/// share a group; group g has the members starts[g], …, starts[g + 1] - 1. Each connected component is
/// traversed from a peripheral vertex. Linear time, except for sorting.
[[nodiscard]] std::vector<std::int64_t> cuthill_mckee(std::int64_t vertices,
                                                      std::span<const std::int64_t> starts,
                                                      std::span<const std::int64_t> members);

/// Coordinates of a point in steps of a grid with 2^32 points per direction.
using GridPoint = std::array<std::uint32_t, 3>;

/// A grid over a box, with the same step in all directions.
class SpaceGrid {
 public:
  /// Bounds that are not finite count as no extent.
  SpaceGrid(const std::array<double, 3>& least, const std::array<double, 3>& most);

  /// The grid point below `point`, clamped to the box; NaN coordinates map to 0.
  [[nodiscard]] GridPoint at(const std::array<double, 3>& point) const {
    GridPoint place = {};
    for (std::size_t d = 0; d < 3; ++d) {
      const double steps = (point[d] - least_[d]) * steps_;
      // False for NaN, too.
      if (steps > 0) place[d] = static_cast<std::uint32_t>(std::min(steps, most_steps));
    }
    return place;
  }

  /// The lowest coordinates of a grid point.
  [[nodiscard]] std::array<double, 3> corner(const GridPoint& place) const {
    auto point = least_;
    for (std::size_t d = 0; steps_ > 0 && d < 3; ++d) point[d] += place[d] / steps_;
    return point;
  }

 private:
  static constexpr double most_steps = 4294967295.0;

  std::array<double, 3> least_ = {};
  double steps_ = 0;  ///< Steps per unit of length; 0: the box is a point.
};

/// Position on the Hilbert curve through a cube of 2^21 points per direction; uses the highest 21 bits of
/// each coordinate. Points at neighbouring positions are neighbours in space.
[[nodiscard]] std::uint64_t hilbert_place(const GridPoint& point);

}  // namespace pcgns::kernel
