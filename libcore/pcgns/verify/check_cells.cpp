#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pcgns/sids/element_shapes.hpp"
#include "pcgns/verify/cell_sizes.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using kernel::Point;
using mesh::Elements;
using sids::Shape;

constexpr std::int64_t elements_in_chunk = 1 << 17;
/// Sizes below so many times what rounding of coordinates may change are nothing.
constexpr double certainty = 4;

/// How far a cell reaches, and how far it lies from the origin.
struct Reach {
  double extent = 0;    ///< The sum over all directions.
  double distance = 0;  ///< The largest absolute coordinate.
};

Reach reach_of(const Point* corners, int count) {
  auto low = corners[0];
  auto high = corners[0];
  for (int i = 1; i < count; ++i) {
    low = {std::min(low.x, corners[i].x), std::min(low.y, corners[i].y), std::min(low.z, corners[i].z)};
    high = {std::max(high.x, corners[i].x), std::max(high.y, corners[i].y), std::max(high.z, corners[i].z)};
  }
  return {.extent = (high.x - low.x) + (high.y - low.y) + (high.z - low.z),
          .distance = std::max({-low.x, -low.y, -low.z, high.x, high.y, high.z})};
}

double volume_of(Shape shape, const Point* corners) {
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

/// Of a surface in the plane with its sign, in space without.
double area_of(Shape shape, const Point* corners, bool in_plane) {
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
    for (const auto& chunk : mesh::chunks_of(check_.session, sections, elements_in_chunk)) look_at(chunk);
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

  [[nodiscard]] const sids::ShapeFacts* facts_of(const mesh::Block& block, std::int64_t i) const {
    const auto& facts = sids::facts_of(sids::shape_of(block.type(i)));
    const auto nodes = block.nodes(i);
    if (facts.dimension != dimension_ || std::ssize(nodes) < facts.corners) return nullptr;
    return &facts;
  }

  /// The corners of the cells.
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
    std::array<Point, 8> corners;
    for (int k = 0; k < facts->corners; ++k) {
      corners[static_cast<std::size_t>(k)] = window.at(block.nodes(i)[static_cast<std::size_t>(k)]);
    }
    const auto shape = sids::shape_of(block.type(i));
    const bool in_plane = check_.zone.physical_dimension == 2;
    const auto size =
        dimension_ == 3 ? volume_of(shape, corners.data()) : area_of(shape, corners.data(), in_plane);
    const auto reach = reach_of(corners.data(), facts->corners);
    note(block.element(i), size,
         certainty * reach.distance * (dimension_ == 3 ? reach.extent * reach.extent : reach.extent));
  }

  /// `rounding`: what it may change in the size, by unit of relative precision.
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

}  // namespace pcgns::verify
