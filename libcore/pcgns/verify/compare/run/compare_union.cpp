#include "pcgns/verify/compare/run/compare_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_elements.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"

namespace pcgns::verify::compare {

namespace {

/// A zone of one side.
struct UnionZone {
  std::string path;
  const cgns::Node* node = nullptr;
};

/// The zones of a base without partner by name.
struct UnionPair {
  std::string path;  ///< Path of the base on side a.
  int cell_dimension = 3;
  std::vector<UnionZone> a;
  std::vector<UnionZone> b;
};

/// A zone with its offsets among the points and cells of all zones of its side.
struct PlacedZone {
  UnionZone zone;
  std::vector<const cgns::Node*> coordinates;  ///< By name; the same number in all zones.
  Range points;
  Range cells;
  CellNumbers numbers;
};

struct UnionMatch {
  int cell_dimension = 3;
  std::vector<PlacedZone> zones_a = {};
  std::vector<PlacedZone> zones_b = {};
  mesh::Share points = {};       ///< I8: from a to b; -1: none.
  mesh::Share cells = {};        ///< I8: from a to b; -1: none.
  mesh::Share points_back = {};  ///< I8: from b to a; -1: none.
  mesh::Share cells_back = {};   ///< I8: from b to a; -1: none.
  std::vector<NodeFinding> findings = {};
};

using Kind = NodeFinding::Kind;
using cgns::Node;

std::vector<const Node*> coordinates_of(const Node& zone) {
  std::vector<const Node*> found;
  const auto* grid = zone.child("GridCoordinates");
  if (grid == nullptr) return found;
  for (const auto& node : grid->children) {
    const bool fits = found.empty() || cgns::count_of(node.dims) == cgns::count_of(found.front()->dims);
    if (node.label == "DataArray_t" && cgns::is_real(node.type) && fits) found.push_back(&node);
  }
  std::sort(found.begin(), found.end(), [](const Node* x, const Node* y) { return x->name < y->name; });
  return found;
}

std::vector<std::string> names_of(const std::vector<const Node*>& nodes) {
  std::vector<std::string> names;
  for (const auto* node : nodes) names.push_back(node->name);
  return names;
}

NodeFinding unmatched(const std::string& path, std::string_view why) {
  return {.path = path, .kind = Kind::points, .a = fmt::format("cannot be compared: {}", why)};
}

/// True if cells exist only in ParentElements, or consist of faces.
bool has_other_cells(const UnionZone& zone, const CellNumbers& cells) {
  const auto sizes = mesh::small_integers(zone.node);
  return (cells.count == 0 && sizes.size() > 1 && sizes[1] > 0) ||
         std::ranges::any_of(cells.sections, [](const CompareSection& section) {
           return section.type == cgns::element_type::nface;
         });
}

/// The cells of a zone with coordinates of these extents; cells that cannot be compared are findings.
CellNumbers cells_in(const UnionZone& zone, const std::vector<std::int64_t>& extents, int dimension,
                     std::vector<NodeFinding>& findings) {
  if (!cgns::consists_of_elements(*zone.node)) {
    auto found = cells_of_box(*zone.node, extents);
    if (!found) findings.push_back(unmatched(zone.path, "its coordinates do not have its extents"));
    return std::move(found).value_or(CellNumbers{});
  }
  bool all = true;
  auto cells = cells_of(sections_of(*zone.node, zone.path, all), dimension);
  if (!all) {
    findings.push_back(unmatched(zone.path, "a section is damaged, or in the form before CGNS 4"));
  } else if (has_other_cells(zone, cells)) {
    findings.push_back(unmatched(zone.path, "its cells are not elements with vertices"));
    return {};
  }
  return cells;
}

/// The zones of one side with the coordinates `names`; if it is empty, those of the first zone. Leaving out
/// others, or sections, must not make the sides equal.
std::vector<PlacedZone> placed(const std::vector<UnionZone>& zones, int dimension,
                               std::vector<std::string>& names, std::vector<NodeFinding>& findings) {
  std::vector<PlacedZone> result;
  Range points;
  Range cells;
  for (const auto& zone : zones) {
    PlacedZone here{
        .zone = zone, .coordinates = coordinates_of(*zone.node), .points = {}, .cells = {}, .numbers = {}};
    if (names.empty()) names = names_of(here.coordinates);
    if (here.coordinates.empty() || names_of(here.coordinates) != names) {
      findings.push_back(unmatched(zone.path, "it does not have the coordinates of the other zones"));
      continue;
    }
    here.numbers = cells_in(zone, here.coordinates.front()->dims, dimension, findings);
    points = {points.end, points.end + cgns::count_of(here.coordinates.front()->dims)};
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

par::KeyedItems points_of(par::Session& session, const CompareSide& side,
                          const std::vector<PlacedZone>& zones, std::size_t width) {
  par::KeyedItems items{.width = static_cast<int>(width), .numbers = {}, .keys = {}};
  for (const auto& zone : zones)
    add_points(session, side, zone.zone.path, zone.coordinates, zone.points, items);
  return items;
}

/// Cells by their points, in the numbers of side a, as given by `points`.
par::KeyedItems cells_of(par::Session& session, const CompareSide& side, const std::vector<PlacedZone>& zones,
                         const mesh::Share& points) {
  auto items = no_elements();
  for (const auto& zone : zones) {
    const Renumber renumber = [&](std::vector<std::int64_t>& numbers) {
      if (points.count == 0) return;  // on every rank
      for (auto& number : numbers) number += zone.points.begin - 1;
      // Values that are not vertices (element types in MIXED) are unused, but must be valid indices.
      for (auto& number : numbers) number = std::clamp<std::int64_t>(number, 0, points.count - 1);
      auto found = mesh::fetch_integers(session, points, numbers);
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = found[i] + 1;
    };
    for (const auto& section : zone.numbers.sections) {
      const auto before = items.numbers.size();
      (void)add_elements(session, side, section, zone.points.size(), renumber, nullptr, items);
      for (auto i = before; i < items.numbers.size(); ++i)
        items.numbers[i] = zone.cells.begin + zone.numbers.place_of(items.numbers[i] + 1);
    }
  }
  return items;
}

NodeFinding finding_of(par::Session& session, const std::string& path, const par::Partners& partners,
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

/// Throws the same Error on every rank. @note Collective.
UnionMatch match_union(par::Session& session, const CompareSide& a, const CompareSide& b,
                       const UnionPair& pair) {
  UnionMatch match{.cell_dimension = pair.cell_dimension};
  std::vector<std::string> names;
  match.zones_a = placed(pair.a, pair.cell_dimension, names, match.findings);
  match.zones_b = placed(pair.b, pair.cell_dimension, names, match.findings);
  const auto width = names.size();
  if (width == 0) return match;
  const auto points_a = points_of(session, a, match.zones_a, width);
  const auto points_b = points_of(session, b, match.zones_b, width);
  const auto partners = par::pair_keys(session, points_a, points_b, par::KeyPairing::with_any);
  const auto first = par::pair_keys(session, points_a, points_b, par::KeyPairing::with_first);
  const auto own = par::pair_keys(session, points_a, points_a, par::KeyPairing::with_first);
  match.findings.push_back(finding_of(session, pair.path, partners, "points"));
  const auto count_a = count_of(match.zones_a, &PlacedZone::points);
  const auto count_b = count_of(match.zones_b, &PlacedZone::points);
  match.points = mesh::spread(session, count_a, points_a.numbers, partners.of_a);
  match.points_back = mesh::spread(session, count_b, points_b.numbers, partners.of_b);
  const auto names_a = mesh::spread(session, count_a, points_a.numbers, own.of_a);
  const auto names_b = mesh::spread(session, count_b, points_b.numbers, first.of_b);
  const auto cells_a = cells_of(session, a, match.zones_a, names_a);
  const auto cells_b = cells_of(session, b, match.zones_b, names_b);
  const auto paired = par::pair_keys(session, cells_a, cells_b);
  match.findings.push_back(finding_of(session, pair.path, paired, "cells"));
  match.cells =
      mesh::spread(session, count_of(match.zones_a, &PlacedZone::cells), cells_a.numbers, paired.of_a);
  match.cells_back =
      mesh::spread(session, count_of(match.zones_b, &PlacedZone::cells), cells_b.numbers, paired.of_b);
  return match;
}

using Kind = NodeFinding::Kind;
using cgns::Node;

/// Compares the fields of matched zones.
class UnionFields {
 public:
  UnionFields(par::Session& session, const CompareSide& a, const CompareSide& b, const UnionMatch& match,
              const Criteria& criteria)
      : session_(session), a_(a), b_(b), match_(match), criteria_(criteria) {}

  void run(const std::string& path, Pairing& pairing, ArrayDifferences& differences) {
    for (const auto& zone : match_.zones_a) fields(zone);
    for (const auto& zone : match_.zones_b) fields_of_b(zone);
    findings_.push_back({.path = path,
                         .kind = Kind::note,
                         .counts = false,
                         .a = "all its zones are matched together: only coordinates, cells and fields are "
                              "compared, not boundary conditions or interfaces"});
    CompareJob job(arrays_, criteria_.most_samples);
    for (std::size_t i = 0; i < arrays_.size(); ++i) compare(static_cast<int>(i), job);
    const auto before = static_cast<int>(pairing.arrays.size());
    for (auto& [index, values] : united(session_, job.differences(), criteria_.most_samples))
      differences.emplace(before + index, std::move(values));
    std::move(findings_.begin(), findings_.end(), std::back_inserter(pairing.findings));
    std::move(arrays_.begin(), arrays_.end(), std::back_inserter(pairing.arrays));
  }

 private:
  /// A field of a zone of a, and its counterparts on side b.
  struct Field {
    const PlacedZone* zone;
    std::string below;  ///< Path below the zone.
    bool at_cells;
  };

  void fields(const PlacedZone& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!cgns::is_solution(solution.label)) continue;
      const bool has_points =
          solution.child("PointList") != nullptr || solution.child("PointRange") != nullptr;
      const auto where = cgns::location_of(solution);
      const bool at_cells = cgns::is_of_cells(where, match_.cell_dimension);
      const auto count = at_cells ? zone.cells.size() : where == "Vertex" ? zone.points.size() : 0;
      for (const auto& node : solution.children) {
        if (node.label != "DataArray_t") continue;
        const auto below = cgns::join(solution.name, node.name);
        if (has_points || count == 0 || cgns::count_of(node.dims) != count) {
          cannot_tell(cgns::join(zone.zone.path, below));
        } else {
          field(zone, below, node, at_cells);
        }
      }
    }
  }

  /// Reports what cannot be compared, so that it does not pass as equal.
  void cannot_tell(const std::string& path) {
    findings_.push_back(unmatched(path, "the entities of its values cannot be matched"));
  }

  /// Reports fields that no zone of a has, or not all zones with a part of their values.
  void fields_of_b(const PlacedZone& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!cgns::is_solution(solution.label)) continue;
      for (const auto& node : solution.children) {
        const auto below = cgns::join(solution.name, node.name);
        const bool is_known = std::any_of(
            match_.zones_a.begin(), match_.zones_a.end(),
            [&](const PlacedZone& there) { return cgns::find(*there.zone.node, below) != nullptr; });
        if (node.label != "DataArray_t") continue;
        if (is_known) {
          find_lost(zone, below, cgns::is_of_cells(cgns::location_of(solution), match_.cell_dimension));
          continue;
        }
        findings_.push_back({.path = cgns::join(zone.zone.path, below),
                             .kind = Kind::only_b,
                             .counts = !criteria_.subset,
                             .b = node.label});
      }
    }
  }

