#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

std::int64_t ghosts_of(ZoneJob& zone, const PieceNode& at) {
  const auto* rind = at.node->child_labelled("Rind_t");
  if (rind == nullptr) return 0;
  const auto planes = small_integers(rind);
  if (planes.size() != 2 || planes[0] != 0 || planes[1] < 0) {
    throw error_at(zone, at, "has a Rind_t other than [0, number of ghosts at the end]");
  }
  return planes[1];
}

Entities all_vertices(ZoneJob& zone, const PieceNodes& nodes) {
  Entities entities{.what = "vertices", .total = zone.mesh().vertices(), .may_share = true, .in_pieces = {}};
  for (const auto& node : nodes) {
    const auto& view = zone.mesh().piece(node.piece);
    entities.in_pieces.push_back(
        {.piece = node.piece, .numbers = view.vertex_numbers, .count = view.vertices});
  }
  return entities;
}

/// The elements of one dimension: cells without their own numbers, faces or edges. With several sections,
/// section numbers differ from those of the dimension.
Entities elements_of_dimension(ZoneJob& zone, const PieceNodes& nodes, int dimension, std::string_view what) {
  const auto& sections = zone.mesh().sections();
  const auto is_one = [&](const WholeSection& section) {
    return dimension_of(section.group.type, zone.mesh().cell_dimension()) == dimension;
  };
  if (std::count_if(sections.begin(), sections.end(), is_one) != 1) {
    throw error_at(zone, nodes.front(),
                   fmt::format("has no global numbers of {}, which are needed to place its values", what));
  }
  const auto& whole = *std::find_if(sections.begin(), sections.end(), is_one);
  Entities entities{.what = std::string(what),
                    .total = whole.facts.total,
                    .may_share = dimension < zone.mesh().cell_dimension(),
                    .in_pieces = {}};
  for (const auto& node : nodes) {
    Entities::InPiece in_piece{.piece = node.piece, .numbers = {}};
    if (const auto* section = whole.group.in_piece(node.piece)) {
      in_piece.numbers = section->numbers;
      in_piece.count = section->count;
    }
    entities.in_pieces.push_back(std::move(in_piece));
  }
  return entities;
}

Entities all_cells(ZoneJob& zone, const PieceNodes& nodes) {
  Entities entities{.what = "cells", .total = zone.mesh().cells(), .may_share = false, .in_pieces = {}};
  for (const auto& node : nodes) {
    const auto& view = zone.mesh().piece(node.piece);
    if (!view.cell_numbers.exist() && view.cells > 0) {
      return elements_of_dimension(zone, nodes, view.cell_dimension, "cells");
    }
    entities.in_pieces.push_back({.piece = node.piece, .numbers = view.cell_numbers, .count = view.cells});
  }
  return entities;
}

Entities all_at(ZoneJob& zone, const PieceGroup& group, const std::string& location) {
  if (location == "Vertex") return all_vertices(zone, group.nodes);
  if (cgns::is_of_cells(location, zone.mesh().cell_dimension())) return all_cells(zone, group.nodes);
  if (location == "EdgeCenter") return elements_of_dimension(zone, group.nodes, 1, "edges");
  const bool is_face = location == "FaceCenter" || location == "IFaceCenter" || location == "JFaceCenter" ||
                       location == "KFaceCenter";
  if (is_face) return elements_of_dimension(zone, group.nodes, 2, "faces");
  throw error_at(zone, group.nodes.front(),
                 fmt::format("has the GridLocation {}, which is unknown", location));
}

/// The node `name` in a container, with this label, of the same piece as `at`.
std::optional<PieceNode> node_in(ZoneJob& zone, const PieceNode& at, std::string_view label,
                                 const std::string& name) {
  const auto& view = zone.mesh().piece(at.piece);
  const auto [container, node] = cgns::contained_in(*view.piece->zone, label, name);
  if (node == nullptr) return std::nullopt;
  return PieceNode{at.piece, node, cgns::join(cgns::join(view.path, container->name), node->name), at.parent};
}

/// Name in the whole zone of an interface of the piece of `at`.
std::string interface_name(ZoneJob& zone, const PieceNode& at) {
  return original_name(zone.job.pieces, zone.mesh().original(), *zone.mesh().piece(at.piece).piece, *at.node);
}

