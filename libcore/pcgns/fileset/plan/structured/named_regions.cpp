// named_regions.cpp: merges ZoneSubRegion_t that have the points of a boundary condition or an interface.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/structured/interfaces.hpp"
#include "pcgns/fileset/plan/structured/regions.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::string_view bc_region_name = "BCRegionName";
constexpr std::string_view interface_region_name = "GridConnectivityRegionName";

/// The BC_t or interface of the whole zone whose points a region has.
struct Owner {
  std::string container;  ///< Name of its ZoneBC_t or ZoneGridConnectivity_t.
  std::string name;
  std::string container_named;  ///< With a slash, where the region names it; otherwise empty.
  std::string before;           ///< Its name before partitioning, which several may have.

  [[nodiscard]] bool is(const Owner& other) const {
    return container == other.container && name == other.name;
  }
  /// False if the two cannot be parts of one BC_t or interface.
  [[nodiscard]] bool may_be(const Owner& other) const {
    return before == other.before &&
           (container_named == other.container_named || container == other.container);
  }
  [[nodiscard]] std::string named_before() const { return container_named + before; }
  [[nodiscard]] std::string named() const { return container_named + name; }
};

/// The regions of pieces on one BC_t or interface.
struct Regions {
  Owner owner;
  PieceNodes nodes;
  PieceNodes owners;  ///< Of each of `nodes`.
};

/// Name in the whole zone of a BC_t or interface of a piece; nothing if the whole zone does not get it.
std::optional<std::string> name_of_owner(const StructuredJob& zone, const cgns::Node& owner) {
  if (!cgns::is_interface(owner)) return owner.name;
  const auto found = zone.united_interfaces.find(&owner);
  return found == zone.united_interfaces.end() ? std::nullopt : std::optional(found->second);
}

/// The BC_t or interface of the piece that a region names.
cgns::Contained owner_in_piece(const StructuredJob& zone, const PieceNode& at) {
  const auto* name = at.node->child(bc_region_name);
  const auto* const label = name != nullptr ? "ZoneBC_t" : "ZoneGridConnectivity_t";
  if (name == nullptr) name = at.node->child(interface_region_name);
  if (name == nullptr) return {};
  return cgns::contained_in(*zone.piece(at.piece).zone, label, cgns::text_of(*name));
}

/// The part of "ZoneGridConnectivity/match" before the name.
std::string container_in(const std::string& text) { return text.substr(0, text.find('/') + 1); }

/// Nothing if the whole zone does not get the BC_t or interface.
std::optional<Owner> owner_of(const StructuredJob& zone, const PieceNode& at,
                              const cgns::Contained& in_piece) {
  const auto name = name_of_owner(zone, *in_piece.node);
  if (!name) return std::nullopt;
  Owner owner{.container = in_piece.container->name, .name = *name, .container_named = {}, .before = *name};
  if (!cgns::is_interface(*in_piece.node)) return owner;
  owner.container_named = container_in(cgns::text_of(*at.node->child(interface_region_name)));
  owner.before = original_interface_name(zone.original, *in_piece.node);
  return owner;
}

/// Adds a region of a piece to those of its owner; false if the whole zone does not get this.
bool add_region(const StructuredJob& zone, const PieceNode& at, const std::string& below,
                std::vector<Regions>& all) {
  const auto in_piece = owner_in_piece(zone, at);
  if (in_piece.node == nullptr) throw zone.error(at, below, "does not name an existing BC_t or interface");
  const auto owner = owner_of(zone, at, in_piece);
  if (!owner) return false;
  const auto may_be = [&](const Regions& regions) { return regions.owner.may_be(*owner); };
  if (!all.empty() && std::ranges::none_of(all, may_be))
    throw zone.error(at, below,
                     fmt::format("names {}, but other pieces name {}", owner->named_before(),
                                 all.front().owner.named_before()));
  auto found = std::ranges::find_if(all, [&](const Regions& regions) { return regions.owner.is(*owner); });
  if (found == all.end()) found = all.insert(all.end(), {.owner = *owner, .nodes = {}, .owners = {}});
  // A name alone may be that of several in the whole zone.
  if (found->owner.container_named.empty()) found->owner.container_named = owner->container_named;
  found->nodes.push_back(at);
  found->owners.push_back({at.piece, in_piece.node});
  return true;
}

