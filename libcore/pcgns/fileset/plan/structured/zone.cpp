// zone.cpp: merges one structured zone: its extents, then its children in order of first occurrence.

#include "pcgns/fileset/plan/structured/zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "pcgns/base/glob.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unite/steps.hpp"

namespace pcgns::fileset {

namespace {

constexpr auto largest_i4 = std::numeric_limits<std::int32_t>::max();

/// Sums of a few indices still fit in 63 bits.
constexpr std::int64_t largest_index = std::int64_t{1} << 56;

bool fits_i4(std::int64_t value) { return value <= largest_i4 && value >= -largest_i4; }

cgns::Node without_children(const cgns::Node& node) {
  return {.name = node.name,
          .label = node.label,
          .type = node.type,
          .dims = node.dims,
          .data = node.data,
          .array = node.array,
          .link = node.link,
          .extras = node.extras};
}

/// True for user data, or some below them, with points in indices of the pieces. A zone that
/// pcgns-repartition has left whole keeps the order of its lists.
bool have_user_points(const Original& original, const PieceNodes& nodes) {
  const bool is_whole = original.convention == Convention::own && original.pieces.size() == 1;
  return !is_whole &&
         std::ranges::any_of(nodes, [](const PieceNode& at) { return has_user_points(*at.node); });
}

/// Zone_t value: vertices, cells and boundary vertices in each direction.
cgns::Node zone_node(StructuredJob& zone, const PieceNodes& zones) {
  const auto& original = zone.original;
  std::vector<std::int64_t> values(3 * zone.dimension(), 0);
  std::vector<std::int64_t> vertices;
  for (std::size_t d = 0; d < zone.dimension(); ++d) {
    values[d] = original.cells[d] + 1;
    values[d + zone.dimension()] = original.cells[d];
    values[d + 2 * zone.dimension()] = original.boundary_sizes[d];
    vertices.push_back(values[d]);
  }
  (void)cgns::count_of(vertices);  // Throws if the count does not fit in 63 bits.
  const bool any_i8 = std::any_of(zones.begin(), zones.end(),
                                  [](const PieceNode& z) { return z.node->type == cgns::DataType::I8; });
  const bool needs_i8 = !std::all_of(values.begin(), values.end(), fits_i4);
  if (needs_i8 && !any_i8) {
    zone.job.merge.notes.add(plan::Note::Kind::info, "wider zones",
                             fmt::format("{}: is I8, as its extents do not fit in I4", zone.path));
  }
  auto node = cgns::integer_node(original.name, "Zone_t", {original.dimension, 3}, values,
                                 any_i8 || needs_i8 ? cgns::DataType::I8 : cgns::DataType::I4);
  for (const auto& at : zones) fileset::add_extras(node, *at.node);
  return node;
}

bool has_points(const cgns::Node& node) {
  return node.child("PointRange") != nullptr || node.child("PointList") != nullptr;
}

/// True for ZoneSubRegion_t and others that may have values for some points only.
bool belongs_to_points(const PieceNodes& nodes) {
  const auto& label = nodes.front().node->label;
  if (label == "ZoneSubRegion_t") return true;
  return (label == "UserDefinedData_t" || is_field_container(label)) &&
         std::any_of(nodes.begin(), nodes.end(), [](const PieceNode& p) { return has_points(*p.node); });
}

std::optional<cgns::Node> unite_child(StructuredJob& zone, const PieceGroup& group) {
  const auto& [name, nodes] = group;
  const auto& first = *nodes.front().node;
  if (std::any_of(nodes.begin(), nodes.end(), [](const PieceNode& p) { return p.node->link != nullptr; })) {
    return unite(zone, nodes, name);
  }
  require_one_label(zone, nodes, name);
  if (belongs_to_points(nodes)) return unite_point_set(zone, nodes, name);
  if (is_field_container(first.label)) return unite_fields(zone, nodes, name);
  if (first.label == "ZoneBC_t") return unite_boundaries(zone, nodes, name);
  if (first.label == "ZoneGridConnectivity_t") return unite_interfaces(zone, nodes, name);
  if (first.label == "UserDefinedData_t") return unite_user_data(zone, nodes, name);
  auto node = unite(zone, nodes, name);
  const Sources pieces(zone.original.pieces.size());
  if (node)
    note_if_partial(zone.job.merge, sources_of(zone.original, nodes), pieces, cgns::join(zone.path, name));
  return node;
}

/// True for regions with the points of a BC_t or interface, and with none of their own.
bool are_named_regions(const PieceGroup& group) {
  return group.label() == "ZoneSubRegion_t" && std::ranges::none_of(group.nodes, [](const PieceNode& at) {
           return at.node->link != nullptr || has_point_set(at);
         });
}

/// The nodes that a group becomes; several for regions on what becomes several.
std::vector<cgns::Node> unite_group(StructuredJob& zone, const PieceGroup& group) {
  if (are_named_regions(group)) {
    require_one_label(zone, group.nodes, group.name);
    return unite_named_regions(zone, group);
  }
  std::vector<cgns::Node> nodes;
  if (auto node = unite_child(zone, group)) nodes.push_back(*std::move(node));
  return nodes;
}

/// Children of the pieces by their name in the whole zone, unless another one has that name already.
std::vector<PieceGroup> grouped_in_whole(const StructuredJob& zone, const PieceNodes& zones) {
  std::unordered_set<std::string_view> names;
  for (const auto& at : zones) {
    for (const auto& child : at.node->children) names.insert(child.name);
  }
  return grouped(zones, [&](const PieceNode& child) {
    auto name = name_in_whole(zone.job.pieces, zone.original, zone.piece(child.piece), *child.node);
    return names.contains(name) ? child.node->name : name;
  });
}

/// Gives the first of several nodes the name of its group, and the others names of their own.
void name_nodes(const std::vector<PieceGroup>& groups, std::vector<std::vector<cgns::Node>>& nodes) {
  cgns::Node taken;
  for (const auto& group : groups) taken.children.push_back({.name = group.name});
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (std::size_t k = 0; k < nodes[i].size(); ++k) {
      auto& name = nodes[i][k].name;
      name = k == 0 ? groups[i].name : cgns::unique_name(taken, groups[i].name);
      if (k > 0) taken.children.push_back({.name = name});
    }
  }
}

/// What becomes of each group. Regions on interfaces come last: these show whether the whole zone has theirs.
std::vector<std::vector<cgns::Node>> unite_children(StructuredJob& zone,
                                                    const std::vector<PieceGroup>& groups) {
  std::vector<std::vector<cgns::Node>> children(groups.size());
  for (const bool on_interfaces : {false, true}) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto& group = groups[i];
      if (is_on_interface(group) != on_interfaces || is_metadata(group.first())) continue;
      if (group.name == fileset::per_rank_name) {
        zone.per_rank.take_over(sources_of(zone.original, group.nodes));
      } else {
        children[i] = unite_group(zone, group);
      }
    }
  }
  name_nodes(groups, children);
  return children;
}

}  // namespace

