#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/polyhedra.hpp"

namespace pcgns::verify {

bool Polyhedra::read_parents() {
  bool has_any = false;
  for (auto& polygons : polygons_) {
    auto columns = mesh::parent_columns(check_.session, check_.subject.data, *polygons.elements,
                                        polygons.elements->section->parents);
    if (!columns) continue;
    has_any = true;
    const auto shift = shift_of(polygons, *columns);
    for (auto& column : *columns) {
      for (auto& cell : column) cell += cell == 0 ? 0 : shift;
    }
    if (has_cells()) {
      compare(polygons, *columns);
    } else {
      take(polygons, *columns);
    }
  }
  return has_any;
}

std::int64_t Polyhedra::shift_of(const Polygons& polygons, const mesh::ParentColumns& columns) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  std::int64_t lowest = none;
  std::int64_t highest = 0;
  for (const auto& column : columns) {
    for (const auto cell : column) {
      lowest = std::min(lowest, cell == 0 ? none : cell);
      highest = std::max(highest, cell);
    }
  }
  lowest = par::all_min(check_.session.comm(), lowest);
  highest = par::all_max(check_.session.comm(), highest);
  const auto& section = *polygons.elements->section;
  std::int64_t polygons_end = 0;
  for (const auto& some : polygons_) polygons_end = std::max(polygons_end, some.elements->section->last + 1);
  const auto first = has_cells() ? numbers_.begin : polygons_end;
  // How many cells are ghosts, only their faces know.
  const bool has_ghosts = section.rind[0] + section.rind[1] > 0;
  const auto cells = has_ghosts ? std::max(check_.zone.cells, highest - polygons_end + 1) : check_.zone.cells;
  const auto last = has_cells() ? numbers_.end - 1 : polygons_end + cells - 1;
  if (!has_cells()) numbers_ = {first, last + 1};
  const bool from_one = first > 1 && lowest >= 1 && lowest < first && highest == last - first + 1;
  if (!from_one) {
    // Polyhedra before the polygons, which only parents tell of.
    if (!has_cells() && lowest < first && highest < section.first) numbers_ = {1, section.first};
    return 0;
  }
  if (check_.tells()) {
    check_.tallies.add("M0212", section.path, 0, [&] {
      return Place{.position = "ParentElements",
                   .expected = fmt::format("{} to {}", first, last),
                   .found = fmt::format("{} to {}", lowest, highest)};
    });
  }
  return first - 1;
}

/// Only parents tell of cells.
void Polyhedra::take(Polygons& polygons, const mesh::ParentColumns& columns) {
  const auto& section = *polygons.elements->section;
  for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
    for (std::size_t k = 0; k < 2; ++k) {
      const auto cell = columns[k][at];
      if (cell == 0) continue;
      if (cell < numbers_.begin || cell >= numbers_.end) {
        const auto face = section.first + polygons.elements->mine.begin + static_cast<std::int64_t>(at);
        check_.tallies.add("M0205", section.path, face, [&] {
          return Place{.position = fmt::format("element {}", face),
                       .expected = fmt::format("{} to {}", numbers_.begin, numbers_.end - 1),
                       .found = fmt::format("{}", cell)};
        });
        continue;
      }
      (k == 0 ? polygons.positive : polygons.negative)[at] = cell;
      ++polygons.uses[at];
      if (k == 0) ++polygons.positives[at];
    }
  }
}

void Polyhedra::compare(const Polygons& polygons, const mesh::ParentColumns& columns) {
  for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
    const bool is_clear = polygons.uses[at] == 1 || (polygons.uses[at] == 2 && polygons.positives[at] == 1);
    if (is_clear) compare_face(polygons, at, columns[0][at], columns[1][at]);
  }
}

void Polyhedra::compare_face(const Polygons& polygons, std::size_t at, std::int64_t left,
                             std::int64_t right) const {
  const auto positive = polygons.positive[at];
  const auto negative = polygons.negative[at];
  if (left == positive && right == negative) return;
  const auto& section = *polygons.elements->section;
  const auto face = section.first + polygons.elements->mine.begin + static_cast<std::int64_t>(at);
  const auto is_there = [&](std::int64_t cell) {
    return cell == 0 || (cell >= numbers_.begin && cell < numbers_.end);
  };
  std::string_view code = "M0206";
  if (left == negative && right == positive) code = "M0211";
  if (!is_there(left) || !is_there(right)) code = "M0205";
  check_.tallies.add(code, section.path, face, [&] {
    return Place{.position = fmt::format("element {}", face),
                 .expected = fmt::format("{} and {}", positive, negative),
                 .found = fmt::format("{} and {}", left, right)};
  });
}

}  // namespace pcgns::verify
