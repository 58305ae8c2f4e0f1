// Arrays with a value for each vertex, cell or face of a structured zone, put together of those of the parts.
//
// Layers of ghost cells and Rind planes of a part lie around its own points in the array. Ghosts are peeled
// off. Rind planes are kept on a side of the whole zone where all parts at this side have as many of them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

constexpr std::array<std::string_view, 6> side_names = {"imin", "imax", "jmin", "jmax", "kmin", "kmax"};

constexpr std::int64_t most_planes = 1 << 20;

bool touches(const StructuredJob& zone, const Part& part, std::size_t side) {
  const auto d = side / 2;
  return side % 2 == 0 ? part.cells[d].begin == 0 : part.cells[d].end == zone.original.cells[d];
}

Location location_of(const StructuredJob& zone, const Pieces& containers, const std::string& below) {
  std::optional<Location> location;
  std::string text;
  for (const auto& piece : containers) {
    const auto name = sids::location_of(*piece.node);
    const auto found = parse_location(name, zone.dimension());
    if (!found) {
      throw zone.error(piece, tree::join(below, "GridLocation"),
                       fmt::format("is {}, which arrays of a structured zone cannot have", name));
    }
    if (location && *location != *found) {
      throw zone.error(piece, tree::join(below, "GridLocation"),
                       fmt::format("is {}, but {} in {}", name, text, zone.file_of(containers.front())));
    }
    location = found;
    text = name;
  }
  return location.value_or(Location{true, true, true});
}

Rind rind_of(const StructuredJob& zone, const Piece& container, const std::string& below) {
  Rind rind = {};
  const auto* node = container.node->child_labelled("Rind_t");
  if (node == nullptr) return rind;
  const auto node_below = tree::join(below, node->name);
  const auto values = integers_of(zone, {container.part, node}, node_below);
  const bool good = std::all_of(values.begin(), values.end(),
                                [](std::int64_t planes) { return planes >= 0 && planes <= most_planes; });
  if (values.size() != 2 * zone.dimension() || !good) {
    throw zone.error(container, node_below,
                     fmt::format("must be {} numbers of planes", 2 * zone.dimension()));
  }
  std::copy(values.begin(), values.end(), rind.begin());
  return rind;
}

/// The planes at `side` that the whole zone keeps.
std::int64_t kept_at(StructuredJob& zone, const std::vector<Rind>& rinds, std::size_t side,
                     const std::string& below) {
  std::optional<std::int64_t> planes;
  bool same = true;
  bool any = false;
  for (std::size_t i = 0; i < rinds.size(); ++i) {
    const auto& part = zone.original.parts[i];
    if (!touches(zone, part, side)) continue;
    const auto own = part.join_ghosts[side] > 0 ? 0 : rinds[i][side];
    any = any || own > 0;
    // Beyond ghosts there is nothing that the planes could follow.
    same = same && planes.value_or(own) == own && part.ghosts[side] == 0;
    planes = own;
  }
  if (same) return planes.value_or(0);
  if (any) {
    zone.job.merge.notes.add(
        plan::Note::Kind::loss, "rind",
        fmt::format("{}: the Rind planes at {} are left out, as not all parts there have "
                    "the same",
                    tree::join(zone.path, below), side_names[side]));
  }
  return 0;
}

Layout layout_of(StructuredJob& zone, const Pieces& containers, const std::string& below) {
  Layout layout{.location = location_of(zone, containers, below), .rinds = {}};
  for (const auto& piece : containers) layout.rinds.push_back(rind_of(zone, piece, below));
  for (std::size_t side = 0; side < 2 * zone.dimension(); ++side) {
    layout.kept[side] = kept_at(zone, layout.rinds, side, below);
  }
  return layout;
}

/// What the parts bring to an array, in the order of the parts; found out once for all arrays that lie alike.
const std::vector<Share>& decomposition(StructuredJob& zone, const Layout& layout) {
  const auto [found, is_new] = zone.decompositions.try_emplace({layout.location, layout.kept});
  if (!is_new) return found->second;
  std::vector<Block> blocks;
  for (const auto& part : zone.original.parts) {
    auto block = owned_block(zone.original, part, layout.location);
    for (std::size_t side = 0; side < 2 * zone.dimension(); ++side) {
      if (!touches(zone, part, side)) continue;
      const auto d = side / 2;
      (side % 2 == 0 ? block.begin[d] : block.end[d]) +=
          side % 2 == 0 ? -layout.kept[side] : layout.kept[side];
    }
    blocks.push_back(block);
  }
  found->second = shares(blocks);
  return found->second;
}

