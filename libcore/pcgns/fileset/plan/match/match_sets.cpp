// match_sets.cpp: collects the vertices and elements of pieces, and the data to compare.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/point_lists.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

bool is_integers(const cgns::Node* node) {
  return node != nullptr && node->is_bulk() && cgns::is_integer(node->type);
}

/// Coordinate arrays of a piece by name.
std::map<std::string, int> coordinates_of(const cgns::InputSet& inputs, const ZoneView& zone, bool structured,
                                          const std::vector<std::int64_t>& extents) {
  const auto* grid = zone.zone->child("GridCoordinates");
  if (grid == nullptr) {
    throw error_at(inputs, zone, "", "has no GridCoordinates, which are needed to match its vertices");
  }
  std::map<std::string, int> coordinates;
  for (const auto& node : grid->children) {
    if (node.label != "DataArray_t") continue;
    if (!cgns::is_real(node.type) || !node.is_bulk() || node.dims != extents) {
      throw error_at(inputs, zone, cgns::join(grid->name, node.name),
                     structured ? "expected one real for each vertex and none for ghost vertices"
                                : fmt::format("must be {} reals, one for each vertex", extents.front()));
    }
    coordinates[node.name] = node.array;
  }
  if (coordinates.empty() || coordinates.size() > 3) {
    throw error_at(inputs, zone, grid->name,
                   fmt::format("has {} coordinates, expected 1 to 3", coordinates.size()));
  }
  return coordinates;
}

bool same_names(const std::map<std::string, int>& a, const std::map<std::string, int>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool has_dimension_of_cells(const PieceView& view, const LocalSection& section) {
  return dimension_of(section.type, view.cell_dimension) == view.cell_dimension;
}

}  // namespace

MatchSet vertex_set(const cgns::InputSet& inputs, const PieceSet& pieces, int original,
                    const std::vector<std::vector<std::int64_t>>& extents) {
  const auto& whole = pieces.original(original);
  MatchSet set{.what = vertices_of(whole.path()),
               .kind = MatchSet::Kind::vertices,
               .original = original,
               .space = original,
               .members = {}};
  std::map<std::string, int> first;
  for (std::size_t p = 0; p < whole.pieces.size(); ++p) {
    const auto zone = view_of(whole.pieces[p]);
    const auto count = cgns::count_of(extents[p]);
    if (count == 0) continue;
    const auto coordinates = coordinates_of(inputs, zone, whole.structured, extents[p]);
    if (first.empty()) first = coordinates;
    if (!same_names(first, coordinates)) {
      throw error_at(inputs, zone, "GridCoordinates", "has other coordinates than other pieces");
    }
    MatchSet::Member member{.piece = static_cast<int>(p), .zone = zone, .count = count};
    for (const auto& [name, array] : coordinates) member.coordinates.push_back(array);
    set.members.push_back(std::move(member));
  }
  return set;
}

void Matching::add_vertices(int original, std::vector<MatchSet>& sets) const {
  std::vector<std::vector<std::int64_t>> extents;
  for (const auto& view : views_of(original)) extents.push_back({view.vertices});
  sets.push_back(vertex_set(inputs_, pieces_, original, extents));
}

MatchSet::References Matching::references_of(int original, const PieceView& view,
                                             const LocalSection& section) const {
  const auto path = cgns::join(view.path, section.node->name);
  const auto* connectivity = section.node->child("ElementConnectivity");
  if (!is_integers(connectivity)) {
    throw view.error(inputs_, path, "has no ElementConnectivity, which is needed to match its elements");
  }
  const bool of_faces = section.type == cgns::element_type::nface;
  MatchSet::References references{
      .array = connectivity->array,
      .width = cgns::element_type_of(section.type)->nodes,
      .has_heads = section.has_heads(),
      .classes = of_faces ? element_classes(original, view) : vertex_classes(original, view)};
  if (section.is_ragged()) {
    references.offsets = required_starts(inputs_, view, section);
  } else if (cgns::count_of(connectivity->dims) / references.width < section.count) {
    throw view.error(inputs_, cgns::join(path, connectivity->name),
                     fmt::format("does not have the vertices of {} elements", section.count));
  }
  return references;
}

namespace {

/// True for polygons that are faces of polyhedra.
bool bound_cells(const std::vector<PieceView>& views, const SectionGroup& group) {
  if (group.type != cgns::element_type::ngon || views.front().cell_dimension != 3) return false;
  return std::ranges::any_of(views, has_polyhedra) ||
         std::ranges::any_of(group.members, [](const SectionGroup::Member& member) {
           return cgns::parents_node(*member.section->node) != nullptr;
         });
}

}  // namespace

