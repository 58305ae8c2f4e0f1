// User data of a structured zone, and which arrays of its parts are compared.

#include <algorithm>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/assemble/structured_ranges.hpp"

namespace pcgns::assemble {

namespace {

/// Where a value for each vertex or each cell of all parts makes user arrays of these extents.
std::optional<Layout> layout_of_user_arrays(const Original& original, const Pieces& arrays) {
  if (arrays.size() != original.parts.size()) return std::nullopt;
  for (const bool at_vertices : {true, false}) {
    Layout layout{.location = {at_vertices, at_vertices, at_vertices},
                  .rinds = std::vector<Rind>(original.parts.size())};
    const bool fits = std::all_of(arrays.begin(), arrays.end(), [&](const Piece& piece) {
      const auto& node = *piece.node;
      return node.label == "DataArray_t" && tree::size_of(node.type) > 0 && !node.link &&
             node.dims.size() >= dimension_of(original) &&
             has_extents(node, with_ghosts(original, original.parts[static_cast<std::size_t>(piece.part)],
                                           layout.location));
    });
    if (fits) return layout;
  }
  return std::nullopt;
}

bool has_user_fields(const Original& original, const Pieces& pieces) {
  const auto groups = grouped(pieces);
  return std::any_of(groups.begin(), groups.end(), [&](const PieceGroup& group) {
    if (is_mark(*pieces.front().node, *group.pieces.front().node)) return false;
    if (group.pieces.front().node->label == "UserDefinedData_t")
      return has_user_fields(original, group.pieces);
    return layout_of_user_arrays(original, group.pieces).has_value();
  });
}

/// Of a BC or the like, put together in any case. Those of joins may have to be kept as they are.
bool is_list_of_points(const tree::Node& node) {
  return node.name == "PointList" || node.name == "ElementList" || node.name == "InwardNormalList";
}

void add_arrays_below(const tree::Node& node, std::vector<int>& arrays) {
  for (const auto& child : node.children) {
    if (is_mark(child)) continue;
    if (child.is_bulk()) arrays.push_back(child.array);
    add_arrays_below(child, arrays);
  }
}

bool has_points(const PieceGroup& group) {
  return std::any_of(group.pieces.begin(), group.pieces.end(), [](const Piece& piece) {
    return std::any_of(piece.node->children.begin(), piece.node->children.end(), is_point_set);
  });
}

bool is_of_points(std::string_view label) {
  return label == "ZoneSubRegion_t" || label == "ZoneBC_t" || label == "BC_t" || label == "BCDataSet_t" ||
         label == "BCData_t";
}

/// All arrays below the nodes of a group that is below a node with `parent_label`, without what has a value
/// for each vertex, cell or point.
void add_compared(const Original& original, const PieceGroup& group, std::string_view parent_label,
                  std::vector<int>& arrays) {
  const auto& label = group.pieces.front().node->label;
  if (is_mark(*group.pieces.front().node)) return;
  if (is_list_of_points(*group.pieces.front().node)) return;
  const bool is_user_data = label == "UserDefinedData_t" && !has_points(group);
  const bool below_user_data = parent_label == "UserDefinedData_t";
  const bool goes_down =
      is_user_data || (!below_user_data && (is_field_container(label) || is_of_points(label)));
  for (const auto& piece : group.pieces) {
    if (piece.node->is_bulk()) arrays.push_back(piece.node->array);
    if (!goes_down) add_arrays_below(*piece.node, arrays);
  }
  if (!goes_down) return;
  for (const auto& child : grouped(group.pieces)) {
    const auto& first = *child.pieces.front().node;
    const bool put_together = (is_user_data && layout_of_user_arrays(original, child.pieces)) ||
                              is_field_container(label) || label == "ZoneSubRegion_t" ||
                              (label == "BCData_t" && tree::count_of(first.dims) > 1);
    if (first.label == "DataArray_t" && put_together) {
      for (const auto& piece : child.pieces) add_arrays_below(*piece.node, arrays);
    } else {
      add_compared(original, child, label, arrays);
    }
  }
}

}  // namespace

std::optional<tree::Node> unite_user_data(StructuredJob& zone, const Pieces& pieces,
                                          const std::string& below) {
  if (!has_user_fields(zone.original, pieces)) return unite(zone, pieces, below);
  auto node = unite_alone(zone, pieces, below);
  for (const auto& group : grouped(pieces)) {
    const auto child_below = tree::join(below, group.name);
    if (is_mark(*pieces.front().node, *group.pieces.front().node)) continue;
    std::optional<tree::Node> child;
    if (const auto layout = layout_of_user_arrays(zone.original, group.pieces)) {
      child = unite_field(zone, group.pieces, *layout, child_below);
    } else if (group.pieces.front().node->label == "UserDefinedData_t") {
      child = unite_user_data(zone, group.pieces, child_below);
    } else {
      child = unite(zone, group.pieces, child_below);
    }
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

void add_structured_arrays_to_compare(const Original& original, std::vector<int>& arrays) {
  Pieces zones;
  for (const auto& part : original.parts) zones.push_back({static_cast<int>(zones.size()), part.zone});
  for (const auto& group : grouped(zones)) add_compared(original, group, "Zone_t", arrays);
}

}  // namespace pcgns::assemble