/// What an array of a part covers, Rind planes and ghosts included, in the indices of the original.
Block covered(const StructuredJob& zone, const Part& part, const Layout& layout, const Rind& rind) {
  auto block = owned_block(zone.original, part, layout.location);
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    block.begin[d] -= part.ghosts[2 * d] + rind[2 * d];
    block.end[d] += part.ghosts[2 * d + 1] + rind[2 * d + 1];
  }
  return block;
}

/// The whole array, in the indices of the original.
Block whole_array(const StructuredJob& zone, const Layout& layout) {
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

void require_extents(const StructuredJob& zone, const Piece& piece, const Block& block,
                     const std::string& below) {
  if (has_extents(*piece.node, block)) return;
  throw zone.error(piece, below,
                   fmt::format("has the extents [{}], not [{}] as its zone and Rind say",
                               fmt::join(piece.node->dims, ", "), fmt::join(dims_of(zone, block), ", ")));
}

std::optional<tree::Node> unite_rind(const StructuredJob& zone, const Layout& layout,
                                     const PieceGroup& group) {
  const auto is_none = [](const Rind& rind) { return rind == Rind{}; };
  if (is_none(layout.kept) && !std::all_of(layout.rinds.begin(), layout.rinds.end(), is_none)) {
    return std::nullopt;
  }
  const auto count = static_cast<std::int64_t>(2 * zone.dimension());
  return tree::integer_node(group.name, "Rind_t", {count},
                            {layout.kept.begin(), layout.kept.begin() + count});
}

}  // namespace

bool is_field_container(std::string_view label) {
  return label == "GridCoordinates_t" || label == "FlowSolution_t" || label == "DiscreteData_t" ||
         label == "ArbitraryGridMotion_t";
}

bool has_extents(const tree::Node& node, const Block& block) {
  auto dims = node.dims;
  while (dims.size() > 3 && dims.back() == 1) dims.pop_back();
  if (dims.empty() || dims.size() > 3) return false;
  dims.resize(3, 1);
  return std::equal(dims.begin(), dims.end(), block.sizes().begin());
}

tree::Node unite_field(StructuredJob& zone, const Pieces& pieces, const Layout& layout,
                       const std::string& below) {
  require_in_all_parts(zone, pieces, below);
  require_one_label(zone, pieces, below);
  require_one_type(zone, pieces, below);
  std::vector<Block> sources;
  std::vector<int> arrays;
  for (const auto& piece : pieces) {
    const auto part = static_cast<std::size_t>(piece.part);
    sources.push_back(covered(zone, zone.part(piece.part), layout, layout.rinds[part]));
    require_extents(zone, piece, sources.back(), below);
    arrays.push_back(array_of(zone, *piece.node));
  }
  const auto whole = whole_array(zone, layout);
  plan::Composite composite;
  const auto& all = decomposition(zone, layout);
  composite.boxes.reserve(all.size());
  for (const auto& share : all) {
    const auto part = static_cast<std::size_t>(share.block);
    composite.boxes.push_back(box_between(arrays[part], sources[part], whole, share));
  }
  const auto& first = *pieces.front().node;
  tree::Node node{.name = first.name, .label = first.label, .type = first.type, .dims = dims_of(zone, whole)};
  node.array =
      add_composite(zone.job, tree::join(zone.path, below), node.type, node.dims, std::move(composite));
  add_children(zone, pieces, below, node);
  return node;
}

tree::Node unite_fields(StructuredJob& zone, const Pieces& containers, const std::string& below) {
  require_in_all_parts(zone, containers, below);
  auto node = unite_alone(zone, containers, below);
  const auto layout = layout_of(zone, containers, below);
  for (const auto& group : grouped(containers)) {
    const auto child_below = tree::join(below, group.name);
    const auto& label = group.pieces.front().node->label;
    std::optional<tree::Node> child;
    if (label == "DataArray_t") {
      child = unite_field(zone, group.pieces, layout, child_below);
    } else if (label == "Rind_t") {
      child = unite_rind(zone, layout, group);
    } else if (!is_mark(*group.pieces.front().node)) {
      child = unite(zone, group.pieces, child_below);
    }
    if (child) node.children.push_back(*std::move(child));
  }
  return node;
}

}  // namespace pcgns::assemble
