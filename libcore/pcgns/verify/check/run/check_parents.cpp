#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pcgns/mesh/parents.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/run/polyhedra.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

namespace {

using mesh::CellSide;
using mesh::Elements;
using mesh::ParentColumns;

/// ParentElements of a surface element, for the rank that owns the face.
struct ParentClaim {
  kernel::FaceKey key;
  std::int64_t element;
  std::array<CellSide, 2> parents;
  std::int64_t has_sides;
};

class ParentCheck {
 public:
  ParentCheck(const ZoneCheck& check, mesh::ZoneFaces& faces)
      : check_(check), faces_(faces), exchange_(check.session) {}

  void run(const Elements& elements) {
    const auto cells = mesh::parent_columns(check_.session, check_.subject.data, elements);
    const auto sides = mesh::side_columns(check_.session, check_.subject.data, elements);
    std::vector<ParentClaim> claims;
    if (cells) {
      mesh::for_each_block(
          elements, [&](const mesh::Block& block) { collect(elements, block, *cells, sides, claims); });
    }
    par::scatter_to_owners(
        exchange_, claims, [&](const ParentClaim& claim) { return faces_.owner_of(claim.key); },
        [&](const ParentClaim& claim) { judge(claim, elements.section->path); });
  }

 private:
  void collect(const Elements& elements, const mesh::Block& block, const ParentColumns& cells,
               const std::optional<ParentColumns>& sides, std::vector<ParentClaim>& claims) const {
    const bool are_polygons = elements.section->type == cgns::element_type::ngon;
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto nodes = block.nodes(i);
      if (!mesh::is_within(nodes, check_.zone.vertices)) continue;
      if (are_polygons && nodes.size() != 3 && nodes.size() != 4) continue;
      const auto corners = are_polygons
                               ? std::ssize(nodes)
                               : std::int64_t{cgns::facts_of(cgns::shape_of(elements.section->type)).corners};
      const auto face = kernel::face_of(nodes.first(static_cast<std::size_t>(corners)));
      if (face.nodes == 0) continue;
      const auto at = static_cast<std::size_t>(block.number(i) - elements.mine.begin);
      ParentClaim claim{
          .key = face.key, .element = block.element(i), .parents = {}, .has_sides = sides ? 1 : 0};
      for (std::size_t k = 0; k < 2; ++k) {
        claim.parents[k] = {cells[k][at], sides ? (*sides)[k][at] : 0};
      }
      claims.push_back(claim);
    }
  }

  void judge(const ParentClaim& claim, const std::string& path) {
    const auto* face = faces_.find(claim.key);
    if (face == nullptr || face->uses == 0 || face->uses > 2) return;
    const auto position = fmt::format("element {}", claim.element);
    const auto left = claim.parents[0].cell;
    if (left != 0 && left == claim.parents[1].cell && face->first.cell != face->second.cell)
      tell_twice(path, claim.element, left);
    for (const auto& parent : claim.parents) {
      if (parent.cell == 0) continue;
      const bool is_first = parent.cell == face->first.cell;
      if (!is_first && parent.cell != face->second.cell) {
        tell_parent(path, claim.element, parent.cell, *face);
        continue;
      }
      const auto side = is_first ? face->first.side : face->second.side;
      if (claim.has_sides == 0 || parent.side == side) continue;
      check_.tallies.add("M0207", path, claim.element, [&] {
        return Place{.position = fmt::format("{}, parent {}", position, parent.cell),
                     .expected = fmt::format("{}", side),
                     .found = fmt::format("{}", parent.side)};
      });
    }
  }

  void tell_twice(const std::string& path, std::int64_t element, std::int64_t cell) const {
    check_.tallies.add("M0209", path, element, [&] {
      return Place{.position = fmt::format("element {}", element),
                   .expected = "two cells",
                   .found = fmt::format("element {} twice", cell)};
    });
  }

