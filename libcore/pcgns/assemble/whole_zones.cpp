#include "pcgns/assemble/whole_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

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

using OriginalsByPath = std::unordered_map<std::string, const Original*>;

/// Names of XCore alone do not tell a part: "wing_2" is one only beside others of "wing".
void require_no_sibling(const Search& search, const ZoneView& zone, const OriginalsByPath& originals) {
  const auto name = xcore_name(zone.zone->name);
  if (!name) return;
  const auto found = originals.find(fmt::format("/{}/{}", zone.base->name, name->original));
  if (found == originals.end() || found->second->convention != Convention::xcore) return;
  throw error_at(
      search.inputs, zone, "",
      fmt::format("mixed conventions: is named as a part of {}, but has no CellLoc2Glob, as {} has",
                  name->original, place_of(search.inputs, view_of(found->second->parts.front()))));
}

std::string path_of(const Original& original) { return fmt::format("/{}/{}", original.base, original.name); }

}  // namespace

void require_no_collision(const Search& search, const std::vector<Original>& originals,
                          const std::vector<ZoneView>& whole) {
  OriginalsByPath names;
  for (const auto& original : originals) names.emplace(path_of(original), &original);
  for (const auto& zone : whole) {
    require_no_sibling(search, zone, names);
    const auto found = names.find(assemble::path_of(zone));
    if (found == names.end()) continue;
    throw error_at(
        search.inputs, zone, "",
        fmt::format("mixed conventions: this zone is whole, and {} is a part of a zone of that name",
                    place_of(search.inputs, view_of(found->second->parts.front()))));
  }
}

void require_equal_sizes(const Search& search, const std::vector<ZoneView>& whole) {
  std::unordered_map<std::string, std::vector<const ZoneView*>> by_path;
  for (const auto& zone : whole) {
    if (!is_structured(*zone.zone)) by_path[assemble::path_of(zone)].push_back(&zone);
  }
  for (const auto& zone : whole) {
    const auto found = by_path.find(assemble::path_of(zone));
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
