// fields.cpp: merges arrays with a value per vertex, cell or face of a structured zone.
//
// Ghost layers and Rind planes surround a piece's own points in its arrays. Ghosts are removed. Rind planes
// remain at a side of the whole zone if all pieces at that side have equally many.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::array<std::string_view, 6> side_names = {"imin", "imax", "jmin", "jmax", "kmin", "kmax"};

constexpr std::int64_t most_planes = 1 << 20;

bool touches(const StructuredJob& zone, const Piece& piece, std::size_t side) {
  const auto d = side / 2;
  return side % 2 == 0 ? piece.cells[d].begin == 0 : piece.cells[d].end == zone.original.cells[d];
}

Location location_of(const StructuredJob& zone, const PieceNodes& containers, const std::string& below) {
  std::optional<Location> location;
  std::string text;
  for (const auto& at : containers) {
    const auto name = cgns::location_of(*at.node);
    const auto found = cgns::location_of_fields(*at.node, zone.dimension());
    if (!found) {
      throw zone.error(at, cgns::join(below, "GridLocation"),
                       fmt::format("is {}, which is not valid for arrays of a structured zone", name));
    }
    if (location && *location != *found) {
      throw zone.error(at, cgns::join(below, "GridLocation"),
                       fmt::format("is {}, but {} in {}", name, text, zone.file_of(containers.front())));
    }
    location = found;
    text = name;
  }
  return location.value_or(Location{true, true, true});
}

Rind rind_of(const StructuredJob& zone, const PieceNode& container, const std::string& below) {
  Rind rind = {};
  const auto* node = container.node->child_labelled("Rind_t");
  if (node == nullptr) return rind;
  const auto node_below = cgns::join(below, node->name);
  const auto values = integers_of(zone, {container.piece, node}, node_below);
  const bool good = std::all_of(values.begin(), values.end(),
                                [](std::int64_t planes) { return planes >= 0 && planes <= most_planes; });
  if (values.size() != 2 * zone.dimension() || !good) {
    throw zone.error(container, node_below,
                     fmt::format("expected {} numbers of planes", 2 * zone.dimension()));
  }
  std::copy(values.begin(), values.end(), rind.begin());
  return rind;
}

/// Rind planes that the whole zone keeps at `side`.
std::int64_t kept_at(StructuredJob& zone, const std::vector<Rind>& rinds, std::size_t side,
                     const std::string& below) {
  std::optional<std::int64_t> planes;
  bool same = true;
  bool any = false;
  for (std::size_t i = 0; i < rinds.size(); ++i) {
    const auto& piece = zone.original.pieces[i];
    if (!touches(zone, piece, side)) continue;
    const auto own = piece.interface_ghosts[side] > 0 ? 0 : rinds[i][side];
    any = any || own > 0;
    // Planes beyond ghosts are not adjacent to the piece's own points.
    same = same && planes.value_or(own) == own && piece.ghosts[side] == 0;
    planes = own;
  }
  if (same) return planes.value_or(0);
  if (any) {
    zone.job.merge.notes.add(
        plan::Note::Kind::loss, "rind",
        fmt::format("{}: the Rind planes at {} are left out, because the pieces there differ",
                    cgns::join(zone.path, below), side_names[side]));
  }
  return 0;
}

/// Planes that the piece records as those across interfaces are at sides of the zone, and are all planes
/// there.
void require_recorded_planes(const StructuredJob& zone, const PieceNode& at, const Rind& rind,
                             const std::string& below) {
  const auto& piece = zone.piece(at.piece);
  for (std::size_t side = 0; side < 2 * zone.dimension(); ++side) {
    const auto recorded = piece.interface_ghosts[side];
    const bool is_sound =
        recorded > 0 && touches(zone, piece, side) && (rind[side] == 0 || rind[side] == recorded);
    if (recorded == 0 || is_sound) continue;
    throw zone.error(at, cgns::join(numbering_name, interface_ghosts_node),
                     fmt::format("records {} planes at {}, where {} has {}", recorded, side_names[side],
                                 below, rind[side]));
  }
}