void Matching::add_elements(int original, bool of_faces, std::vector<MatchSet>& sets) const {
  const auto& whole = pieces_.original(original);
  const auto path = whole.path();
  const auto views = views_of(original);
  const auto cell_space = static_cast<int>(sets.size());
  std::optional<int> face_space;  // that of all polygons that bound cells
  for (const auto& group : section_groups(inputs_, whole, views)) {
    if ((group.type == cgns::element_type::nface) != of_faces) continue;
    const auto own_space = static_cast<int>(sets.size());
    if (!face_space && bound_cells(views, group)) face_space = own_space;
    const bool is_cells = has_dimension_of_cells(views.front(), *group.members.front().section);
    // Any value that no other step uses for a space.
    MatchSet set{.what = elements_of(cgns::join(path, group.name)),
                 .kind = is_cells ? MatchSet::Kind::cells : MatchSet::Kind::surfaces,
                 .original = original,
                 .space = is_cells                    ? -1 - cell_space
                          : bound_cells(views, group) ? *face_space
                                                      : own_space,
                 .members = {}};
    for (const auto& [piece, section] : group.members) {
      if (section->count == 0) continue;
      const auto& view = views[static_cast<std::size_t>(piece)];
      MatchSet::Member member{
          .piece = piece, .zone = view_of(*view.piece), .count = section->count, .first = section->first};
      member.references.push_back(references_of(original, view, *section));
      member.node = group.name;
      set.members.push_back(std::move(member));
    }
    sets.push_back(std::move(set));
  }
}

namespace {

/// The connectivity of a non-empty MIXED section; null for others.
const cgns::Node* mixed_elements(const LocalSection& section) {
  if (section.type != cgns::element_type::mixed || section.count == 0) return nullptr;
  const auto* values = section.node->child("ElementConnectivity");
  const bool is_integer = values != nullptr && values->is_bulk() && cgns::is_integer(values->type);
  return is_integer && cgns::count_of(values->dims) > 0 ? values : nullptr;
}

/// True if the elements are cells. For MIXED sections, the first element decides.
bool has_cells(const cgns::InputSet& inputs, const PieceView& view, const LocalSection& section) {
  const auto* mixed = mixed_elements(section);
  const auto first =
      mixed == nullptr ? std::optional<std::int64_t>(section.type) : inputs.array(mixed->array).first;
  const auto type = first.value_or(section.type);
  const bool fits = type >= 0 && type <= INT16_MAX;
  return dimension_of(fits ? static_cast<int>(type) : section.type, view.cell_dimension) ==
         view.cell_dimension;
}

bool is_section_everywhere(const std::vector<PieceView>& views, const std::vector<FoundList>& ranges,
                           const std::vector<int>& pieces) {
  std::string name;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto& view = views[static_cast<std::size_t>(pieces[i])];
    const auto* section = ranges[i].node->label == "BC_t" ? section_in_range(view, *ranges[i].node) : nullptr;
    if (section == nullptr || (i > 0 && section->node->name != name)) return false;
    name = section->node->name;
  }
  const auto has_section = [&](const PieceView& view) {
    return std::any_of(view.sections.begin(), view.sections.end(), [&](const LocalSection& section) {
      return section.node->name == name && section.count > 0;
    });
  };
  return std::count_if(views.begin(), views.end(), has_section) == std::ssize(ranges);
}

/// Cells of each piece as runs of numbers, in section order.
std::vector<std::vector<plan::NumberRun>> cell_runs_of(const std::vector<PieceView>& views,
                                                       const std::vector<SectionGroup>& groups) {
  std::vector<std::map<std::int64_t, plan::NumberRun>> in_order(views.size());  // by first element
  std::int64_t next = 1;
  for (const auto& group : groups) {
    for (const auto& [piece, section] : group.members) {
      if (section->count == 0) continue;
      in_order[static_cast<std::size_t>(piece)][section->first] = {next, section->count};
      next += section->count;
    }
  }
  std::vector<std::vector<plan::NumberRun>> runs(views.size());
  for (std::size_t i = 0; i < views.size(); ++i) {
    for (const auto& [first, run] : in_order[i]) runs[i].push_back(run);
    if (!groups.empty() || views[i].cells == 0) continue;
    runs[i] = {{next, views[i].cells}};  // cells as parents of faces only, or among other elements
    next += views[i].cells;
  }
  return runs;
}

