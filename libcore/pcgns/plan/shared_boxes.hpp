// shared_boxes.hpp: the points that several pieces of structured zones have, as a plan of their own.
//
// To compare these points, only their values need to be read, not the zones.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// Boxes of points that two pieces have: target i of the plan has the values of both for box i.
struct SharedBoxes {
  /// Where a box lies in the whole plan.
  struct Place {
    int target = 0;
    Index3 extents = {1, 1, 1};  ///< Of its boxes.
    Index3 begin = {};
  };
  Plan plan = {};
  std::vector<Place> places = {};

  /// Position in the whole target of the value at `position` of box `i`; both in storage order.
  [[nodiscard]] std::int64_t position_in_whole(std::size_t i, std::int64_t position) const;
};

/// Those of coordinates, without planes beyond the zones and without ghost layers, whose differences are no
/// contradiction. With SharedPoints::error or SharedLimits::strict those of all arrays.
[[nodiscard]] SharedBoxes shared_boxes_of(const Plan& whole);

}  // namespace pcgns::plan
