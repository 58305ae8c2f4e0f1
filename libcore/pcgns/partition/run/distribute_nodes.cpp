// Distributes the nodes of a zone that hold values of its points.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/plan/uncut.hpp"
#include "pcgns/partition/run/distribute_lists.hpp"
#include "pcgns/partition/run/distribution_context.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

namespace {

bool holds_fields(const cgns::Node& node) {
  constexpr std::array<std::string_view, 5> labels = {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t",
                                                      "ArbitraryGridMotion_t", "ZoneSubRegion_t"};
  if (node.link) return false;
  if (std::find(labels.begin(), labels.end(), node.label) != labels.end()) return true;
  return node.label == "UserDefinedData_t" && (node.child_labelled("GridLocation_t") != nullptr ||
                                               std::ranges::any_of(node.children, cgns::is_point_set));
}

/// In a solution, characters are values of its points; elsewhere, text.
bool is_array(const cgns::Node& parent, const cgns::Node& node) {
  const bool is_text = node.type == cgns::DataType::C1 && !cgns::is_field_container(parent.label);
  return node.label == "DataArray_t" && !node.link && !is_text && node.is_bulk();
}

/// The elements of one dimension, if they are in one section.
const Distribution& elements_of_dimension(DistributionContext& context, int dimension,
                                          const std::string& path) {
  const Distribution* found = nullptr;
  for (std::size_t s = 0; s < context.mesh.sections.size(); ++s) {
    if (context.mesh.zone.sections[s].dimension() != dimension) continue;
    if (found != nullptr) throw node_error(path, "has values for elements of several sections");
    found = &context.distributed.elements.sections[s];
  }
  if (found == nullptr) throw node_error(path, "has values for elements that no section has");
  return *found;
}

const Distribution& all_at(DistributionContext& context, const cgns::Node& node, const std::string& path) {
  const auto location = cgns::location_of(node);
  if (location == "Vertex") return context.distributed.vertices;
  if (cgns::is_of_cells(location, static_cast<int>(context.mesh.zone.dimension)))
    return context.distributed.cells;
  if (location == "EdgeCenter") return elements_of_dimension(context, 1, path);
  if (location.ends_with("FaceCenter")) return elements_of_dimension(context, 2, path);
  throw node_error(path, fmt::format("has the GridLocation {}, which is unknown", location));
}

/// How many elements of one dimension all sections have together; -1 if that is unknown.
std::int64_t count_of_dimension(const DistributionContext& context, int dimension) {
  std::int64_t count = 0;
  for (std::size_t s = 0; s < context.mesh.sections.size(); ++s) {
    if (context.mesh.zone.sections[s].dimension() < 0) return -1;  // MIXED
    if (context.mesh.zone.sections[s].dimension() == dimension)
      count += context.distributed.elements.sections[s].count();
  }
  return count;
}

/// How many entities are at the location of `node`, -1 if that is unknown; 1 if the location is.
std::int64_t count_at(const DistributionContext& context, const cgns::Node& node) {
  const auto location = cgns::location_of(node);
  if (location == "Vertex") return context.distributed.vertices.count();
  if (cgns::is_of_cells(location, static_cast<int>(context.mesh.zone.dimension)))
    return context.distributed.cells.count();
  if (location == "EdgeCenter") return count_of_dimension(context, 1);
  return location.ends_with("FaceCenter") ? count_of_dimension(context, 2) : 1;
}

/// The BC_t that a ZoneSubRegion_t refers to; null if there is none.
const cgns::Node* region_owner(const DistributionContext& context, const cgns::Node& node,
                               const std::string& path) {
  const auto* text = node.child("BCRegionName");
  if (text == nullptr) return nullptr;
  for (const auto& child : context.mesh.zone.node->children) {
    const auto* found = child.label == "ZoneBC_t" ? child.child(cgns::text_of(*text)) : nullptr;
    if (found != nullptr) return found;
  }
  throw node_error(path, "has no BCRegionName that names an existing node");
}

/// User data may have anything beside values of points.
bool may_be_of_points(const cgns::Node& parent, const cgns::Node& array, std::int64_t points) {
  return parent.label != "UserDefinedData_t" || (points > 0 && cgns::count_of(array.dims) % points == 0);
}

/// True for an array with a value per point; a single value for all points is one in a field alone.
bool has_value_per_point(const cgns::Node& parent, const cgns::Node& array, std::int64_t points) {
  const bool may_be_for_all = points != 1 && !cgns::is_field_container(parent.label);
  const bool is_for_all = may_be_for_all && cgns::count_of(array.dims) == 1;
  return is_array(parent, array) && !is_for_all && may_be_of_points(parent, array, points);
}

/// Distributes arrays with a value per point; others are copied.
void distribute_arrays(DistributionContext& context, const cgns::Node& node, const std::string& path,
                       const Distribution& distribution) {
  std::vector<const cgns::Node*> arrays;
  for (const auto& child : node.children) {
    if (has_value_per_point(node, child, distribution.count())) arrays.push_back(&child);
  }
  if (const auto* bad = distribute_values(context, arrays, path, distribution))
    throw node_error(
        cgns::join(path, bad->name),
        fmt::format("does not have the same number of values for each of {} points", distribution.count()));
}

/// True for user data without points that have no value for each entity at their location: they are copied.
bool has_no_values(const DistributionContext& context, const cgns::Node& node) {
  if (node.label != "UserDefinedData_t") return false;
  const auto count = count_at(context, node);
  return std::ranges::none_of(node.children, [&](const cgns::Node& child) {
    if (count < 0) return is_array(node, child) && cgns::count_of(child.dims) != 1;
    return has_value_per_point(node, child, count);
  });
}

/// Distributes values of all entities at a location, with those of ghosts where the standard allows Rind_t.
void distribute_all(DistributionContext& context, const cgns::Node& node, const std::string& path,
                    const Distribution& distribution) {
  if (node.label == "UserDefinedData_t" && distribution.ghosts > 0)
    return distribute_arrays(context, node, path, without_ghosts(distribution));
  note_ghosts(context, node, distribution);
  distribute_arrays(context, node, path, distribution);
}

void require_nothing_below(const cgns::Node& node, const std::string& path) {
  if (has_points_below(node)) throw node_error(path, has_points_of_its_own);
  if (has_values_below(node)) throw node_error(path, has_values_of_its_own);
}

/// Throws for a range or list beside the points of a node, or in their place, whose numbers would stay those
/// of the zone.
void require_no_other_points(const cgns::Node& node, const std::string& path) {
  for (const auto& child : node.children) {
    const bool is_other_list =
        child.label == "IndexArray_t" && !cgns::is_point_set(child) && child.name != "InwardNormalList";
    if (is_other_list)
      throw node_error(cgns::join(path, child.name), "is a list that cannot be split: expected PointList");
    const bool is_of_points = child.name == "PointRange" || child.name == "ElementRange";
    const bool is_other = !is_of_points && (cgns::is_point_set(child) || cgns::is_donor_set(child));
    if (child.label != "IndexRange_t" || !is_other) continue;
    throw node_error(cgns::join(path, child.name), "is a range that cannot be split: expected PointRange");
  }
}

/// Throws if points are where only boundary conditions, interfaces or elements can be split.
void require_no_points_beside(const cgns::Node& child, const std::string& path) {
  if (child.link) return;
  const bool is_section = child.label == "Elements_t" || child.label == "ZoneType_t";
  if (is_section) require_nothing_below(child, path);
  const bool is_container = child.label == "ZoneBC_t" || child.label == "ZoneGridConnectivity_t";
  const auto refuse = [&](const cgns::Node& node) {
    throw node_error(cgns::join(path, node.name), why_not_beside(child, node));
  };
  if (const auto* beside = is_container ? points_beside(child) : nullptr) refuse(*beside);
  const auto* values = is_container ? values_beside(child) : nullptr;
  if (values != nullptr && values->label != "IndexArray_t")
    throw node_error(cgns::join(path, values->name), has_values_of_its_own);
  for (const auto& node : child.children) {
    const bool is_list = node.label == "IndexArray_t" && !cgns::is_empty(node);
    const bool is_range = node.label == "IndexRange_t" && node.name != "ElementRange" &&
                          (cgns::is_point_set(node) || cgns::is_donor_set(node));
    if ((is_section || is_container) && !node.link && (is_list || is_range)) refuse(node);
  }
}

void distribute_fields(DistributionContext& context, const cgns::Node& node, const std::string& path,
                       const std::map<const cgns::Node*, Distribution>& lists) {
  require_nothing_below(node, path);
  require_no_other_points(node, path);
  if (may_have_ghosts(node)) throw node_error(path, "has a Rind_t: values of ghost layers cannot be split");
  if (const auto* points = points_of(node, path)) {
    const auto distribution = distribute_list(context, node, *points, path);
    return distribute_arrays(context, node, path, distribution);
  }
  if (has_no_values(context, node)) return;
  if (node.label != "ZoneSubRegion_t")
    return distribute_all(context, node, path, all_at(context, node, path));
  const auto* owner = region_owner(context, node, path);
  const auto found = lists.find(owner);
  if (found == lists.end()) throw node_error(path, "has neither a PointList nor a region with one");
  context.out.sets[&node] = {.counts = context.out.sets[owner].counts};
  distribute_arrays(context, node, path, found->second);
}

/// Parts without points of the BC_t do not have it, nor what is below. Throws on all ranks if only such parts
/// have a point of the data set.
void require_near_bc(DistributionContext& context, const std::string& path, const Distribution& points,
                     const Distribution& of_bc) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  auto bad = none;
  for (std::int64_t i = 0; i < points.mine.size() && bad == none; ++i) {
    const auto slots = points.slots(i);
    bool is_near = false;
    for (auto slot = slots.begin; slot < slots.end; ++slot)
      is_near = is_near || of_bc.totals[static_cast<std::size_t>(points.part_of(slot))] > 0;
    if (!is_near) bad = points.mine.begin + i + 1;
  }
  bad = par::all_min(context.session.comm(), bad);
  if (bad == none) return;
  throw node_error(path, fmt::format("has points outside its BC_t, which cannot be split: no part with the "
                                     "{}. of them has a point of the BC_t",
                                     bad));
}