std::int64_t count_of(const std::vector<plan::NumberRun>& runs) {
  return std::accumulate(runs.begin(), runs.end(), std::int64_t{0},
                         [](std::int64_t sum, const plan::NumberRun& run) { return sum + run.count; });
}

}  // namespace

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

std::vector<std::vector<plan::NumberRun>> Matching::runs() {
  std::vector<std::vector<plan::NumberRun>> runs;
  run_nodes_.clear();
  for (const auto original : originals_) {
    add_cell_runs(original, runs);
    add_range_runs(original, runs);
  }
  for (const auto& [original, sections] : numbered_) add_range_runs(original, runs);
  return runs;
}

namespace {

/// True if the elements of the only section with cells are cells alone, which then need no other numbers.
bool has_cells_alone(const std::vector<PieceView>& views, const SectionGroup& group) {
  return std::all_of(views.begin(), views.end(), [&](const PieceView& view) {
    const auto* section = group.in_piece(view.index);
    return group.type != cgns::element_type::mixed || (section == nullptr ? 0 : section->count) == view.cells;
  });
}

}  // namespace

/// Numbers cells in section order, unless a single section holds them all. In a single MIXED section with
/// other elements, too, the cells follow each other as its elements do: piece by piece. Those of a zone that
/// is whole have their order in any case.
void Matching::add_cell_runs(int original, std::vector<std::vector<plan::NumberRun>>& runs) {
  const auto views = views_of(original);
  std::vector<SectionGroup> groups;
  int others = 0;  // MIXED sections that begin with something else, but may have cells
  for (auto& group : section_groups(inputs_, pieces_.original(original), views)) {
    const bool is_cells = std::any_of(group.members.begin(), group.members.end(), [&](const auto& member) {
      return has_cells(inputs_, views[static_cast<std::size_t>(member.piece)], *member.section);
    });
    others += !is_cells && group.type == cgns::element_type::mixed ? 1 : 0;
    if (is_cells) groups.push_back(std::move(group));
  }
  if (groups.size() == 1 && others == 0) {
    if (has_cells_alone(views, groups.front())) return;
    groups.clear();
  }
  const bool is_whole = views.size() == 1;
  if (groups.empty() && others > 1 && !is_whole) return;
  auto by_piece = cell_runs_of(views, is_whole ? std::vector<SectionGroup>{} : groups);
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (count_of(by_piece[i]) != views[i].cells) return;  // MIXED sections with other elements
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (views[i].cells == 0) continue;
    runs.push_back(std::move(by_piece[i]));
    run_nodes_.push_back({views[i].piece->file, views[i].path, false});
  }
}

/// Turns ranges into lists, unless they are a section in all pieces, and no piece has a list instead.
void Matching::add_range_runs(int original, std::vector<std::vector<plan::NumberRun>>& runs) {
  const auto& whole = pieces_.original(original);
  const auto views = views_of(original);
  std::map<std::string, std::pair<std::vector<FoundList>, std::vector<int>>> by_path;
  std::set<std::string> lists;
  for (const auto& view : views) {
    for_each_list(inputs_, pieces_, whole, view,
                  [&](const FoundList& found) { lists.insert(found.whole_path); });
    for_each_range(inputs_, pieces_, whole, view, [&](const FoundList& found) {
      if (has_numbers(original) && is_interface(*found.node)) return;  // A range of donors is none of lists.
      auto& [ranges, pieces] = by_path[found.whole_path];
      ranges.push_back(found);
      pieces.push_back(view.index);
    });
  }
  for (const auto& [path, found] : by_path) {
    const auto& [ranges, pieces] = found;
    if (!lists.contains(path) && is_section_everywhere(views, ranges, pieces)) continue;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const auto& view = views[static_cast<std::size_t>(pieces[i])];
      const auto range = small_integers(point_range(*ranges[i].node));
      if (range.size() != 2 || range[0] < 1 || range[1] < range[0] || range[1] - range[0] > (1LL << 40)) {
        throw view.error(inputs_, cgns::join(ranges[i].path, point_range(*ranges[i].node)->name),
                         "expected [first, last]");
      }
      runs.push_back({{range[0], range[1] - range[0] + 1}});
      run_nodes_.push_back({view.piece->file, ranges[i].path, true});
    }
  }
}

}  // namespace pcgns::fileset