  void tell_parent(const std::string& path, std::int64_t element, std::int64_t cell,
                   const mesh::OuterFace& face) const {
    const bool is_there = check_.zone.section_of(cell) != nullptr;
    check_.tallies.add(is_there ? "M0206" : "M0205", path, element, [&] {
      const auto other = face.uses == 2 ? fmt::format(" or {}", face.second.cell) : "";
      return Place{.position = fmt::format("element {}", element),
                   .expected = fmt::format("element {}{}", face.first.cell, other),
                   .found = fmt::format("{}", cell)};
    });
  }

  const ZoneCheck& check_;
  mesh::ZoneFaces& faces_;
  par::Exchange exchange_;
};

}  // namespace

void check_parents(const ZoneCheck& check, std::span<const Elements> sections, Surface& surface) {
  ParentCheck parents(check, *surface.faces);
  for (const auto& elements : sections) {
    const auto& section = *elements.section;
    const bool is_of_sides = section.type == cgns::element_type::ngon && surface.polygons_are_sides;
    const bool on_surface =
        section.dimension() == check.zone.dimension - 1 && (elements.width > 0 || is_of_sides);
    if (on_surface && section.parents >= 0) parents.run(elements);
  }
}

bool Polyhedra::read_parents() {
  auto all = all_parents();
  if (all.empty()) return false;
  const auto shift = shift_of(all);
  for (auto& parents : all) {
    for (auto& column : parents.columns) {
      for (auto& cell : column) cell += cell == 0 || is_other_cell(cell) ? 0 : shift;
    }
    if (has_cells()) {
      compare(*parents.polygons, parents.columns);
    } else {
      take(*parents.polygons, parents.columns);
    }
  }
  // Cells of other kinds may have any numbers.
  if (!has_cells() && others_.empty() && all.size() == polygons_.size()) count_cells();
  return true;
}

std::vector<Polyhedra::Parents> Polyhedra::all_parents() {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  std::vector<Parents> all;
  for (auto& polygons : polygons_) {
    auto columns = mesh::parent_columns(check_.session, check_.subject.data, *polygons.elements);
    if (!columns) continue;
    auto lowest = none;
    std::int64_t highest = 0;
    for (const auto& column : *columns) {
      for (const auto cell : column) {
        if (cell == 0 || is_other_cell(cell)) continue;
        lowest = std::min(lowest, cell);
        highest = std::max(highest, cell);
      }
    }
    lowest = par::all_min(check_.session.comm(), lowest);
    highest = par::all_max(check_.session.comm(), highest);
    all.push_back({&polygons, *std::move(columns), lowest == none ? 0 : lowest, highest});
  }
  return all;
}

/// The last cell has faces, as all have.
void Polyhedra::count_cells() const {
  const auto highest = par::all_max(check_.session.comm(), highest_);
  if (highest == 0 || !check_.tells()) return;
  const auto named = highest - numbers_.begin + 1;
  if (named >= check_.zone.cells) return;
  check_.tallies.add("M0110", check_.zone.path, 0, [&] {
    return Place{.position = "ParentElements",
                 .expected = fmt::format("{} cells", check_.zone.cells),
                 .found = fmt::format("{}", named)};
  });
}

/// More than any mesh has: numbers beyond it do not overflow.
constexpr std::int64_t most_cells = std::int64_t{1} << 56;

Range Polyhedra::numbers_around(std::int64_t cell) const {
  Range polygons = {polygons_.front().elements->section->first, 0};
  for (const auto& some : polygons_) {
    polygons.begin = std::min(polygons.begin, some.elements->section->first);
    polygons.end = std::max(polygons.end, some.elements->section->last + 1);
  }
  auto end = polygons.end;
  for (const auto& section : check_.zone.sections) end = std::max(end, section.last + 1);
  const bool is_in_gap = cell >= polygons.end && cell < end && check_.zone.section_of(cell) == nullptr;
  return {polygons.begin, is_in_gap ? polygons.end : end};
}

