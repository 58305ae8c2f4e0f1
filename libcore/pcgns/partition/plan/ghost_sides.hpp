// ghost_sides.hpp: finds the ghost layers of a structured piece, in its own zone and across interfaces.
//
// Rind has one number of planes per side of a piece. Beyond a cut, ghosts come from the same zone. Beyond a
// side of the zone, they come from the donor of a GridConnectivity1to1_t, from the donor's donor, and so on.
// The side has ghosts only if every plane is found completely, edges and corners included.
#pragma once

#include <vector>

#include "pcgns/partition/file_plan.hpp"
#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

/// The interfaces through which ghosts are searched (Mesh::ghost_interfaces), by zone. Leaves out rotated
/// interfaces (periodic, with a RotationAngle), with a note, and all interfaces of zones that already have
/// Rind.
[[nodiscard]] std::vector<std::vector<GhostInterface>> ghost_interfaces_of(const Mesh& mesh,
                                                                           plan::Notes& notes);

/// The ghosts of one piece in one container of arrays.
struct GhostSides {
  cgns::Rind rind = {};                 ///< Planes on each side: ghosts plus the zone's own rind.
  std::vector<Borrowed> borrowed = {};  ///< What comes from other zones, or from the same zone through an
                                        ///< interface.
};

/// `rind`: that of the whole container, whose arrays are at `location`.
[[nodiscard]] GhostSides ghost_sides_of(const PieceJob& job, const cgns::Node& container,
                                        const Location& location, const cgns::Rind& rind);

/// `block` extended by `rind` on each side.
[[nodiscard]] Block with_rind(Block block, const cgns::Rind& rind, std::size_t dimension);

}  // namespace pcgns::partition
