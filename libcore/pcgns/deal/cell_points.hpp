// cell_points.hpp: a point for each cell, by which space is cut.
#pragma once

#include <vector>

#include "pcgns/deal/zone_mesh.hpp"
#include "pcgns/kernel/space_key.hpp"

namespace pcgns::deal {

/// The centre of the box around each of this rank's cells, `begins` as in Dealing. It does not depend on the
/// order of the nodes, nor on who has them. @pre The zone has coordinates. @note Collective.
[[nodiscard]] std::vector<kernel::GridPoint> cell_points(par::Session& session, const mesh::Dataset& dataset,
                                                         const ZoneMesh& mesh,
                                                         const std::vector<std::int64_t>& begins);

/// This rank's vertices on the same grid. @note Collective.
[[nodiscard]] std::vector<kernel::GridPoint> vertex_points(par::Session& session,
                                                           const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                                           const std::vector<std::int64_t>& begins);

}  // namespace pcgns::deal
