#include "pcgns/verify/compare/run/compare_zone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

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

/// Number of items without partner, of all ranks.
std::int64_t count_alone(const par::Session& session, const std::vector<std::int64_t>& partners) {
  return par::all_sum(session.comm(), std::count(partners.begin(), partners.end(), -1));
}

/// Reports entities on one side only.
void tell_alone(par::Session& session, const par::Partners& partners, const std::string& path,
                std::string_view what, ZoneMatch& match) {
  const auto total = par::all_sum(session.comm(), static_cast<std::int64_t>(partners.of_a.size()));
  const auto only_a = count_alone(session, partners.of_a);
  const auto only_b = count_alone(session, partners.of_b);
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
    if (has_polyhedra() || has_parents()) {
      faces_a_ = mesh::spread(session_, element_count(sections_a_), numbers_a_, senses_a_);
      faces_b_ = mesh::spread(session_, element_count(sections_b_), numbers_b_, senses_b_);
    }
    if (has_polyhedra()) {
      const auto before_a = numbers_a_.size();
      const auto before_b = numbers_b_.size();
      pair(true, element_count(sections_a_), element_count(sections_b_),
           renumber_by(session_, match_.elements_back));
      spread_back();
      compare_polyhedra(before_a, before_b);
    }
    tell_alone(session_, {.of_a = partners_a_, .of_b = partners_b_}, zone_.path, "elements", match_);
    spread_cells();
    match_.elements = element_count(sections_a_);
    match_.has_elements = true;
    compare_parents();
  }

 private:
  [[nodiscard]] bool has_polyhedra() const {
    const auto is_one = [](const CompareSection& section) {
      return section.type == cgns::element_type::nface;
    };
    return is_any(is_one);
  }

  [[nodiscard]] bool has_parents() const {
    return is_any([](const CompareSection& section) {
      return section.parents != nullptr || section.positions != nullptr;
    });
  }

  template <typename Is>
  [[nodiscard]] bool is_any(const Is& is_one) const {
    return std::any_of(sections_a_.begin(), sections_a_.end(), is_one) ||
           std::any_of(sections_b_.begin(), sections_b_.end(), is_one);
  }

  void pair(bool polyhedra, std::int64_t most_a, std::int64_t most_b, const Renumber& renumber) {
    auto items_a = no_elements();
    auto items_b = no_elements();
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (const auto& section : sections_a_) {
      if ((section.type == cgns::element_type::nface) == polyhedra)
        append(senses_a_, add_elements(session_, a_, section, most_a, {}, &faces_a_, items_a));
    }
    for (const auto& section : sections_b_) {
      if ((section.type == cgns::element_type::nface) == polyhedra)
        append(senses_b_, add_elements(session_, b_, section, most_b, renumber, &faces_b_, items_b));
    }
    const auto partners = par::pair_keys(session_, items_a, items_b);
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

  /// Compares the sides of their faces that pairs of polyhedra are on, from these places of the lists on.
  void compare_polyhedra(std::size_t first_a, std::size_t first_b) {
    par::KeyedItems items_a{.width = 2, .numbers = {}, .keys = {}};
    par::KeyedItems items_b = items_a;
    const auto add = [](par::KeyedItems& items, std::int64_t number_in_a, std::int64_t sense) {
      if (number_in_a < 0) return;
      items.numbers.push_back(number_in_a);
      items.keys.insert(items.keys.end(),
                        {static_cast<std::uint64_t>(number_in_a), static_cast<std::uint64_t>(sense)});
    };
    for (auto i = first_a; i < numbers_a_.size(); ++i)
      add(items_a, partners_a_[i] < 0 ? -1 : numbers_a_[i], senses_a_[i]);
    for (auto i = first_b; i < numbers_b_.size(); ++i) add(items_b, partners_b_[i], senses_b_[i]);
    const auto others = count_alone(session_, par::pair_keys(session_, items_a, items_b).of_a);
    if (others == 0) return;
    match_.findings.push_back(
        {.path = zone_.path,
         .kind = Kind::points,
         .a = fmt::format("{} polyhedra are on other sides of their faces in %A and in %B", others)});
  }

  /// The faces of one side, with what is to their left and right.
  struct Parents {
    par::KeyedItems cells = {.width = words_of_key, .numbers = {}, .keys = {}};
    par::KeyedItems positions = {.width = words_of_key, .numbers = {}, .keys = {}};
    bool are_known =
        true;  ///< False if this rank has cells that are not elements, whose numbers nothing matches.
    bool have_positions = true;
  };

  /// What is left and right in an array of parents, for this rank's faces.
  struct Columns {
    std::vector<std::int64_t> left;
    std::vector<std::int64_t> right;
  };

  void compare_parents() {
    const auto parents_a = parents_of(a_, sections_a_, faces_a_, {});
    const auto parents_b = parents_of(b_, sections_b_, faces_b_, renumber_by(session_, match_.elements_back));
    const bool are_known = parents_a.are_known && parents_b.are_known;
    match_.has_parents = par::all_min(session_.comm(), are_known ? 1 : 0) != 0;
    match_.has_positions = match_.has_parents && parents_a.have_positions && parents_b.have_positions;
    tell_faces(parents_a.cells, parents_b.cells, "ParentElements", match_.parents);
    tell_faces(parents_a.positions, parents_b.positions, "ParentElementsPosition", match_.positions);
  }

  void tell_faces(const par::KeyedItems& items_a, const par::KeyedItems& items_b, std::string_view what,
                  std::vector<NodeFinding>& findings) {
    const auto partners = par::pair_keys(session_, items_a, items_b);
    const auto only_a = count_alone(session_, partners.of_a);
    const auto only_b = count_alone(session_, partners.of_b);
    if (only_a + only_b == 0) return;
    findings.push_back(
        {.path = zone_.path,
         .kind = Kind::points,
         .a = fmt::format("{} faces with their {} only in %A and {} only in %B", only_a, what, only_b)});
  }

  Parents parents_of(const CompareSide& side, const std::vector<CompareSection>& sections,
                     const mesh::Share& senses, const Renumber& renumber) {
    const auto cells = cells_of(sections, zone_.cell_dimension);
    Parents parents;
    for (const auto& section : sections) {
      if (section.parents == nullptr && section.positions == nullptr) continue;
      const auto rows = rows_of(session_, section.count);
      std::vector<std::int64_t> faces(static_cast<std::size_t>(rows.size()));
      std::iota(faces.begin(), faces.end(), section.first + rows.begin - 1);
      const auto turned = mesh::fetch_integers(session_, senses, faces);
      for (auto& face : faces) ++face;
      if (renumber) renumber(faces);
      const auto count = columns_in(section, section.parents);
      const bool are_pairs = count == 2 || count == 4;
      if (section.parents != nullptr && !are_pairs) parents.are_known = false;
      if (are_pairs) {
        auto columns = columns_of(side, section, *section.parents, 0);
        for (auto* column : {&columns.left, &columns.right})
          parents.are_known = number_cells(cells, renumber, *column) && parents.are_known;
        add_faces(faces, turned, columns, parents.cells);
      }
      const bool has_sides = columns_in(section, section.positions) == 2;
      if (section.positions != nullptr && !has_sides) parents.have_positions = false;
      if (has_sides)
        add_faces(faces, turned, columns_of(side, section, *section.positions, 0), parents.positions);
      if (count == 4)
        add_faces(faces, turned, columns_of(side, section, *section.parents, 2), parents.positions);
    }
    return parents;
  }

  /// Values for each face of the section; 0 if it is not an array of such.
  static std::int64_t columns_in(const CompareSection& section, const cgns::Node* array) {
    if (array == nullptr || !cgns::is_integer(array->type)) return 0;
    const auto values = cgns::count_of(array->dims);
    return values % section.count == 0 ? values / section.count : 0;
  }

  Columns columns_of(const CompareSide& side, const CompareSection& section, const cgns::Node& array,
                     std::int64_t first) {
    const auto rows = rows_of(session_, section.count);
    const int target = target_of(side, section.path, array);
    const auto column = [&](std::int64_t number) {
      const auto begin = number * section.count;
      return integer_rows(session_, side.view(), target, {begin + rows.begin, begin + rows.end});
    };
    Columns columns{.left = column(first), .right = {}};
    columns.right = column(first + 1);
    return columns;
  }

  /// Gives the numbers of side a to the cells. False if some are not elements: they are told by the numbers
  /// that they have.
  static bool number_cells(const CellNumbers& cells, const Renumber& renumber,
                           std::vector<std::int64_t>& values) {
    constexpr auto no_element = std::int64_t{1} << 62;
    auto numbers = values;
    if (renumber) renumber(numbers);
    bool are_known = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_known = values[i] == 0 || cells.place_of(values[i]) >= 0;
      values[i] = is_known ? numbers[i] : values[i] | no_element;
      are_known = are_known && is_known;
    }
    return are_known;
  }

  /// Adds faces with what is to their left and right. What is left of a face is right of it if its corners
  /// run the other way.
  static void add_faces(const std::vector<std::int64_t>& faces, const std::vector<std::int64_t>& turned,
                        const Columns& columns, par::KeyedItems& items) {
    for (std::size_t i = 0; i < faces.size(); ++i) {
      auto left = columns.left[i];
      auto right = columns.right[i];
      if (turned[i] == 1) std::swap(left, right);
      items.numbers.push_back(std::ssize(items.numbers));
      for (const auto number : {faces[i], left, right})
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
  std::vector<std::int64_t> senses_a_;
  std::vector<std::int64_t> senses_b_;
  mesh::Share faces_a_;  ///< I8, by element number less 1: the senses of faces and edges.
  mesh::Share faces_b_;
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
