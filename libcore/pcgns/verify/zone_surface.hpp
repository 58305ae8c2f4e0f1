// zone_surface.hpp: the surface of a zone, found once.
#pragma once

#include <span>

#include "pcgns/mesh/elements.hpp"
#include "pcgns/verify/layers.hpp"
#include "pcgns/verify/surfaces.hpp"

namespace pcgns::verify {

/// The faces of those cells that are elements; none if there are no such cells. @note Collective.
[[nodiscard]] Surface surface_of_cells(par::Session& session, const Subject& subject, const mesh::Zone& zone,
                                       std::span<const mesh::Elements> sections);

/// That of a zone as the check of the mesh has left it, or found now. @note Collective.
[[nodiscard]] Surface& known_surface(par::Session& session, const Subject& subject, const mesh::Zone& zone);

}  // namespace pcgns::verify
