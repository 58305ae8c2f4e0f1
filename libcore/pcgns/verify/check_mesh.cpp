#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/verify/zone_check.hpp"
#include "pcgns/verify/zone_surface.hpp"

namespace pcgns::verify {

namespace {

void check_zone(const ZoneCheck& check) {
  check_sections(check);
  auto sections = read_sound_elements(check);
  check_elements(check, sections);
  std::optional<mesh::Coordinates> coordinates;
  if (!check.zone.coordinates.empty()) {
    coordinates.emplace(check.session, check.subject.data, check.zone);
  }
  auto& surface = check.subject.surfaces->of_zones[check.zone.path];
  surface = surface_of_cells(check.session, check.subject, check.zone, sections);
  if (surface.faces) {
    check_faces(check, sections, *surface.faces);
    check_parents(check, sections, *surface.faces);
  }
  check_polyhedra(check, sections, coordinates ? &*coordinates : nullptr, surface);
  if (!coordinates) return;
  check_cells(check, sections, *coordinates);
  if (check.subject.wants_notes) check_points(check, *coordinates);
}

}  // namespace

const std::string& ZoneCheck::path_of(std::int64_t element) const {
  const auto* section = zone.section_of(element);
  return section == nullptr ? zone.path : section->path;
}

std::shared_ptr<KnownSurfaces> no_surfaces_yet() { return std::make_shared<KnownSurfaces>(); }

void check_mesh(par::Session& session, const Subject& subject, check::Findings& findings) {
  for (const auto& base : subject.data.plan.output.children) {
    for (const auto& node : base.children) {
      if (base.label != "CGNSBase_t" || node.label != "Zone_t") continue;
      if (!mesh::is_unstructured(node)) {
        check_structured_mesh(session, subject, base, node, findings);
        continue;
      }
      const auto zone = mesh::unstructured_zone(subject.data.plan, base, node);
      if (!zone) continue;
      session.enter("checking " + zone->path);
      par::fault_point("alone", session.rank());
      Tallies tallies(subject.file);
      check_zone({.session = session, .subject = subject, .zone = *zone, .tallies = tallies});
      tallies.move_to(findings);
    }
  }
}

}  // namespace pcgns::verify
