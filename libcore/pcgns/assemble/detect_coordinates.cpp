#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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
  for (const auto& zone : zones) ++counts[path_of_original(zone)];
  const auto is_part = [&](const ZoneView& zone) { return counts[path_of_original(zone)] > 1; };
  std::set<std::string> names;
  for (const auto& zone : zones) {
    if (is_part(zone)) names.insert(tree::join(zone.base->name, zone.zone->name));
  }
  // Joins of a whole zone to parts must lead to whole zones, too; of structured ones others see to that.
  const auto is_joined = [&](const ZoneView& zone) {
    const auto joins = joins_of(*zone.zone);
    return std::any_of(joins.begin(), joins.end(), [&](const Join& join) {
      return names.contains(tree::join(join.base_of_donor(*zone.base), join.donor));
    });
  };
  Originals originals(Convention::coordinates);
  for (const auto& zone : zones) {
    if (!is_part(zone) && (is_structured(*zone.zone) || !is_joined(zone))) {
      others.push_back(zone);
      continue;
    }
    const auto name = is_part(zone) ? name_of(zone) : PartName{zone.zone->name, -1};
    const auto rank =
        name.rank < 0 ? search.inputs.files[static_cast<std::size_t>(zone.file)].number : name.rank;
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
