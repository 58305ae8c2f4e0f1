#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/run/cell_sizes.hpp"
#include "pcgns/verify/check/run/polyhedra.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Shape;
using mesh::Elements;

/// Multiple of the rounding error below which a size counts as zero.
constexpr double certainty = 4;

/// Extent of a cell, and its distance from the origin.
struct Reach {
  double extent = 0;    ///< Sum over all directions.
  double distance = 0;  ///< Largest absolute coordinate.
};

Reach reach_of(const kernel::Point* corners, int count) {
  auto low = corners[0];
  auto high = corners[0];
  for (int i = 1; i < count; ++i) {
    low = {std::min(low.x, corners[i].x), std::min(low.y, corners[i].y), std::min(low.z, corners[i].z)};
    high = {std::max(high.x, corners[i].x), std::max(high.y, corners[i].y), std::max(high.z, corners[i].z)};
  }
  return {.extent = (high.x - low.x) + (high.y - low.y) + (high.z - low.z),
          .distance = std::max({-low.x, -low.y, -low.z, high.x, high.y, high.z})};
}

double volume_of(Shape shape, const kernel::Point* corners) {
  switch (shape) {
    case Shape::tetrahedron:
      return kernel::tetrahedron_volume(corners);
    case Shape::pyramid:
      return kernel::pyramid_volume(corners);
    case Shape::prism:
      return kernel::prism_volume(corners);
    default:
      return kernel::hexahedron_volume(corners);
  }
}

/// Signed in a plane, unsigned in space.
double area_of(Shape shape, const kernel::Point* corners, bool in_plane) {
  const auto area =
      shape == Shape::triangle ? kernel::triangle_area(corners) : kernel::quadrangle_area(corners);
  return in_plane ? area.z : kernel::length(area);
}

class CellCheck {
 public:
  CellCheck(const ZoneCheck& check, const mesh::Coordinates& coordinates)
      : check_(check),
        coordinates_(coordinates),
        dimension_(static_cast<int>(check.zone.dimension)),
        sizes_(check.zone.sections.size()) {}

  void run(std::span<const Elements> sections) {
    for (const auto& chunk : mesh::chunks_of(check_.session, sections)) look_at(chunk);
    std::vector<std::string> paths;
    for (const auto& section : check_.zone.sections) paths.push_back(section.path);
    sizes_.tell(check_, paths, CellSizes::Sides::known);
  }

