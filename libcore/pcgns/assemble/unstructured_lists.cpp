#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/point_lists.hpp"
#include "pcgns/assemble/unstructured.hpp"
#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

bool is_array(const PartGroup& group) {
  return group.label() == "DataArray_t" && !group.nodes.front().node->link &&
         group.nodes.front().node->type != tree::DataType::C1;
}

/// Fewer values than points mean one for all of them. Where each part has one point, nobody can tell; then
/// they are values of points, which comes to the same.
bool is_for_all_points(const PartGroup& group, const Entities& entities) {
  return std::any_of(group.nodes.begin(), group.nodes.end(), [&](const PartNode& array) {
    return entities.shares[array.parent].count != 1 && tree::count_of(array.node->dims) == 1;
  });
}

Entities shares_of(const Entities& entities, const PartNodes& nodes) {
  auto own = entities;
  own.shares.clear();
  for (const auto& node : nodes) own.shares.push_back(entities.shares[node.parent]);
  return own;
}

tree::Node united_data(ZoneJob& zone, const PartGroup& group, const std::string& path,
                       const Entities& entities) {
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    if (is_array(below) && !is_for_all_points(below, entities)) {
      node.children.push_back(moved_array(zone, below, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// A BCDataSet_t: on the points of the BC_t, of which `points` has shares, or on points of its own.
tree::Node united_data_set(ZoneJob& zone, const PartGroup& group, const std::string& path,
                           const Entities& points) {
  const bool has_list = point_list(*group.nodes.front().node) != nullptr ||
                        group.nodes.front().node->child("PointRange") != nullptr;
  const auto entities = has_list ? listed_points(zone, group, path) : shares_of(points, group.nodes);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    if (below.label() == "BCData_t") {
      node.children.push_back(united_data(zone, below, below_path, shares_of(entities, below.nodes)));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// InwardNormalList: one vector for each point, labelled as a list though it is none.
tree::Node united_vectors(ZoneJob& zone, const PartGroup& group, const std::string& path,
                          const Entities& entities) {
  std::int64_t width = 1;
  for (const auto& array : group.nodes) {
    if (array.node->is_bulk() && array.node->dims.size() == 2) width = std::max(width, array.node->dims[0]);
  }
  return moved_array(zone, group, path, entities,
                     {.width = static_cast<int>(std::min<std::int64_t>(width, 64))});
}

/// The section that is the BC_t in all parts; null if there is none.
const WholeSection* section_of(ZoneJob& zone, const PartGroup& group) {
  std::vector<const LocalSection*> locals;
  for (const auto& node : group.nodes) {
    locals.push_back(section_in_range(zone.mesh().part(node.part), *node.node));
    if (locals.back() == nullptr || locals.back()->node->name != locals.front()->node->name) return nullptr;
  }
  for (const auto& section : zone.mesh().sections()) {
    if (section.group.name != locals.front()->node->name) continue;
    const auto& members = section.group.members;
    const auto parts = std::count_if(members.begin(), members.end(),
                                     [](const auto& member) { return member.section->count > 0; });
    return static_cast<std::size_t>(parts) == locals.size() ? &section : nullptr;
  }
  return nullptr;
}

Entities elements_in(const WholeSection& section, const PartGroup& group) {
  Entities entities{.what = "elements", .total = section.facts.total, .may_share = true, .shares = {}};
  for (const auto& node : group.nodes) {
    const auto* local = section.group.in_part(node.part);
    entities.shares.push_back({.part = node.part, .numbers = local->numbers, .count = local->count});
  }
  return entities;
}

tree::Node whole_range(ZoneJob& zone, const PartGroup& group, const std::string& path,
                       const WholeSection& section) {
  const auto& like = *group.nodes.front().node;
  const auto last = section.first + section.facts.total - 1;
  return tree::integer_node(group.name, group.label(), like.dims, {section.first, last},
                            integer_type(zone, group, path, last));
}

tree::Node united_bc(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  const auto* section = section_of(zone, group);
  const auto entities = section != nullptr ? elements_in(*section, group) : listed_points(zone, group, path);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    if (below.name == "InwardNormalList") {
      node.children.push_back(united_vectors(zone, below, below_path, entities));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else if (below.label() == "BCDataSet_t") {
      node.children.push_back(united_data_set(zone, below, below_path, entities));
    } else if (section != nullptr && below.nodes.front().node == point_range(*group.nodes.front().node)) {
      node.children.push_back(whole_range(zone, below, below_path, *section));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// The range that the lists were before the zone was cut, if all parts say so.
std::optional<tree::Node> range_before(const PartGroup& owner, const PartGroup& list,
                                       const Entities& entities) {
  const auto mark_of = [](const PartNode& at) {
    const auto* marks = at.node->child(numbering_name);
    return marks == nullptr ? nullptr : marks->child(range_mark);
  };
  const auto* first = mark_of(owner.nodes.front());
  const auto range = small_integers(first);
  if (range.size() != 2 || range[1] - range[0] + 1 != entities.total) return std::nullopt;
  for (const auto& node : owner.nodes) {
    if (small_integers(mark_of(node)) != range) return std::nullopt;
  }
  auto node = *first;
  node.name = list.name == "ElementList" ? "ElementRange" : "PointRange";
  node.extras.clear();
  for (const auto& source : list.nodes) plan::add_extras(node, *source.node);
  return node;
}

bool has_points(const tree::Node& node) {
  return point_list(node) != nullptr || point_range(node) != nullptr;
}

}  // namespace

Entities listed_points(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  Entities entities{.what = "points in the PointList", .shares = {}};
  entities.may_share = location_of_all(zone, group) != "CellCenter";
  for (const auto& node : group.nodes) {
    const auto& view = zone.mesh().part(node.part);
    const auto* list = point_list(*node.node);
    const auto numbers = numbers_of_points(zone.inputs(), view, *node.node, node.path);
    if (list == nullptr || (!numbers.exist() && points_of(*list) > 0)) {
      throw error_at(zone, node,
                     "has no PointList with :CGNS#GlobalNumbering/Index to place its points by, nor is it "
                     "one section in all parts");
    }
    entities.shares.push_back({.part = node.part, .numbers = numbers, .count = points_of(*list)});
  }
  const bool any = std::any_of(entities.shares.begin(), entities.shares.end(),
                               [](const Entities::Share& share) { return share.count > 0; });
  if (any) entities.total = zone.mesh().facts(points_of_list(path)).total;
  return entities;
}

tree::Node united_list(ZoneJob& zone, const PartGroup& list, const PartGroup& owner, const std::string& path,
                       const Entities& entities) {
  const auto* at = point_list(*owner.nodes.front().node);
  if (at == nullptr || at->name != list.name) {
    throw error_at(zone, list.nodes.front(), "is a list that pcgns does not know");
  }
  if (auto range = range_before(owner, list, entities)) return *std::move(range);
  const auto location =
      list.name == "ElementList" ? std::string("FaceCenter") : sids::location_of(*owner.nodes.front().node);
  const Move move{.largest = zone.mesh().largest_at(location), .numbering = [&](const PartNode& node) {
                    return zone.mesh().numbering_at(location, node.part);
                  }};
  return moved_array(zone, list, path, entities, move);
}

tree::Node united_zone_bc(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    const bool is_listed = below.label() == "BC_t" && !below.nodes.front().node->link &&
                           std::any_of(below.nodes.begin(), below.nodes.end(),
                                       [](const PartNode& bc) { return has_points(*bc.node); });
    if (is_listed) {
      node.children.push_back(united_bc(zone, below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace pcgns::assemble
