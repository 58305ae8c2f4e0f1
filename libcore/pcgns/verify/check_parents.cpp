#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using mesh::CellSide;
using mesh::Elements;
using mesh::ParentColumns;

constexpr std::int64_t memory_for_messages = 16 * mebi;

/// What a surface element says of its parents, for the rank that has the face.
struct Claim {
  kernel::FaceKey key;
  std::int64_t element;
  std::array<CellSide, 2> parents;
  std::int64_t has_sides;
};

class ParentCheck {
 public:
  ParentCheck(const ZoneCheck& check, mesh::ZoneFaces& faces)
      : check_(check), faces_(faces), exchange_(check.session, memory_for_messages) {}

  void run(const Elements& elements) {
    const auto cells =
        mesh::parent_columns(check_.session, check_.subject.data, elements, elements.section->parents);
    const auto sides =
        mesh::parent_columns(check_.session, check_.subject.data, elements, elements.section->positions);
    std::vector<Claim> claims;
    if (cells) {
      mesh::for_each_block(
          elements, [&](const mesh::Block& block) { collect(elements, block, *cells, sides, claims); });
    }
    mesh::post<Claim>(
        check_.session, exchange_, claims, [&](const Claim& claim) { return faces_.owner_of(claim.key); },
        [&](const Claim& claim) { judge(claim, elements.section->path); });
  }

 private:
  void collect(const Elements& elements, const mesh::Block& block, const ParentColumns& cells,
               const std::optional<ParentColumns>& sides, std::vector<Claim>& claims) const {
    const auto corners = sids::facts_of(sids::shape_of(elements.section->type)).corners;
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto nodes = block.nodes(i);
      if (!mesh::is_within(nodes, check_.zone.vertices)) continue;
      const auto face = kernel::face_of(nodes.first(static_cast<std::size_t>(corners)));
      if (face.nodes == 0) continue;
      const auto at = static_cast<std::size_t>(block.number(i) - elements.mine.begin);
      Claim claim{.key = face.key, .element = block.element(i), .parents = {}, .has_sides = sides ? 1 : 0};
      for (std::size_t k = 0; k < 2; ++k) {
        claim.parents[k] = {cells[k][at], sides ? (*sides)[k][at] : 0};
      }
      claims.push_back(claim);
    }
  }

  void judge(const Claim& claim, const std::string& path) {
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
  move::Exchange exchange_;
};

}  // namespace

void check_parents(const ZoneCheck& check, std::span<const Elements> sections, mesh::ZoneFaces& faces) {
  ParentCheck parents(check, faces);
  for (const auto& elements : sections) {
    const auto& section = *elements.section;
    const bool on_surface = section.dimension() == check.zone.dimension - 1 && elements.width > 0;
    if (on_surface && section.parents >= 0) parents.run(elements);
  }
}

}  // namespace pcgns::verify