 private:
  void look_at(const mesh::Chunk& chunk) {
    const auto range = range_of(chunk);
    const bool is_dense = mesh::Coordinates::is_dense(range, 8 * chunk.range.size());
    std::vector<std::int64_t> few;
    if (!is_dense) collect(chunk, few);
    const auto window = coordinates_.window(is_dense ? range : Range{1, 1}, few);
    if (chunk.elements == nullptr) return;
    mesh::for_each_block(*chunk.elements, chunk.range, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) measure(*chunk.elements, window, block, i);
    });
  }

  /// From the lowest to the highest vertex of the elements.
  [[nodiscard]] Range range_of(const mesh::Chunk& chunk) const {
    if (chunk.elements == nullptr) return {1, 1};
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = 0;
    const auto see = [&](std::span<const std::int64_t> nodes) {
      for (const auto node : nodes) {
        const bool counts = node >= 1 && node <= check_.zone.vertices;
        least = counts && node < least ? node : least;
        most = counts && node > most ? node : most;
      }
    };
    mesh::for_each_block(*chunk.elements, chunk.range, [&](const mesh::Block& block) {
      if (chunk.elements->lead == 0) return see(block.values());
      for (std::int64_t i = 0; i < block.size(); ++i) see(block.nodes(i));
    });
    if (least > most) return {1, 1};
    return {least, most + 1};
  }

  [[nodiscard]] const cgns::ShapeFacts* facts_of(const mesh::Block& block, std::int64_t i) const {
    const auto& facts = cgns::facts_of(cgns::shape_of(block.type(i)));
    const auto nodes = block.nodes(i);
    if (facts.dimension != dimension_ || std::ssize(nodes) < facts.corners) return nullptr;
    return &facts;
  }

  /// Collects the corners of the cells.
  void collect(const mesh::Chunk& chunk, std::vector<std::int64_t>& wanted) const {
    mesh::for_each_block(*chunk.elements, chunk.range, [&](const mesh::Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto* facts = facts_of(block, i);
        if (facts == nullptr || !mesh::is_within(block.nodes(i), check_.zone.vertices)) continue;
        const auto corners = block.nodes(i).first(static_cast<std::size_t>(facts->corners));
        wanted.insert(wanted.end(), corners.begin(), corners.end());
      }
    });
  }

  void measure(const Elements& elements, const mesh::Window& window, const mesh::Block& block,
               std::int64_t i) {
    const auto* facts = facts_of(block, i);
    if (facts == nullptr) return;
    if (!elements.all_within && !mesh::is_within(block.nodes(i), check_.zone.vertices)) return;
    std::array<kernel::Point, 8> corners;
    for (int k = 0; k < facts->corners; ++k) {
      corners[static_cast<std::size_t>(k)] = window.at(block.nodes(i)[static_cast<std::size_t>(k)]);
    }
    const auto shape = cgns::shape_of(block.type(i));
    const bool in_plane = check_.zone.physical_dimension == 2;
    const auto size =
        dimension_ == 3 ? volume_of(shape, corners.data()) : area_of(shape, corners.data(), in_plane);
    const auto reach = reach_of(corners.data(), facts->corners);
    note(block.element(i), size,
         certainty * reach.distance * (dimension_ == 3 ? reach.extent * reach.extent : reach.extent));
  }

  /// `rounding`: change of the size per unit of relative error.
  void note(std::int64_t element, double size, double rounding) {
    sizes_.add(section_of(element), element, size, rounding, coordinates_.precision());
  }

  [[nodiscard]] std::size_t section_of(std::int64_t element) {
    const auto& sections = check_.zone.sections;
    const bool is_same = sections[last_section_].first <= element && element <= sections[last_section_].last;
    if (!is_same) last_section_ = static_cast<std::size_t>(check_.zone.section_of(element) - sections.data());
    return last_section_;
  }

  const ZoneCheck& check_;
  const mesh::Coordinates& coordinates_;
  int dimension_;
  CellSizes sizes_;
  std::size_t last_section_ = 0;
};

}  // namespace

void check_cells(const ZoneCheck& check, std::span<const Elements> sections,
                 const mesh::Coordinates& coordinates) {
  const auto dimension = check.zone.dimension;
  const bool has_sizes = dimension == 3 ? check.zone.coordinates.size() == 3 : dimension == 2;
  if (has_sizes && check.zone.coordinates.size() >= 2) CellCheck(check, coordinates).run(sections);
}

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
  // Surfaces in space may branch at an edge, and have no common side.
  const bool fills_space = check.zone.physical_dimension <= check.zone.dimension;
  for (const auto& face : faces.faces) {
    const bool same_side = face.uses == 2 && face.sum != 0;
    if (face.uses > 2 && fills_space) tell_shared(check, face);
    if (same_side && fills_space) tell_same_side(check, face);
    if (same_side || face.uses > 2) add_suspects(face, suspects);
    if (face.elements > 0) check_surface_element(check, face);
  }
  check_doubled_cells(check, sections, std::move(suspects));
}

namespace {

using mesh::Elements;

bool has_type(const Elements& elements, int type) { return elements.section->type == type; }

/// Reports polyhedra in a zone without NGON_n, whose faces are all missing.
void tell_missing_polygons(const ZoneCheck& check, std::span<const Elements> sections) {
  for (const auto& elements : sections) {
    if (!has_type(elements, cgns::element_type::nface) || !check.tells()) continue;
    check.tallies.add("M0202", elements.section->path, 0, [] {
      return Place{.position = {}, .expected = "a section of NGON_n in the zone", .found = "none"};
    });
  }
}

void tell_missing_cells(const ZoneCheck& check, const Polyhedra& polyhedra) {
  if (!check.tells()) return;
  for (const auto& polygons : polyhedra.polygons()) {
    check.tallies.add("M0213", polygons.elements->section->path, 0, [] { return Place{}; });
  }
}

}  // namespace

