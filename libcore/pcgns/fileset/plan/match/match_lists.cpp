// match_lists.cpp: collects the points of lists that have no numbers of their own.
//
// Pieces without global numbers have matched their vertices and elements before. In pieces with them, lists
// without `Index` are those of writers that do not keep the order of lists, such as XCore.
#include <algorithm>
#include <unordered_map>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/point_lists.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"

namespace pcgns::fileset {

namespace {

/// Position of an interface's donor.
PieceId donor_of(const PieceSet& pieces, const PieceView& view, const cgns::Node& interface) {
  const auto name = interface.type == cgns::DataType::C1 ? cgns::text_of(interface) : std::string();
  return pieces.find(view.piece->file, view.piece->base->name, name);
}

/// Point list of the donor; null if there is none.
const cgns::Node* donor_list(const cgns::Node& interface) {
  for (const auto* name : {"PointListDonor", "CellListDonor"}) {
    const auto* list = interface.child(name);
    if (list != nullptr && list->label == "IndexArray_t" && list->is_bulk()) return list;
  }
  return nullptr;
}

/// Classes of numbers that count from 1 in the whole zone or section; `before` keeps those of sections apart.
plan::Numbering::Section as_classes(const Numbers& numbers, std::int64_t first, std::int64_t count,
                                    std::int64_t before) {
  return {.first = first, .count = count, .numbers = numbers.array, .offset = before + 1 - numbers.first};
}

plan::Numbering numbered_vertices(const PieceView& view) {
  if (!view.vertex_numbers.exist()) return {};
  return {.sections = {as_classes(view.vertex_numbers, 1, view.vertices, 0)}};
}

}  // namespace

bool Matching::has_numbers(int original) const { return numbered_.contains(original); }

plan::Numbering Matching::numbered_elements(int original, const PieceView& view) const {
  constexpr std::int64_t apart = std::int64_t{1} << 44;  // more than a section has elements
  const auto& names = numbered_.at(original);
  plan::Numbering numbering;
  for (const auto& section : view.sections) {
    if (section.count == 0 || !section.numbers.exist()) continue;
    const auto place = std::distance(names.begin(), names.find(section.node->name));
    numbering.sections.push_back(as_classes(section.numbers, section.first, section.count, apart * place));
  }
  return numbering;
}

/// What vertices and elements match by: what was found, or their numbers in the whole zone.
plan::Numbering Matching::vertex_classes(int original, const PieceView& view) const {
  if (has_numbers(original)) return numbered_vertices(view);
  const auto found = classes_.find({original, view.index});
  if (found == classes_.end() || found->second.vertices < 0) return {};
  const auto array = found->second.vertices;
  const auto count = inputs_.array(array).dims.front();
  return {.sections = {{.first = 1, .count = count, .numbers = array, .offset = 0}}};
}

plan::Numbering Matching::element_classes(int original, const PieceView& view) const {
  if (has_numbers(original)) return numbered_elements(original, view);
  plan::Numbering numbering;
  const auto found = classes_.find({original, view.index});
  if (found == classes_.end()) return numbering;
  for (const auto& section : view.sections) {
    const auto classes = found->second.sections.find(section.node->name);
    if (section.count == 0 || classes == found->second.sections.end()) continue;
    numbering.sections.push_back(
        {.first = section.first, .count = section.count, .numbers = classes->second, .offset = 0});
  }
  return numbering;
}

MatchSet::References Matching::list_references(int original, const PieceView& view, const cgns::Node& list,
                                               std::string_view location) const {
  MatchSet::References references{.array = list.array, .owner = (std::int64_t{original} << 32) + view.index};
  if (location == "Vertex") {
    references.classes = vertex_classes(original, view);
  } else if (location != "CellCenter") {
    references.classes = element_classes(original, view);
  }
  return references;
}

/// Interface points are pairs, because one vertex may have several donors.
void Matching::add_donors(const PieceView& view, const cgns::Node& interface,
                          MatchSet::Member& member) const {
  const auto* list = donor_list(interface);
  if (list == nullptr) return;
  const auto place = donor_of(pieces_, view, interface);
  const auto is_matched = std::ranges::count(originals_, place.original) > 0 || has_numbers(place.original);
  MatchSet::References references{.array = list->array, .owner = -1};
  if (is_matched) {
    const auto& donor = pieces_.original(place.original);
    const auto location =
        list->name == "CellListDonor" ? std::string("CellCenter") : cgns::location_of(interface);
    references = list_references(place.original, view_of(inputs_, donor, place.piece), *list, location);
  } else {
    // The donor is whole or was recognised by metadata, so its shared points are unknown here.
    if (place.original >= 0) references.owner = -2 - ((std::int64_t{place.original} << 32) + place.piece);
    // Points of a structured donor have several indices.
    if (member.count > 0) references.width = static_cast<int>(cgns::count_of(list->dims) / points_of(*list));
  }
  if (points_of(*list) != member.count) {
    throw view.error(inputs_, cgns::join(view.path, member.node),
                     "has a PointList and a PointListDonor of different lengths");
  }
  member.references.push_back(std::move(references));
}

/// Paths in the whole zone of lists that need no numbers, because some piece has them.
std::set<std::string> Matching::numbered_lists(int original, const std::vector<PieceView>& views) const {
  std::set<std::string> paths;
  if (!has_numbers(original)) return paths;
  for (const auto& view : views) {
    for_each_list(inputs_, pieces_, pieces_.original(original), view, [&](const FoundList& found) {
      if (numbers_of_points(inputs_, view, *found.node, found.path).exist()) paths.insert(found.whole_path);
    });
  }
  return paths;
}

void Matching::add_lists(int original, std::vector<MatchSet>& sets) const {
  const auto& whole = pieces_.original(original);
  const auto views = views_of(original);
  const auto numbered = numbered_lists(original, views);
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& view : views) {
    for_each_list(inputs_, pieces_, whole, view, [&](const FoundList& found) {
      const auto& list = *point_list(*found.node);
      const auto count = points_of(list);
      if (count == 0 || numbered.contains(found.whole_path)) return;
      const bool is_integer = cgns::is_integer(list.type);
      if (!is_integer || !list.is_bulk() || cgns::count_of(list.dims) != count) {
        throw view.error(inputs_, cgns::join(found.path, list.name), "is not a point list of its zone");
      }
      const auto [set, is_new] = index.try_emplace(found.whole_path, sets.size());
      if (is_new) {
        sets.push_back({.what = points_of_list(found.whole_path),
                        .kind = MatchSet::Kind::list,
                        .original = original,
                        .space = static_cast<int>(sets.size()),
                        .members = {}});
      }
      const auto location = cgns::location_of(*found.node);
      MatchSet::Member member{.piece = view.index, .zone = view_of(*view.piece), .count = count};
      member.node = found.path.substr(view.path.size() + 1);
      member.references.push_back(list_references(original, view, list, location));
      if (is_interface(*found.node)) add_donors(view, *found.node, member);
      sets[set->second].members.push_back(std::move(member));
    });
  }
}

}  // namespace pcgns::fileset
