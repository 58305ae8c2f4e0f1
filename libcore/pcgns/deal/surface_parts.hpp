// surface_parts.hpp: the parts of surface elements that do not say which cells they belong to.
#pragma once

#include <utility>
#include <vector>

#include "pcgns/deal/elements_at.hpp"

namespace pcgns::deal {

/// Numbers of elements (in the zone, 1-based) with the parts of the cells that have them as a face; what no
/// cell has is left out. @note Collective.
[[nodiscard]] std::vector<Pair> parts_of_surface(par::Session& session, const mesh::Dataset& dataset,
                                                 const ZoneMesh& mesh, const ElementDealings& dealings);

}  // namespace pcgns::deal
