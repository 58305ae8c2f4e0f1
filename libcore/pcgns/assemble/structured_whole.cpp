// Zones that are whole while zones that they are joined to were cut.

#include <algorithm>

#include "pcgns/assemble/structured.hpp"
#include "pcgns/assemble/zone_view.hpp"

namespace pcgns::assemble {

namespace {

bool is_join(const tree::Node& node) {
  return (node.label == "GridConnectivity1to1_t" || node.label == "GridConnectivity_t") && !node.link;
}

/// The convention of the first zone that a join leads to a part of.
std::optional<Convention> convention_of_donors(const Job& job, int file, const tree::Node& base,
                                               const tree::Node& zone) {
  for (const auto& connectivity : zone.children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    for (const auto& join : connectivity.children) {
      if (!is_join(join) || join.type != tree::DataType::C1) continue;
      const auto place = job.parts.place_of(file, base.name, tree::text_of(join));
      if (place.original >= 0)
        return job.parts.originals[static_cast<std::size_t>(place.original)].convention;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<tree::Node> rejoined_zone(Job& job, int file, const tree::Node& base, const tree::Node& zone) {
  const auto convention = convention_of_donors(job, file, base, zone);
  if (!convention) return std::nullopt;
  const auto extents = extents_of(job.merge.inputs, {file, &base, &zone});
  Original original{
      .base = base.name, .name = zone.name, .convention = *convention, .evidence = {}, .parts = {}};
  original.dimension = extents.dimension;
  original.cells = extents.cells;
  (void)tree::count_of(
      {extents.cells[0] + 1, extents.cells[1] + 1, extents.cells[2] + 1});  // Throws if too many.
  Part part{.file = file, .base = &base, .zone = &zone};
  for (std::size_t d = 0; d < 3; ++d) part.cells[d] = {0, extents.cells[d]};
  original.parts.push_back(part);

  StructuredJob alone(job, original);
  auto copy = zone;
  for (auto& child : copy.children) {
    if (child.label != "ZoneGridConnectivity_t") continue;
    if (auto joins = unite_joins(alone, {{0, zone.child(child.name)}}, child.name)) child = *std::move(joins);
  }
  if (auto kept = alone.per_rank.node(job.merge)) copy.children.push_back(*std::move(kept));
  return copy;
}

}  // namespace pcgns::assemble
