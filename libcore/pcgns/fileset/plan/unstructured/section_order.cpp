#include "pcgns/fileset/plan/unstructured/section_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "pcgns/fileset/metadata.hpp"

namespace pcgns::fileset {

namespace {

/// Sections in order of first occurrence, and their order within the pieces.
struct Met {
  std::vector<SectionGroup> groups;
  std::vector<std::set<std::size_t>> before;  ///< For each group: its direct predecessors in any piece.
  bool cells_last = false;                    ///< True if a piece has a section before one of higher
                                              ///< dimension.
};

void check_type(const cgns::InputSet& inputs, const PieceView& view, const SectionGroup& group,
                const LocalSection& section) {
  if (group.type == section.type) return;
  throw view.error(
      inputs, cgns::join(view.path, group.name),
      fmt::format("has elements of type {}, but another piece has {}",
                  cgns::element_type_of(section.type)->name, cgns::element_type_of(group.type)->name));
}

Met met_sections(const cgns::InputSet& inputs, const std::vector<PieceView>& pieces) {
  Met met;
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& view : pieces) {
    std::size_t previous = 0;
    bool is_first = true;
    for (const auto& section : view.sections) {
      const auto [found, is_new] = index.try_emplace(section.node->name, met.groups.size());
      if (is_new) {
        met.groups.push_back({.name = section.node->name, .type = section.type, .members = {}});
        met.before.emplace_back();
      }
      auto& group = met.groups[found->second];
      check_type(inputs, view, group, section);
      group.members.push_back({view.index, &section});
      if (!is_first) {
        met.before[found->second].insert(previous);
        const auto dimension = [&](int type) { return dimension_of(type, view.cell_dimension); };
        if (dimension(met.groups[previous].type) < dimension(section.type)) met.cells_last = true;
      }
      is_first = false;
      previous = found->second;
    }
  }
  return met;
}

/// Element numbers within the section, and within its dimension; neither exists if one is unknown.
struct PlaceNumbers {
  Numbers in_section = {};
  Numbers in_dimension = {};
};

PlaceNumbers recorded_numbers(const cgns::Node& section) {
  const auto* metadata = section.child(numbering_name);
  if (metadata == nullptr) return {};
  const auto numbers = [&](std::string_view name) -> Numbers {
    const auto* node = metadata->child(name);
    if (node == nullptr || !node->is_bulk() || cgns::count_of(node->dims) == 0) return {};
    return cgns::is_integer(node->type) ? Numbers{.array = node->array} : Numbers();
  };
  const PlaceNumbers found{numbers("Element"), numbers("Sections")};
  return found.in_section.exist() && found.in_dimension.exist() ? found : PlaceNumbers();
}

/// True if the first cell of the piece is the first element of the section.
bool has_first_cell(const PieceView& view, const LocalSection& section) {
  const auto first = std::find_if(view.sections.begin(), view.sections.end(), [&](const LocalSection& other) {
    return other.count > 0 && dimension_of(other.type, view.cell_dimension) == view.cell_dimension;
  });
  return first != view.sections.end() && &*first == &section && section.type != cgns::element_type::mixed;
}

bool has_mixed_sections(const std::vector<PieceView>& pieces) {
  return std::ranges::any_of(pieces, [](const PieceView& view) {
    return std::ranges::any_of(
        view.sections, [](const LocalSection& section) { return section.type == cgns::element_type::mixed; });
  });
}

/// What a writer recorded counts all elements of MIXED sections, numbers of cells only cells: where there are
/// such sections, the two must not be compared with each other.
PlaceNumbers place_numbers(const PieceView& view, const LocalSection& section, bool has_mixed) {
  const auto recorded = recorded_numbers(*section.node);
  const bool have_numbers = section.numbers.exist() && view.cell_numbers.exist();
  if (!have_numbers || !has_first_cell(view, section) || (has_mixed && recorded.in_section.exist()))
    return recorded;
  return {section.numbers, view.cell_numbers};
}

/// -1 if the pieces do not record it or do not agree.
std::int64_t place_of(const cgns::InputSet& inputs, const std::vector<PieceView>& pieces,
                      const SectionGroup& group, bool has_mixed) {
  std::int64_t place = -1;
  for (const auto& member : group.members) {
    const auto numbers =
        place_numbers(pieces[static_cast<std::size_t>(member.piece)], *member.section, has_mixed);
    if (!numbers.in_section.exist()) continue;
    const auto& in_section = inputs.array(numbers.in_section.array).first;
    const auto& in_dimension = inputs.array(numbers.in_dimension.array).first;
    // Numbers that are too small are reported later; here they must not overflow.
    if (!in_section || !in_dimension || *in_section < numbers.in_section.first ||
        *in_dimension < numbers.in_dimension.first)
      return -1;
    const auto here = *in_dimension - numbers.in_dimension.first - (*in_section - numbers.in_section.first);
    if (here < 0 || (place >= 0 && here != place)) return -1;
    place = here;
  }
  return place;
}

/// A section of cells, and the position of its first one among the cells of the piece.
struct FirstCell {
  const LocalSection* section = nullptr;
  std::int64_t position = 0;
};

/// Sections whose first cell has a number of its own, and others before it.
std::vector<FirstCell> first_cells_of_sections(const PieceView& view) {
  std::vector<FirstCell> firsts;
  std::int64_t position = 0;
  for (const auto& section : view.sections) {
    if (dimension_of(section.type, view.cell_dimension) != view.cell_dimension || section.count == 0)
      continue;
    const bool has_own_numbers = section.numbers.exist() && section.numbers.array != view.cell_numbers.array;
    if (position > 0 && has_own_numbers) firsts.push_back({&section, position});
    position += section.count;
  }
  return view.cell_numbers.exist() && position == view.cells ? firsts : std::vector<FirstCell>();
}

std::vector<std::string> section_names(const cgns::Node& zone) {
  std::vector<std::string> names;
  for (const auto& child : zone.children) {
    if (child.label == "Elements_t" && !child.link) names.push_back(child.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// True if nothing tells where a section is in the whole zone, so that it may be anywhere.
bool has_any_order(Convention convention) {
  return convention == Convention::coordinates || convention == Convention::assembly_file;
}

/// Sections that SectionOrder of pcgns-repartition does not list, or lists in another order than the pieces,
/// would give elements other numbers than the whole zone had.
void require_recorded_order(const cgns::InputSet& inputs, const PieceView& piece,
                            const std::vector<SectionGroup>& ordered,
                            const std::vector<std::string>& recorded) {
  auto next = recorded.begin();
  for (const auto& group : ordered) {
    const auto found = std::find(next, recorded.end(), group.name);
    if (found == recorded.end())
      throw coded(
          piece.error(inputs, piece.path,
                      fmt::format("contradicts {} of {}: the section {} is not listed there, or is elsewhere",
                                  section_order_name, own_metadata_name, group.name)),
          "S0104");
    next = found + 1;
  }
}

}  // namespace

bool may_share_elements(int type, const std::vector<PieceView>& pieces) {
  const int cells = pieces.front().cell_dimension;
  const bool has_cell_numbers = std::any_of(pieces.begin(), pieces.end(), [](const PieceView& view) {
    return view.cell_numbers.exist() && view.cells > 0;
  });
  return dimension_of(type, cells) < cells || (type == cgns::element_type::mixed && has_cell_numbers);
}

namespace {

/// True if the sections of an unstructured zone are in an order that no piece need show.
bool may_lack_sections(const Original& original) {
  if (original.structured || original.pieces.empty()) return false;
  const auto names = section_names(*original.pieces.front().zone);
  return !std::all_of(original.pieces.begin(), original.pieces.end(),
                      [&](const Piece& piece) { return section_names(*piece.zone) == names; });
}

/// Calls `visit` for each section of cells of `original` that others precede. Cells among other elements in
/// MIXED sections are not counted as elements.
void for_each_first_cell(const cgns::InputSet& inputs, const Original& original,
                         const std::function<void(const PieceView&, const FirstCell&)>& visit) {
  if (!may_lack_sections(original) || original.convention == Convention::coordinates) return;
  const auto views = views_of(inputs, original);
  if (has_mixed_sections(views)) return;
  for (const auto& view : views) {
    for (const auto& first : first_cells_of_sections(view)) visit(view, first);
  }
}

}  // namespace

std::vector<ValueAt> places_to_read(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<ValueAt> values;
  for (const auto& original : pieces.originals)
    for_each_first_cell(inputs, original, [&](const PieceView& view, const FirstCell& first) {
      values.push_back({first.section->numbers.array, 0});
      values.push_back({view.cell_numbers.array, first.position});
    });
  return values;
}

void take_places(const cgns::InputSet& inputs, PieceSet& pieces, const SingleValues& values) {
  for (auto& original : pieces.originals) {
    std::map<std::string, std::int64_t> found;
    for_each_first_cell(inputs, original, [&](const PieceView& view, const FirstCell& first) {
      const auto& numbers = first.section->numbers;
      const auto element = values.at({numbers.array, 0});
      const auto cell = values.at({view.cell_numbers.array, first.position});
      // Numbers that are too small are reported later; here they must not overflow.
      const bool are_valid = element >= numbers.first && cell >= view.cell_numbers.first;
      const auto before = are_valid ? cell - view.cell_numbers.first - (element - numbers.first) : -1;
      const auto [known, is_new] = found.try_emplace(first.section->node->name, before);
      if (!is_new && known->second != before) known->second = -1;
    });
    original.cells_before = std::move(found);
  }
}

std::vector<int> arrays_to_begin(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<int> arrays;
  for (const auto& original : pieces.originals) {
    if (!may_lack_sections(original)) continue;
    const auto views = views_of(inputs, original);
    const bool has_mixed = has_mixed_sections(views);
    for (const auto& view : views) {
      for (const auto& section : view.sections) {
        const auto numbers = place_numbers(view, section, has_mixed);
        if (!numbers.in_section.exist()) continue;
        arrays.push_back(numbers.in_section.array);
        arrays.push_back(numbers.in_dimension.array);
      }
    }
  }
  return arrays;
}

const LocalSection* SectionGroup::in_piece(int piece) const {
  const auto found = std::lower_bound(members.begin(), members.end(), piece,
                                      [](const Member& member, int value) { return member.piece < value; });
  return found == members.end() || found->piece != piece ? nullptr : found->section;
}

std::vector<SectionGroup> section_groups(const cgns::InputSet& inputs, const Original& original,
                                         const std::vector<PieceView>& pieces) {
  auto met = met_sections(inputs, pieces);
  const int cell_dimension = pieces.empty() ? 3 : pieces.front().cell_dimension;
  const auto& recorded = original.sections;
  // Matched cells have numbers that follow the order of the sections.
  const bool has_mixed = has_mixed_sections(pieces);
  for (auto& group : met.groups) {
    if (original.convention == Convention::coordinates) continue;
    group.place = place_of(inputs, pieces, group, has_mixed);
    const auto known = original.cells_before.find(group.name);
    if (group.place < 0 && known != original.cells_before.end()) group.place = known->second;
  }
  std::vector<std::ptrdiff_t> recorded_places;
  for (const auto& group : met.groups)
    recorded_places.push_back(std::find(recorded.begin(), recorded.end(), group.name) - recorded.begin());
  std::vector<SectionGroup> ordered;
  std::vector<bool> taken(met.groups.size(), false);
  const auto is_free = [&](std::size_t group) {
    return std::all_of(met.before[group].begin(), met.before[group].end(),
                       [&](std::size_t other) { return taken[other]; });
  };
  const auto key = [&](std::size_t group) {
    const int dimension = dimension_of(met.groups[group].type, cell_dimension);
    return std::tuple(recorded_places[group], met.cells_last ? dimension : -dimension,
                      met.groups[group].place);
  };
  const auto first = [&](bool only_free) {
    std::size_t best = met.groups.size();
    for (std::size_t i = 0; i < met.groups.size(); ++i) {
      if (taken[i] || (only_free && !is_free(i))) continue;
      if (best == met.groups.size() || key(i) < key(best)) best = i;
    }
    return best;
  };
  while (ordered.size() < met.groups.size()) {
    auto best = first(true);
    if (best == met.groups.size()) {
      if (!has_any_order(original.convention))
        throw pieces.front().error(inputs, pieces.front().path,
                                   "has its sections in another order than other pieces");
      best = first(false);
    }
    taken[best] = true;
    ordered.push_back(std::move(met.groups[best]));
  }
  if (!pieces.empty() && !recorded.empty()) require_recorded_order(inputs, pieces.front(), ordered, recorded);
  return ordered;
}

}  // namespace pcgns::fileset
