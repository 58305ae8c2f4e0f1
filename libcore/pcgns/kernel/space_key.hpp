// space_key.hpp: points of a box as whole numbers, and their place on a curve through it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace pcgns::kernel {

/// The coordinates of a point in steps of a grid of 2^32 points in each direction.
using GridPoint = std::array<std::uint32_t, 3>;

/// A grid that is laid over a box, with the same step in all directions.
class SpaceGrid {
 public:
  /// What is not finite counts as no extent.
  SpaceGrid(const std::array<double, 3>& least, const std::array<double, 3>& most);

  /// The grid point below; at the rim for points outside, the origin for what is no number.
  [[nodiscard]] GridPoint at(const std::array<double, 3>& point) const {
    GridPoint place = {};
    for (std::size_t d = 0; d < 3; ++d) {
      const double steps = (point[d] - least_[d]) * steps_;
      // What is no number is not greater than 0.
      if (steps > 0) place[d] = static_cast<std::uint32_t>(std::min(steps, most_steps));
    }
    return place;
  }

 private:
  static constexpr double most_steps = 4294967295.0;

  std::array<double, 3> least_ = {};
  double steps_ = 0;  ///< In a unit of length; 0: the box is a point.
};

/// The place on Hilbert's curve through the cube of 2^21 points in each direction: of each coordinate the
/// highest 21 bits count. Points with neighbouring places are neighbours.
[[nodiscard]] std::uint64_t hilbert_place(const GridPoint& point);

}  // namespace pcgns::kernel
