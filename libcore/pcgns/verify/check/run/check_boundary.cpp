#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"
#include "pcgns/verify/check/run/boundary_check.hpp"
#include "pcgns/verify/check/run/surfaces.hpp"
#include "pcgns/verify/check/run/zone_patches.hpp"

namespace pcgns::verify::check {

using cgns::Index;

std::int64_t place_in(const cgns::Node& base, const cgns::Node& zone) {
  for (std::size_t i = 0; i < base.children.size(); ++i) {
    if (&base.children[i] == &zone) return static_cast<std::int64_t>(i);
  }
  return 0;
}

namespace {

/// The point lists of a zone by node, on rank `reader` only; empty elsewhere. Throws the same Error on every
/// rank. @note Collective.
std::unordered_map<const cgns::Node*, std::vector<Index>> lists_of_zone(par::Session& session,
                                                                        const Subject& subject,
                                                                        const cgns::Node& zone, int dimension,
                                                                        int reader) {
  std::unordered_map<const cgns::Node*, std::vector<Index>> lists;
  for (const auto* node : verify::check::lists_to_read(zone)) {
    if (node->dims.front() != dimension) continue;
    const auto share = mesh::read_share(session, subject.data, node->array, dimension);
    std::vector<std::int64_t> wanted;
    if (session.rank() == reader) wanted.resize(static_cast<std::size_t>(share.count / dimension));
    std::iota(wanted.begin(), wanted.end(), 0);
    const auto values = mesh::fetch_integers(session, share, wanted, dimension);
    auto& list = lists[node];
    for (std::size_t at = 0; at < values.size(); at += static_cast<std::size_t>(dimension)) {
      Index index = {};
      for (std::size_t i = 0; i < static_cast<std::size_t>(dimension); ++i) index[i] = values[at + i] - 1;
      list.push_back(index);
    }
  }
  return lists;
}

/// B02.
void check_structured_boundary(par::Session& session, const Subject& subject, const cgns::Node& base,
                               const cgns::Node& zone, cgns::Findings& findings) {
  const auto shape = zone.link ? std::nullopt : cgns::shape_of(zone);
  if (!shape || !shape->structured || shape->cell_count() == 0) return;
  const auto place = place_in(base, zone);
  const int teller = static_cast<int>(place % session.size());
  const auto lists = lists_of_zone(session, subject, zone, shape->dimension, teller);
  par::collectively(session.comm(), "checking boundaries", [&] {
    if (session.rank() != teller) return;
    const auto read = [&](const cgns::Node& node) { return lists.at(&node); };
    const auto patches = verify::check::patches_of(base, zone, *shape, read, subject.file, findings);
    verify::check::check_coverage(base, zone, *shape, patches, place, subject.file, findings);
  });
}

HighestNumbers highest_numbers(const mesh::Zone& zone) {
  HighestNumbers highest{.vertex = zone.vertices};
  for (const auto& section : zone.sections) highest.element = std::max(highest.element, section.last);
  const auto last = last_numbers(*zone.node, static_cast<int>(zone.dimension));
  highest.cell = std::max(highest.element, last.cell);
  return highest;
}

std::string location_of_sides(std::int64_t dimension) {
  if (dimension == 1) return "Vertex";
  return dimension == 3 ? "FaceCenter" : "EdgeCenter";
}

/// Checks the ends of ranges and the locations, without reading values.
void check_patches(const ZoneCheck& check, const Patches& patches, const HighestNumbers& highest) {
  if (!check.tells()) return;
  const auto wanted = location_of_sides(check.zone.dimension);
  for (const auto& patch : patches.all) {
    if (patch.is_interface) continue;
    const bool names_vertices = patch.names == Patch::Names::vertices;
    const auto last = highest.of(patch);
    if (patch.list < 0 && (patch.range.begin < 1 || patch.range.end - 1 > last)) {
      check.tallies.add("B0104", patch.path, 0, [&] {
        return Place{.position = "range",
                     .expected = fmt::format("1 to {}", last),
                     .found = fmt::format("{} to {}", patch.range.begin, patch.range.end - 1)};
      });
    }
    const bool suits = names_vertices || patch.location == wanted || patch.location.starts_with("Element");
    if (suits) continue;
    check.tallies.add("B0108", patch.path, 0, [&] {
      return Place{.position = "GridLocation", .expected = wanted, .found = patch.location};
    });
  }
}

/// B0104 in lists of a zone of lines, whose ends need no condition. @note Collective.
void check_lists_of_lines(const ZoneCheck& check, const Patches& patches, const HighestNumbers& highest) {
  for (const auto names : {Patch::Names::vertices, Patch::Names::elements}) {
    const auto most = names == Patch::Names::vertices ? highest.vertex : highest.cell;
    for (const auto& claim : claims_of(check.session, check.subject.data, patches, names, most + 1)) {
      const auto& patch = patches.all[static_cast<std::size_t>(claim.patch)];
      const auto last = highest.of(patch);
      if (patch.is_interface || (claim.number >= 1 && claim.number <= last)) continue;
      check.tallies.add("B0104", patch.path, claim.index, [&] {
        return Place{.position = position_of(patch, claim),
                     .expected = fmt::format("1 to {}", last),
                     .found = fmt::format("{}", claim.number)};
      });
    }
  }
}

/// B0101 to B0103: counts surface faces, and reports those with no patch and with several. Faces around
/// ghosts are not part of the surface.
class CoverJudge {
 public:
  explicit CoverJudge(const BoundaryCheck& check) : check_(check) {}

