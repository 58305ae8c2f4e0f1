// zone_faces.hpp: the faces of a zone that are not between two cells, found without knowing any beforehand.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/face_key.hpp"
#include "pcgns/mesh/elements.hpp"

namespace pcgns::mesh {

/// An element one dimension below the cells.
struct SurfaceElement {
  kernel::FaceKey key = {};
  std::int64_t element = 0;  ///< Its number in the zone, 1-based.
  std::int64_t nodes = 0;    ///< Corners; 0: it has collapsed.
};

/// A side of a cell.
struct CellSide {
  std::int64_t cell = 0;  ///< Its number in the zone; 0: none.
  std::int64_t side = 0;  ///< 1-based, as the standard numbers them.

  friend auto operator<=>(const CellSide&, const CellSide&) = default;
};

/// A face that one cell has, or more than two, or two on the same side, or that is a surface element.
struct OuterFace {
  kernel::FaceKey key = {};
  std::int64_t uses = 0;      ///< By cells.
  std::int64_t sum = 0;       ///< Of the senses in which they go round it.
  CellSide first = {};        ///< Of the cells that have it, the lowest ...
  CellSide second = {};       ///< ... and the next ...
  CellSide last = {};         ///< ... and the highest.
  std::int64_t element = 0;   ///< The lowest surface element there; 0: none.
  std::int64_t elements = 0;  ///< How many.
  std::int64_t nodes = 0;
  std::array<std::int64_t, 4> vertices = {};  ///< 1-based; only where `uses` is not 0.

  [[nodiscard]] bool is_boundary() const { return uses == 1; }
};

struct ZoneFaces {
  std::vector<OuterFace> faces;         ///< Those whose keys this rank owns, by key.
  std::vector<SurfaceElement> surface;  ///< By number; each on one rank.
  int ranks = 1;

  [[nodiscard]] int owner_of(const kernel::FaceKey& key) const;
  /// Null if it is not among `faces`.
  [[nodiscard]] OuterFace* find(const kernel::FaceKey& key);
};

/// Some consecutive elements of a rank.
struct Chunk {
  const Elements* elements = nullptr;
  Range range = {};  ///< From 0.
};
/// This rank's elements in pieces of no more than `size`; as many pieces on every rank, some of them empty.
/// @note Collective.
[[nodiscard]] std::vector<Chunk> chunks_of(par::Session& session, std::span<const Elements> sections,
                                           std::int64_t size);

/// What(face, side from 0, its vertices) for every side of element i that has not collapsed, if the element
/// has `dimension`; but for the sides whose bits are set in `skipped`.
template <typename What>
void each_side(const Block& block, std::int64_t i, int dimension, What&& what, unsigned skipped = 0);

/// Whether all nodes of an element are there.
[[nodiscard]] bool is_within(std::span<const std::int64_t> nodes, std::int64_t vertices);

/// Finds the outer faces of all cells in `sections`. Elements with nodes that are not there do not count, but
/// for faces that their parents tell. @note Collective.
[[nodiscard]] ZoneFaces match_faces(par::Session& session, const Dataset& dataset, const Zone& zone,
                                    std::span<const Elements> sections);

}  // namespace pcgns::mesh

#include "pcgns/mesh/zone_faces_inline.hpp"