FieldLayout layout_of(StructuredJob& zone, const PieceNodes& containers, const std::string& below) {
  FieldLayout layout{.location = location_of(zone, containers, below), .rinds = {}};
  for (const auto& at : containers) {
    layout.rinds.push_back(rind_of(zone, at, below));
    require_recorded_planes(zone, at, layout.rinds.back(), below);
  }
  for (std::size_t side = 0; side < 2 * zone.dimension(); ++side) {
    layout.kept[side] = kept_at(zone, layout.rinds, side, below);
  }
  return layout;
}

/// Contributions of the pieces to an array, in piece order; computed once for all arrays of this layout.
const std::vector<Share>& decomposition(StructuredJob& zone, const FieldLayout& layout) {
  const auto [found, is_new] = zone.decompositions.try_emplace({layout.location, layout.kept});
  if (!is_new) return found->second;
  std::vector<Block> blocks;
  for (const auto& piece : zone.original.pieces) {
    auto block = owned_block(zone.original, piece, layout.location);
    for (std::size_t side = 0; side < 2 * zone.dimension(); ++side) {
      if (!touches(zone, piece, side)) continue;
      const auto d = side / 2;
      (side % 2 == 0 ? block.begin[d] : block.end[d]) +=
          side % 2 == 0 ? -layout.kept[side] : layout.kept[side];
    }
    blocks.push_back(block);
  }
  found->second = shares(blocks);
  return found->second;
}

/// Extent of a piece's array in indices of the original, with Rind planes and ghosts.
Block covered(const StructuredJob& zone, const Piece& piece, const FieldLayout& layout, const Rind& rind) {
  auto block = owned_block(zone.original, piece, layout.location);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    block.begin[d] -= piece.ghosts[2 * d] + rind[2 * d];
    block.end[d] += piece.ghosts[2 * d + 1] + rind[2 * d + 1];
  }
  return block;
}

/// Extent of the whole array in indices of the original.
Block whole_array(const StructuredJob& zone, const FieldLayout& layout) {
  Block block;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    block.begin[d] = -layout.kept[2 * d];
    block.end[d] = zone.original.cells[d] + (layout.location[d] ? 1 : 0) + layout.kept[2 * d + 1];
  }
  return block;
}

std::vector<std::int64_t> dims_of(const StructuredJob& zone, const Block& block) {
  const auto sizes = block.sizes();
  return {sizes.begin(), sizes.begin() + zone.original.dimension};
}

/// Extents of the whole array, with the ones at the end that those of all pieces have or lack.
std::vector<std::int64_t> dims_like(const StructuredJob& zone, const Block& block, const PieceNodes& arrays) {
  const auto rank = arrays.front().node->dims.size();
  const bool is_one_form =
      std::ranges::all_of(arrays, [&](const PieceNode& at) { return at.node->dims.size() == rank; });
  const auto dims = dims_of(zone, block);
  auto wanted = dims;
  wanted.resize(rank, 1);
  return is_one_form && cgns::count_of(wanted) == cgns::count_of(dims) ? wanted : dims;
}

void require_extents(const StructuredJob& zone, const PieceNode& at, const Block& block,
                     const std::string& below) {
  if (has_extents(*at.node, block)) return;
  throw zone.error(at, below,
                   fmt::format("has the extents [{}], expected [{}] from its zone and Rind",
                               fmt::join(at.node->dims, ", "), fmt::join(dims_of(zone, block), ", ")));
}

std::optional<cgns::Node> unite_rind(StructuredJob& zone, const FieldLayout& layout, const PieceGroup& group,
                                     const std::string& below) {
  const auto is_none = [](const Rind& rind) { return rind == Rind{}; };
  const auto count = static_cast<std::int64_t>(2 * zone.dimension());
  auto node =
      cgns::integer_node(group.name, "Rind_t", {count}, {layout.kept.begin(), layout.kept.begin() + count});
  node = completed(zone, std::move(node), group.nodes, below);
  const bool had_planes = !std::all_of(layout.rinds.begin(), layout.rinds.end(), is_none);
  if (is_none(layout.kept) && had_planes && node.children.empty() && node.extras.empty()) return std::nullopt;
  return node;
}

/// An array of a piece and its place in that of the whole zone.
struct ArrayOfPiece {
  int array = 0;
  Block covered;
  Block whole;
};

