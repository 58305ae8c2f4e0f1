#include "pcgns/assemble/whole_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/sids/labels.hpp"

namespace pcgns::assemble {

namespace {

/// Whether nodes below `a` and `b` that have the same names have the same extents and ranges.
bool have_same_extents(const tree::Node& a, const tree::Node& b) {
  if (a.is_bulk() && b.is_bulk() && a.dims != b.dims) return false;
  if (a.label == "IndexRange_t" && a.label == b.label && a.data != b.data) return false;
  return std::all_of(a.children.begin(), a.children.end(), [&](const tree::Node& child) {
    const auto* other = b.child(child.name);
    return other == nullptr || have_same_extents(child, *other);
  });
}

bool are_equally_large(const tree::Node& a, const tree::Node& b) {
  return a.dims == b.dims && a.data == b.data && have_same_extents(a, b);
}

/// Of particles too, and links.
std::vector<ZoneView> all_zones(const tree::InputSet& inputs) {
  std::vector<ZoneView> zones;
  for (std::size_t file = 0; file < inputs.trees.size(); ++file) {
    for (const auto& base : inputs.trees[file].children) {
      for (const auto& zone : base.children) {
        if (sids::is_zone(zone.label)) zones.push_back({static_cast<int>(file), &base, &zone});
      }
    }
  }
  return zones;
}

std::unordered_map<std::string, const Original*> by_their_paths(const std::vector<Original>& originals) {
  std::unordered_map<std::string, const Original*> names;
  for (const auto& original : originals)
    names.emplace(fmt::format("/{}/{}", original.base, original.name), &original);
  return names;
}

}  // namespace

void require_no_namesake(const tree::InputSet& inputs, const std::vector<Original>& originals) {
  const auto names = by_their_paths(originals);
  std::unordered_set<const tree::Node*> parts;
  for (const auto& original : originals) {
    for (const auto& part : original.parts) parts.insert(part.zone);
  }
  for (const auto& zone : all_zones(inputs)) {
    const auto found = names.find(path_of(zone));
    if (found == names.end() || parts.contains(zone.zone)) continue;
    throw error_at(
        inputs, zone, "",
        fmt::format("mixed conventions: this zone is whole, and {} is a part of a zone of that name",
                    place_of(inputs, view_of(found->second->parts.front()))));
  }
}

void require_no_sibling(const Search& search, const std::vector<Original>& originals,
                        const std::vector<ZoneView>& whole) {
  const auto names = by_their_paths(originals);
  for (const auto& zone : whole) {
    const auto name = xcore_name(zone.zone->name);
    if (!name) continue;
    const auto found = names.find(fmt::format("/{}/{}", zone.base->name, name->original));
    if (found == names.end() || found->second->convention != Convention::xcore) continue;
    throw error_at(
        search.inputs, zone, "",
        fmt::format("mixed conventions: is named as a part of {}, but has no CellLoc2Glob, as {} has",
                    name->original, place_of(search.inputs, view_of(found->second->parts.front()))));
  }
}

void require_equal_sizes(const Search& search, const std::vector<ZoneView>& whole) {
  std::unordered_map<std::string, std::vector<const ZoneView*>> by_path;
  for (const auto& zone : whole) {
    if (!is_structured(*zone.zone)) by_path[path_of(zone)].push_back(&zone);
  }
  for (const auto& zone : whole) {
    const auto found = by_path.find(path_of(zone));
    if (found == by_path.end()) continue;
    const auto& zones = found->second;
    const bool all_same = std::all_of(zones.begin(), zones.end(), [&](const ZoneView* other) {
      return are_equally_large(*zones.front()->zone, *other->zone);
    });
    if (!all_same) {
      throw error_at(
          search.inputs, *zones.front(), "",
          fmt::format("this zone is in {} files with different content, and nothing says how the parts "
                      "fit, as there are no global numbers: --match-coordinates finds out by their vertices, "
                      "--assembly says it",
                      zones.size()));
    }
    by_path.erase(found);
  }
}

}  // namespace pcgns::assemble
