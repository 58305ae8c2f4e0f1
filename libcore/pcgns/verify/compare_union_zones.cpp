#include "pcgns/verify/compare_union_zones.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/par/collective.hpp"

namespace pcgns::verify {

namespace {

using Kind = plan::NodeFinding::Kind;
using tree::Node;

constexpr int words_of_element = 3;

bool are_reals(const Node& node) {
  return node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
}

std::vector<const Node*> coordinates_of(const Node& zone) {
  std::vector<const Node*> found;
  const auto* grid = zone.child("GridCoordinates");
  if (grid == nullptr) return found;
  for (const auto& node : grid->children) {
    const bool fits = found.empty() || tree::count_of(node.dims) == tree::count_of(found.front()->dims);
    if (node.label == "DataArray_t" && are_reals(node) && fits) found.push_back(&node);
  }
  std::sort(found.begin(), found.end(), [](const Node* x, const Node* y) { return x->name < y->name; });
  return found;
}

/// The zones of one side; `width` is the number of coordinates that all must have. What is left out must not
/// pass for the same.
std::vector<PlacedZone> placed(const std::vector<UnionZone>& zones, int dimension, std::size_t& width,
                               std::vector<plan::NodeFinding>& findings) {
  std::vector<PlacedZone> result;
  Range points;
  Range cells;
  for (const auto& zone : zones) {
    PlacedZone here{
        .zone = zone, .coordinates = coordinates_of(*zone.node), .points = {}, .cells = {}, .numbers = {}};
    if (width == 0) width = here.coordinates.size();
    if (here.coordinates.empty() || here.coordinates.size() != width) {
      findings.push_back({.path = zone.path,
                          .kind = Kind::points,
                          .a = "cannot be compared: it has no coordinates as the other zones have"});
      continue;
    }
    bool all = true;
    here.numbers = cells_of(sections_of(*zone.node, zone.path, all), dimension);
    points = {points.end, points.end + tree::count_of(here.coordinates.front()->dims)};
    cells = {cells.end, cells.end + here.numbers.count};
    here.points = points;
    here.cells = cells;
    result.push_back(std::move(here));
  }
  return result;
}

std::int64_t count_of(const std::vector<PlacedZone>& zones, Range PlacedZone::*what) {
  return zones.empty() ? 0 : (zones.back().*what).end;
}

KeyedItems points_of(par::Session& session, const CompareSide& side, const std::vector<PlacedZone>& zones,
                     std::size_t width) {
  KeyedItems items{.width = static_cast<int>(width), .numbers = {}, .keys = {}};
  for (const auto& zone : zones)
    add_points(session, side, zone.zone.path, zone.coordinates, zone.points, items);
  return items;
}

/// Cells by their points, which `points` names as side a has them.
KeyedItems cells_of(par::Session& session, const CompareSide& side, const std::vector<PlacedZone>& zones,
                    const mesh::Share& points) {
  KeyedItems items{.width = words_of_element, .numbers = {}, .keys = {}};
  for (const auto& zone : zones) {
    const Renumber renumber = [&](std::vector<std::int64_t>& numbers) {
      if (points.count == 0) return;  // on every rank
      for (auto& number : numbers) number += zone.points.begin - 1;
      // What is no vertex (the type of an element of MIXED) is not used, but must lead somewhere.
      for (auto& number : numbers) number = std::clamp<std::int64_t>(number, 0, points.count - 1);
      auto found = mesh::fetch_integers(session, points, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = found[i] + 1;
    };
    for (const auto& section : zone.numbers.sections) {
      const auto before = items.numbers.size();
      add_elements(session, side, section, zone.points.size(), renumber, items);
      for (auto i = before; i < items.numbers.size(); ++i)
        items.numbers[i] = zone.cells.begin + zone.numbers.place_of(items.numbers[i] + 1);
    }
  }
  return items;
}

plan::NodeFinding finding_of(par::Session& session, const std::string& path, const Partners& partners,
                             std::string_view what) {
  const auto alone = [&](const std::vector<std::int64_t>& list) {
    return par::all_sum(session.comm(), std::count(list.begin(), list.end(), -1));
  };
  const auto only_a = alone(partners.of_a);
  const auto only_b = alone(partners.of_b);
  const bool same = only_a + only_b == 0;
  auto text =
      same ? fmt::format("all {} are on both sides, in zones of other names", what)
           : fmt::format("{} {} only in %A and {} only in %B, all zones together", only_a, what, only_b);
  return {
      .path = path, .kind = same ? Kind::renumbered : Kind::points, .counts = !same, .a = std::move(text)};
}

}  // namespace

UnionMatch match_union(par::Session& session, const CompareSide& a, const CompareSide& b,
                       const UnionPair& pair) {
  UnionMatch match;
  std::size_t width = 0;
  match.zones_a = placed(pair.a, pair.cell_dimension, width, match.findings);
  match.zones_b = placed(pair.b, pair.cell_dimension, width, match.findings);
  if (width == 0) return match;
  const auto points_a = points_of(session, a, match.zones_a, width);
  const auto points_b = points_of(session, b, match.zones_b, width);
  const auto partners = pair_keys(session, points_a, points_b, Pairing::with_any);
  const auto first = pair_keys(session, points_a, points_b, Pairing::with_first);
  const auto own = pair_keys(session, points_a, points_a, Pairing::with_first);
  match.findings.push_back(finding_of(session, pair.path, partners, "points"));
  const auto count_a = count_of(match.zones_a, &PlacedZone::points);
  const auto count_b = count_of(match.zones_b, &PlacedZone::points);
  match.points = spread(session, count_a, points_a.numbers, partners.of_a);
  const auto names_a = spread(session, count_a, points_a.numbers, own.of_a);
  const auto names_b = spread(session, count_b, points_b.numbers, first.of_b);
  const auto cells_a = cells_of(session, a, match.zones_a, names_a);
  const auto cells_b = cells_of(session, b, match.zones_b, names_b);
  const auto paired = pair_keys(session, cells_a, cells_b);
  match.findings.push_back(finding_of(session, pair.path, paired, "cells"));
  match.cells = spread(session, count_of(match.zones_a, &PlacedZone::cells), cells_a.numbers, paired.of_a);
  return match;
}

}  // namespace pcgns::verify