/// The points of the zone that the piece has beyond its own.
void add_ghosts(const StructuredJob& zone, int piece, const FieldLayout& layout, const ArrayOfPiece& array,
                plan::Composite& composite) {
  const auto own = owned_block(zone.original, zone.piece(piece), layout.location);
  const auto of_zone = whole_array(zone, {.location = layout.location, .rinds = {}});
  for (const auto& block : plan::minus(intersect(array.covered, of_zone), own)) {
    auto box = box_between(array.array, array.covered, array.whole, {piece, block, true});
    box.is_ghost = true;
    composite.boxes.push_back(box);
  }
}

}  // namespace

cgns::Node unite_field(StructuredJob& zone, const PieceNodes& nodes, const FieldLayout& layout,
                       const std::string& below) {
  require_in_all_pieces(zone, nodes, below);
  require_one_label(zone, nodes, below);
  require_one_type(zone, nodes, below);
  std::vector<Block> sources;
  std::vector<int> arrays;
  for (const auto& at : nodes) {
    const auto piece = static_cast<std::size_t>(at.piece);
    sources.push_back(covered(zone, zone.piece(at.piece), layout, layout.rinds[piece]));
    require_extents(zone, at, sources.back(), below);
    arrays.push_back(array_of(zone, *at.node));
  }
  const auto whole = whole_array(zone, layout);
  plan::Composite composite;
  const auto& all = decomposition(zone, layout);
  composite.boxes.reserve(all.size());
  for (const auto& share : all) {
    const auto piece = static_cast<std::size_t>(share.block);
    composite.boxes.push_back(box_between(arrays[piece], sources[piece], whole, share));
  }
  if (layout.compares_ghosts) {
    for (const auto& at : nodes) {
      const auto piece = static_cast<std::size_t>(at.piece);
      add_ghosts(zone, at.piece, layout, {arrays[piece], sources[piece], whole}, composite);
    }
  }
  const auto& first = *nodes.front().node;
  cgns::Node node{
      .name = first.name, .label = first.label, .type = first.type, .dims = dims_like(zone, whole, nodes)};
  node.array =
      add_composite(zone.job, cgns::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, nodes, below, node);
  return node;
}

