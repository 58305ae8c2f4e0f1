#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/unstructured.hpp"
#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

/// Where a piece of a join leads.
PartSet::Place donor_of(ZoneJob& zone, const PartNode& join) {
  const auto& part = *zone.mesh().part(join.part).part;
  const auto name = join.node->type == tree::DataType::C1 ? tree::text_of(*join.node) : std::string();
  return zone.job.parts.place_of(part.file, part.base->name, name);
}

/// The name of the whole donor zone as a join of this zone has it; the name in the part if the donor is
/// whole.
std::string donor_name(ZoneJob& zone, const PartNode& join) {
  const auto place = donor_of(zone, join);
  if (place.original < 0) return tree::text_of(*join.node);
  const auto& donor = zone.job.parts.originals[static_cast<std::size_t>(place.original)];
  const bool same_base = donor.base == zone.mesh().original().base;
  return same_base ? donor.name : donor.base + "/" + donor.name;
}

/// The join alone, with the donor zone that all pieces must have.
tree::Node join_node(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  const auto& first = group.nodes.front();
  const auto donor = donor_name(zone, first);
  for (const auto& piece : group.nodes) {
    if (piece.node->label != first.node->label) throw error_at(zone, piece, "is no " + first.node->label);
    if (donor_name(zone, piece) == donor) continue;
    throw error_at(
        zone, piece,
        fmt::format("leads to {}, but other pieces of {} lead to {}", donor_name(zone, piece), path, donor));
  }
  auto node = tree::text_node(group.name, first.node->label, donor);
  for (const auto& piece : group.nodes) plan::add_extras(node, *piece.node);
  return node;
}

/// PointListDonor, in the numbers of the donor zone.
tree::Node donor_list(ZoneJob& zone, const PartGroup& list, const PartGroup& join, const std::string& path,
                      const Entities& entities) {
  const bool is_cells = list.name == "CellListDonor";
  const auto location = is_cells ? std::string("CellCenter") : sids::location_of(*join.nodes.front().node);
  Move move;
  const auto place = donor_of(zone, join.nodes.front());
  if (place.original >= 0) {
    const auto& donor = zone.job.parts.originals[static_cast<std::size_t>(place.original)];
    if (donor.structured) throw error_at(zone, list.nodes.front(), "has a structured donor that was cut");
    move.largest = zone.mesh_of(place.original).largest_at(location);
    move.numbering = [&](const PartNode& node) {
      const auto there = donor_of(zone, join.nodes[node.parent]);
      return zone.mesh_of(there.original).numbering_at(location, there.part);
    };
  }
  return moved_array(zone, list, path, entities, move);
}

tree::Node opposite_name(ZoneJob& zone, const PartGroup& group) {
  const auto name_in = [](const PartNode& at) {
    return at.node->type == tree::DataType::C1 ? without_piece_number(tree::text_of(*at.node))
                                               : std::string();
  };
  const auto name = name_in(group.nodes.front());
  for (const auto& other : group.nodes) {
    if (name_in(other) == name) continue;
    throw error_at(zone, other, fmt::format("names {}, but other pieces name {}", name_in(other), name));
  }
  return tree::text_node(group.name, group.label(), name);
}

tree::Node united_join(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  const auto entities = listed_points(zone, group, path);
  auto node = join_node(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    if (below.name == "PointListDonor" || below.name == "CellListDonor") {
      node.children.push_back(donor_list(zone, below, group, below_path, entities));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else if (below.name == "GridConnectivityDonorName") {
      node.children.push_back(opposite_name(zone, below));
    } else if (below.name == "OriginalName") {
      continue;
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

/// OversetHoles_t.
tree::Node united_holes(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  const auto entities = listed_points(zone, group, path);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped(group.nodes)) {
    const auto below_path = tree::join(path, below.name);
    if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace

std::optional<tree::Node> united_joins(ZoneJob& zone, const PartGroup& group, const std::string& path) {
  const auto& inputs = zone.inputs();
  auto groups = grouped(group.nodes, [](const PartNode& child) {
    return is_join(*child.node) ? original_name(*child.node) : child.node->name;
  });
  for (auto& below : groups) {
    std::erase_if(below.nodes, [&](const PartNode& node) {
      return is_partition_join(inputs, zone.job.parts, zone.mesh().part(node.part), *node.node, node.path);
    });
  }
  std::erase_if(groups, [](const PartGroup& below) { return below.nodes.empty(); });
  if (groups.empty()) return std::nullopt;

  auto node = united_alone(zone, group, path);
  for (const auto& below : groups) {
    const auto below_path = tree::join(path, below.name);
    const auto& first = *below.nodes.front().node;
    if (is_join(first) && !first.link) {
      node.children.push_back(united_join(zone, below, below_path));
    } else if (first.label == "OversetHoles_t" && point_list(first) != nullptr) {
      node.children.push_back(united_holes(zone, below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace pcgns::assemble
