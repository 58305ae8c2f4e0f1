// periodic.hpp: the motion that takes one side of a periodic connection to the other.
#pragma once

#include <array>
#include <optional>

#include "pcgns/tree/node.hpp"

namespace pcgns::check {

using Point = std::array<double, 3>;

/// A rotation about a centre, then a translation.
struct Motion {
  Point centre = {};
  Point angle = {};  ///< Radians about x, y and z, in this order.
  Point translation = {};

  [[nodiscard]] Point moved(Point point) const;
  /// Angle and translation are those of `other`, reversed, as far as rounding goes.
  [[nodiscard]] bool undoes(const Motion& other) const;
};

/// The motion from the zone that has the connection `join` to its donor, as Periodic_t below it says; nothing
/// if the connection is not periodic. Two components rotate about z. `radians_per_unit`: of angles without
/// units.
[[nodiscard]] std::optional<Motion> motion_of(const tree::Node& join, double radians_per_unit);

/// Radians of the AngleUnits that DimensionalUnits_t below `node` names; nothing if there are none.
[[nodiscard]] std::optional<double> radians_per_unit(const tree::Node& node);

}  // namespace pcgns::check