/// The same BC_t or interface in pieces that do not have the region.
PieceNodes owners_beside(const StructuredJob& zone, const Regions& regions) {
  PieceNodes others;
  const auto& label = regions.owners.front().node->label;
  std::unordered_set<const cgns::Node*> known;
  for (const auto& at : regions.owners) known.insert(at.node);
  for (const auto& at : zones_of(zone.original)) {
    const auto* container = at.node->child(regions.owner.container);
    for (std::size_t i = 0; container != nullptr && i < container->children.size(); ++i) {
      const auto& node = container->children[i];
      if (node.label == label && name_of_owner(zone, node) == regions.owner.name && !known.contains(&node))
        others.push_back({at.piece, &node});
    }
  }
  return others;
}

bool has_values(const PieceNode& region) {
  return std::ranges::any_of(region.node->children, [](const cgns::Node& child) {
    return child.label == "DataArray_t" && child.type != cgns::DataType::C1;
  });
}

/// Throws if pieces without the region have points that none of the others has: values would be missing.
void require_all_points(const StructuredJob& zone, const Regions& regions, const Points& points,
                        const std::string& below) {
  if (std::ranges::none_of(regions.nodes, has_values)) return;
  const auto others = owners_beside(zone, regions);
  auto owners = regions.owners;
  owners.insert(owners.end(), others.begin(), others.end());
  const auto all = with_points(owners, regions_of(zone, owners, below));
  if (others.empty() || PointSet(zone, all.regions).count() == PointSet(zone, points.regions).count()) return;
  const auto lacks = [&](const PieceNode& at) {
    return std::ranges::count(others, at.node, &PieceNode::node) > 0;
  };
  const auto& there = regions.nodes.front();
  throw zone.error(*std::ranges::find_if(all.nodes, lacks), below,
                   fmt::format("is missing, but {} is in {}", zone.path_in(there.piece, there.node->name),
                               zone.file_of(there)));
}

/// The regions with the name that their interface has in the whole zone.
PieceNodes renamed(StructuredJob& zone, const Regions& regions) {
  PieceNodes nodes;
  for (const auto& at : regions.nodes) {
    nodes.push_back(at);
    const bool is_on_condition = at.node->child(bc_region_name) != nullptr;
    if (is_on_condition || cgns::text_of(*at.node->child(interface_region_name)) == regions.owner.named())
      continue;
    auto& copy = zone.made.emplace_back(*at.node);
    cgns::set_text(*copy.child(interface_region_name), regions.owner.named());
    nodes.back().node = &copy;
  }
  return nodes;
}

std::optional<cgns::Node> unite_regions(StructuredJob& zone, const Regions& regions,
                                        const std::string& below) {
  const auto nodes = renamed(zone, regions);
  const auto of_owners = regions_of(zone, regions.owners, below);
  const auto points = with_points(nodes, of_owners);
  if (!points.nodes.empty()) {
    require_all_points(zone, regions, points, below);
    return unite_with_points(zone, points, below);
  }
  auto node = unite_empty(zone, nodes, of_owners, below);
  if (have_points(of_owners)) note_only_ghosts(zone, below);
  return node;
}

/// Keeps regions as the pieces have them.
void keep_regions(StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  if (nodes.empty()) return;
  const auto path = cgns::join(zone.path, below);
  zone.per_rank.take(zone.job.merge, sources_of(zone.original, nodes), path);
  note_lost_region(zone.job.merge, path);
}

}  // namespace

bool is_on_interface(const PieceGroup& group) {
  return group.label() == "ZoneSubRegion_t" && std::ranges::any_of(group.nodes, [](const PieceNode& at) {
           return at.node->child(interface_region_name) != nullptr;
         });
}

std::vector<cgns::Node> unite_named_regions(StructuredJob& zone, const PieceGroup& group) {
  std::vector<Regions> all;
  PieceNodes left_out;
  for (const auto& at : group.nodes)
    if (!add_region(zone, at, group.name, all)) left_out.push_back(at);
  keep_regions(zone, left_out, group.name);
  std::vector<cgns::Node> made;
  for (const auto& regions : all)
    if (auto node = unite_regions(zone, regions, group.name)) made.push_back(*std::move(node));
  return made;
}

}  // namespace pcgns::fileset
