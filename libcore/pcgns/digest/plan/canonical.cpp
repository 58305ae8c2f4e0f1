#include "pcgns/digest/canonical.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/metadata.hpp"

namespace pcgns::digest {

namespace {

using cgns::Node;

bool is_version(const Node& parent, const Node& child) {
  return parent.label.starts_with("Root Node") &&
         (child.name == "CGNSLibraryVersion" || child.name == "CGNSWritingLibraryVersion");
}

bool is_interface_metadata(const Node& parent, const Node& child) {
  return cgns::is_interface(parent) && child.label == "Descriptor_t" &&
         (child.name == "Decomp" || child.name == fileset::interface_name_node ||
          child.name == fileset::opposite_name_node);
}

/// BCDataSet_t and ZoneSubRegion_t may inherit another location.
bool is_default_location(const Node& parent, const Node& child) {
  constexpr std::array<std::string_view, 7> parents = {
      "GridCoordinates_t",  "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t",
      "GridConnectivity_t", "BC_t",           "OversetHoles_t"};
  return child.label == "GridLocation_t" && child.name == "GridLocation" && has_no_content_below(child) &&
         child.type == cgns::DataType::C1 && child.dims.size() == 1 && child.data.size() == 6 &&
         cgns::text_of(child) == "Vertex" &&
         std::find(parents.begin(), parents.end(), parent.label) != parents.end();
}

bool is_default_rind(const Node& child) {
  return child.label == "Rind_t" && child.name == "Rind" && has_no_content_below(child) && !child.is_bulk() &&
         cgns::is_any_integer(child.type) && child.dims.size() == 1 && !child.data.empty() &&
         std::all_of(child.data.begin(), child.data.end(),
                     [](std::byte byte) { return byte == std::byte{0}; });
}

/// True for a node that held nothing but partition metadata.
bool is_emptied(const Node& node) {
  return node.label == "UserDefinedData_t" && cgns::is_empty(node) && !node.children.empty() &&
         has_no_content_below(node);
}

/// True for a text by which a region can refer to a node.
bool is_reference(const Node& name) {
  return name.label == "Descriptor_t" && name.type == cgns::DataType::C1 && !name.link && !name.is_bulk();
}

bool has_integers(const Node* node) {
  return node != nullptr && !node->is_bulk() && cgns::is_any_integer(node->type) && !node->data.empty();
}

/// Two corners of any number of indices.
bool has_corners(const Node* range) {
  return has_integers(range) && range->label == "IndexRange_t" && range->dims.size() == 2 &&
         range->dims[1] == 2 && has_no_content_below(*range);
}

Node with_integers(const Node& node, const std::vector<std::int64_t>& values) {
  return cgns::integer_node(node.name, node.label, node.dims, values, node.type);
}

/// True if every direction of the own range has one of the donor, and no two the same.
bool is_permutation(const std::vector<std::int64_t>& transform) {
  std::vector<bool> taken(transform.size());
  for (const auto to : transform) {
    if (to == 0 || to < -std::ssize(transform) || to > std::ssize(transform)) return false;
    taken[static_cast<std::size_t>(std::abs(to)) - 1] = true;
  }
  return std::all_of(taken.begin(), taken.end(), [](bool is_taken) { return is_taken; });
}

/// Both ranges, or nothing if they do not go together.
std::vector<CanonicalValues> ascending_ranges(const Node& interface) {
  const auto* range = interface.child("PointRange");
  const auto* donor_range = interface.child("PointRangeDonor");
  const auto* directions = interface.child("Transform");
  if (!has_corners(range) || !has_corners(donor_range) || !has_integers(directions)) return {};
  auto own = cgns::any_integers_of(*range);
  auto donor = cgns::any_integers_of(*donor_range);
  const auto transform = cgns::any_integers_of(*directions);
  const auto width = transform.size();
  if (own.size() != 2 * width || donor.size() != 2 * width || !is_permutation(transform)) return {};
  for (std::size_t i = 0; i < width; ++i) {
    const auto to = static_cast<std::size_t>(std::abs(transform[i])) - 1;
    const auto length = own[width + i] - own[i];
    if (donor[width + to] - donor[to] != (transform[i] > 0 ? length : -length)) return {};
    if (length >= 0) continue;
    std::swap(own[i], own[width + i]);
    std::swap(donor[to], donor[width + to]);
  }
  return {{.child = range, .form = with_integers(*range, own)},
          {.child = donor_range, .form = with_integers(*donor_range, donor)}};
}

/// A table of names, for each time step of a file.
bool is_name_table(const Node& node) {
  const auto is_it = [&](const cgns::NameTables& tables) { return node.name == tables.names; };
  return std::ranges::any_of(cgns::name_tables, is_it) && !node.is_bulk() &&
         node.type == cgns::DataType::C1 && node.dims.size() == 3 && has_no_content_below(node) &&
         cgns::count_of(node.dims) == std::ssize(node.data);
}

/// Each time step's names in order, padded with blanks as a merge writes them.
std::vector<CanonicalValues> sorted_names(const Node& iterative) {
  std::vector<CanonicalValues> found;
  for (const auto& table : iterative.children) {
    if (!is_name_table(table) || table.data.empty()) continue;
    auto names = cgns::rows_of(table);
    std::size_t width = cgns::longest_name;
    for (const auto& name : names) width = std::max(width, name.size());
    for (auto& name : names) name.resize(width, ' ');
    const auto each = static_cast<std::ptrdiff_t>(table.dims[1]);
    for (auto begin = names.begin(); begin != names.end(); begin += each) std::sort(begin, begin + each);
    auto form = table;
    form.dims[0] = static_cast<std::int64_t>(width);
    form.data = cgns::table_node({}, {}, form.dims, names).data;
    found.push_back({.child = &table, .form = std::move(form)});
  }
  return found;
}

/// Number of points from the first half of `ends` to the second; nothing if invalid, or beyond any real mesh.
std::optional<std::int64_t> points_between(const std::vector<std::int64_t>& ends) {
  const auto width = ends.size() / 2;
  std::int64_t count = 1;
  for (std::size_t i = 0; i < width; ++i) {
    if (ends[i] < 1 || ends[width + i] < ends[i] || ends[width + i] > most_points) return std::nullopt;
    const auto extent = ends[width + i] - ends[i] + 1;
    if (count > most_points / extent) return std::nullopt;
    count *= extent;
  }
  return count;
}

bool has_usual_width(std::int64_t width) { return width >= 1 && width <= 3; }

std::optional<PointSet> list_of(const Node& list) {
  const bool is_sound = list.label == "IndexArray_t" && cgns::is_any_integer(list.type) &&
                        list.dims.size() == 2 && has_usual_width(list.dims[0]) && list.dims[1] >= 1 &&
                        has_no_content_below(list);
  if (!is_sound) return std::nullopt;
  return PointSet{.node = &list, .is_range = false, .count = list.dims[1], .width = list.dims[0]};
}

std::optional<PointSet> range_of(const Node& range) {
  if (!has_corners(&range) || !has_usual_width(range.dims[0])) return std::nullopt;
  const auto count = points_between(cgns::any_integers_of(range));
  if (!count) return std::nullopt;
  return PointSet{.node = &range, .is_range = true, .count = *count, .width = range.dims[0]};
}

double version_of(const Node& root) { return cgns::version_in(root.child_labelled("CGNSLibraryVersion_t")); }

bool has_type(const Node& node) { return node.label == "Elements_t" && has_integers(&node); }

std::int64_t type_of_today(const Node& section, double version) {
  return cgns::number_of_today(cgns::any_integers_of(section).front(), version);
}

/// True if the types of all sections can be numbered anew; those of the elements of MIXED are among the
/// values of its connectivity.
bool can_be_numbered(const Node& node, double version) {
  if (has_type(node) && type_of_today(node, version) == cgns::element_type::mixed) return false;
  return std::ranges::all_of(node.children,
                             [&](const Node& child) { return can_be_numbered(child, version); });
}

void number_types(Node& node, double version) {
  if (has_type(node)) {
    auto values = cgns::any_integers_of(node);
    values.front() = type_of_today(node, version);
    node.data = with_integers(node, values).data;
  }
  for (auto& child : node.children) number_types(child, version);
}

/// True if version 3.0 numbers types of elements otherwise than that of today.
bool numbers_types_otherwise(double version) {
  constexpr std::int64_t hexa_8 = 17;
  return cgns::number_of_today(hexa_8, version) != hexa_8;
}

/// Adds the arrays below `node` that belong to the points of a list above it.
void add_arrays(const Node& node, PointList& list) {
  for (const auto& child : node.children) {
    if (is_no_content(node, child)) continue;
    if (belongs_to_points(child, list.points.count)) list.arrays.push_back(&child);
    if (!ends_point_set(child)) add_arrays(child, list);
  }
}

/// Adds the arrays of regions to the lists of their zone that they refer to.
void add_regions(const Node& zone, std::span<PointList> lists) {
  for (const auto& region : zone.children) {
    const auto points = points_of_region(zone, region);
    const auto set = points ? point_set_of(*points->node) : std::nullopt;
    if (!set) continue;
    for (auto& list : lists)
      if (list.points.node == set->node) add_arrays(region, list);
  }
}

/// Collects point lists; `open` is the index of the list to which arrays belong, or -1.
void add_lists(const Node& node, int open, std::vector<PointList>& lists) {
  if (ends_point_set(node)) open = -1;
  const auto points = point_set_of(node);
  if (points && !points->is_range) {
    open = static_cast<int>(lists.size());
    lists.push_back({.points = *points, .arrays = {}});
  }
  for (const auto& child : node.children) {
    if (is_no_content(node, child) || (points && &child == points->node)) continue;
    if (open >= 0) {
      auto& list = lists[static_cast<std::size_t>(open)];
      if (belongs_to_points(child, list.points.count)) list.arrays.push_back(&child);
    }
    const auto first = lists.size();
    add_lists(child, open, lists);
    if (child.label == "Zone_t") add_regions(child, std::span(lists).subspan(first));
  }
}

void add_interfaces_of_zone(const Node& zone, std::unordered_set<const Node*>& found) {
  for (const auto& region : zone.children) {
    if (region.label != "ZoneSubRegion_t") continue;
    const auto* name = region.child("GridConnectivityRegionName");
    if (name == nullptr || !is_reference(*name)) continue;
    for (const auto& container : zone.children) {
      if (container.label != "ZoneGridConnectivity_t") continue;
      const auto* node = cgns::named_in(container, cgns::text_of(*name));
      if (node != nullptr && cgns::is_interface(*node)) found.insert(node);
    }
  }
}

void add_interfaces_of_regions(const Node& node, std::unordered_set<const Node*>& found) {
  if (node.label == "Zone_t") add_interfaces_of_zone(node, found);
  for (const auto& child : node.children) add_interfaces_of_regions(child, found);
}

}  // namespace

bool are_beyond_signed(cgns::DataType type, std::span<const std::int64_t> values) {
  return type == cgns::DataType::U8 &&
         std::any_of(values.begin(), values.end(), [](std::int64_t value) { return value < 0; });
}

bool states_default(const Node& parent, const Node& child) {
  return is_default_location(parent, child) || is_default_rind(child);
}

bool is_no_content(const Node& parent, const Node& child) {
  return is_version(parent, child) || fileset::is_metadata(parent, child) ||
         child.name == fileset::own_metadata_name || child.name == fileset::per_rank_name ||
         is_interface_metadata(parent, child) || states_default(parent, child) || is_emptied(child);
}

bool has_no_content_below(const Node& node) {
  return std::all_of(node.children.begin(), node.children.end(),
                     [&](const Node& child) { return is_no_content(node, child); });
}

bool has_free_name(const Node& parent, const Node& child) {
  return parent.label == "ZoneGridConnectivity_t" && cgns::is_interface(child);
}

std::unordered_set<const Node*> interfaces_of_regions(const Node& root) {
  std::unordered_set<const Node*> found;
  add_interfaces_of_regions(root, found);
  return found;
}

bool is_stated_as_today(const Node& root) {
  const auto version = version_of(root);
  return !cgns::families_are_node_names(version) &&
         !(numbers_types_otherwise(version) && can_be_numbered(root, version));
}

void state_as_today(Node& root) {
  if (is_stated_as_today(root)) return;
  constexpr double first_of_today = 3.1;
  const auto version = version_of(root);
  if (cgns::families_are_node_names(version)) cgns::name_families(root);
  number_types(root, version);
  auto& node = *std::ranges::find(root.children, "CGNSLibraryVersion_t", &Node::label);
  node.data = cgns::real_node({}, {}, node.dims, {first_of_today}, node.type).data;
}

std::vector<CanonicalValues> canonical_values(const Node& node) {
  if (node.label == "GridConnectivity1to1_t") return ascending_ranges(node);
  return node.label == "BaseIterativeData_t" ? sorted_names(node) : std::vector<CanonicalValues>();
}

void rewrite_values(Node& root) {
  for (auto& [child, form] : canonical_values(root)) *root.child(child->name) = std::move(form);
  for (auto& child : root.children) rewrite_values(child);
}

std::optional<PointSet> point_set_of(const Node& node) {
  const auto* list = node.child("PointList");
  const auto* range = node.child("PointRange");
  if ((list == nullptr) == (range == nullptr)) return std::nullopt;
  return list != nullptr ? list_of(*list) : range_of(*range);
}

std::optional<RegionPoints> points_of_region(const Node& zone, const Node& region) {
  if (region.label != "ZoneSubRegion_t" || ends_point_set(region)) return std::nullopt;
  const auto* condition = region.child("BCRegionName");
  const auto* interface = region.child("GridConnectivityRegionName");
  if ((condition == nullptr) == (interface == nullptr)) return std::nullopt;
  const auto& name = condition != nullptr ? *condition : *interface;
  if (!is_reference(name)) return std::nullopt;
  std::optional<RegionPoints> found;
  for (const auto& container : zone.children) {
    if (container.label != (condition != nullptr ? "ZoneBC_t" : "ZoneGridConnectivity_t")) continue;
    const auto* node = cgns::named_in(container, cgns::text_of(name));
    if (node == nullptr || !(condition != nullptr ? node->label == "BC_t" : cgns::is_interface(*node)))
      continue;
    if (found) return std::nullopt;
    found = RegionPoints{.container = &container, .node = node};
  }
  return found;
}

bool ends_point_set(const Node& node) {
  // Their values belong to the set as a whole.
  constexpr std::array<std::string_view, 4> labels = {"BCProperty_t", "GridConnectivityProperty_t",
                                                      "ReferenceState_t", "UserDefinedData_t"};
  return std::ranges::find(labels, node.label) != labels.end() || node.child("PointList") != nullptr ||
         node.child("PointRange") != nullptr;
}

bool belongs_to_points(const Node& array, std::int64_t points) {
  if (array.label != "DataArray_t" && array.label != "IndexArray_t") return false;
  if (cgns::size_of(array.type) == 0) return false;
  const auto values = cgns::count_of(array.dims);
  return values >= points && values % points == 0;
}

std::vector<PointList> point_lists(const Node& root) {
  std::vector<PointList> lists;
  add_lists(root, -1, lists);
  return lists;
}

}  // namespace pcgns::digest
