// zone_faces.hpp: finds the outer faces of a zone from its cells alone.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/kernel/faces.hpp"
#include "pcgns/mesh/elements.hpp"

namespace pcgns::mesh {

/// An element one dimension below the cells.
struct SurfaceElement {
  kernel::FaceKey key = {};
  std::int64_t element = 0;  ///< Element number in the zone, 1-based.
  std::int64_t nodes = 0;    ///< Number of corners; 0: degenerate.
};

/// A side of a cell.
struct CellSide {
  std::int64_t cell = 0;  ///< Cell number in the zone; 0: none.
  std::int64_t side = 0;  ///< 1-based, in SIDS numbering.

  friend auto operator<=>(const CellSide&, const CellSide&) = default;
};

/// A face that is a surface element, or that does not separate exactly two cells in opposite orientation.
struct OuterFace {
  kernel::FaceKey key = {};
  std::int64_t uses = 0;      ///< Number of cell sides that use it.
  std::int64_t sum = 0;       ///< Sum of the orientations in which they use it.
  CellSide first = {};        ///< The lowest side that uses it ...
  CellSide second = {};       ///< ... the next ...
  CellSide last = {};         ///< ... and the highest.
  std::int64_t element = 0;   ///< The lowest surface element on it; 0: none.
  std::int64_t elements = 0;  ///< Number of surface elements on it.
  std::int64_t nodes = 0;
  std::array<std::int64_t, 4> vertices = {};  ///< 1-based; valid only if `uses` is not 0.

  [[nodiscard]] bool is_boundary() const { return uses == 1; }
};

struct ZoneFaces {
  std::vector<OuterFace> faces;         ///< Faces whose keys this rank owns, sorted by key.
  std::vector<SurfaceElement> surface;  ///< Sorted by number; each is on one rank.
  int ranks = 1;

  [[nodiscard]] int owner_of(const kernel::FaceKey& key) const;
  /// Null if it is not in `faces`.
  [[nodiscard]] OuterFace* find(const kernel::FaceKey& key);
};

/// Consecutive elements of a rank.
struct Chunk {
  const Elements* elements = nullptr;
  Range range = {};  ///< 0-based.
};
/// Elements that are read and looked at together.
inline constexpr std::int64_t elements_in_chunk = 1 << 16;

/// Splits this rank's elements into chunks of at most `size`. All ranks have equally many chunks, some of
/// them empty.
/// @note Collective.
[[nodiscard]] std::vector<Chunk> chunks_of(par::Session& session, std::span<const Elements> sections,
                                           std::int64_t size = elements_in_chunk);

/// Calls what(face, 0-based side, vertices) for every non-degenerate side of element i, if the element has
/// `dimension`. Skips the sides whose bits are set in `skipped`.
template <typename What>
void each_side(const Block& block, std::int64_t i, int dimension, What&& what, unsigned skipped = 0);

/// True if all nodes of an element exist.
[[nodiscard]] bool is_within(std::span<const std::int64_t> nodes, std::int64_t vertices);

/// Finds the outer faces of all cells in `sections`. Ignores elements with invalid nodes, except for faces
/// known from their parents. `with_polygons`: those of NGON_n may be sides of cells that are no polyhedra.
/// @note Collective.
[[nodiscard]] ZoneFaces match_faces(par::Session& session, const Dataset& dataset, const Zone& zone,
                                    std::span<const Elements> sections, bool with_polygons = false);

/// each_side for a shape whose sides are known at compile time.
template <const auto& sides, typename What>
void each_side_of(const std::int64_t* nodes, What&& what, unsigned skipped) {
  for (int number = 0; number < static_cast<int>(sides.size()); ++number) {
    if ((skipped >> number & 1U) != 0) continue;
    const auto& side = sides[static_cast<std::size_t>(number)];
    std::array<std::int64_t, 4> vertices = {};
    for (std::size_t k = 0; k < 4; ++k) vertices[k] = nodes[side.corner[k]];
    const auto face = kernel::face_of({vertices.data(), static_cast<std::size_t>(side.nodes)});
    if (face.nodes != 0) what(face, number, vertices);
  }
}

template <typename What>
void each_side(const Block& block, std::int64_t i, int dimension, What&& what, unsigned skipped) {
  const auto shape = cgns::shape_of(block.type(i));
  const auto& facts = cgns::facts_of(shape);
  const auto nodes = block.nodes(i);
  if (facts.dimension != dimension || nodes.size() < static_cast<std::size_t>(facts.corners)) return;
  switch (shape) {
    case cgns::Shape::triangle:
      return each_side_of<cgns::sides::of_triangle>(nodes.data(), what, skipped);
    case cgns::Shape::quadrangle:
      return each_side_of<cgns::sides::of_quadrangle>(nodes.data(), what, skipped);
    case cgns::Shape::tetrahedron:
      return each_side_of<cgns::sides::of_tetrahedron>(nodes.data(), what, skipped);
    case cgns::Shape::pyramid:
      return each_side_of<cgns::sides::of_pyramid>(nodes.data(), what, skipped);
    case cgns::Shape::prism:
      return each_side_of<cgns::sides::of_prism>(nodes.data(), what, skipped);
    case cgns::Shape::hexahedron:
      return each_side_of<cgns::sides::of_hexahedron>(nodes.data(), what, skipped);
    default:
      return;
  }
}

}  // namespace pcgns::mesh