std::string StructuredJob::path_in(int piece_index, std::string_view below) const {
  const auto& p = piece(piece_index);
  const auto zone_path = cgns::join("/" + p.base->name, p.zone->name);
  return below.empty() ? zone_path : cgns::join(zone_path, below);
}

Error StructuredJob::error(const PieceNode& at, std::string_view below, std::string_view why) const {
  return input_error(file_of(at), path_in(at.piece, below), why);
}

namespace {

/// The nodes of all pieces that have a node where the parent of `node` is.
Sources parents_like(const StructuredJob& zone, const PieceNode& node) {
  const auto zone_path = zone.path_in(node.piece, {});
  if (!node.path.starts_with(zone_path + "/")) return {};
  const auto above = node.path.substr(0, node.path.rfind('/')).substr(zone_path.size());
  Sources parents;
  for (const auto& piece : zone.original.pieces) {
    const auto* parent = above.empty() ? piece.zone : cgns::find(*piece.zone, above);
    if (parent != nullptr) parents.push_back({piece.file, parent});
  }
  return parents;
}

bool explains_all(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  // Saves looking for the parents of all other nodes.
  if (!cgns::explains_values(nodes.front().node->label)) return true;
  return fileset::explains_all(zone.job.merge, sources_of(zone.original, nodes),
                               parents_like(zone, nodes.front()), cgns::join(zone.path, below));
}

}  // namespace

std::optional<cgns::Node> unite(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  if (!explains_all(zone, nodes, below)) return std::nullopt;
  if (!have_user_points(zone.original, nodes)) return unite_as_is(zone, nodes, below);
  require_one_label(zone, nodes, below);
  const bool is_user_data = nodes.front().node->label == "UserDefinedData_t";
  if (is_user_data && std::ranges::any_of(nodes, has_point_set)) return unite_point_set(zone, nodes, below);
  auto node = unite_alone(zone, nodes, below);
  add_children(zone, nodes, below, node);
  return node;
}

