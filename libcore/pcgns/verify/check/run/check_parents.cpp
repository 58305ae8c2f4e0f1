#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pcgns/base/bytes.hpp"
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
  bool has_any = false;
  bool has_all = true;
  for (auto& polygons : polygons_) {
    auto columns = mesh::parent_columns(check_.session, check_.subject.data, *polygons.elements);
    has_all = has_all && columns.has_value();
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
  if (!has_cells() && has_any && has_all) count_cells();
  return has_any;
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
  if (lowest == none) return 0;
  const auto& section = *polygons.elements->section;
  std::int64_t polygons_end = 0;
  for (const auto& some : polygons_) polygons_end = std::max(polygons_end, some.elements->section->last + 1);
  const auto first = has_cells() ? numbers_.begin : polygons_end;
  // Only the faces tell how many cells are ghosts.
  const bool has_ghosts = section.rind[0] + section.rind[1] > 0;
  const auto counted =
      has_ghosts ? std::max(check_.zone.cells, highest - polygons_end + 1) : check_.zone.cells;
  const auto cells = std::min(counted, most_cells);
  const auto last = has_cells() ? numbers_.end - 1 : polygons_end + cells - 1;
  const bool from_one = first > 1 && lowest >= 1 && lowest < first && highest == last - first + 1;
  if (!has_cells()) {
    // Polyhedra numbered before the polygons and defined only by ParentElements.
    const bool are_before = !from_one && lowest < first && highest < section.first;
    const auto defined = are_before ? Range{1, section.first} : Range{first, last + 1};
    numbers_ = {std::min(numbers_.begin, defined.begin), std::max(numbers_.end, defined.end)};
  }
  if (!from_one) return 0;
  if (check_.tells()) {
    check_.tallies.add("M0212", section.path, 0, [&] {
      return Place{.position = "ParentElements",
                   .expected = fmt::format("{} to {}", first, last),
                   .found = fmt::format("{} to {}", lowest, highest)};
    });
  }
  return first - 1;
}

/// Cells are defined only by ParentElements.
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
      highest_ = std::max(highest_, cell);
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

}  // namespace pcgns::verify::check
