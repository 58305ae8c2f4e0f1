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

inline constexpr std::array<Side, 6> sides{{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}};

constexpr const char* name(Side side) {
  constexpr const char* names[3][2] = {{"IMin", "IMax"}, {"JMin", "JMax"}, {"KMin", "KMax"}};
  return names[side.direction][side.end];
}

/// zones[0] x zones[1] x zones[2] zones of `cells` cells each, numbered with i fastest.
struct Layout {
  Index3 zones;
  Index3 cells;
  int ranks;

  int count() const { return zones[0] * zones[1] * zones[2]; }
  Index3 place(int zone) const;

  /// The cells of the whole grid, and the place of a zone's first cell in it.
  Index3 all_cells() const;
  Index3 first_cell(int zone) const;

  std::string name(int zone) const;

  /// The zone beyond `side`, or none where the grid ends.
  std::optional<int> neighbour(int zone, Side side) const;

  /// The rank that computes `zone`: each rank has a run of zones; ranks beyond the zones have none.
  int owner(int zone) const;
};

}  // namespace heat
