// Nodes that belong to some points of a zone: BC_t, ZoneSubRegion_t, OversetHoles_t, a FlowSolution_t with a
// PointRange, user data.
//
// Each part has a piece of the points, and of the arrays that have a value for each of them.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/assemble/structured_point_arrays.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

/// BCData_t: arrays with a value for each point, or one for all.
tree::Node unite_bc_data(StructuredJob& zone, const Points& points, const ArrayPoints& array_points,
                         const Pieces& pieces, const std::string& below) {
  require_in_all_pieces(zone, points, pieces, below);
  auto node = unite_alone(zone, pieces, below);
  for (const auto& group : grouped(pieces)) {
    const auto child_below = tree::join(below, group.name);
    if (is_mark(*group.pieces.front().node)) continue;
    if (group.pieces.front().node->label == "DataArray_t") {
      node.children.push_back(unite_bc_array(zone, points, array_points, group.pieces, child_below));
    } else if (auto child = unite(zone, group.pieces, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

bool has_point_set(const Piece& piece) {
  return std::any_of(piece.node->children.begin(), piece.node->children.end(), is_point_set);
}

/// The points of the data sets themselves, or those of their BC.
Points points_of_data_set(const StructuredJob& zone, const Points& of_bc, const Pieces& pieces,
                          const std::string& below) {
  if (!std::any_of(pieces.begin(), pieces.end(), has_point_set)) return of_bc;
  return with_points(pieces, regions_of(zone, pieces, below));
}

bool is_between_vertices(const Pieces& data_sets) {
  return std::any_of(data_sets.begin(), data_sets.end(), [](const Piece& piece) {
    return !has_point_set(piece) && sids::location_of(*piece.node) != "Vertex";
  });
}

std::optional<tree::Node> unite_data_set(StructuredJob& zone, const Points& of_bc, const Pieces& all,
                                         const std::string& below) {
  const auto points = points_of_data_set(zone, of_bc, all, below);
  if (points.pieces.empty()) return std::nullopt;
  const bool has_own = std::any_of(all.begin(), all.end(), has_point_set);
  const auto& pieces = has_own ? points.pieces : all;
  if (!has_own) require_in_all_pieces(zone, points, pieces, below);
  const ArrayPoints array_points(zone, points, is_between_vertices(pieces));
  auto node = unite_alone(zone, pieces, below);
  bool has_points = false;
  for (const auto& group : grouped(pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    if (is_point_set(first)) {
      const PointSet set(zone, points.regions);
      if (!has_points) node.children.push_back(set.node(zone, type_of_point_sets(pieces)));
      has_points = true;
    } else if (first.label == "BCData_t") {
      node.children.push_back(unite_bc_data(zone, points, array_points, group.pieces, child_below));
    } else if (auto child = unite(zone, group.pieces, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

/// True for labels all of whose arrays have a value for each point.
bool has_point_arrays(std::string_view label) {
  return label == "ZoneSubRegion_t" || is_field_container(label);
}

/// A child of a node with points that is neither a range nor a list of them.
std::optional<tree::Node> unite_member(StructuredJob& zone, const Points& points,
                                       const ArrayPoints& array_points, const PieceGroup& group,
                                       const std::string& parent_label, const std::string& below) {
  const auto& first = *group.pieces.front().node;
  if (!is_one_each(points)) return unite(zone, group.pieces, below);
  if (first.name == "InwardNormalList") return unite_normals(zone, points, group.pieces, below);
  if (first.label == "BCDataSet_t") return unite_data_set(zone, points, group.pieces, below);
  if (first.label == "DataArray_t" && has_point_arrays(parent_label)) {
    return unite_point_array(zone, points, array_points, group.pieces, below);
  }
  if (first.label == "DataArray_t" && parent_label == "UserDefinedData_t") {
    if (group.pieces.size() == points.pieces.size() && array_points.of(group.pieces)) {
      return unite_point_array(zone, points, array_points, group.pieces, below);
    }
  }
  return unite(zone, group.pieces, below);
}

/// A GridLocation_t that goes with the points.
std::optional<tree::Node> unite_location(StructuredJob& zone, const Points& points, const PieceGroup& group,
                                         const std::string& below) {
  if (!means_vertices(zone, points.pieces, below))
    return unite(zone, group.pieces, tree::join(below, group.name));
  zone.job.merge.notes.add(
      plan::Note::Kind::warning, "ranges of vertices",
      fmt::format("{}: has ranges of vertices, and the GridLocation {}; it becomes Vertex",
                  tree::join(zone.path, below), sids::location_of(*points.pieces.front().node)));
  return tree::text_node(group.name, "GridLocation_t", "Vertex");
}

/// The node of `points`, and all below it.
tree::Node unite_with_points(StructuredJob& zone, const Points& points, const std::string& below) {
  auto node = unite_alone(zone, points.pieces, below);
  if (!is_one_each(points) && (node.label == "BC_t" || has_point_arrays(node.label))) {
    throw zone.error(points.pieces.front(), below, "has several ranges or lists of points");
  }
  const ArrayPoints array_points(zone, points, false);
  bool has_points = false;
  for (const auto& group : grouped(points.pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    if (is_point_set(first)) {
      const PointSet set(zone, points.regions);
      if (!has_points) node.children.push_back(set.node(zone, type_of_point_sets(points.pieces)));
      has_points = true;
    } else if (first.label == "GridLocation_t") {
      if (auto child = unite_location(zone, points, group, below)) node.children.push_back(*std::move(child));
    } else if (auto child = unite_member(zone, points, array_points, group, node.label, child_below)) {
      node.children.push_back(*std::move(child));
    }
  }
  return node;
}

/// The BC or join whose points a ZoneSubRegion_t takes.
const tree::Node* named_region(const StructuredJob& zone, const Piece& piece, const tree::Node& name) {
  const bool is_bc = name.name == "BCRegionName";
  const auto text = tree::text_of(name);
  for (const auto& child : zone.part(piece.part).zone->children) {
    if (child.label != (is_bc ? "ZoneBC_t" : "ZoneGridConnectivity_t")) continue;
    if (const auto* found = child.child(text)) return found;
  }
  return nullptr;
}

/// A ZoneSubRegion_t that has the points of a BC or join.
std::optional<tree::Node> unite_named_region(StructuredJob& zone, const Pieces& pieces,
                                             const std::string& below) {
  Pieces named;
  std::string location;
  for (const auto& piece : pieces) {
    const auto* name = piece.node->child("BCRegionName");
    if (name == nullptr) name = piece.node->child("GridConnectivityRegionName");
    const auto* region = name == nullptr ? nullptr : named_region(zone, piece, *name);
    if (region == nullptr) throw zone.error(piece, below, "names no BC or join that is there");
    named.push_back({piece.part, region});
  }
  const auto regions = regions_of(zone, named, below);
  auto points = with_points(pieces, regions);
  if (points.pieces.empty()) return std::nullopt;
  auto node = unite_with_points(zone, points, below);
  auto* join = node.child("GridConnectivityRegionName");
  if (join != nullptr) {
    *join = tree::text_node(join->name, join->label, original_join_name(zone.original, *named.front().node));
  }
  return node;
}

}  // namespace

std::optional<tree::Node> unite_point_set(StructuredJob& zone, const Pieces& pieces,
                                          const std::string& below) {
  require_one_label(zone, pieces, below);
  if (!std::any_of(pieces.begin(), pieces.end(), has_point_set)) {
    const bool is_region = pieces.front().node->label == "ZoneSubRegion_t";
    return is_region ? unite_named_region(zone, pieces, below) : unite(zone, pieces, below);
  }
  const auto points = with_points(pieces, regions_of(zone, pieces, below));
  if (!points.pieces.empty()) return unite_with_points(zone, points, below);
  zone.job.merge.notes.add(plan::Note::Kind::info, "ghost points",
                           fmt::format("{}: has ghosts only, and is left out", tree::join(zone.path, below)));
  return std::nullopt;
}

tree::Node unite_boundaries(StructuredJob& zone, const Pieces& pieces, const std::string& below) {
  auto node = unite_alone(zone, pieces, below);
  for (const auto& group : grouped(pieces)) {
    const auto& first = *group.pieces.front().node;
    const auto child_below = tree::join(below, group.name);
    if (is_mark(first)) continue;
    auto child = first.label == "BC_t" ? unite_point_set(zone, group.pieces, child_below)
                                       : unite(zone, group.pieces, child_below);
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

}  // namespace pcgns::assemble
