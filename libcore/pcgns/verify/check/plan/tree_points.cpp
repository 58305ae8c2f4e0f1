#include "pcgns/verify/check/plan/tree_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pcgns::verify::check {

namespace {

using cgns::Node;

constexpr std::array<std::string_view, 4> set_names = {"PointRange", "PointList", "ElementRange",
                                                       "ElementList"};

/// Number of points in a range of any dimension.
std::optional<std::int64_t> count_in_range(const Node& range) {
  const auto values = integers(range);
  if (!values || values->size() % 2 != 0) return std::nullopt;
  const auto n = values->size() / 2;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < n; ++i) {
    std::int64_t extent = 0;
    if (__builtin_sub_overflow((*values)[n + i], (*values)[i], &extent) || extent < 0) return std::nullopt;
    if (__builtin_mul_overflow(count, extent + 1, &count)) return std::nullopt;
  }
  return count;
}

/// Number of points of a list, which has one row per index.
std::optional<std::int64_t> count_in_list(const Node& list) {
  if (list.dims.size() == 2 && list.dims.back() >= 0) return list.dims.back();
  if (list.type == cgns::DataType::MT) return 0;
  return std::nullopt;
}

bool is_face(std::string_view location) { return location.ends_with("FaceCenter"); }
bool is_of_index(std::string_view location) { return is_face(location) && location.size() == 11; }

std::vector<int> flat_indices(const std::vector<Corner>& ends) {
  std::vector<int> flat;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].begin == ends[i].end) flat.push_back(static_cast<int>(i));
  }
  return flat;
}

/// The faces of a planar zone are its edges.
bool is_at_faces(const ZoneFacts& zone, std::string_view location) {
  return is_face(location) || (location == "EdgeCenter" && zone.dimension == 2);
}

/// The highest indices of faces that `ends` name: those of vertices along their normals, the indices that do
/// not vary, else those of cells.
Extents limits_of_faces(const ZoneFacts& zone, std::string_view location, const std::vector<Corner>& ends) {
  auto flat = flat_indices(ends);
  if (is_of_index(location)) flat = {location.front() - 'I'};
  if (flat.empty()) return zone.vertices;
  auto highest = zone.cells;
  for (const auto index : flat) {
    const auto i = static_cast<std::size_t>(index);
    if (i < std::min(highest.size(), zone.vertices.size())) highest[i] = zone.vertices[i];
  }
  return highest;
}

/// The highest index of vertices, cells or elements.
Extents limits(const ZoneFacts& zone, std::string_view location, const std::vector<Corner>& ends) {
  if (zone.structured() && is_at_faces(zone, location)) return limits_of_faces(zone, location, ends);
  if (zone.structured()) return location == "CellCenter" ? zone.cells : zone.vertices;
  if (location == "Vertex") return zone.vertices;
  if (zone.elements <= 0) return {};
  // Gmsh names elements of any dimension as cells.
  return {location == "CellCenter" ? std::max(zone.elements, zone.last_cell) : zone.elements};
}

/// Ghosts have indices below 1 and beyond the sizes.
Extents ghosts_of(const Node& zone, int dimension) {
  const auto* const coordinates = zone.child("GridCoordinates");
  return coordinates == nullptr ? Extents(static_cast<std::size_t>(2 * dimension), 0)
                                : rind_of(*coordinates, dimension);
}

