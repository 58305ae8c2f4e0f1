#include "pcgns/fileset/plan/unstructured/number_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/point_lists.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"
#include "pcgns/kernel/faces.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::uint64_t order_mask = (std::uint64_t{1} << 40) - 1;

std::int64_t reduced(std::uint64_t sum) { return static_cast<std::int64_t>(sum & order_mask); }

/// For each section of `view`, where its cells begin among all of the piece; -1 for those that are no cells.
/// Empty if the cells have no numbers of their own, or not all elements of a MIXED section are cells.
std::vector<std::int64_t> first_cells(const PieceView& view) {
  std::vector<std::int64_t> firsts;
  std::int64_t next = 0;
  for (const auto& section : view.sections) {
    const bool are_cells = dimension_of(section.type, view.cell_dimension) == view.cell_dimension;
    firsts.push_back(are_cells ? next : -1);
    next += are_cells ? section.count : 0;
  }
  return view.cell_numbers.exist() && next == view.cells ? firsts : std::vector<std::int64_t>();
}

/// Values in the connectivity, all of them of own elements; -1 if that is not known.
std::int64_t values_of(const LocalSection& section) {
  const auto* connectivity = section.node->child("ElementConnectivity");
  const bool are_own = connectivity != nullptr && section.ghosts == 0 && !section.is_old();
  return are_own ? cgns::count_of(connectivity->dims) : -1;
}

/// Makes the number sets of one zone.
class ZoneSets {
 public:
  ZoneSets(const cgns::InputSet& inputs, const PieceSet& pieces, int original, std::vector<NumberSet>& sets)
      : inputs_(inputs),
        pieces_(pieces),
        index_(original),
        original_(pieces.originals[static_cast<std::size_t>(original)]),
        zone_(original_.path()),
        views_(views_of(inputs, original_)),
        sets_(sets) {}

  void add() {
    add_vertices();
    add_cells();
    for (const auto& group : section_groups(inputs_, original_, views_)) add_section(group);
    add_lists();
    require_all_counted();
  }

 private:
  NumberSet& made(std::string what) {
    return sets_.emplace_back(
        NumberSet{.what = std::move(what), .original = index_, .members = {}, .first_number = 1});
  }

  void add_member(NumberSet& set, const PieceView& view, const Numbers& numbers, std::int64_t count,
                  std::string_view name, int offsets = -1) {
    if (count == 0) return;
    if (!numbers.exist()) {
      throw view.error(
          inputs_, numbers.path,
          fmt::format("is missing: without global numbers of {} the piece cannot be located", name));
    }
    set.first_number = numbers.first;
    set.members.push_back({.numbers = numbers.array,
                           .piece = view.index,
                           .offsets = offsets,
                           .count = count == numbers.count ? -1 : count});
  }

  /// Sets the total of the whole zone from an assembly file. All pieces must agree.
  void set_total(NumberSet& set, const PieceView& view, const std::string& key) {
    const auto known = view.piece->totals.find(key);
    if (known == view.piece->totals.end()) return;
    counted_.insert(key);
    if (set.total < 0) set.total = known->second;
    if (set.total == known->second) return;
    throw view.error(inputs_, view.path,
                     fmt::format("gives {} as the total of '{}', but another piece gives {}", known->second,
                                 key, set.total));
  }

  void require_all_counted() {
    for (const auto& view : views_) {
      for (const auto& [key, total] : view.piece->totals) {
        if (total == 0 || counted_.contains(key)) continue;
        throw view.error(
            inputs_, view.path,
            fmt::format(
                "belongs to a zone with {} of '{}' according to the assembly file, but no piece has any",
                total, key));
      }
    }
  }

  void add_vertices() {
    auto& set = made(vertices_of(zone_));
    set.may_share = true;
    for (const auto& view : views_) set_total(set, view, "Vertex");
    // Vertices of ghost cells have numbers, too; they are vertices of other pieces.
    for (const auto& view : views_) add_member(set, view, view.vertex_numbers, view.vertices, "vertices");
  }

