#include "layout.hpp"

#include <algorithm>
#include <cstdio>

namespace heat {

Index3 Layout::place(int zone) const {
  return {zone % zones[0], zone / zones[0] % zones[1], zone / (zones[0] * zones[1])};
}

Index3 Layout::all_cells() const { return {zones[0] * cells[0], zones[1] * cells[1], zones[2] * cells[2]}; }

Index3 Layout::first_cell(int zone) const {
  const Index3 p = place(zone);
  return {p[0] * cells[0], p[1] * cells[1], p[2] * cells[2]};
}

std::string Layout::name(int zone) const {
  char text[32];
  std::snprintf(text, sizeof text, "Zone%04d", zone + 1);
  return text;
}

std::optional<int> Layout::neighbour(int zone, Side side) const {
  const Index3 p = moved(place(zone), side.direction, side.end == 0 ? -1 : 1);
  if (p[side.direction] < 0 || p[side.direction] >= zones[side.direction]) return std::nullopt;
  return p[0] + zones[0] * (p[1] + zones[1] * p[2]);
}

int Layout::owner(int zone) const {
  const long long busy = std::min(ranks, count());
  return static_cast<int>(zone * busy / count());
}

}  // namespace heat
