// cell_points.hpp: computes a point per cell and per vertex for geometric partitioning.
#pragma once

#include <array>
#include <vector>

#include "pcgns/kernel/orders.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// The centre of the bounding box of each of this rank's cells; `begins` as in Distribution. Independent of
/// the node order and of the distribution. @pre The zone has coordinates. @note Collective.
[[nodiscard]] std::vector<kernel::GridPoint> cell_points(par::Session& session, const mesh::Dataset& dataset,
                                                         const ZoneMesh& mesh,
                                                         const std::vector<std::int64_t>& begins);

/// The same in space, to within 2^-32 of the extent of the zone. @note Collective.
[[nodiscard]] std::vector<std::array<double, 3>> cell_centres(par::Session& session,
                                                              const mesh::Dataset& dataset,
                                                              const ZoneMesh& mesh,
                                                              const std::vector<std::int64_t>& begins);

/// This rank's vertices on the same grid. @note Collective.
[[nodiscard]] std::vector<kernel::GridPoint> vertex_points(par::Session& session,
                                                           const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                                           const std::vector<std::int64_t>& begins);

}  // namespace pcgns::partition