void check_polyhedra(const ZoneCheck& check, std::span<const Elements> sections,
                     const mesh::Coordinates* coordinates, Surface& surface) {
  if (check.zone.dimension != 3 || surface.polygons_are_sides) return;
  Polyhedra polyhedra(check, sections);
  if (polyhedra.polygons().empty()) return tell_missing_polygons(check, sections);
  polyhedra.read_cells();
  const bool has_parents = polyhedra.read_parents();
  if (!polyhedra.has_cells() && !has_parents) {
    tell_missing_cells(check, polyhedra);
  } else {
    if (surface.faces) polyhedra.join(*surface.faces);
    polyhedra.judge();
    if (coordinates != nullptr && coordinates->shares().size() == 3)
      check_polyhedron_sizes(check, polyhedra, *coordinates);
  }
  polyhedra.move_to(surface);
}

namespace {

using mesh::Elements;

/// A cell by its vertices.
struct Cell {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::int64_t element = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

Cell cell_of(std::span<const std::int64_t> nodes, std::int64_t element) {
  std::vector<std::int64_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  Cell cell{.element = element};
  for (const auto node : sorted) {
    cell.high = kernel::mixed(cell.high + static_cast<std::uint64_t>(node));
    cell.low = kernel::mixed((cell.low ^ 0x9E3779B97F4A7C15ULL) + static_cast<std::uint64_t>(node));
  }
  return cell;
}

class Doubles {
 public:
  Doubles(const ZoneCheck& check, std::span<const Elements> sections) : check_(check), sections_(sections) {}

  void run(std::span<const std::int64_t> suspects) {
    auto mine = par::scatter_to_owners(check_.session, suspects,
                                       [&](std::int64_t element) { return owner_of(element); });
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    std::vector<Cell> cells;
    for (const auto element : mine) add(element, cells);
    const auto ranks = static_cast<std::uint64_t>(check_.session.size());
    auto gathered = par::scatter_to_owners(
        check_.session, cells, [&](const Cell& cell) { return static_cast<int>(cell.high % ranks); });
    std::sort(gathered.begin(), gathered.end());
    for (std::size_t i = 1; i < gathered.size(); ++i) compare(gathered[i - 1], gathered[i]);
  }

 private:
  [[nodiscard]] int owner_of(std::int64_t element) const {
    const auto* elements = mesh::find_section(sections_, element);
    return elements == nullptr ? 0 : elements->owner_of(element - elements->section->first);
  }

  void add(std::int64_t element, std::vector<Cell>& cells) const {
    const auto* elements = mesh::find_section(sections_, element);
    if (elements == nullptr) return;
    const auto at = element - elements->section->first - elements->mine.begin;
    mesh::Block block;
    block.load(*elements, {at, at + 1});
    cells.push_back(cell_of(block.nodes(0), element));
  }

  void compare(const Cell& first, const Cell& second) const {
    if (first.high != second.high || first.low != second.low || first.element == second.element) return;
    check_.tallies.add("M0303", check_.path_of(second.element), second.element, [&] {
      return Place{.position = fmt::format("element {}", second.element),
                   .expected = "other vertices",
                   .found = fmt::format("those of element {}", first.element)};
    });
  }

  const ZoneCheck& check_;
  std::span<const Elements> sections_;
};

}  // namespace

void check_doubled_cells(const ZoneCheck& check, std::span<const Elements> sections,
                         std::vector<std::int64_t> suspects) {
  std::erase(suspects, 0);
  const auto all = par::all_sum(check.session.comm(), static_cast<std::int64_t>(suspects.size()));
  if (all > 0) Doubles(check, sections).run(suspects);
}

}  // namespace pcgns::verify::check
