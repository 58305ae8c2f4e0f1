// face_step.cpp: the step of planning that finds the faces between pieces by their global numbers, where no
// interface lists them. Each piece may have stored such a face as its own cell sees it.
#include <algorithm>
#include <limits>
#include <map>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/planning.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

/// Faces between pieces of the zone that the interface lists.
std::int64_t listed_by(const Planning& is, const PieceView& view, const cgns::Node& interface,
                       const std::string& path) {
  const auto location = cgns::location_of(interface);
  if (location != "FaceCenter" && location != "EdgeCenter") return 0;
  if (!is_partition_interface(is.inputs, is.pieces, view, interface, path)) return 0;
  const auto donor = interface.type == cgns::DataType::C1 ? cgns::text_of(interface) : std::string();
  const auto there = is.pieces.find(view.piece->file, view.piece->base->name, donor);
  const bool is_within = there.original >= 0 && there.original == is.pieces.find(view.piece->zone).original;
  const auto* list = point_list(interface);
  return is_within && list != nullptr ? points_of(*list) : 0;
}

/// The same of all interfaces of a piece.
std::int64_t listed_by(const Planning& is, const PieceView& view) {
  std::int64_t faces = 0;
  for (const auto& container : view.piece->zone->children) {
    if (container.label != "ZoneGridConnectivity_t" || container.link) continue;
    const auto path = cgns::join(view.path, container.name);
    for (const auto& interface : container.children)
      faces += listed_by(is, view, interface, cgns::join(path, interface.name));
  }
  return faces;
}

/// Faces that two pieces have, by their numbers.
std::int64_t shared_faces(const Planning& is, int original, const std::vector<PieceView>& views) {
  std::map<std::string, std::int64_t> counts;  // by name of the section
  for (const auto& view : views)
    for (const auto* section : face_sections(view)) counts[section->node->name] += section->count;
  const auto path = is.pieces.original(original).path();
  std::int64_t shared = 0;
  for (std::size_t i = 0; i < std::min(is.sets.size(), is.proven.numberings.size()); ++i) {
    for (const auto& [name, count] : counts)
      if (is.sets[i].original == original && is.sets[i].what == elements_of(cgns::join(path, name)))
        shared += count - is.proven.numberings[i].total;
  }
  return shared;
}

/// Matched coordinates have told of the faces.
bool may_turn_faces(const Original& original) {
  return !original.structured && original.pieces.size() > 1 && !keeps_faces(original.convention) &&
         original.convention != Convention::coordinates;
}

/// The signs in NFACE_n say on which side of a face a cell is: they must follow a face that is turned.
/// Interfaces that list each face between pieces from both sides tell which ones these are.
bool need_faces(const Planning& is, int original, const std::vector<PieceView>& views) {
  const auto has_faces_of_cells = [](const PieceView& view) {
    return has_polyhedra(view) && !face_sections(view).empty();
  };
  if (std::ranges::none_of(views, has_faces_of_cells)) return false;
  std::int64_t listed = 0;
  for (const auto& view : views) listed += listed_by(is, view);
  return listed != 2 * shared_faces(is, original, views);
}

/// Numbers from the first one on, as classes from 1 on.
plan::Numbering as_classes(const Numbers& numbers) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max() / 2;
  return {.sections = {{.first = numbers.first, .count = most, .numbers = -1, .offset = 1}}};
}

void add_faces(const std::vector<PieceView>& views, int original, std::vector<MatchSet>& sets) {
  std::map<std::string, std::size_t> index;  // by name of the section
  const auto add = [&](const PieceView& view, const LocalSection& section) {
    const auto& name = section.node->name;
    const auto [found, is_new] = index.try_emplace(name, sets.size());
    if (is_new)
      sets.push_back({.what = name,
                      .kind = MatchSet::Kind::surfaces,
                      .original = original,
                      .space = static_cast<int>(sets.size()),
                      .members = {}});
    MatchSet::Member member{
        .piece = view.index, .zone = view_of(*view.piece), .count = section.count, .first = section.first};
    member.references.push_back(
        {.array = section.numbers.array, .classes = as_classes(section.numbers), .owner = view.index});
    member.node = name;
    sets[found->second].members.push_back(std::move(member));
  };
  for (const auto& view : views) {
    for (const auto* section : face_sections(view))
      if (section->count > 0 && section->numbers.exist()) add(view, *section);
  }
}

Needs ask_surfaces(Planning& is) {
  Needs needs;
  for (std::size_t i = 0; i < is.pieces.originals.size(); ++i) {
    auto& original = is.pieces.originals[i];
    if (!may_turn_faces(original)) continue;
    const auto views = views_of(is.inputs, original);
    const auto index = static_cast<int>(i);
    original.faces_are_matched = need_faces(is, index, views);
    if (original.faces_are_matched) add_faces(views, index, needs.surfaces);
  }
  return needs;
}

}  // namespace

PlanningStep face_step() {
  return {[](Planning& is) { return with_code("S0107", [&] { return ask_surfaces(is); }); },
          [](Planning& is, const Survey& survey) {
            add_shared_faces(is.pieces, is.asked.surfaces, survey.surfaces);
          }};
}

}  // namespace pcgns::fileset
