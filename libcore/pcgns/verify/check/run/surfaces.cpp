#include "pcgns/verify/check/run/surfaces.hpp"

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

}  // namespace

bool are_polygons_sides(const mesh::Zone& zone, std::span<const mesh::Elements> sections) {
  if (zone.dimension != 3 || !has_cells(zone, sections)) return false;
  std::int64_t cells = 0;
  for (const auto& elements : sections) {
    const auto& section = *elements.section;
    if (section.type == cgns::element_type::nface) return false;
    if (elements.is_mixed() || section.dimension() == zone.dimension) cells += section.count();
  }
  return cells >= zone.cells;
}

Surface surface_of_cells(par::Session& session, const Subject& subject, const mesh::Zone& zone,
                         std::span<const mesh::Elements> sections) {
  Surface surface;
  if (has_cells(zone, sections)) {
    surface.faces =
        mesh::match_faces(session, subject.data, zone, sections, are_polygons_sides(zone, sections));
  }
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
