#include <fmt/format.h>

#include <algorithm>

#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using mesh::CellSide;
using mesh::OuterFace;

std::string text_of(CellSide side) { return fmt::format("element {}, side {}", side.cell, side.side); }

void tell_shared(const ZoneCheck& check, const OuterFace& face) {
  check.tallies.add("M0301", check.path_of(face.first.cell), face.first.cell, [&] {
    return Place{.position = text_of(face.first),
                 .expected = "two cells at most",
                 .found = fmt::format("{}, the next is element {}", face.uses, face.second.cell)};
  });
}

void tell_same_side(const ZoneCheck& check, const OuterFace& face) {
  check.tallies.add("M0302", check.path_of(face.first.cell), face.first.cell, [&] {
    return Place{
        .position = text_of(face.first),
        .expected = fmt::format("the other side of element {}", face.second.cell),
        .found = fmt::format("the same side as element {}, side {}", face.second.cell, face.second.side)};
  });
}

void check_surface_element(const ZoneCheck& check, const OuterFace& face) {
  const auto tell = [&](std::string_view code, std::string found) {
    check.tallies.add(code, check.path_of(face.element), face.element, [&] {
      return Place{
          .position = fmt::format("element {}", face.element), .expected = "", .found = std::move(found)};
    });
  };
  if (face.uses == 0) tell("M0304", "");
  // A baffle has an element on each side.
  if (face.elements > std::max<std::int64_t>(1, face.uses))
    tell("M0305", fmt::format("{} elements", face.elements));
}

void add_suspects(const OuterFace& face, std::vector<std::int64_t>& suspects) {
  for (const auto& side : {face.first, face.second, face.last}) suspects.push_back(side.cell);
}

}  // namespace

void check_faces(const ZoneCheck& check, std::span<const mesh::Elements> sections, mesh::ZoneFaces& faces) {
  std::vector<std::int64_t> suspects;
  for (const auto& face : faces.faces) {
    const bool same_side = face.uses == 2 && face.sum != 0;
    if (face.uses > 2) tell_shared(check, face);
    if (same_side) tell_same_side(check, face);
    if (same_side || face.uses > 2) add_suspects(face, suspects);
    if (face.elements > 0) check_surface_element(check, face);
  }
  check_doubled_cells(check, sections, std::move(suspects));
}

}  // namespace pcgns::verify