  void add_cells() {
    const bool known = std::any_of(views_.begin(), views_.end(), [](const PieceView& view) {
      return view.cell_numbers.exist() && view.cells > 0;
    });
    if (!known) return;
    auto& set = made(cells_of(zone_));
    for (const auto& view : views_) set_total(set, view, "Cell");
    for (const auto& view : views_) {
      add_member(set, view, view.cell_numbers, view.cells, "cells");
      if (view.cells > 0 && !first_cells(view).empty()) set.members.back().cell = 0;
    }
  }

  void add_section(const SectionGroup& group) {
    auto& set = made(elements_of(cgns::join(zone_, group.name)));
    set.may_share = may_share_elements(group.type, views_);
    for (const auto& view : views_) set_total(set, view, group.name);
    for (const auto& [piece, section] : group.members) {
      const auto& view = views_[static_cast<std::size_t>(piece)];
      const int offsets =
          section->is_ragged() && section->count > 0 ? required_starts(inputs_, view, *section) : -1;
      add_member(set, view, section->numbers, section->count, "elements", offsets);
      if (offsets >= 0) set.members.back().values = values_of(*section);
      const auto firsts = first_cells(view);
      if (section->count > 0 && !firsts.empty())
        set.members.back().cell = firsts[static_cast<std::size_t>(section - view.sections.data())];
    }
  }

  void add_lists() {
    std::unordered_map<std::string, std::size_t> index;
    for (const auto& view : views_) {
      for_each_list(inputs_, pieces_, original_, view, [&](const FoundList& list) {
        const auto numbers = numbers_of_points(inputs_, view, *list.node, list.path);
        const auto count = points_of(*point_list(*list.node));
        if (count == 0) return;
        const auto [found, is_new] = index.try_emplace(list.whole_path, sets_.size());
        if (is_new) made(points_of_list(list.whole_path));
        auto& set = sets_[found->second];
        // Points of a list are unique to a piece only if they are cells.
        set.may_share = cgns::location_of(*list.node) != "CellCenter";
        set_total(set, view, list.path.substr(view.path.size() + 1));
        add_member(set, view, numbers, count, "points");
      });
    }
  }

  const cgns::InputSet& inputs_;
  const PieceSet& pieces_;
  int index_;
  const Original& original_;
  std::string zone_;
  std::vector<PieceView> views_;
  std::vector<NumberSet>& sets_;
  std::set<std::string> counted_;  ///< Keys of Piece::totals that exist.
};

}  // namespace

void OrderSums::add(std::int64_t position, std::uint64_t number) {
  const auto weight = kernel::mixed(static_cast<std::uint64_t>(position) + 1) & order_mask;
  weights = reduced(static_cast<std::uint64_t>(weights) + weight);
  numbers = reduced(static_cast<std::uint64_t>(numbers) + weight * number);
}

void OrderSums::add(const OrderSums& other) {
  weights = reduced(static_cast<std::uint64_t>(weights + other.weights));
  numbers = reduced(static_cast<std::uint64_t>(numbers + other.numbers));
}

OrderSums OrderSums::shifted(std::int64_t offset) const {
  const auto more = static_cast<std::uint64_t>(weights) * static_cast<std::uint64_t>(offset);
  return {.numbers = reduced(static_cast<std::uint64_t>(numbers) + more), .weights = weights};
}

std::vector<NumberSet> number_sets(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<NumberSet> sets;
  for (std::size_t i = 0; i < pieces.originals.size(); ++i) {
    if (!pieces.originals[i].structured) ZoneSets(inputs, pieces, static_cast<int>(i), sets).add();
  }
  return sets;
}

std::string vertices_of(std::string_view zone) { return fmt::format("{}: vertices", zone); }
std::string cells_of(std::string_view zone) { return fmt::format("{}: cells", zone); }
std::string elements_of(std::string_view section) { return fmt::format("{}: elements", section); }
std::string points_of_list(std::string_view list) { return fmt::format("{}: points", list); }

}  // namespace pcgns::fileset
