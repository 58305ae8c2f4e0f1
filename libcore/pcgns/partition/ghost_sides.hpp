// ghost_sides.hpp: what lies beyond the sides of a part: cells of its own zone, and of those that are joined.
//
// Rind has one number of planes for each side of a part. Beyond a cut there are cells of the zone. Beyond a
// side of the zone there are ghosts if each plane, edges and corners too, is found in a zone: by a
// GridConnectivity1to1_t, by that of its donor, and so on. Else the side has none.
#pragma once

#include <vector>

#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

/// Points of a zone, as those of another one number them.
struct Borrowed {
  int zone = 0;  ///< That has them.
  Block points;  ///< In the indices of the borrower, 0-based.
  Index3 axes;   ///< Direction of `zone`, from 1, along each of the borrower; negative: backwards.
  Index3 first;  ///< The first of `points`, in the indices of `zone`.
};

/// The joins that ghosts can be looked for through: Mesh::ghost_joins. Joins that are turned (periodic, with
/// a RotationAngle) are left out, with a note; and all those of zones that have Rind themselves.
[[nodiscard]] std::vector<std::vector<GhostJoin>> ghost_joins_of(const Mesh& mesh, plan::Notes& notes);

/// What a part has of one container of arrays with ghosts.
struct GhostSides {
  assemble::Rind rind = {};             ///< Planes at each side, ghosts and the zone's own ones.
  std::vector<Borrowed> borrowed = {};  ///< What comes from other zones, or by a join from its own.
};

/// `rind`: of the whole container, which lies at `location`.
[[nodiscard]] GhostSides ghost_sides_of(const PartJob& job, const tree::Node& container,
                                        const Location& location, const assemble::Rind& rind);

/// `block` with as many planes more at each side.
[[nodiscard]] Block with_rind(Block block, const assemble::Rind& rind, std::size_t dimension);

}  // namespace pcgns::partition