  /// Reports a field of b if zones of a that have its points or cells do not have it.
  void find_lost(const PlacedZone& zone, const std::string& below, bool at_cells) {
    if (criteria_.subset) return;
    const auto& own = at_cells ? zone.cells : zone.points;
    const auto& back = at_cells ? match_.cells_back : match_.points_back;
    std::vector<Range> empty;
    for (const auto& there : match_.zones_a) {
      if (cgns::find(*there.zone.node, below) == nullptr)
        empty.push_back(at_cells ? there.cells : there.points);
    }
    if (back.count == 0 || empty.empty()) return;
    const auto rows = rows_of(session_, own.size());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.size()));
    std::iota(numbers.begin(), numbers.end(), own.begin + rows.begin);
    const auto partners = mesh::fetch_integers(session_, back, numbers);
    tell_lost(cgns::join(zone.zone.path, below), "%A",
              std::count_if(partners.begin(), partners.end(), [&](auto partner) {
                return std::any_of(empty.begin(), empty.end(), [&](Range range) {
                  return range.begin <= partner && partner < range.end;
                });
              }));
  }

  /// `left`: this rank's values without counterpart.
  void tell_lost(const std::string& path, std::string_view side, std::int64_t left) {
    left = par::all_sum(session_.comm(), left);
    if (left == 0) return;
    findings_.push_back(
        unmatched(path, fmt::format("{} of its values have no counterpart in {}", left, side)));
  }

  void field(const PlacedZone& zone, const std::string& below, const Node& node, bool at_cells) {
    const auto path = cgns::join(zone.zone.path, below);
    const Node* other = nullptr;
    for (const auto& there : match_.zones_b) {
      if (other == nullptr) other = cgns::find(*there.zone.node, below);
    }
    if (other == nullptr || !verify::compare::are_comparable(node.type, other->type)) {
      findings_.push_back({.path = path, .kind = Kind::only_a, .a = node.label});
      return;
    }
    arrays_.push_back({.path = path,
                       .zone = zone.zone.path,
                       .a = {.target = target_of(a_, path, node), .type = node.type},
                       .b = {.type = other->type},
                       .dims = node.dims,
                       .entity = at_cells ? Entity::cell : Entity::vertex,
                       .tolerance = verify::compare::tolerance_of(criteria_, path, node.type)});
    fields_.push_back({&zone, below, at_cells});
  }

  /// Compares row by row, for one zone of b after the other.
  void compare(int index, CompareJob& job) {
    const auto& field = fields_[static_cast<std::size_t>(index)];
    const auto& own = field.at_cells ? field.zone->cells : field.zone->points;
    const auto rows = rows_of(session_, own.size());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.size()));
    std::iota(numbers.begin(), numbers.end(), own.begin + rows.begin);
    const auto partners =
        mesh::fetch_integers(session_, field.at_cells ? match_.cells : match_.points, numbers);
    std::iota(numbers.begin(), numbers.end(), rows.begin);
    const auto share_a = mesh::read_share(session_, a_.view(), job.pair(index).a.target);
    auto left = std::count_if(partners.begin(), partners.end(), [](auto partner) { return partner >= 0; });
    for (const auto& there : match_.zones_b) {
      const auto* node = cgns::find(*there.zone.node, field.below);
      const auto& range = field.at_cells ? there.cells : there.points;
      if (node == nullptr || node->type != job.pair(index).b.type ||
          cgns::count_of(node->dims) != range.size())
        continue;
      std::vector<std::int64_t> wanted_a;
      std::vector<std::int64_t> wanted_b;
      for (std::size_t i = 0; i < partners.size(); ++i) {
        if (partners[i] < range.begin || partners[i] >= range.end) continue;
        wanted_a.push_back(numbers[i]);
        wanted_b.push_back(partners[i] - range.begin);
      }
      const auto target = target_of(b_, there.zone.path, *node);
      const auto values_a = mesh::fetch(session_, share_a, wanted_a);
      const auto values_b = mesh::fetch(session_, mesh::read_share(session_, b_.view(), target), wanted_b);
      compare_listed(wanted_a, values_a, values_b, index, job);
      left -= std::ssize(wanted_a);
    }
    tell_lost(job.pair(index).path, "%B", left);
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  const UnionMatch& match_;
  const Criteria& criteria_;
  std::vector<NodeFinding> findings_;
  std::vector<ArrayPair> arrays_;
  std::vector<Field> fields_;  ///< By array.
};

