// The outline: one zone out of its parts. Arrays of the mesh are made up of those of the parts, each value at
// the place that its global number says; everything else must mean the same in all parts.

#include "pcgns/assemble/unstructured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::assemble {

namespace {

PartNodes zones_of(Mesh& mesh) {
  PartNodes zones;
  for (const auto& view : mesh.parts()) zones.push_back({view.index, view.part->zone, view.path, 0});
  return zones;
}

/// The node of the zone itself: numbers of vertices and cells.
tree::Node zone_node(ZoneJob& zone, const PartNodes& parts) {
  const auto& mesh = zone.mesh();
  bool wide = std::any_of(parts.begin(), parts.end(),
                          [](const PartNode& part) { return part.node->type == tree::DataType::I8; });
  if (!wide && std::max(mesh.vertices(), mesh.cells()) > std::numeric_limits<std::int32_t>::max()) {
    wide = true;
    zone.job.merge.notes.add(plan::Note::Kind::info, "wider integers",
                             fmt::format("{}: becomes I8, because its values do not fit in I4", mesh.path()));
  }
  auto node = tree::integer_node(mesh.original().name, "Zone_t", {1, 3}, {mesh.vertices(), mesh.cells(), 0},
                                 wide ? tree::DataType::I8 : tree::DataType::I4);
  for (const auto& part : parts) plan::add_extras(node, *part.node);
  return node;
}

/// ":PCGNS#PerRank" nodes that an earlier merge left in parts.
void take_over_per_rank(ZoneJob& zone, const PartGroup& group) {
  plan::Sources sources;
  for (const auto& node : group.nodes) sources.push_back({zone.mesh().part(node.part).part->file, node.node});
  zone.per_rank.take_over(sources);
}

/// Sections come in the order of their elements, whatever order the parts have them in.
void add_sections(ZoneJob& zone, const std::vector<PartGroup>& groups, tree::Node& whole) {
  for (const auto& section : zone.mesh().sections()) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const PartGroup& group) {
      return group.name == section.group.name && group.label() == "Elements_t";
    });
    if (found == groups.end()) continue;
    whole.children.push_back(united_section(zone, *found, tree::join(zone.mesh().path(), found->name)));
  }
}

/// The nodes of a group without the numbers and totals that an assembly file finds in them; left out if that
/// is all.
PartGroup without_numbers(ZoneJob& zone, const PartGroup& group) {
  PartGroup left{.name = group.name, .nodes = {}};
  for (auto node : group.nodes) {
    const auto& part = *zone.mesh().part(node.part).part;
    if (!part.number_nodes.empty() || !part.mark_nodes.empty()) {
      tree::Node above{.children = {*node.node}};
      for (const auto& [what, path] : part.number_nodes) remove_mark(above, path);
      for (const auto& path : part.mark_nodes) remove_mark(above, path);
      if (above.children.empty()) continue;
      node.node = &zone.made.emplace_back(std::move(above.children.front()));
    }
    left.nodes.push_back(std::move(node));
  }
  return left;
}

void add_child(ZoneJob& zone, const PartGroup& group, const PartNodes& parts, tree::Node& whole) {
  const auto path = tree::join(zone.mesh().path(), group.name);
  if (holds_fields(group)) {
    whole.children.push_back(united_fields(zone, group, path));
  } else if (group.label() == "ZoneBC_t" && !group.nodes.front().node->link) {
    whole.children.push_back(united_zone_bc(zone, group, path));
  } else if (group.label() == "ZoneGridConnectivity_t" && !group.nodes.front().node->link) {
    if (auto joins = united_joins(zone, group, path)) whole.children.push_back(*std::move(joins));
  } else if (group.name == plan::per_rank_name) {
    take_over_per_rank(zone, group);
  } else {
    const auto left = without_numbers(zone, group);
    if (!left.nodes.empty()) unite_into(zone, left, parts, path, whole.children);
  }
}

/// A ZoneSubRegion_t on a join is cut into as many pieces as the join: "Region.2" is on "match.2".
std::string name_in_whole(const PartNode& child) {
  const auto& name = child.node->name;
  const auto* region = child.node->child("GridConnectivityRegionName");
  if (child.node->label != "ZoneSubRegion_t" || region == nullptr || region->type != tree::DataType::C1)
    return name;
  const auto join = tree::text_of(*region);
  const auto whole = without_piece_number(name);
  const bool is_piece = name.substr(whole.size()) == join.substr(without_piece_number(join).size());
  return is_piece ? whole : name;
}

int index_of(const PartSet& parts, const Original& original) {
  const auto found = std::find_if(parts.originals.begin(), parts.originals.end(),
                                  [&](const Original& other) { return &other == &original; });
  if (found == parts.originals.end()) throw Error(ErrorKind::internal, original.name + " is not in the set");
  return static_cast<int>(found - parts.originals.begin());
}

}  // namespace

tree::Node unstructured_zone(Job& job, const Original& original) {
  const Facts facts(job);
  const auto container = tree::join(tree::join("/", original.base), original.name);
  ZoneJob zone{.job = job,
               .facts = facts,
               .original = index_of(job.parts, original),
               .meshes = {},
               .per_rank = plan::PerRank(container)};
  const auto parts = zones_of(zone.mesh());
  auto whole = zone_node(zone, parts);
  const auto groups = grouped(parts, name_in_whole);
  bool sections_are_in = false;
  for (const auto& group : groups) {
    if (group.label() != "Elements_t" || group.nodes.front().node->link) {
      add_child(zone, group, parts, whole);
    } else if (!std::exchange(sections_are_in, true)) {
      add_sections(zone, groups, whole);
    }
  }
  if (auto per_rank = zone.per_rank.node(job.merge)) whole.children.push_back(*std::move(per_rank));
  return whole;
}

}  // namespace pcgns::assemble