std::int64_t Polyhedra::shift_of(std::span<const Parents> all) {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  bool has_ghosts = false;
  for (const auto& parents : all) {
    if (parents.lowest != 0) lowest = lowest == 0 ? parents.lowest : std::min(lowest, parents.lowest);
    highest = std::max(highest, parents.highest);
    const auto& rind = parents.polygons->elements->section->rind;
    has_ghosts = has_ghosts || rind[0] + rind[1] > 0;
  }
  if (lowest == 0) return 0;
  const auto [begin, end] = numbers_around(lowest);
  const auto first = has_cells() ? numbers_.begin : end;
  // Only the faces tell how many cells are ghosts.
  const auto counted = has_ghosts ? std::max(check_.zone.cells, highest - end + 1) : check_.zone.cells;
  const auto cells = std::min(counted, most_cells);
  const auto last = has_cells() ? numbers_.end - 1 : end + cells - 1;
  // Polyhedra numbered before the polygons and defined only by ParentElements.
  const bool are_before = !has_cells() && lowest < first && highest < begin &&
                          check_.zone.section_of(lowest) == nullptr &&
                          check_.zone.section_of(highest) == nullptr;
  const bool from_one =
      !are_before && first > 1 && lowest >= 1 && lowest < first && highest == last - first + 1;
  if (!has_cells()) numbers_ = are_before ? Range{1, begin} : Range{first, last + 1};
  if (!from_one) return 0;
  for (const auto& parents : all) tell_shift(parents, first, last);
  return first - 1;
}

void Polyhedra::tell_shift(const Parents& parents, std::int64_t first, std::int64_t last) const {
  if (!check_.tells() || parents.lowest == 0) return;
  check_.tallies.add("M0212", parents.polygons->elements->section->path, 0, [&] {
    return Place{.position = "ParentElements",
                 .expected = fmt::format("{} to {}", first, last),
                 .found = fmt::format("{} to {}", parents.lowest, parents.highest)};
  });
}

/// Cells are defined only by ParentElements.
void Polyhedra::take(Polygons& polygons, const mesh::ParentColumns& columns) {
  const auto& section = *polygons.elements->section;
  for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
    for (std::size_t k = 0; k < 2; ++k) {
      const auto cell = columns[k][at];
      if (cell == 0) continue;
      if (is_other_cell(cell)) {
        ++polygons.others[at];
        continue;
      }
      if (cell < numbers_.begin || cell >= numbers_.end) {
        const auto face = section.first + polygons.elements->mine.begin + static_cast<std::int64_t>(at);
        check_.tallies.add("M0205", section.path, face, [&] {
          return Place{.position = fmt::format("element {}", face),
                       .expected = fmt::format("{} to {}", numbers_.begin, numbers_.end - 1),
                       .found = fmt::format("{}", cell)};
        });
        continue;
      }
      highest_ = std::max(highest_, cell);
      (k == 0 ? polygons.positive : polygons.negative)[at] = cell;
      ++polygons.uses[at];
      if (k == 0) ++polygons.positives[at];
    }
  }
}

void Polyhedra::compare(Polygons& polygons, const mesh::ParentColumns& columns) {
  for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
    for (const auto& column : columns) {
      if (is_other_cell(column[at])) ++polygons.others[at];
    }
    const bool is_clear = polygons.uses[at] == 1 || (polygons.uses[at] == 2 && polygons.positives[at] == 1);
    if (is_clear) compare_face(polygons, at, columns[0][at], columns[1][at]);
  }
}

void Polyhedra::compare_face(const Polygons& polygons, std::size_t at, std::int64_t left,
                             std::int64_t right) const {
  const auto positive = polygons.positive[at];
  const auto negative = polygons.negative[at];
  const auto agree = [&](std::int64_t parent, std::int64_t cell) {
    return parent == cell || (cell == 0 && is_other_cell(parent));
  };
  if (agree(left, positive) && agree(right, negative)) return;
  const auto& section = *polygons.elements->section;
  const auto face = section.first + polygons.elements->mine.begin + static_cast<std::int64_t>(at);
  const auto is_there = [&](std::int64_t cell) {
    return cell == 0 || (cell >= numbers_.begin && cell < numbers_.end) || is_other_cell(cell);
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

}  // namespace pcgns::verify::check