void check_range(const NodePlace& owner, const PointSet& set, std::string_view location) {
  const auto ends = corners(*set.node, *owner.zone->dimension);
  if (!ends) return;
  const auto& zone = *owner.zone;
  const auto highest = limits(zone, location, *ends);
  const bool is_1to1 = owner.node.label == "GridConnectivity1to1_t";
  // Both ranges of a 1to1 interface are within the zones themselves; cg_1to1_write refuses another
  // PointRange.
  const auto within = is_1to1 && zone.structured()
                          ? IndexLimits{.lowest = Extents(highest.size(), 1), .highest = highest}
                          : with_ghosts(highest, *zone.node, zone.structured(), location);
  for (std::size_t i = 0; i < ends->size(); ++i) {
    const auto [begin, end] = (*ends)[i];
    const auto found = fmt::format("{} to {}", begin, end);
    const auto position = fmt::format("index {}", i + 1);
    if (begin > end) {
      owner.report_child(is_1to1 ? "T0809" : "T0604", set.node->name, {.found = found, .position = position});
    }
    if (i >= highest.size()) continue;
    const auto lowest = within.lowest[i];
    const auto most = within.highest[i];
    if (std::min(begin, end) >= lowest && std::max(begin, end) <= most) continue;
    const bool is_of_cells = i < zone.cells.size() && highest[i] == zone.cells[i] && location != "Vertex";
    const bool of_vertices = zone.structured() && is_of_cells && std::min(begin, end) >= lowest &&
                             std::max(begin, end) == most + 1;
    owner.report_child(
        of_vertices ? "T0615" : "T0603", set.node->name,
        {.found = found, .expected = fmt::format("within {} to {}", lowest, most), .position = position});
  }
}

bool needs_points(std::string_view label) {
  return label == "BC_t" || label == "GridConnectivity_t" || label == "OversetHoles_t";
}

/// Checks that a structured BC_t is on a side of its zone: one index is constant, lowest or highest.
void check_side(const NodePlace& bc, const PointSet& set) {
  const auto location = cgns::location_of(bc.node);
  const auto ends = corners(*set.node, *bc.zone->dimension);
  if (!ends || bc.zone->vertices.empty() || location == "CellCenter") return;
  auto flat = flat_indices(*ends);
  if (flat.empty()) return bc.report_child("T0607", set.node->name);
  if (is_of_index(location)) flat = {location.front() - 'I'};
  const auto ghosts = ghosts_of(*bc.zone->node, *bc.zone->dimension);
  const bool outside = std::any_of(flat.begin(), flat.end(), [&](int index) {
    const auto i = static_cast<std::size_t>(index);
    if (i >= ends->size()) return true;
    return (*ends)[i].begin <= 1 || (*ends)[i].begin >= bc.zone->vertices[i] || ghosts[2 * i] != 0;
  });
  if (!outside) bc.report_child("T0608", set.node->name);
}

void check_normals(const NodePlace& bc, const std::vector<PointSet>& sets) {
  if (const auto* const index = bc.node.child("InwardNormalIndex")) {
    const auto values = integers(*index);
    const auto is_unit = [](std::int64_t value) { return value == 1 || value == -1; };
    const bool right = !values || (std::count(values->begin(), values->end(), 0) ==
                                       static_cast<std::ptrdiff_t>(values->size()) - 1 &&
                                   std::any_of(values->begin(), values->end(), is_unit));
    if (!right) bc.report_child("T0609", index->name, {.expected = "one 1 or -1, else 0"});
  }
  const auto* const list = bc.node.child("InwardNormalList");
  if (list == nullptr || sets.size() != 1 || !sets.front().count || list->dims.size() != 2) return;
  if (list->dims.back() != *sets.front().count) {
    bc.report_child(
        "T0610", list->name,
        {.found = std::to_string(list->dims.back()), .expected = std::to_string(*sets.front().count)});
  }
}

}  // namespace

IndexLimits limits_of_points(const ZoneFacts& zone, std::string_view location) {
  return with_ghosts(limits(zone, location, {}), *zone.node, zone.structured(), location);
}

bool IndexLimits::contain(std::span<const std::int64_t> point) const {
  for (std::size_t i = 0; i < lowest.size(); ++i)
    if (point[i] < lowest[i] || point[i] > highest[i]) return false;
  return true;
}

std::string text_of(const IndexLimits& limits) {
  if (std::ranges::all_of(limits.lowest, [](std::int64_t lowest) { return lowest == 1; }))
    return fmt::format("within {}", fmt::join(limits.highest, " x "));
  std::vector<std::string> words;
  for (std::size_t i = 0; i < limits.lowest.size(); ++i)
    words.push_back(fmt::format("{} to {}", limits.lowest[i], limits.highest[i]));
  return fmt::format("within {}", fmt::join(words, ", "));
}

