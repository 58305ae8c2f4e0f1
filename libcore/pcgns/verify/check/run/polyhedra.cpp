#include "pcgns/verify/check/run/polyhedra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/kernel/faces.hpp"
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

/// A polygon that is perhaps a face of another cell, for the rank that owns this.
struct PolygonSide {
  kernel::FaceKey key;
  std::int64_t polygons;  ///< Index of the section.
  std::int64_t at;
  std::int64_t rank;
};

/// True if a section has cells that are not polyhedra. @note Collective.
bool has_other_cells(const ZoneCheck& check, const Elements& elements) {
  const auto type = elements.section->type;
  if (type == cgns::element_type::ngon || type == cgns::element_type::nface) return false;
  if (!elements.is_mixed()) return elements.section->dimension() == check.zone.dimension;
  int found = 0;
  mesh::for_each_block(elements, [&](const mesh::Block& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto& facts = cgns::facts_of(cgns::shape_of(block.type(i)));
      if (facts.dimension == check.zone.dimension) found = 1;
    }
  });
  return par::all_max(check.session.comm(), found) != 0;
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
  if (polygons_.empty()) return;
  for (const auto& elements : sections) {
    if (has_other_cells(check, elements)) others_.push_back(elements.section);
  }
  if (others_.empty()) return;
  for (auto& polygons : polygons_) polygons.others.resize(polygons.uses.size());
}

bool Polyhedra::is_other_cell(std::int64_t element) const {
  return std::any_of(others_.begin(), others_.end(), [&](const mesh::Section* section) {
    return section->first <= element && element <= section->last;
  });
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
      if (uses == 0 && !polygons.is_of_others(at)) tell("M0208", "one or two cells", "none");
      if (uses > 2) tell("M0203", "one or two cells", fmt::format("{}", uses));
      if (same_sign) tell("M0204", "one positive and one negative", "the same sign twice");
      if (uses == 2 && same_cell)
        tell("M0209", "two cells", fmt::format("element {} twice", polygons.positive[at]));
      sound = sound && uses <= 2 && !same_sign;
    }
  }
  are_sound_ = par::all_min(check_.session.comm(), sound ? 1 : 0) != 0;
}

void Polyhedra::join(mesh::ZoneFaces& faces) {
  if (others_.empty()) return;
  std::vector<PolygonSide> sides;
  for (std::size_t i = 0; i < polygons_.size(); ++i) {
    const auto& elements = *polygons_[i].elements;
    mesh::for_each_block(elements, [&](const mesh::Block& block) {
      for (std::int64_t k = 0; k < block.size(); ++k) {
        const auto nodes = block.nodes(k);
        const auto at = block.number(k) - elements.mine.begin;
        const bool may_be_side = polygons_[i].uses[static_cast<std::size_t>(at)] < 2 &&
                                 (nodes.size() == 3 || nodes.size() == 4) &&
                                 mesh::is_within(nodes, check_.zone.vertices);
        if (!may_be_side) continue;
        const auto face = kernel::face_of(nodes);
        if (face.nodes == 0) continue;
        sides.push_back({face.key, static_cast<std::int64_t>(i), at, check_.session.rank()});
      }
    });
  }
  const auto asked = par::scatter_to_owners(
      check_.session, sides, [&](const PolygonSide& side) { return faces.owner_of(side.key); });
  std::vector<PolygonSide> found;
  for (const auto& side : asked) {
    auto* const face = faces.find(side.key);
    if (face == nullptr || !face->is_boundary()) continue;
    ++face->uses;
    found.push_back(side);
  }
  for (const auto& side : par::scatter_to_owners(
           check_.session, found, [](const PolygonSide& side) { return static_cast<int>(side.rank); })) {
    auto& others =
        polygons_[static_cast<std::size_t>(side.polygons)].others[static_cast<std::size_t>(side.at)];
    others = std::max(others, std::uint8_t{1});
  }
}

void Polyhedra::move_to(Surface& surface) {
  for (auto& polygons : polygons_) {
    for (std::size_t at = 0; at < polygons.others.size(); ++at)
      polygons.uses[at] = static_cast<std::uint8_t>(std::min(255, polygons.uses[at] + polygons.others[at]));
    const auto* section = polygons.elements->section;
    surface.polygons.push_back({.section = static_cast<std::size_t>(section - check_.zone.sections.data()),
                                .first = section->first,
                                .begins = polygons.elements->begins,
                                .uses = std::move(polygons.uses)});
  }
}

}  // namespace pcgns::verify::check
