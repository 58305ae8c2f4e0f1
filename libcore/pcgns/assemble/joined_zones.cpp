#include <unordered_set>

#include "pcgns/assemble/whole_zones.hpp"

namespace pcgns::assemble {

namespace {

/// "Base/Zone" of every part.
std::unordered_set<std::string> names_of_parts(const std::vector<Original>& originals) {
  std::unordered_set<std::string> names;
  for (const auto& original : originals) {
    for (const auto& part : original.parts) names.insert(tree::join(part.base->name, part.zone->name));
  }
  return names;
}

bool is_joined_to(const std::unordered_set<std::string>& parts, const ZoneView& zone) {
  for (const auto& join : joins_of(*zone.zone)) {
    if (parts.contains(tree::join(zone.base->name, join.donor))) return true;
  }
  return false;
}

}  // namespace

std::vector<Original> joined_to_parts(const Search& search, const std::vector<Original>& originals,
                                      const std::vector<ZoneView>& whole) {
  std::vector<Original> joined;
  if (originals.empty()) return joined;
  const auto parts = names_of_parts(originals);
  for (const auto& zone : whole) {
    if (!is_structured(*zone.zone)) continue;
    const bool is_marked = originals.front().convention == Convention::cassiopee &&
                           cassiopee_rank(search.inputs, zone).has_value();
    if (!is_marked && !is_joined_to(parts, zone)) continue;
    const auto extents = extents_of(search.inputs, zone);
    Part part{.file = zone.file, .base = zone.base, .zone = zone.zone};
    for (std::size_t d = 0; d < 3; ++d) part.cells[d] = {0, extents.cells[d]};
    Original original;
    original.base = zone.base->name;
    original.name = zone.zone->name;
    original.convention = originals.front().convention;
    original.evidence = is_marked ? "Cassiopée: not cut" : "not cut, but joined to parts";
    original.dimension = extents.dimension;
    original.cells = extents.cells;
    original.parts.push_back(std::move(part));
    joined.push_back(std::move(original));
  }
  return joined;
}

}  // namespace pcgns::assemble