void distribute_data_set(DistributionContext& context, const cgns::Node& node, const std::string& path,
                         const Distribution& of_bc) {
  require_no_other_points(node, path);
  const auto* points = points_of(node, path);
  const auto distribution = points != nullptr ? distribute_list(context, node, *points, path) : of_bc;
  if (points != nullptr) require_near_bc(context, path, distribution, of_bc);
  for (const auto& child : node.children) {
    if (child.label == "BCData_t" && !child.link)
      distribute_arrays(context, child, cgns::join(path, child.name), distribution);
  }
}

/// A BC_t without points has no part of its own: all have it, and only what they can have alike.
void require_no_data(const cgns::Node& bc, const std::string& path) {
  for (const auto& child : bc.children) {
    if (!has_values(child)) continue;
    throw node_error(cgns::join(path, child.name),
                     "has points or values for each point, but its BC_t has no points");
  }
}

void distribute_bc(DistributionContext& context, const cgns::Node& node, const std::string& path,
                   std::map<const cgns::Node*, Distribution>& lists) {
  require_nothing_below(node, path);
  require_no_other_points(node, path);
  const auto* points = points_of(node, path);
  if (points == nullptr) return require_no_data(node, path);
  const auto& distribution = lists[&node] = distribute_list(context, node, *points, path);
  for (const auto& child : node.children) {
    const auto child_path = cgns::join(path, child.name);
    if (child.label == "BCDataSet_t" && !child.link) {
      distribute_data_set(context, child, child_path, distribution);
    } else if (child.name == "InwardNormalList" && child.is_bulk() &&
               distribute_values(context, std::array{&child}, path, distribution) != nullptr) {
      throw node_error(child_path, "does not have the same number of values for each point");
    }
  }
}

}  // namespace