/// The points of the BC_t or interface that a ZoneSubRegion_t names; empty if it names none.
std::optional<Entities> points_of_region(ZoneJob& zone, const PieceGroup& group) {
  const bool is_bc = group.nodes.front().node->child("BCRegionName") != nullptr;
  const auto* const name = is_bc ? "BCRegionName" : "GridConnectivityRegionName";
  if (group.nodes.front().node->child(name) == nullptr) return std::nullopt;
  PieceGroup owners{.name = {}, .nodes = {}};
  for (const auto& node : group.nodes) {
    const auto* text = node.node->child(name);
    const bool is_text = text != nullptr && text->type == cgns::DataType::C1;
    auto owner =
        is_text ? node_in(zone, node, is_bc ? "ZoneBC_t" : "ZoneGridConnectivity_t", cgns::text_of(*text))
                : std::nullopt;
    if (!owner) throw error_at(zone, node, fmt::format("has no {} that names an existing node", name));
    const auto whole_name = is_bc ? owner->node->name : interface_name(zone, *owner);
    if (owners.name.empty()) owners.name = whole_name;
    if (whole_name != owners.name)
      throw error_at(zone, node, fmt::format("names {}, but other pieces name {}", whole_name, owners.name));
    owners.nodes.push_back(*std::move(owner));
  }
  const auto& first = owners.nodes.front();
  const auto container = first.path.substr(0, first.path.rfind('/'));
  const auto whole = cgns::join(zone.mesh().path(), container.substr(container.rfind('/') + 1));
  const auto whole_path = cgns::join(whole, owners.name);
  return is_bc ? points_of_bc(zone, owners, whole_path) : listed_points(zone, owners, whole_path);
}

/// True for user data whose arrays were all copied whole.
bool are_all_uncut(ZoneJob& zone, const PieceNodes& user_data) {
  return std::ranges::all_of(user_data, [&](const PieceNode& at) {
    return std::ranges::all_of(at.node->children, [&](const cgns::Node& array) {
      const bool is_number =
          array.label == "DataArray_t" && array.type != cgns::DataType::C1 && !cgns::is_empty(array);
      return !is_number || array.link || is_uncut(*zone.mesh().piece(at.piece).piece, array);
    });
  });
}

/// The entities that the arrays of `group` have values for.
Entities entities_of(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto& nodes = group.nodes;
  const auto is_listed = [](const PieceNode& at) {
    return point_list(*at.node) != nullptr || at.node->child("PointRange") != nullptr;
  };
  if (std::any_of(nodes.begin(), nodes.end(), is_listed)) return listed_points(zone, group, path);
  if (group.label() == "ZoneSubRegion_t") {
    if (auto region = points_of_region(zone, group)) return *std::move(region);
    throw error_at(zone, nodes.front(), "has neither a PointList nor a region name");
  }
  const auto location = location_of_all(zone, group);
  if (group.label() == "UserDefinedData_t" && are_all_uncut(zone, nodes)) {
    Entities none{.what = "values", .total = 0, .may_share = false, .in_pieces = {}};
    for (const auto& at : nodes) none.in_pieces.push_back({.piece = at.piece, .numbers = {}});
    return none;
  }
  auto entities = all_at(zone, group, location);
  for (std::size_t i = 0; i < nodes.size(); ++i) entities.in_pieces[i].ghosts = ghosts_of(zone, nodes[i]);
  return entities;
}

/// Requires a node with values for all entities in every piece that has some.
void require_in_all_pieces(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  std::vector<bool> has(zone.mesh().pieces().size(), false);
  for (const auto& node : group.nodes) has[static_cast<std::size_t>(node.piece)] = true;
  for (const auto& view : zone.mesh().pieces()) {
    if (has[static_cast<std::size_t>(view.index)] || (view.vertices == 0 && view.cells == 0)) continue;
    throw view.error(zone.inputs(), view.path,
                     fmt::format("does not have {}, unlike {}", path.substr(zone.mesh().path().size() + 1),
                                 group.nodes.front().path));
  }
}

}  // namespace

bool holds_fields(const PieceGroup& group) {
  constexpr std::array<std::string_view, 5> labels = {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t",
                                                      "ArbitraryGridMotion_t", "ZoneSubRegion_t"};
  if (group.nodes.front().node->link) return false;
  if (std::find(labels.begin(), labels.end(), group.label()) != labels.end()) return true;
  if (group.label() != "UserDefinedData_t") return false;
  // In SIDS these nodes hold point values if they have a GridLocation_t or points.
  return has_points(group) || group.first().child_labelled("GridLocation_t") != nullptr;
}

