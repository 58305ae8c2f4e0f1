#include "pcgns/verify/compare_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/labels.hpp"
#include "pcgns/verify/compare_elements.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_rendezvous.hpp"

namespace pcgns::verify {

namespace {

using Kind = plan::NodeFinding::Kind;
using tree::Node;

constexpr int words_of_element = 3;

/// A zone with its place among the points and cells of all zones of its side.
struct Placed {
  UnionZone zone;
  std::vector<const Node*> coordinates;
  Range points;
  Range cells;
  CellNumbers numbers;
};

bool are_reals(const Node& node) {
  return node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
}

int target_of(const CompareSide& side, const std::string& path, const Node& node) {
  plan::ArrayPair::Place place{
      .target = node.array, .node = node.is_bulk() ? nullptr : &node, .type = node.type};
  give_target(side, path, place);
  return place.target;
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

/// The zones of one side; `width` is the number of coordinates that all must have.
std::vector<Placed> placed(const std::vector<UnionZone>& zones, int dimension, std::size_t& width) {
  std::vector<Placed> result;
  Range points;
  Range cells;
  for (const auto& zone : zones) {
    Placed here{
        .zone = zone, .coordinates = coordinates_of(*zone.node), .points = {}, .cells = {}, .numbers = {}};
    if (here.coordinates.empty()) continue;
    if (width == 0) width = here.coordinates.size();
    if (here.coordinates.size() != width) continue;
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

std::int64_t count_of(const std::vector<Placed>& zones, Range Placed::*what) {
  return zones.empty() ? 0 : (zones.back().*what).end;
}

KeyedItems points_of(par::Session& session, const CompareSide& side, const std::vector<Placed>& zones,
                     std::size_t width) {
  KeyedItems items{.width = static_cast<int>(width), .numbers = {}, .keys = {}};
  for (const auto& zone : zones) {
    const auto rows = rows_of(session, zone.points.size());
    const auto before = items.numbers.size();
    for (auto row = rows.begin; row < rows.end; ++row) items.numbers.push_back(zone.points.begin + row);
    items.keys.resize(width * items.numbers.size());
    for (std::size_t c = 0; c < width; ++c) {
      const auto target = target_of(side, zone.zone.path, *zone.coordinates[c]);
      const auto values = real_rows(session, side.view(), target, rows);
      for (std::size_t i = 0; i < values.size(); ++i)
        items.keys[(before + i) * width + c] = std::bit_cast<std::uint64_t>(values[i] == 0 ? 0.0 : values[i]);
    }
  }
  return items;
}

/// Cells by their points, which `points` names as side a has them.
KeyedItems cells_of(par::Session& session, const CompareSide& side, const std::vector<Placed>& zones,
                    const mesh::Share& points) {
  KeyedItems items{.width = words_of_element, .numbers = {}, .keys = {}};
  for (const auto& zone : zones) {
    const Renumber renumber = [&](std::vector<std::int64_t>& numbers) {
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

class Union {
 public:
  Union(par::Session& session, const CompareSide& a, const CompareSide& b, const UnionPair& pair,
        const plan::CompareRequest& request)
      : session_(session),
        a_(a),
        b_(b),
        path_(pair.path),
        request_(request),
        zones_a_(placed(pair.a, pair.cell_dimension, width_)),
        zones_b_(placed(pair.b, pair.cell_dimension, width_)) {}

  UnionResult run() {
    match();
    for (const auto& zone : zones_a_) fields(zone);
    for (const auto& zone : zones_b_) fields_of_b(zone);
    result_.findings.push_back(
        {.path = path_,
         .kind = Kind::note,
         .counts = false,
         .a = "its zones are matched all together: only coordinates, cells and fields are "
              "compared, no boundary conditions nor joins"});
    CompareJob job(result_.arrays, request_.most_samples);
    for (std::size_t i = 0; i < result_.arrays.size(); ++i) compare(static_cast<int>(i), job);
    result_.differences = united(session_, job.differences(), request_.most_samples);
    return std::move(result_);
  }

 private:
  /// A field of a zone of a, and where it is on the other side.
  struct Field {
    const Placed* zone;
    std::string below;  ///< Path below the zone.
    bool at_cells;
  };

  void match() {
    const auto points_a = points_of(session_, a_, zones_a_, width_);
    const auto points_b = points_of(session_, b_, zones_b_, width_);
    const auto partners = pair_keys(session_, points_a, points_b, Pairing::with_any);
    const auto first = pair_keys(session_, points_a, points_b, Pairing::with_first);
    const auto own = pair_keys(session_, points_a, points_a, Pairing::with_first);
    tell(partners, "points");
    points_ = spread(session_, count_of(zones_a_, &Placed::points), points_a.numbers, partners.of_a);
    const auto names_a = spread(session_, points_.count, points_a.numbers, own.of_a);
    const auto names_b = spread(session_, count_of(zones_b_, &Placed::points), points_b.numbers, first.of_b);
    const auto cells_a = cells_of(session_, a_, zones_a_, names_a);
    const auto cells_b = cells_of(session_, b_, zones_b_, names_b);
    const auto paired = pair_keys(session_, cells_a, cells_b);
    tell(paired, "cells");
    cells_ = spread(session_, count_of(zones_a_, &Placed::cells), cells_a.numbers, paired.of_a);
  }

  void tell(const Partners& partners, std::string_view what) {
    const auto alone = [&](const std::vector<std::int64_t>& list) {
      return par::all_sum(session_.comm(), std::count(list.begin(), list.end(), -1));
    };
    const auto only_a = alone(partners.of_a);
    const auto only_b = alone(partners.of_b);
    const bool same = only_a + only_b == 0;
    auto text =
        same ? fmt::format("all {} are on both sides, in zones of other names", what)
             : fmt::format("{} {} only in %A and {} only in %B, all zones together", only_a, what, only_b);
    result_.findings.push_back({.path = path_,
                                .kind = same ? Kind::renumbered : Kind::points,
                                .counts = !same,
                                .a = std::move(text)});
  }

  void fields(const Placed& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!sids::is_solution(solution.label)) continue;
      const bool has_points =
          solution.child("PointList") != nullptr || solution.child("PointRange") != nullptr;
      const auto* location = solution.child("GridLocation");
      const auto where = location == nullptr ? "Vertex" : tree::text_of(*location);
      const bool at_cells = where == "CellCenter";
      const auto count = at_cells ? zone.cells.size() : where == "Vertex" ? zone.points.size() : 0;
      for (const auto& node : solution.children) {
        if (node.label != "DataArray_t") continue;
        const auto below = tree::join(solution.name, node.name);
        if (has_points || count == 0 || tree::count_of(node.dims) != count) {
          cannot_tell(tree::join(zone.zone.path, below));
        } else {
          field(zone, below, node, at_cells);
        }
      }
    }
  }

  /// What is not compared must not pass for the same.
  void cannot_tell(const std::string& path) {
    result_.findings.push_back({.path = path,
                                .kind = Kind::points,
                                .a = "cannot be compared: what its values belong to cannot be matched"});
  }

  /// Fields that no zone of a has.
  void fields_of_b(const Placed& zone) {
    for (const auto& solution : zone.zone.node->children) {
      if (!sids::is_solution(solution.label)) continue;
      for (const auto& node : solution.children) {
        const auto below = tree::join(solution.name, node.name);
        const bool is_known = std::any_of(zones_a_.begin(), zones_a_.end(), [&](const Placed& there) {
          return tree::find(*there.zone.node, below) != nullptr;
        });
        if (node.label != "DataArray_t" || is_known) continue;
        result_.findings.push_back({.path = tree::join(zone.zone.path, below),
                                    .kind = Kind::only_b,
                                    .counts = !request_.subset,
                                    .b = node.label});
      }
    }
  }

  void field(const Placed& zone, const std::string& below, const Node& node, bool at_cells) {
    const auto path = tree::join(zone.zone.path, below);
    const Node* other = nullptr;
    for (const auto& there : zones_b_) {
      if (other == nullptr) other = tree::find(*there.zone.node, below);
    }
    const auto type = plan::scalar_of(node.type);
    if (other == nullptr || !type || !plan::scalar_of(other->type) ||
        !kernel::are_comparable(*type, *plan::scalar_of(other->type))) {
      result_.findings.push_back({.path = path, .kind = Kind::only_a, .a = node.label});
      return;
    }
    result_.arrays.push_back({.path = path,
                              .zone = zone.zone.path,
                              .a = {.target = target_of(a_, path, node), .type = node.type},
                              .b = {.type = other->type},
                              .dims = node.dims,
                              .entity = at_cells ? plan::Entity::cell : plan::Entity::vertex,
                              .tolerance = plan::tolerance_of(request_, path, node.type)});
    fields_.push_back({&zone, below, at_cells});
  }

  /// Row by row, one zone of the other side after the other.
  void compare(int index, CompareJob& job) {
    const auto& field = fields_[static_cast<std::size_t>(index)];
    const auto& own = field.at_cells ? field.zone->cells : field.zone->points;
    const auto rows = rows_of(session_, own.size());
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(rows.size()));
    std::iota(numbers.begin(), numbers.end(), own.begin + rows.begin);
    const auto partners = mesh::fetch_integers(session_, field.at_cells ? cells_ : points_, numbers);
    std::iota(numbers.begin(), numbers.end(), rows.begin);
    const auto share_a = mesh::read_share(session_, a_.view(), job.pair(index).a.target);
    for (const auto& there : zones_b_) {
      const auto* node = tree::find(*there.zone.node, field.below);
      const auto& range = field.at_cells ? there.cells : there.points;
      if (node == nullptr || node->type != job.pair(index).b.type ||
          tree::count_of(node->dims) != range.size())
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
    }
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  std::string path_;
  const plan::CompareRequest& request_;
  std::size_t width_ = 0;
  std::vector<Placed> zones_a_;
  std::vector<Placed> zones_b_;
  mesh::Share points_;  ///< Of a, in b.
  mesh::Share cells_;
  std::vector<Field> fields_;  ///< Of the arrays of the result.
  UnionResult result_;
};

}  // namespace

UnionResult compare_union(par::Session& session, const CompareSide& a, const CompareSide& b,
                          const UnionPair& zones, const plan::CompareRequest& request) {
  return Union(session, a, b, zones, request).run();
}

}  // namespace pcgns::verify
