#include <fmt/format.h>

#include <map>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

std::vector<Original> originals_to_match(const Search& search, const std::vector<ZoneView>& zones,
                                         std::vector<ZoneView>& others) {
  const auto name_of = [](const ZoneView& zone) {
    const auto named = seacas_name(zone.zone->name);
    return PartName{named ? named->original : zone.zone->name, named ? named->rank : -1};
  };
  std::map<std::string, int> counts;  // of the zones that may be parts of one, by its path
  const auto path_of_original = [&](const ZoneView& zone) {
    return tree::join(zone.base->name, name_of(zone).original);
  };
  for (const auto& zone : zones) {
    if (!is_structured(*zone.zone)) ++counts[path_of_original(zone)];
  }
  Originals originals(Convention::coordinates);
  for (const auto& zone : zones) {
    if (is_structured(*zone.zone) || counts[path_of_original(zone)] < 2) {
      others.push_back(zone);
      continue;
    }
    const auto name = name_of(zone);
    const auto rank = name.rank < 0 ? search.inputs.files[static_cast<std::size_t>(zone.file)].number : name.rank;
    auto& original = originals.of(search.inputs, zone, name.original);
    original.parts.push_back({.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = rank});
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence = fmt::format("coordinates: {} parts without marks", original.parts.size());
  }
  return found;
}

}  // namespace pcgns::assemble
