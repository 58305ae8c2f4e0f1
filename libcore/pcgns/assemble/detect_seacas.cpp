#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/offsets.hpp"
#include "pcgns/assemble/seacas_joins.hpp"

namespace pcgns::assemble {

namespace {

std::vector<Offset> cells_of(const Search& search, const Original& original) {
  std::vector<Offset> cells;
  for (const auto& part : original.parts) cells.push_back(extents_of(search.inputs, view_of(part)).cells);
  return cells;
}

std::vector<Equation> equations_of(const std::vector<PartitionJoin>& joins, bool only_certain) {
  std::vector<Equation> equations;
  for (const auto& join : joins) {
    if (join.is_certain || !only_certain) equations.push_back(join.equation);
  }
  return equations;
}

Error not_connected(const Search& search, const Original& original, std::size_t part) {
  return error_at(search.inputs, view_of(original.parts[part]), "",
                  fmt::format("nothing says which part of {} this is: no joins connect it with {}",
                              original.name, place_of(search.inputs, view_of(original.parts.front()))));
}

Error contradictory(const Search& search, const Original& original, const PartitionJoin& join) {
  const auto& from = original.parts[static_cast<std::size_t>(join.equation.from)];
  return error_at(
      search.inputs, view_of(from), join.below,
      fmt::format("contradicts the other joins between the parts of {}: they give {} another place",
                  original.name, original.parts[static_cast<std::size_t>(join.equation.to)].zone->name));
}

/// Places by joins all of which are known to be between parts.
std::vector<Offset> certain_begins(const Search& search, const Original& original,
                                   const std::vector<PartitionJoin>& joins) {
  const auto placement = placed(original.parts.size(), equations_of(joins, false));
  if (placement.wrong) throw contradictory(search, original, joins[*placement.wrong]);
  if (placement.unplaced) throw not_connected(search, original, *placement.unplaced);
  return placement.begins;
}

bool is_sound(const Placement& placement, const std::vector<Offset>& cells) {
  return !placement.wrong && !placement.unplaced && are_disjoint(cells, placement.begins);
}

/// Places by joins of an old set, which do not say whether they are between parts or were there before: all
/// of them if they fit together, else the certain ones, else the only choice that fits.
std::vector<Offset> uncertain_begins(const Search& search, const Original& original,
                                     const std::vector<PartitionJoin>& joins) {
  const auto cells = cells_of(search, original);
  const auto all = placed(cells.size(), equations_of(joins, false));
  if (all.unplaced) throw not_connected(search, original, *all.unplaced);
  if (is_sound(all, cells)) return all.begins;
  const auto certain = placed(cells.size(), equations_of(joins, true));
  if (is_sound(certain, cells)) return certain.begins;

  const auto choices = exact_placements(cells, equations_of(joins, false));
  if (choices && choices->size() == 1) return choices->front();
  if (choices && choices->empty() && all.wrong) throw contradictory(search, original, joins[*all.wrong]);
  if (choices && choices->empty()) return all.begins;  // They overlap: whoever checks that can say where.
  throw error_at(
      search.inputs, view_of(original.parts.front()), "",
      fmt::format("the joins between the parts of {} do not say which of them were there before it "
                  "was cut (it is joined to itself), and the parts fit together in several ways: "
                  "give an assembly file",
                  original.name));
}

void place_parts(const Search& search, Original& original, const std::vector<PartitionJoin>& joins,
                 bool marked) {
  const auto begins =
      marked ? certain_begins(search, original, joins) : uncertain_begins(search, original, joins);
  original.cells = {0, 0, 0};
  for (std::size_t i = 0; i < original.parts.size(); ++i) {
    auto& part = original.parts[i];
    const auto cells = extents_of(search.inputs, view_of(part)).cells;
    for (std::size_t d = 0; d < cells.size(); ++d) {
      part.cells[d] = {begins[i][d], begins[i][d] + cells[d]};
      original.cells[d] = std::max(original.cells[d], part.cells[d].end);
    }
  }
}

std::string evidence_of(const Original& original, std::size_t joins, bool marked) {
  if (original.parts.size() == 1) return "SEACAS: one part";
  return fmt::format("SEACAS: {} joins between {} parts{}", joins, original.parts.size(),
                     marked ? "" : " (an old set: they are not marked by Decomp)");
}

}  // namespace

std::optional<PartName> seacas_name(std::string_view zone_name) {
  constexpr std::string_view mark = "_proc-";
  const auto begin = zone_name.rfind(mark);
  if (begin == std::string_view::npos || begin == 0) return std::nullopt;
  const auto rank = number_of(zone_name.substr(begin + mark.size()));
  if (!rank) return std::nullopt;
  return PartName{std::string(zone_name.substr(0, begin)), *rank};
}

bool has_seacas_marks(const tree::Node& zone) { return is_structured(zone) && seacas_name(zone.name); }

std::vector<Original> seacas_originals(const Search& search, const std::vector<ZoneView>& zones) {
  Originals collected(Convention::seacas);
  for (const auto& zone : zones) {
    const auto name = *seacas_name(zone.zone->name);
    collected.of(search.inputs, zone, name.original)
        .parts.push_back({.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name.rank});
  }
  auto originals = collected.take();
  // A name that is there twice makes no sense of its joins.
  require_all_parts(search, zones, originals, Convention::seacas);
  const bool marked = std::any_of(zones.begin(), zones.end(),
                                  [](const ZoneView& zone) { return has_marked_joins(*zone.zone); });
  for (auto& original : originals) {
    const auto joins = partition_joins(search, original, marked);
    original.order = order_by_joins(search, original, joins);
    place_parts(search, original, joins, marked);
    original.evidence = evidence_of(original, joins.size(), marked);
  }
  return originals;
}

}  // namespace pcgns::assemble