namespace {

/// True for user data of another length than that of the entities, in all pieces.
bool has_other_length(const PieceGroup& group, const Entities& entities) {
  return std::ranges::none_of(group.nodes, [&](const PieceNode& array) {
    const auto& in_piece = entities.in_pieces[array.parent];
    return has_value_for_each(*array.node, in_piece.count + in_piece.ghosts);
  });
}

/// True for characters of a solution if its pieces have some for each point. Others are text.
bool are_characters_of_points(const PieceGroup& solution, const PieceGroup& array, const Entities& entities) {
  return cgns::is_field_container(solution.label()) &&
         std::ranges::all_of(array.nodes, [&](const PieceNode& at) {
           const auto& in_piece = entities.in_pieces[at.parent];
           return at.node->label == "DataArray_t" && at.node->type == cgns::DataType::C1 && !at.node->link &&
                  has_value_for_each(*at.node, in_piece.count + in_piece.ghosts);
         });
}

bool has_point_set(const PieceNode& at) {
  return !at.node->link && std::ranges::any_of(at.node->children, cgns::is_point_set);
}

/// True for user data without points, and with nothing but what `like` says, too: its GridLocation, for
/// example.
bool is_repeated(const cgns::Node& node, const cgns::Node& like) {
  return std::ranges::all_of(node.children, [&](const cgns::Node& child) {
    const auto* same = like.child(child.name);
    const bool is_small =
        child.label != "DataArray_t" && !child.link && !child.is_bulk() && child.children.empty();
    return is_small && !cgns::is_point_set(child) && same != nullptr && same->label == child.label &&
           same->type == child.type && same->dims == child.dims && same->data == child.data;
  });
}

}  // namespace

bool has_points(const PieceGroup& group) {
  return group.label() == "UserDefinedData_t" && std::ranges::any_of(group.nodes, has_point_set);
}

PieceGroup without_lost_regions(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  PieceGroup others = group;
  PieceNodes lost;
  std::erase_if(others.nodes, [&](const PieceNode& at) {
    const auto* name = at.node->child("GridConnectivityRegionName");
    const bool is_named = at.node->label == "ZoneSubRegion_t" && name != nullptr &&
                          name->type == cgns::DataType::C1 && !has_point_set(at);
    const auto interface =
        is_named ? node_in(zone, at, "ZoneGridConnectivity_t", cgns::text_of(*name)) : std::nullopt;
    const bool is_lost = interface && is_left_out(zone, *interface);
    if (is_lost) lost.push_back(at);
    return is_lost;
  });
  if (lost.empty()) return others;
  zone.per_rank.take(zone.job.merge, sources_of(zone.mesh().original(), lost), path);
  note_lost_region(zone.job.merge, path);
  return others;
}

cgns::Node united_fields(ZoneJob& zone, const PieceGroup& given, const std::string& path) {
  auto group = given;
  // A piece with none of the points may have no list.
  if (has_points(group)) {
    const auto with_points = std::ranges::find_if(group.nodes, has_point_set);
    const auto& like = *with_points->node;
    std::erase_if(group.nodes, [&](const PieceNode& at) { return is_repeated(*at.node, like); });
  }
  auto entities = entities_of(zone, group, path);
  entities.compares_ghosts = group.label() == "GridCoordinates_t";
  const bool is_partial = point_list(group.first()) != nullptr;
  if (!is_partial && group.label() != "ZoneSubRegion_t") require_in_all_pieces(zone, group, path);
  const bool may_have_one_for_all =
      group.label() == "ZoneSubRegion_t" || group.label() == "UserDefinedData_t";
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    const bool is_other = group.label() == "UserDefinedData_t" && has_other_length(below, entities);
    const bool is_for_all =
        may_have_one_for_all && below.is_array() && (is_other || is_for_all_points(zone, below, entities));
    if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else if ((below.is_array() && !is_for_all) || are_characters_of_points(group, below, entities)) {
      node.children.push_back(moved_array(zone, below, below_path, entities));
    } else if (below.name == "GridConnectivityRegionName") {
      auto name = cgns::text_of(*below.nodes.front().node);
      if (const auto of = node_in(zone, group.nodes.front(), "ZoneGridConnectivity_t", name))
        name = name.substr(0, name.rfind('/') + 1) + interface_name(zone, *of);
      node.children.push_back(
          completed(zone, cgns::text_node(below.name, below.label(), name), below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace pcgns::fileset