/// The zones of `base` reported on one side only; none if any zone has a partner.
std::vector<UnionZone> zones_alone(const Node& base, const Node& other, const std::string& path, Kind kind,
                                   const std::vector<NodeFinding>& findings) {
  std::vector<UnionZone> zones;
  for (const auto& node : base.children) {
    if (node.label != "Zone_t") continue;
    if (other.child(node.name) != nullptr) return {};
    const auto zone = cgns::join(path, node.name);
    const bool is_alone = std::any_of(findings.begin(), findings.end(), [&](const auto& found) {
      return found.path == zone && found.kind == kind;
    });
    if (is_alone) zones.push_back({zone, &node});
  }
  return zones;
}

void forget(const UnionPair& zones, std::vector<NodeFinding>& findings) {
  std::set<std::string> paths;
  for (const auto* side : {&zones.a, &zones.b}) {
    for (const auto& zone : *side) paths.insert(zone.path);
  }
  std::erase_if(findings, [&](const NodeFinding& old) { return paths.contains(old.path); });
}

}  // namespace

void compare_unions(par::Session& session, const CompareSide& a, const CompareSide& b,
                    const Criteria& criteria, Pairing& pairing, ArrayDifferences& differences) {
  for (const auto& base : a.plan.output.children) {
    const auto* other = b.plan.output.child(base.name);
    if (base.label != "CGNSBase_t" || other == nullptr) continue;
    const auto path = "/" + base.name;
    const UnionPair zones{.path = path,
                          .cell_dimension = cell_dimension_of(base),
                          .a = zones_alone(base, *other, path, Kind::only_a, pairing.findings),
                          .b = zones_alone(*other, base, path, Kind::only_b, pairing.findings)};
    if (zones.a.empty() || zones.b.empty()) continue;
    auto match = match_union(session, a, b, zones);
    forget(zones, pairing.findings);
    std::move(match.findings.begin(), match.findings.end(), std::back_inserter(pairing.findings));
    UnionFields(session, a, b, match, criteria).run(path, pairing, differences);
  }
}

}  // namespace pcgns::verify::compare
