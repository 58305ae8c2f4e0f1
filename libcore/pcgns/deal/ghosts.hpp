// ghosts.hpp: layers of cells around those of each part.
#pragma once

#include "pcgns/deal/deal_elements.hpp"

namespace pcgns::deal {

/// `dealt` with ghosts. The first layer of a part are the cells that have a vertex in common with it, the
/// second those that have one in common with these, and so on. With them go their vertices, and the faces of
/// cells that are made of faces; other elements have no ghosts. @pre `dealt` has none. @note Collective.
[[nodiscard]] MeshDealing add_ghosts(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const MeshDealing& dealt, std::int64_t layers);

}  // namespace pcgns::deal
