// The points of lists, what they are compared by, and lists in place of ranges.
#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "pcgns/assemble/match.hpp"
#include "pcgns/assemble/numbers.hpp"
#include "pcgns/assemble/point_lists.hpp"
#include "pcgns/assemble/section_order.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

/// The connectivity of a MIXED section that has elements; null for others.
const tree::Node* mixed_elements(const LocalSection& section) {
  if (section.type != sids::element_type::mixed || section.count == 0) return nullptr;
  const auto* values = section.node->child("ElementConnectivity");
  const bool is_integer = values != nullptr && values->is_bulk() &&
                          (values->type == tree::DataType::I4 || values->type == tree::DataType::I8);
  return is_integer && tree::count_of(values->dims) > 0 ? values : nullptr;
}

/// Whether the elements are cells. Those of a MIXED section are taken to be like its first one.
bool has_cells(const tree::InputSet& inputs, const PartView& view, const LocalSection& section) {
  const auto* mixed = mixed_elements(section);
  const auto first = mixed == nullptr ? std::optional<std::int64_t>(section.type)
                                      : inputs.arrays[static_cast<std::size_t>(mixed->array)].first;
  const auto type = first.value_or(section.type);
  const bool fits = type >= 0 && type <= INT16_MAX;
  return dimension_of(fits ? static_cast<int>(type) : section.type, view.cell_dimension) ==
         view.cell_dimension;
}

/// Where the donor of a join is.
PartSet::Place donor_of(const PartSet& parts, const PartView& view, const tree::Node& join) {
  const auto name = join.type == tree::DataType::C1 ? tree::text_of(join) : std::string();
  return parts.place_of(view.part->file, view.part->base->name, name);
}

/// The list of points of a donor; null if there is none.
const tree::Node* donor_list(const tree::Node& join) {
  for (const auto* name : {"PointListDonor", "CellListDonor"}) {
    const auto* list = join.child(name);
    if (list != nullptr && list->label == "IndexArray_t" && list->is_bulk()) return list;
  }
  return nullptr;
}

bool is_section_everywhere(const std::vector<PartView>& views, const std::vector<FoundList>& ranges,
                           const std::vector<int>& parts) {
  std::string name;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto& view = views[static_cast<std::size_t>(parts[i])];
    const auto* section = ranges[i].node->label == "BC_t" ? section_in_range(view, *ranges[i].node) : nullptr;
    if (section == nullptr || (i > 0 && section->node->name != name)) return false;
    name = section->node->name;
  }
  const auto has_section = [&](const PartView& view) {
    return std::any_of(view.sections.begin(), view.sections.end(), [&](const LocalSection& section) {
      return section.node->name == name && section.count > 0;
    });
  };
  return std::count_if(views.begin(), views.end(), has_section) == std::ssize(ranges);
}

/// The cells of each part, as runs of numbers: in the order of the part's sections.
std::vector<std::vector<Run>> cell_runs_of(const std::vector<PartView>& views,
                                           const std::vector<SectionGroup>& groups) {
  std::vector<std::map<std::int64_t, Run>> in_order(views.size());  // by first element
  std::int64_t next = 1;
  for (const auto& group : groups) {
    for (const auto& [part, section] : group.members) {
      if (section->count == 0) continue;
      in_order[static_cast<std::size_t>(part)][section->first] = {next, section->count};
      next += section->count;
    }
  }
  std::vector<std::vector<Run>> runs(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    for (const auto& [first, run] : in_order[i]) runs[i].push_back(run);
    if (!groups.empty() || views[i].cells == 0) continue;
    runs[i] = {{next, views[i].cells}};  // known by their faces only
    next += views[i].cells;
  }
  return runs;
}

std::int64_t count_of(const std::vector<Run>& runs) {
  return std::accumulate(runs.begin(), runs.end(), std::int64_t{0},
                         [](std::int64_t sum, const Run& run) { return sum + run.count; });
}

}  // namespace

MatchSet::References Matching::list_references(int original, const PartView& view, const tree::Node& list,
                                               std::string_view location) const {
  MatchSet::References references{.array = list.array, .owner = (std::int64_t{original} << 32) + view.index};
  if (location == "Vertex") {
    references.classes = vertex_classes(original, view.index);
  } else if (location != "CellCenter") {
    references.classes = element_classes(original, view);
  }
  return references;
}

/// The points of a join are pairs: the same vertex may lead to several.
void Matching::add_donors(const PartView& view, const tree::Node& join, MatchSet::Member& member) const {
  const auto* list = donor_list(join);
  if (list == nullptr) return;
  const auto place = donor_of(parts_, view, join);
  const auto is_matched = std::find(originals_.begin(), originals_.end(), place.original) != originals_.end();
  MatchSet::References references{.array = list->array, .owner = -1};
  if (is_matched) {
    const auto& donor = parts_.originals[static_cast<std::size_t>(place.original)];
    const auto location = list->name == "CellListDonor" ? std::string("CellCenter") : sids::location_of(join);
    references = list_references(place.original, view_of(inputs_, donor, place.part), *list, location);
  } else {
    // The donor is whole, or a part by other marks: then nobody knows here which points it shares.
    if (place.original >= 0) references.owner = -2 - ((std::int64_t{place.original} << 32) + place.part);
  }
  if (points_of(*list) != member.count) {
    throw view.error(inputs_, tree::join(view.path, member.node),
                     "has a PointList and a PointListDonor of different lengths");
  }
  member.references.push_back(std::move(references));
}