std::optional<cgns::Node> unite_as_is(StructuredJob& zone, const PieceNodes& nodes,
                                      const std::string& below) {
  const auto sources = without_metadata(sources_of(zone.original, nodes), zone.made);
  if (sources.empty()) return std::nullopt;
  return fileset::unite(zone.job.merge, sources, cgns::join(zone.path, below), zone.per_rank);
}

cgns::Node unite_alone(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  require_one_label(zone, nodes, below);
  Sources alone;
  const auto box = united_bounding_box(sources_of(zone.original, nodes));
  for (const auto& at : nodes) {
    if (at.node->link) throw zone.error(at, below, "is a link; split zones require --links copy");
    auto& copy = zone.made.emplace_back(without_children(*at.node));
    if (box) copy.data = *box;
    alone.push_back({zone.piece(at.piece).file, &copy});
  }
  auto node = fileset::unite(zone.job.merge, alone, cgns::join(zone.path, below), zone.per_rank);
  return node ? *std::move(node)
              : cgns::Node{.name = alone.front().node->name, .label = alone.front().node->label};
}

void require_in_all_pieces(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  const auto& pieces = zone.original.pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i < nodes.size() && nodes[i].piece == static_cast<int>(i)) continue;
    const PieceNode lacking{static_cast<int>(i), nullptr};
    throw zone.error(lacking, below,
                     fmt::format("is missing, but {} is in {}", zone.path_in(nodes.front().piece, below),
                                 zone.file_of(nodes.front())));
  }
}

void require_one_label(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  const auto& first = nodes.front();
  for (const auto& at : nodes) {
    if (at.node->label == first.node->label) continue;
    throw zone.error(
        at, below,
        fmt::format("is a {}, but a {} in {}", at.node->label, first.node->label, zone.file_of(first)));
  }
}

void require_one_type(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  const auto& first = nodes.front();
  for (const auto& at : nodes) {
    const bool has_values = cgns::size_of(at.node->type) > 0;
    if (!has_values) throw zone.error(at, below, "has no values");
    if (at.node->type == first.node->type) continue;
    throw zone.error(at, below,
                     fmt::format("is {}, but {} in {}", cgns::to_string(at.node->type),
                                 cgns::to_string(first.node->type), zone.file_of(first)));
  }
}

bool have_no_values(const PieceNodes& arrays) {
  return std::ranges::all_of(arrays, [](const PieceNode& at) {
    return at.node->label == "DataArray_t" && cgns::is_empty(*at.node);
  });
}

int array_of(StructuredJob& zone, const cgns::Node& node) {
  return node.is_bulk() ? node.array : add_values(zone.job, node.type, node.dims, node.data);
}

std::vector<std::int64_t> integers_of(const StructuredJob& zone, const PieceNode& at,
                                      const std::string& below) {
  const auto& node = *at.node;
  if (node.type != cgns::DataType::I4 && node.type != cgns::DataType::I8) {
    throw zone.error(at, below, fmt::format("is {}, not I4 or I8", cgns::to_string(node.type)));
  }
  if (static_cast<std::int64_t>(node.data.size()) != cgns::bytes_of(node.type, node.dims)) {
    throw zone.error(at, below, "is too large: its values are not loaded");
  }
  auto values = cgns::integers_of(node);
  const auto is_index = [](std::int64_t value) { return value >= -largest_index && value <= largest_index; };
  if (!std::all_of(values.begin(), values.end(), is_index))
    throw zone.error(at, below, "has an invalid index");
  return values;
}

Integers stored(const std::vector<std::int64_t>& values, cgns::DataType type) {
  const bool needs_i8 = !std::all_of(values.begin(), values.end(), fits_i4);
  if (needs_i8) type = cgns::DataType::I8;
  auto node = cgns::integer_node({}, {}, {static_cast<std::int64_t>(values.size())}, values, type);
  return {.type = type, .bytes = std::move(node.data)};
}

cgns::Node structured_zone(Job& job, const Original& original) {
  StructuredJob zone(job, original);
  const auto zones = zones_of(zone.original);
  if (zones.empty() || original.dimension < 1 || original.dimension > 3) {
    throw Error(ErrorKind::internal, fmt::format("{}: cannot be merged", zone.path));
  }
  auto node = zone_node(zone, zones);
  auto groups = grouped_in_whole(zone, zones);
  rename_in_tables(groups, zone.made);
  for (auto& made : unite_children(zone, groups)) {
    for (auto& child : made) node.children.push_back(std::move(child));
  }
  if (auto kept = zone.per_rank.node(job.merge)) node.children.push_back(*std::move(kept));
  return node;
}

}  // namespace pcgns::fileset
