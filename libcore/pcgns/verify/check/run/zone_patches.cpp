#include "pcgns/verify/check/run/zone_patches.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/locations.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;

std::string text_below(const Node& node, std::string_view child) {
  const auto* found = node.child(child);
  return found == nullptr ? std::string() : cgns::text_of(*found);
}

/// The patch of a node; nothing if it has no point set of one index.
std::optional<Patch> patch_of(const plan::Plan& plan, const Node& node, const std::string& parent) {
  Patch patch{
      .name = node.name, .path = cgns::join(parent, node.name), .location = text_below(node, "GridLocation")};
  if (patch.location.empty()) patch.location = "Vertex";
  if (patch.location != "Vertex") patch.names = Patch::Names::elements;
  for (const auto* name : {"PointList", "PointRange", "ElementList", "ElementRange"}) {
    const auto* set = node.child(name);
    if (set == nullptr) continue;
    // Before CGNS 3 these named elements, whatever the location.
    if (std::string_view(name).starts_with("Element")) {
      patch.names = Patch::Names::elements;
      patch.location = name;
    }
    patch.list = mesh::integer_target(plan, set);
    if (patch.list >= 0) return patch;
    const auto range = mesh::small_integers(set);
    if (range.size() != 2) continue;
    patch.range = {std::min(range[0], range[1]), std::max(range[0], range[1]) + 1};
    return patch;
  }
  return std::nullopt;
}

/// True for nodes of grids that overlap, whose surfaces may be bare.
bool is_of_overset(const Node& node) {
  return node.label == "OversetHoles_t" ||
         (cgns::is_interface(node) && cgns::type_of_interface(node) == "Overset");
}

}  // namespace

Patches patches_of(const plan::Plan& plan, const mesh::Zone& zone) {
  Patches patches;
  for (const auto& folder : zone.node->children) {
    if (folder.label != "ZoneBC_t" && folder.label != "ZoneGridConnectivity_t") continue;
    const auto path = cgns::join(zone.path, folder.name);
    for (const auto& node : folder.children) {
      const bool interfaces = cgns::is_interface(node);
      if (is_of_overset(node)) {
        patches.has_overset = true;
        continue;
      }
      if (!interfaces && node.label != "BC_t") continue;
      auto patch = patch_of(plan, node, path);
      if (!patch) continue;
      patch->is_interface = interfaces;
      patches.all.push_back(std::move(*patch));
    }
  }
  return patches;
}

std::vector<Claim> claims_of(par::Session& session, const mesh::Dataset& dataset, const Patches& patches,
                             Patch::Names names, std::int64_t end) {
  std::vector<Claim> claims;
  for (std::size_t i = 0; i < patches.all.size(); ++i) {
    const auto& patch = patches.all[i];
    const auto number = static_cast<std::int64_t>(i);
    if (patch.names != names) continue;
    if (patch.list < 0) {
      const auto range = intersect(patch.range, {1, end});
      const auto share = divide_up(std::max<std::int64_t>(0, range.size()), session.size());
      const auto begin = range.begin + session.rank() * share;
      for (auto at = begin; at < std::min(begin + share, range.end); ++at) {
        claims.push_back({at, number, at - patch.range.begin});
      }
      continue;
    }
    const auto share = mesh::read_share(session, dataset, patch.list);
    auto index = share.values.begin;
    for (const auto value : mesh::integers_of(share)) claims.push_back({value, number, index++});
  }
  return claims;
}

}  // namespace pcgns::verify::check