void distribute_nodes(DistributionContext& context) {
  const auto& zone = *context.mesh.zone.node;
  std::map<const cgns::Node*, Distribution> lists;
  for (const auto& child : zone.children) {
    require_no_points_beside(child, cgns::join(context.out.path, child.name));
    if (child.label != "ZoneBC_t" || child.link) continue;
    for (const auto& bc : child.children) {
      if (bc.label == "BC_t" && !bc.link)
        distribute_bc(context, bc, cgns::join(cgns::join(context.out.path, child.name), bc.name), lists);
    }
  }
  for (const auto& child : zone.children) {
    if (holds_fields(child) && !is_on_interface(child) && !is_kept_whole(child, false))
      distribute_fields(context, child, cgns::join(context.out.path, child.name), lists);
  }
}

namespace {

/// For each ghost of `distribution`, in the order of the parts: the rank of the lowest part that owns it, and
/// its index there, 1-based.
void distribute_owners_of(DistributionContext& context, const Distribution& distribution,
                          const std::string& name) {
  const auto ghosts = ghosts_alone(distribution);
  std::vector<std::int64_t> ranks;
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < ghosts.mine.size(); ++i) {
    const auto owner = static_cast<std::size_t>(distribution.slots(i).begin);
    for (auto copies = ghosts.slots(i).size(); copies > 0; --copies) {
      ranks.push_back(context.out.pieces[static_cast<std::size_t>(distribution.parts[owner])].rank);
      indices.push_back(distribution.indices[owner] + 1);
    }
  }
  const auto& path = context.out.path;
  const auto distribute = [&](const std::string& what, const std::vector<std::int64_t>& values) {
    context.out.owners.emplace_back(name + what,
                                    distribute_slots(context, path, cgns::DataType::I8, ghosts, 1, values));
  };
  distribute("Owner", ranks);
  distribute("OwnerIndex", indices);
}

}  // namespace

void note_ghosts(DistributionContext& context, const cgns::Node& node, const Distribution& distribution) {
  if (distribution.ghosts > 0) context.out.ghosts[&node] = ghost_counts_of(distribution);
}

void distribute_owners(DistributionContext& context) {
  distribute_owners_of(context, context.distributed.cells, "Cell");
  distribute_owners_of(context, context.distributed.vertices, "Vertex");
}

}  // namespace pcgns::partition
