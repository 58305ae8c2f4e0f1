// layout.hpp: how the grid is cut into zones, and which rank has which.
#pragma once

#include <optional>
#include <string>

#include "array.hpp"

namespace heat {

/// One of the six sides of a zone: the low (0) or high (1) end of a direction.
struct Side {
  int direction;
  int end;
};

/// zones[0] x zones[1] x zones[2] zones of `cells` cells each, numbered with i fastest.
struct Layout {
  Index3 zones;
  Index3 cells;
  int ranks;

  int count() const { return zones[0] * zones[1] * zones[2]; }
  Index3 place(int zone) const;
  std::string name(int zone) const;

  /// The zone beyond `side`, or none where the grid ends.
  std::optional<int> neighbour(int zone, Side side) const;

  /// The rank that computes `zone`: each rank has a run of zones; ranks beyond the zones have none.
  int owner(int zone) const;
};

}  // namespace heat
