#include <fmt/format.h>

#include "pcgns/verify/polyhedra.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using mesh::Elements;

bool has_type(const Elements& elements, int type) { return elements.section->type == type; }

/// Polyhedra without a polygon: none of their faces is there.
void tell_missing_polygons(const ZoneCheck& check, std::span<const Elements> sections) {
  for (const auto& elements : sections) {
    if (!has_type(elements, sids::element_type::nface) || !check.tells()) continue;
    check.tallies.add("M0202", elements.section->path, 0, [] {
      return Place{.position = {}, .expected = "a section of NGON_n in the zone", .found = "none"};
    });
  }
}

void tell_missing_cells(const ZoneCheck& check, const Polyhedra& polyhedra) {
  if (!check.tells()) return;
  for (const auto& polygons : polyhedra.polygons()) {
    check.tallies.add("M0213", polygons.elements->section->path, 0, [] { return Place{}; });
  }
}

}  // namespace

void check_polyhedra(const ZoneCheck& check, std::span<const Elements> sections,
                     const mesh::Coordinates* coordinates, Surface& surface) {
  if (check.zone.dimension != 3) return;
  Polyhedra polyhedra(check, sections);
  if (polyhedra.polygons().empty()) return tell_missing_polygons(check, sections);
  polyhedra.read_cells();
  const bool has_parents = polyhedra.read_parents();
  if (!polyhedra.has_cells() && !has_parents) {
    tell_missing_cells(check, polyhedra);
  } else {
    polyhedra.judge();
    if (coordinates != nullptr && coordinates->shares().size() == 3)
      check_polyhedron_sizes(check, polyhedra, *coordinates);
  }
  polyhedra.move_to(surface);
}

}  // namespace pcgns::verify