IndexLimits with_ghosts(Extents highest, const Node& zone, bool is_structured, std::string_view location) {
  IndexLimits found{.highest = std::move(highest)};
  const auto ghosts = ghosts_of(zone, static_cast<int>(found.highest.size()));
  for (std::size_t i = 0; i < found.highest.size(); ++i) {
    found.lowest.push_back(is_structured ? 1 - ghosts[2 * i] : 1);
    if (is_structured) found.highest[i] += ghosts[2 * i + 1];
    if (!is_structured && location == "Vertex") found.highest[i] += ghosts[2 * i] + ghosts[2 * i + 1];
  }
  return found;
}

std::vector<PointSet> point_sets(const Node& owner) {
  std::vector<PointSet> sets;
  for (const auto& node : owner.children) {
    if (std::find(set_names.begin(), set_names.end(), node.name) == set_names.end()) continue;
    const bool is_range = node.label == "IndexRange_t";
    if (!is_range && node.label != "IndexArray_t") continue;
    sets.push_back({&node, is_range, is_range ? count_in_range(node) : count_in_list(node)});
  }
  return sets;
}

std::optional<std::vector<Corner>> corners(const Node& range, int dimension) {
  const auto values = integers(range);
  const auto n = static_cast<std::size_t>(dimension);
  if (!values || values->size() != 2 * n) return std::nullopt;
  std::vector<Corner> ends(n);
  for (std::size_t i = 0; i < n; ++i) ends[i] = {(*values)[i], (*values)[n + i]};
  return ends;
}

Extents rind_of(const Node& owner, int dimension) {
  const Extents none(static_cast<std::size_t>(2 * dimension), 0);
  const auto* const rind = owner.child_labelled("Rind_t");
  if (rind == nullptr) return none;
  const auto values = integers(*rind);
  constexpr std::int64_t most = 1'000'000;
  const bool right = values && values->size() == none.size() &&
                     std::all_of(values->begin(), values->end(),
                                 [](std::int64_t planes) { return planes >= 0 && planes <= most; });
  return right ? *values : none;
}

std::optional<Extents> extents_at(const NodePlace& place, std::string_view location, const Extents& rind) {
  const auto& zone = *place.zone;
  if (zone.vertices.empty()) return std::nullopt;
  const int dimension = place.base == nullptr ? 0 : place.base->cell_dimension.value_or(0);
  const bool faces_are_cells =
      (location == "FaceCenter" && dimension == 2) || (location == "EdgeCenter" && dimension == 1);
  Extents extents;
  if (location == "Vertex") {
    extents = zone.vertices;
  } else if (location == "CellCenter" || faces_are_cells) {
    extents = zone.cells;
  } else if (is_of_index(location) && zone.structured()) {
    extents = zone.cells;
    const auto normal = static_cast<std::size_t>(location.front() - 'I');
    if (normal >= extents.size()) return std::nullopt;
    extents[normal] = zone.vertices[normal];
  } else {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < extents.size(); ++i) extents[i] += rind[2 * i] + rind[2 * i + 1];
  return extents;
}

void check_point_set(const NodePlace& owner) {
  const auto sets = point_sets(owner.node);
  const bool hole = owner.node.label == "OversetHoles_t";
  const auto* const range_of_hole = hole ? owner.node.child_labelled("IndexRange_t") : nullptr;
  const auto* const list_of_hole = hole ? child(owner.node, "PointList", "IndexArray_t") : nullptr;
  if (sets.size() > 1 && !hole) {
    owner.report("T0601", {.found = sets[0].node->name + " and " + sets[1].node->name});
  }
  // A hole may have many ranges.
  if (range_of_hole != nullptr && list_of_hole != nullptr) {
    owner.report("T0601", {.found = range_of_hole->name + " and " + list_of_hole->name});
  }
  if (sets.empty() && needs_points(owner.node.label) && range_of_hole == nullptr) {
    owner.report("T0602", {.expected = "PointRange or PointList"});
  }
  for (const auto& set : sets) {
    if (set.node->name.starts_with("Element")) owner.report_child("T0605", set.node->name);
    if (!set.is_range && set.count == 0) owner.report_child("T0606", set.node->name);
    if (set.is_range && owner.zone != nullptr && owner.zone->dimension) {
      check_range(owner, set, cgns::location_of(owner.node));
    }
  }
}

