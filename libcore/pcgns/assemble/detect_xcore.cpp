#include <fmt/format.h>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

std::optional<PartName> xcore_name(std::string_view zone_name) {
  const auto bar = zone_name.rfind('_');
  if (bar == std::string_view::npos || bar == 0) return std::nullopt;
  const auto rank = number_of(zone_name.substr(bar + 1));
  if (!rank) return std::nullopt;
  return PartName{std::string(zone_name.substr(0, bar)), *rank};
}

bool has_xcore_marks(const tree::Node& zone) {
  const auto* connectivity = zone.child_labelled("ZoneGridConnectivity_t");
  return connectivity != nullptr && connectivity->child("CellLoc2Glob") != nullptr;
}

std::vector<Original> xcore_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals originals(Convention::xcore);
  for (const auto& zone : zones) {
    const auto name = xcore_name(zone.zone->name);
    if (!name) {
      throw error_at(
          search.inputs, zone, "",
          "mixed conventions: has CellLoc2Glob, but is not named <zone>_<rank> as a part of XCore is");
    }
    if (is_structured(*zone.zone)) {
      throw error_at(search.inputs, zone, "", "has CellLoc2Glob of XCore, but is not unstructured");
    }
    auto& original = originals.of(search.inputs, zone, name->original);
    original.parts.push_back({.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name->rank});
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence = fmt::format("XCore: CellLoc2Glob of {} parts", original.parts.size());
  }
  return found;
}

}  // namespace pcgns::assemble