  void run() {
    look_at_faces();
    look_at_polygons();
    const auto open = par::all_sum(check_.zone.session.comm(), open_);
    const bool is_surface = check_.zone.zone.physical_dimension > check_.zone.zone.dimension;
    if (open == 0 || is_surface || check_.patches.has_overset) return;
    if (!check_.patches.all.empty()) {
      check_.zone.tallies.add_many("B0102", check_.zone.zone.path, first_open_, open_,
                                   std::move(open_place_));
    } else if (check_.zone.tells()) {
      check_.zone.tallies.add("B0101", check_.zone.zone.path, 0, [&] {
        return Place{.found = fmt::format("{} faces of its surface are free", open)};
      });
    }
  }

 private:
  void look_at_faces() {
    if (!check_.surface.faces) return;
    const auto& faces = check_.surface.faces->faces;
    for (std::size_t i = 0; i < faces.size(); ++i) {
      if (!faces[i].is_boundary()) continue;
      const auto side = faces[i].first;
      if (check_.zone.zone.is_ghost(side.cell)) continue;
      judge(check_.faces[i], side.cell * 8 + side.side,
            [&] { return fmt::format("element {}, side {}", side.cell, side.side); });
    }
  }

  void look_at_polygons() {
    for (std::size_t number = 0; number < check_.surface.polygons.size(); ++number) {
      const auto& polygons = check_.surface.polygons[number];
      const auto rank = static_cast<std::size_t>(check_.zone.session.rank());
      for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
        if (polygons.uses[at] != 1) continue;
        const auto face = polygons.first + polygons.begins[rank] + static_cast<std::int64_t>(at);
        if (check_.zone.zone.is_ghost(face)) continue;
        judge(check_.polygons[number][at], face * 8, [&] { return fmt::format("element {}", face); });
      }
    }
  }

  template <typename Position>
  void judge(const Cover& cover, std::int64_t index, Position&& position) {
    if (!cover.is_covered() && (open_++ == 0 || index < first_open_)) {
      first_open_ = index;
      open_place_ = {.position = position()};
    }
    if (cover.second < 0) return;
    check_.zone.tallies.add("B0103", check_.zone.zone.path, index, [&] {
      return Place{
          .position = position(),
          .expected = "one",
          .found = fmt::format("{} and {}", check_.patch(cover.first).name, check_.patch(cover.second).name)};
    });
  }

  const BoundaryCheck& check_;
  std::int64_t open_ = 0;
  std::int64_t first_open_ = 0;
  Place open_place_;
};

/// B01.
void check_unstructured_boundary(par::Session& session, const Subject& subject, const cgns::Node& base,
                                 const cgns::Node& node, cgns::Findings& findings) {
  const auto zone = mesh::unstructured_zone(subject.data.plan, base, node);
  if (!zone || zone->dimension < 1 || zone->dimension > 3) return;
  session.enter("checking the boundary of " + zone->path);
  Tallies tallies(subject.file);
  const ZoneCheck check{.session = session, .subject = subject, .zone = *zone, .tallies = tallies};
  const auto patches = patches_of(subject.data.plan, *zone);
  const auto highest = highest_numbers(*zone);
  check_patches(check, patches, highest);
  if (zone->dimension == 1) {
    check_lists_of_lines(check, patches, highest);
    return tallies.move_to(findings);
  }
  auto& surface = known_surface(session, subject, *zone);
  std::vector<Cover> faces(surface.faces ? surface.faces->faces.size() : 0);
  std::vector<std::vector<Cover>> polygons;
  for (const auto& some : surface.polygons) polygons.emplace_back(some.uses.size());
  const BoundaryCheck boundary{.zone = check,
                               .patches = patches,
                               .highest = highest,
                               .surface = surface,
                               .faces = faces,
                               .polygons = polygons};
  cover_by_elements(boundary);
  cover_by_vertices(boundary);
  CoverJudge(boundary).run();
  tallies.move_to(findings);
}

}  // namespace

void check_boundary(par::Session& session, const Subject& subject, cgns::Findings& findings) {
  for (const auto& base : subject.data.plan.output.children) {
    for (const auto& zone : base.children) {
      if (base.label != "CGNSBase_t" || zone.label != "Zone_t") continue;
      const auto check =
          mesh::is_unstructured(zone) ? check_unstructured_boundary : check_structured_boundary;
      check(session, subject, base, zone, findings);
    }
  }
}

}  // namespace pcgns::verify::check