void check_user_points(const NodePlace& owner) {
  if (owner.parent().label == "Zone_t") check_point_set(owner);
}

void check_condition(const NodePlace& bc) {
  const auto sets = point_sets(bc.node);
  check_normals(bc, sets);
  const bool structured = bc.zone != nullptr && bc.zone->structured() && bc.zone->dimension;
  if (structured && sets.size() == 1 && sets.front().is_range) check_side(bc, sets.front());
}

namespace {

bool is_nowhere(std::string_view location) { return location == "Null" || location == "UserDefined"; }

/// True for faces and edges to which the reference library gives no array: the names of points do not help.
bool has_no_size(const NodePlace& owner, std::string_view location) {
  const int dimension = owner.base == nullptr ? 0 : owner.base->cell_dimension.value_or(0);
  if (dimension == 0) return false;
  return (location == "FaceCenter" && dimension != 2) || (location == "EdgeCenter" && dimension != 1);
}

/// True for locations with which the reference library refuses the file.
bool is_refused(const NodePlace& owner, std::string_view location) {
  const auto& label = owner.node.label;
  if (label == "OversetHoles_t") return location != "Vertex" && location != "CellCenter";
  if (label == "GridConnectivity_t") return location == "EdgeCenter" || is_nowhere(location);
  if (label == "ArbitraryGridMotion_t") return is_nowhere(location);
  if (label != "FlowSolution_t" && label != "DiscreteData_t") return false;
  const bool without_points = point_sets(owner.node).empty();  // T0613
  return is_nowhere(location) || (!without_points && has_no_size(owner, location));
}

}  // namespace

void check_location(const NodePlace& owner) {
  const auto* const node = owner.node.child_labelled("GridLocation_t");
  if (node == nullptr || owner.zone == nullptr) return;
  // Lists of elements are at faces, whatever the node says.
  const auto own = text(*node);
  if (!own) return;
  const auto& location = *own;
  const Said said{.found = location};
  if (is_refused(owner, location)) return owner.report_child("T0614", node->name, said);
  if (is_of_index(location) && owner.zone->unstructured())
    return owner.report_child("T0611", node->name, said);
  constexpr int most = 3;
  const int dimension = owner.base == nullptr ? most : owner.base->cell_dimension.value_or(most);
  const int needed = is_face(location) ? 3 : location == "EdgeCenter" ? 2 : 1;
  // Readers also accept FaceCenter for the edges of a planar zone.
  if (dimension < needed - (location == "FaceCenter" ? 1 : 0)) {
    return owner.report_child("T0612", node->name,
                              {.found = fmt::format("{} with CellDimension {}", location, dimension)});
  }
}

void check_rind(const NodePlace& owner) {
  const auto* const rind = owner.node.child_labelled("Rind_t");
  const auto values = rind == nullptr ? std::nullopt : integers(*rind);
  if (!values || values->empty()) return;
  if (*std::min_element(values->begin(), values->end()) < 0) {
    return owner.report_child("T0701", rind->name,
                              {.found = std::to_string(*std::min_element(values->begin(), values->end()))});
  }
  const bool zero = std::all_of(values->begin(), values->end(), [](std::int64_t n) { return n == 0; });
  if (owner.zone != nullptr && owner.zone->unstructured() && !zero) owner.report_child("T0702", rind->name);
}

}  // namespace pcgns::verify::check
