// cut_faces.hpp: how many faces lie between cells of different parts.
#pragma once

#include "pcgns/deal/deal_elements.hpp"

namespace pcgns::deal {

/// @note Collective.
[[nodiscard]] std::int64_t count_cut_faces(par::Session& session, const ZoneMesh& mesh,
                                           const MeshDealing& dealt);

}  // namespace pcgns::deal