cgns::Node unite_fields(StructuredJob& zone, const PieceNodes& containers, const std::string& below) {
  require_in_all_pieces(zone, containers, below);
  auto node = unite_alone(zone, containers, below);
  auto layout = layout_of(zone, containers, below);
  layout.compares_ghosts = containers.front().node->label == "GridCoordinates_t" && !zone.job.allow_missing;
  for (const auto& group : grouped(containers)) {
    const auto child_below = cgns::join(below, group.name);
    const auto& label = group.label();
    std::optional<cgns::Node> child;
    if (label == "DataArray_t" && !have_no_values(group.nodes)) {
      child = unite_field(zone, group.nodes, layout, child_below);
    } else if (label == "Rind_t") {
      child = unite_rind(zone, layout, group, child_below);
    } else if (!is_metadata(group.first())) {
      child = unite(zone, group.nodes, child_below);
    }
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

namespace {

/// Where user arrays below a node may have values: at the faces that its GridLocation names, at vertices, and
/// in cells.
std::vector<Location> user_locations(const Original& original, const cgns::Node& parent) {
  const auto named = parse_location(cgns::location_of(parent), dimension_of(original));
  std::vector<Location> locations = {{true, true, true}, {false, false, false}};
  if (named) locations.insert(locations.begin(), *named);
  return locations;
}

/// The layout, the same location of all pieces, that user arrays of these extents have.
std::optional<FieldLayout> layout_of_user_arrays(const Original& original, const cgns::Node& parent,
                                                 const PieceNodes& arrays) {
  if (arrays.size() != original.pieces.size()) return std::nullopt;
  for (const auto& location : user_locations(original, parent)) {
    FieldLayout layout{.location = location, .rinds = std::vector<Rind>(original.pieces.size())};
    const bool fits = std::all_of(arrays.begin(), arrays.end(), [&](const PieceNode& at) {
      const auto& node = *at.node;
      return node.label == "DataArray_t" && cgns::size_of(node.type) > 0 && !node.link &&
             node.dims.size() >= dimension_of(original) &&
             has_extents(node, with_ghosts(original, original.piece(at.piece), layout.location)) &&
             !is_uncut(original.piece(at.piece), *at.node);
    });
    if (fits) return layout;
  }
  return std::nullopt;
}

bool has_points(const PieceGroup& group) { return std::ranges::any_of(group.nodes, has_point_set); }

bool has_user_fields(const Original& original, const PieceNodes& nodes) {
  const auto groups = grouped(nodes);
  return std::any_of(groups.begin(), groups.end(), [&](const PieceGroup& group) {
    if (is_metadata(*nodes.front().node, group.first())) return false;
    if (group.label() == "UserDefinedData_t")
      return !has_points(group) && has_user_fields(original, group.nodes);
    return layout_of_user_arrays(original, *nodes.front().node, group.nodes).has_value();
  });
}

/// Lists of a BC or similar are always merged. Those of interfaces may have to stay as they are.
bool is_list_of_points(const cgns::Node& node) {
  return node.name == "PointList" || node.name == "ElementList" || node.name == "InwardNormalList";
}

void add_arrays_below(const cgns::Node& node, std::vector<int>& arrays) {
  for (const auto& child : node.children) {
    if (is_metadata(child)) continue;
    if (child.is_bulk()) arrays.push_back(child.array);
    add_arrays_below(child, arrays);
  }
}

bool is_of_points(std::string_view label) {
  return label == "ZoneSubRegion_t" || label == "ZoneBC_t" || label == "BC_t" || label == "BCDataSet_t" ||
         label == "BCData_t";
}

/// Adds all arrays below the nodes of a group, whose parent has `parent_label`, except those with a value per
/// vertex, cell or point.
void add_compared(const Original& original, const PieceGroup& group, std::string_view parent_label,
                  std::vector<int>& arrays) {
  const auto& label = group.label();
  if (is_metadata(group.first())) return;
  if (is_list_of_points(group.first())) {
    for (const auto& at : group.nodes) add_arrays_below(*at.node, arrays);
    return;
  }
  const bool below_user_data = parent_label == "UserDefinedData_t";
  // Only user data of the zone itself may have values of all its vertices or cells.
  const bool is_user_data =
      label == "UserDefinedData_t" && !has_points(group) && (below_user_data || parent_label == "Zone_t");
  // Containers of fields elsewhere are copied: all pieces must agree.
  const bool has_fields = is_field_container(label) && parent_label == "Zone_t";
  const bool goes_down = is_user_data || (!below_user_data && (has_fields || is_of_points(label)));
  for (const auto& at : group.nodes) {
    if (at.node->is_bulk()) arrays.push_back(at.node->array);
    if (!goes_down) add_arrays_below(*at.node, arrays);
  }
  if (!goes_down) return;
  for (const auto& child : condition_groups(original, group.nodes)) {
    const auto& first = child.first();
    const bool put_together =
        (is_user_data && layout_of_user_arrays(original, group.first(), child.nodes)) || has_fields ||
        label == "ZoneSubRegion_t" ||
        (label == "BCData_t" && cgns::count_of(first.dims) > 1 && !have_one_extent(child.nodes));
    if (first.label == "DataArray_t" && put_together) {
      for (const auto& at : child.nodes) add_arrays_below(*at.node, arrays);
    } else {
      add_compared(original, child, label, arrays);
    }
  }
}

}  // namespace

std::optional<cgns::Node> unite_user_data(StructuredJob& zone, const PieceNodes& nodes,
                                          const std::string& below) {
  if (!has_user_fields(zone.original, nodes)) return unite(zone, nodes, below);
  auto node = unite_alone(zone, nodes, below);
  for (const auto& group : grouped(nodes)) {
    const auto child_below = cgns::join(below, group.name);
    if (is_metadata(*nodes.front().node, group.first())) continue;
    std::optional<cgns::Node> child;
    if (const auto layout = layout_of_user_arrays(zone.original, *nodes.front().node, group.nodes)) {
      child = unite_field(zone, group.nodes, *layout, child_below);
    } else if (group.label() == "UserDefinedData_t" && !has_points(group)) {
      child = unite_user_data(zone, group.nodes, child_below);
    } else {
      child = unite(zone, group.nodes, child_below);
    }
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

bool have_one_extent(const PieceNodes& arrays) {
  return arrays.size() > 1 && std::ranges::all_of(arrays, [&](const PieceNode& at) {
           return at.node->dims == arrays.front().node->dims;
         });
}

void add_structured_arrays_to_compare(const Original& original, std::vector<int>& arrays) {
  for (const auto& group : grouped(zones_of(original))) add_compared(original, group, "Zone_t", arrays);
}

}  // namespace pcgns::fileset
