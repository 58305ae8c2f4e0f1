// offsets.hpp: computes where pieces begin in their zone, from the interfaces between them.
#pragma once

#include <optional>
#include <vector>

#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

/// Piece `to` begins at an offset of `shift` from piece `from`.
struct Equation {
  int from = 0;
  int to = 0;
  Index3 shift = {};
};

/// Begin of each piece, the lowest at 0. Interfaces beyond a spanning tree serve as checks.
struct Placement {
  std::vector<Index3> begins;           ///< Valid only if `wrong` and `unplaced` are empty.
  std::optional<std::size_t> wrong;     ///< The first equation that contradicts earlier ones.
  std::optional<std::size_t> unplaced;  ///< The first piece without a chain of equations to piece 0.
};

[[nodiscard]] Placement placed(std::size_t pieces, const std::vector<Equation>& equations);

/// At most two distinct placements without overlap or hole in their bounding box, each using one of the
/// equations that reach a piece. `cells`: extents of the pieces. Empty if there are too many choices to try.
[[nodiscard]] std::optional<std::vector<std::vector<Index3>>> exact_placements(
    const std::vector<Index3>& cells, const std::vector<Equation>& equations);

/// True if pieces of extents `cells` that begin at `begins` do not overlap.
[[nodiscard]] bool are_disjoint(const std::vector<Index3>& cells, const std::vector<Index3>& begins);

/// Sets the cells of all pieces, and the extents of the zone, from the begin of each piece.
void set_places(const cgns::InputSet& inputs, Original& original, const std::vector<Index3>& begins);

}  // namespace pcgns::fileset
