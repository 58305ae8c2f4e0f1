#include "pcgns/verify/compare/run/compare_zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_elements.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"
#include "pcgns/verify/compare/run/compare_points.hpp"

namespace pcgns::verify::compare {

namespace {

using Kind = NodeFinding::Kind;

/// The coordinates that both sides have.
struct Coordinates {
  std::vector<const cgns::Node*> a;
  std::vector<const cgns::Node*> b;
  std::int64_t count_a = 0;
  std::int64_t count_b = 0;
};

Coordinates coordinates_of(const ZonePair& zone) {
  Coordinates all;
  const auto* grid_a = zone.a->child("GridCoordinates");
  const auto* grid_b = zone.b->child("GridCoordinates");
  if (grid_a == nullptr || grid_b == nullptr) return all;
  for (const auto& node : grid_a->children) {
    const auto* other = grid_b->child(node.name);
    if (node.label != "DataArray_t" || other == nullptr || !cgns::is_real(node.type) ||
        !cgns::is_real(other->type))
      continue;
    const auto count_a = cgns::count_of(node.dims);
    const auto count_b = cgns::count_of(other->dims);
    if (!all.a.empty() && (count_a != all.count_a || count_b != all.count_b)) continue;
    all.a.push_back(&node);
    all.b.push_back(other);
    all.count_a = count_a;
    all.count_b = count_b;
  }
  return all;
}

/// Reports entities on one side only.
void tell_alone(par::Session& session, const par::Partners& partners, const std::string& path,
                std::string_view what, ZoneMatch& match) {
  const auto alone = [&](const std::vector<std::int64_t>& list) {
    return par::all_sum(session.comm(), std::count(list.begin(), list.end(), -1));
  };
  const auto total = par::all_sum(session.comm(), static_cast<std::int64_t>(partners.of_a.size()));
  const auto only_a = alone(partners.of_a);
  const auto only_b = alone(partners.of_b);
  if (only_a + only_b == 0) {
    match.findings.push_back({.path = path,
                              .kind = Kind::renumbered,
                              .counts = false,
                              .a = fmt::format("all {} {} are on both sides", total, what)});
    return;
  }
  match.findings.push_back({.path = path,
                            .kind = Kind::points,
                            .a = fmt::format("{} {} only in %A and {} only in %B; {} on both sides", only_a,
                                             what, only_b, total - only_a)});
}

void match_points(par::Session& session, const CompareSide& a, const CompareSide& b, const ZonePair& zone,
                  const Coordinates& coordinates, double absolute, ZoneMatch& match) {
  const auto path = cgns::join(zone.path, "GridCoordinates");
  par::KeyedItems points_a{.width = static_cast<int>(coordinates.a.size()), .numbers = {}, .keys = {}};
  par::KeyedItems points_b = points_a;
  add_points(session, a, path, coordinates.a, {0, coordinates.count_a}, points_a);
  add_points(session, b, path, coordinates.b, {0, coordinates.count_b}, points_b);
  auto partners = par::pair_keys(session, points_a, points_b);
  if (absolute > 0) pair_near(session, points_a, points_b, absolute, partners);
  tell_alone(session, partners, path, "points", match);
  match.points = mesh::spread(session, coordinates.count_a, points_a.numbers, partners.of_a);
  match.points_back = mesh::spread(session, coordinates.count_b, points_b.numbers, partners.of_b);
}

/// Pairs of elements of both sides, by number less 1.
class ElementMatch {
 public:
  ElementMatch(par::Session& session, const CompareSide& a, const CompareSide& b, const ZonePair& zone,
               ZoneMatch& match)
      : session_(session),
        a_(a),
        b_(b),
        zone_(zone),
        match_(match),
        sections_a_(sections_of(*zone.a, zone.path, all_)),
        sections_b_(sections_of(*zone.b, zone.path, all_)) {}

  void run() {
    if (!all_) {
      match_.findings.push_back(
          {.path = zone_.path,
           .kind = Kind::note,
           .counts = false,
           .a = "the elements are not matched: a section is damaged, or in the form before CGNS 4"});
      return;
    }
    if (sections_a_.empty() || sections_b_.empty()) return;
    pair(false, match_.points.count, match_.points_back.count, renumber_by(session_, match_.points_back));
    spread_back();
    if (has_polyhedra()) {
      pair(true, element_count(sections_a_), element_count(sections_b_),
           renumber_by(session_, match_.elements_back));
      spread_back();
    }
    tell_alone(session_, {.of_a = partners_a_, .of_b = partners_b_}, zone_.path, "elements", match_);
    spread_cells();
    match_.has_elements = true;
    compare_parents();
  }

 private:
  [[nodiscard]] bool has_polyhedra() const {
    const auto is_one = [](const CompareSection& section) {
      return section.type == cgns::element_type::nface;
    };
    return std::any_of(sections_a_.begin(), sections_a_.end(), is_one) ||
           std::any_of(sections_b_.begin(), sections_b_.end(), is_one);
  }

  void pair(bool polyhedra, std::int64_t most_a, std::int64_t most_b, const Renumber& renumber) {
    par::KeyedItems items_a{.width = words_of_key, .numbers = {}, .keys = {}};
    par::KeyedItems items_b = items_a;
    for (const auto& section : sections_a_) {
      if ((section.type == cgns::element_type::nface) == polyhedra)
        add_elements(session_, a_, section, most_a, {}, items_a);
    }
    for (const auto& section : sections_b_) {
      if ((section.type == cgns::element_type::nface) == polyhedra)
        add_elements(session_, b_, section, most_b, renumber, items_b);
    }
    const auto partners = par::pair_keys(session_, items_a, items_b);
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(numbers_a_, items_a.numbers);
    append(numbers_b_, items_b.numbers);
    append(partners_a_, partners.of_a);
    append(partners_b_, partners.of_b);
  }

