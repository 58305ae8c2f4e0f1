// walk_elements.hpp: elements that say themselves how long they are, as files before CGNS 4 have them.
#pragma once

#include "pcgns/mesh/elements.hpp"

namespace pcgns::mesh {

/// MIXED, NGON_n or NFACE_n without ElementStartOffset. A flaw is that of this rank. @note Collective.
[[nodiscard]] Elements walk_elements(par::Session& session, const Dataset& dataset, const Section& section);

}  // namespace pcgns::mesh