void Matching::add_lists(int original, std::vector<MatchSet>& sets) const {
  const auto& whole = parts_.originals[static_cast<std::size_t>(original)];
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& view : views_of(original)) {
    for_each_list(inputs_, parts_, whole, view, [&](const FoundList& found) {
      const auto& list = *point_list(*found.node);
      const auto count = points_of(list);
      if (count == 0) return;
      const bool is_integer = list.type == tree::DataType::I4 || list.type == tree::DataType::I8;
      if (!is_integer || !list.is_bulk() || tree::count_of(list.dims) != count) {
        throw view.error(inputs_, tree::join(found.path, list.name), "is no list of points of its zone");
      }
      const auto [set, is_new] = index.try_emplace(found.whole_path, sets.size());
      if (is_new) {
        sets.push_back({.what = points_of_list(found.whole_path),
                        .kind = MatchSet::Kind::list,
                        .original = original,
                        .space = static_cast<int>(sets.size()),
                        .members = {}});
      }
      const auto location =
          list.name == "ElementList" ? std::string("FaceCenter") : sids::location_of(*found.node);
      MatchSet::Member member{.part = view.index, .count = count};
      member.node = found.path.substr(view.path.size() + 1);
      member.references.push_back(list_references(original, view, list, location));
      if (is_join(*found.node)) add_donors(view, *found.node, member);
      sets[set->second].members.push_back(std::move(member));
    });
  }
}

std::vector<int> Matching::arrays_to_begin() const {
  std::vector<int> arrays;
  for (const auto original : originals_) {
    for (const auto& view : views_of(original)) {
      for (const auto& section : view.sections) {
        if (const auto* mixed = mixed_elements(section)) arrays.push_back(mixed->array);
      }
    }
  }
  return arrays;
}

std::vector<std::vector<Run>> Matching::runs() {
  std::vector<std::vector<Run>> runs;
  run_nodes_.clear();
  for (const auto original : originals_) {
    add_cell_runs(original, runs);
    add_range_runs(original, runs);
  }
  return runs;
}

/// Cells in the order of their sections, unless they are the elements of a single one.
void Matching::add_cell_runs(int original, std::vector<std::vector<Run>>& runs) {
  const auto views = views_of(original);
  std::vector<SectionGroup> groups;
  bool others_count = false;  // as cells, by the type of their section
  for (auto& group : section_groups(inputs_, views)) {
    const bool is_cells = std::any_of(group.members.begin(), group.members.end(), [&](const auto& member) {
      return has_cells(inputs_, views[static_cast<std::size_t>(member.part)], *member.section);
    });
    others_count = others_count || (!is_cells && group.type == sids::element_type::mixed);
    if (is_cells) groups.push_back(std::move(group));
  }
  if (groups.size() == 1 && !others_count) return;
  auto by_part = cell_runs_of(views, groups);
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (count_of(by_part[i]) != views[i].cells) return;  // MIXED sections with other elements, too
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].cells == 0) continue;
    runs.push_back(std::move(by_part[i]));
    run_nodes_.push_back({views[i].part->file, views[i].path, false});
  }
}

/// Ranges become lists, unless they are a section in all parts.
void Matching::add_range_runs(int original, std::vector<std::vector<Run>>& runs) {
  const auto& whole = parts_.originals[static_cast<std::size_t>(original)];
  const auto views = views_of(original);
  std::map<std::string, std::pair<std::vector<FoundList>, std::vector<int>>> by_path;
  for (const auto& view : views) {
    for_each_range(inputs_, parts_, whole, view, [&](const FoundList& found) {
      auto& [ranges, parts] = by_path[found.whole_path];
      ranges.push_back(found);
      parts.push_back(view.index);
    });
  }
  for (const auto& [path, found] : by_path) {
    const auto& [ranges, parts] = found;
    if (is_section_everywhere(views, ranges, parts)) continue;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const auto& view = views[static_cast<std::size_t>(parts[i])];
      const auto range = small_integers(point_range(*ranges[i].node));
      if (range.size() != 2 || range[0] < 1 || range[1] < range[0] || range[1] - range[0] > (1LL << 40)) {
        throw view.error(inputs_, tree::join(ranges[i].path, point_range(*ranges[i].node)->name),
                         "must be a first and a last number");
      }
      runs.push_back({{range[0], range[1] - range[0] + 1}});
      run_nodes_.push_back({view.part->file, ranges[i].path, true});
    }
  }
}

}  // namespace pcgns::assemble
