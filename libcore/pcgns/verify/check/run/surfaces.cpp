#include "pcgns/verify/check/run/surfaces.hpp"

#include <algorithm>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

namespace {

bool has_cells(const mesh::Zone& zone, std::span<const mesh::Elements> sections) {
  if (zone.dimension != 2 && zone.dimension != 3) return false;
  for (const auto& elements : sections) {
    const auto type = elements.section->type;
    if (type == cgns::element_type::ngon || type == cgns::element_type::nface) continue;
    if (elements.is_mixed() || elements.section->dimension() == zone.dimension) return true;
  }
  return false;
}

bool has_type(std::span<const mesh::Elements> sections, std::int64_t type) {
  return std::any_of(sections.begin(), sections.end(),
                     [=](const mesh::Elements& elements) { return elements.section->type == type; });
}

/// This rank's cells that are elements. Those of a MIXED section may have any dimension.
std::int64_t count_cells(const mesh::Zone& zone, std::span<const mesh::Elements> sections) {
  std::int64_t cells = 0;
  for (const auto& elements : sections) {
    const auto dimension = elements.section->dimension();
    if (!elements.is_mixed() && dimension == zone.dimension) cells += elements.mine.size();
    if (!elements.is_mixed()) continue;
    mesh::for_each_block(elements, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i)
        cells += cgns::facts_of(cgns::shape_of(block.type(i))).dimension == zone.dimension ? 1 : 0;
    });
  }
  return cells;
}

/// @note Collective.
bool are_polygons_sides(par::Session& session, const mesh::Zone& zone,
                        std::span<const mesh::Elements> sections) {
  const bool has_polyhedra = has_type(sections, cgns::element_type::nface);
  if (zone.dimension != 3 || has_polyhedra || !has_type(sections, cgns::element_type::ngon)) return false;
  if (!has_cells(zone, sections)) return false;
  return par::all_sum(session.comm(), count_cells(zone, sections)) >= zone.cells;
}

}  // namespace

Surface surface_of_cells(par::Session& session, const Subject& subject, const mesh::Zone& zone,
                         std::span<const mesh::Elements> sections) {
  Surface surface{.polygons_are_sides = are_polygons_sides(session, zone, sections)};
  if (has_cells(zone, sections))
    surface.faces = mesh::match_faces(session, subject.data, zone, sections, surface.polygons_are_sides);
  return surface;
}

Surface& known_surface(par::Session& session, const Subject& subject, const mesh::Zone& zone) {
  auto& known = subject.surfaces->of_zones;
  if (const auto found = known.find(zone.path); found != known.end()) return found->second;
  Tallies untold("");
  const ZoneCheck check{.session = session, .subject = subject, .zone = zone, .tallies = untold};
  const auto sections = read_sound_elements(check);
  auto& surface = known[zone.path];
  surface = surface_of_cells(session, subject, zone, sections);
  check_polyhedra(check, sections, nullptr, surface);
  return surface;
}

}  // namespace pcgns::verify::check