  void spread_back() {
    match_.elements_back = mesh::spread(session_, element_count(sections_b_), numbers_b_, partners_b_);
  }

  void spread_cells() {
    const auto cells_a = cells_of(sections_a_, zone_.cell_dimension);
    const auto cells_b = cells_of(sections_b_, zone_.cell_dimension);
    std::vector<std::int64_t> rows;
    std::vector<std::int64_t> partners;
    for (std::size_t i = 0; i < numbers_a_.size(); ++i) {
      const auto row = cells_a.place_of(numbers_a_[i] + 1);
      if (row < 0) continue;
      rows.push_back(row);
      partners.push_back(partners_a_[i] < 0 ? -1 : cells_b.place_of(partners_a_[i] + 1));
    }
    match_.cells = mesh::spread(session_, cells_a.count, rows, partners);
  }

  void compare_parents() {
    par::KeyedItems items_a{.width = words_of_key, .numbers = {}, .keys = {}};
    par::KeyedItems items_b = items_a;
    bool known = add_parents(a_, sections_a_, {}, items_a);
    known = add_parents(b_, sections_b_, renumber_by(session_, match_.elements_back), items_b) && known;
    match_.has_parents = par::all_min(session_.comm(), known ? 1 : 0) != 0;
    if (!match_.has_parents) return;
    const auto partners = par::pair_keys(session_, items_a, items_b);
    const auto alone = [&](const std::vector<std::int64_t>& list) {
      return par::all_sum(session_.comm(), std::count(list.begin(), list.end(), -1));
    };
    const auto only_a = alone(partners.of_a);
    const auto only_b = alone(partners.of_b);
    if (only_a + only_b == 0) return;
    match_.parents.push_back(
        {.path = zone_.path,
         .kind = Kind::points,
         .a =
             fmt::format("{} faces with their ParentElements only in %A and {} only in %B", only_a, only_b)});
  }

  /// Adds faces with their cells, whichever is left and which right: the order of vertices decides that.
  /// False if this rank has cells that are not elements, whose numbers nothing matches.
  bool add_parents(const CompareSide& side, const std::vector<CompareSection>& sections,
                   const Renumber& renumber, par::KeyedItems& items) {
    const auto cells = cells_of(sections, zone_.cell_dimension);
    bool known = true;
    for (const auto& section : sections) {
      if (section.parents == nullptr) continue;
      const auto columns = cgns::count_of(section.parents->dims) / section.count;
      const bool are_pairs = columns * section.count == cgns::count_of(section.parents->dims) &&
                             (columns == 2 || columns == 4) && cgns::is_integer(section.parents->type);
      if (!are_pairs) {
        known = false;
        continue;
      }
      const auto rows = rows_of(session_, section.count);
      const int target = target_of(side, section.path, *section.parents);
      const auto column = [&](std::int64_t begin) {
        auto values = integer_rows(session_, side.view(), target, {begin + rows.begin, begin + rows.end});
        for (const auto value : values) known = known && (value == 0 || cells.place_of(value) >= 0);
        if (renumber) renumber(values);
        return values;
      };
      const auto left = column(0);
      const auto right = column(section.count);
      std::vector<std::int64_t> faces(static_cast<std::size_t>(rows.size()));
      std::iota(faces.begin(), faces.end(), section.first + rows.begin);
      if (renumber) renumber(faces);
      add_pairs(faces, left, right, items);
    }
    return known;
  }

  static void add_pairs(const std::vector<std::int64_t>& faces, const std::vector<std::int64_t>& left,
                        const std::vector<std::int64_t>& right, par::KeyedItems& items) {
    for (std::size_t i = 0; i < faces.size(); ++i) {
      items.numbers.push_back(std::ssize(items.numbers));
      for (const auto number : {faces[i], std::min(left[i], right[i]), std::max(left[i], right[i])})
        items.keys.push_back(static_cast<std::uint64_t>(number));
    }
  }

  par::Session& session_;
  const CompareSide& a_;
  const CompareSide& b_;
  const ZonePair& zone_;
  ZoneMatch& match_;
  bool all_ = true;
  std::vector<CompareSection> sections_a_;
  std::vector<CompareSection> sections_b_;
  std::vector<std::int64_t> numbers_a_;
  std::vector<std::int64_t> numbers_b_;
  std::vector<std::int64_t> partners_a_;
  std::vector<std::int64_t> partners_b_;
};

}  // namespace

ZoneMatch match_zone(par::Session& session, const CompareSide& a, const CompareSide& b, const ZonePair& zone,
                     double absolute) {
  session.enter("matching points");
  ZoneMatch match;
  const auto coordinates = coordinates_of(zone);
  if (coordinates.a.empty()) return match;
  match_points(session, a, b, zone, coordinates, absolute, match);
  ElementMatch(session, a, b, zone, match).run();
  return match;
}

int cell_dimension_of(const cgns::Node& base) {
  const bool says = cgns::is_integer(base.type) && !base.data.empty();
  return says ? static_cast<int>(cgns::integers_of(base).front()) : 3;
}

Renumber renumber_by(par::Session& session, const mesh::Share& back) {
  return [&session, &back](std::vector<std::int64_t>& numbers) {
    std::vector<std::int64_t> wanted;
    for (const auto number : numbers) {
      if (number >= 1 && number <= back.count) wanted.push_back(number - 1);
    }
    const auto found = mesh::fetch_integers(session, back, wanted);
    auto next = found.begin();
    for (auto& number : numbers) number = number >= 1 && number <= back.count ? *next++ + 1 : 0;
  };
}

}  // namespace pcgns::verify::compare
