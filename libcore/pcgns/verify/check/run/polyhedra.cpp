#include "pcgns/verify/check/run/polyhedra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::verify::check {

namespace {

using mesh::Elements;

constexpr std::int64_t cells_in_chunk = 1 << 16;
constexpr std::size_t fewest_faces = 4;
constexpr std::int64_t most_elements = std::int64_t{1} << 56;

void keep_lowest(std::int64_t& kept, std::int64_t cell) {
  if (kept == 0 || cell < kept) kept = cell;
}

void count_up(std::uint8_t& count) {
  if (count < 255) ++count;
}

std::string element_text(std::int64_t element) { return fmt::format("element {}", element); }

}  // namespace

Polyhedra::Polyhedra(const ZoneCheck& check, std::span<const Elements> sections) : check_(check) {
  numbers_ = {std::numeric_limits<std::int64_t>::max(), 0};
  for (const auto& elements : sections) {
    const auto& section = *elements.section;
    if (section.type == cgns::element_type::ngon) {
      const auto count = static_cast<std::size_t>(elements.mine.size());
      polygons_.push_back({.elements = &elements,
                           .positive = std::vector<std::int64_t>(count),
                           .negative = std::vector<std::int64_t>(count),
                           .uses = std::vector<std::uint8_t>(count),
                           .positives = std::vector<std::uint8_t>(count)});
    } else if (section.type == cgns::element_type::nface) {
      cells_.push_back(&elements);
      numbers_ = {std::min(numbers_.begin, section.first), std::max(numbers_.end, section.last + 1)};
    }
  }
}

const std::string& Polyhedra::path_of_cell(std::int64_t cell) const {
  return has_cells() ? check_.path_of(cell) : polygons_.front().elements->section->path;
}

const Polygons* Polyhedra::polygons_of(std::int64_t face) const {
  for (const auto& polygons : polygons_) {
    const auto& section = *polygons.elements->section;
    if (section.first <= face && face <= section.last) return &polygons;
  }
  return nullptr;
}

void Polyhedra::read_cells() {
  par::Exchange exchange(check_.session);
  std::vector<Use> uses;
  for (const auto* elements : cells_) {
    for (const auto& chunk : mesh::chunks_of(check_.session, {elements, 1}, cells_in_chunk)) {
      uses.clear();
      mesh::for_each_block(*elements, chunk.range,
                           [&](const mesh::Block& block) { collect(block, elements->section->path, uses); });
      par::scatter_to_owners(
          exchange, uses,
          [&](const Use& use) {
            const auto& elements_of_face = *polygons_of(use.face)->elements;
            return elements_of_face.owner_of(use.face - elements_of_face.section->first);
          },
          [&](const Use& use) { note(use); });
    }
  }
}

void Polyhedra::collect(const mesh::Block& block, const std::string& path, std::vector<Use>& uses) const {
  for (std::int64_t i = 0; i < block.size(); ++i) {
    const auto cell = block.element(i);
    const auto faces = block.nodes(i);
    if (faces.size() < fewest_faces) {
      check_.tallies.add("M0210", path, cell, [&] {
        return Place{.position = element_text(cell),
                     .expected = "4 or more",
                     .found = fmt::format("{}", faces.size())};
      });
    }
    for (std::size_t k = 0; k < faces.size(); ++k) {
      const auto face = faces[k] < -most_elements ? 0 : std::abs(faces[k]);
      if (polygons_of(face) != nullptr) {
        uses.push_back({face, faces[k] < 0 ? -cell : cell});
        continue;
      }
      check_.tallies.add("M0202", path, cell, [&] {
        return Place{.position = fmt::format("{}, face {}", element_text(cell), k + 1),
                     .expected = "the number of a polygon",
                     .found = fmt::format("{}", faces[k])};
      });
    }
  }
}

void Polyhedra::note(const Use& use) {
  for (auto& polygons : polygons_) {
    const auto& section = *polygons.elements->section;
    if (use.face < section.first || use.face > section.last) continue;
    const auto at = static_cast<std::size_t>(use.face - section.first - polygons.elements->mine.begin);
    keep_lowest(use.cell > 0 ? polygons.positive[at] : polygons.negative[at], std::abs(use.cell));
    count_up(polygons.uses[at]);
    if (use.cell > 0) count_up(polygons.positives[at]);
    return;
  }
}

void Polyhedra::judge() {
  bool sound = true;
  for (const auto& polygons : polygons_) {
    const auto& section = *polygons.elements->section;
    for (std::size_t at = 0; at < polygons.uses.size(); ++at) {
      const auto face = section.first + polygons.elements->mine.begin + static_cast<std::int64_t>(at);
      const int uses = polygons.uses[at];
      const bool same_sign = uses == 2 && polygons.positives[at] != 1;
      const bool same_cell = polygons.positive[at] != 0 && polygons.positive[at] == polygons.negative[at];
      const auto tell = [&](std::string_view code, std::string expected, std::string found) {
        check_.tallies.add(code, section.path, face, [&] {
          return Place{
              .position = element_text(face), .expected = std::move(expected), .found = std::move(found)};
        });
      };
      if (uses == 0) tell("M0208", "one or two cells", "none");
      if (uses > 2) tell("M0203", "one or two cells", fmt::format("{}", uses));
      if (same_sign) tell("M0204", "one positive and one negative", "the same sign twice");
      if (uses == 2 && same_cell)
        tell("M0209", "two cells", fmt::format("element {} twice", polygons.positive[at]));
      sound = sound && uses <= 2 && !same_sign;
    }
  }
  are_sound_ = par::all_min(check_.session.comm(), sound ? 1 : 0) != 0;
}

void Polyhedra::move_to(Surface& surface) {
  for (auto& polygons : polygons_) {
    const auto* section = polygons.elements->section;
    surface.polygons.push_back({.section = static_cast<std::size_t>(section - check_.zone.sections.data()),
                                .first = section->first,
                                .begins = polygons.elements->begins,
                                .uses = std::move(polygons.uses)});
  }
}

}  // namespace pcgns::verify::check
