#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/verify/check/run/subject.hpp"
#include "pcgns/verify/check/run/surfaces.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

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
    check_parents(check, sections, surface);
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

void check_mesh(par::Session& session, const Subject& subject, cgns::Findings& findings) {
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
  check_point_lists(session, subject, findings);
}

void check_flat_sides(par::Session& session, const Subject& subject, cgns::Findings& findings) {
  for (const auto& base : subject.data.plan.output.children) {
    for (const auto& node : base.children) {
      if (base.label != "CGNSBase_t" || node.label != "Zone_t") continue;
      check_structured_mesh(session, subject, base, node, findings);
    }
  }
}

std::vector<cgns::Finding> gathered(par::Session& session, const cgns::Findings& mine) {
  cgns::Findings all;
  for (const auto& bytes : par::gather_all(session.comm(), cgns::serialized(mine.sorted()))) {
    all.add(cgns::deserialized_findings(bytes));
  }
  return all.sorted();
}

void Tallies::add_many(std::string_view code, const std::string& path, std::int64_t index, std::int64_t count,
                       Place place) {
  if (count == 0) return;
  add(code, path, index, [&] { return std::move(place); });
  tallies_[{code, path}].count += count - 1;
}

void Tallies::move_to(cgns::Findings& findings) {
  for (auto& [key, tally] : tallies_) {
    findings.add({.code = std::string(key.first),
                  .file = file_,
                  .path = key.second,
                  .position = std::move(tally.place.position),
                  .expected = std::move(tally.place.expected),
                  .found = std::move(tally.place.found),
                  .index = tally.index,
                  .count = tally.count});
  }
  tallies_.clear();
}

}  // namespace pcgns::verify::check
