// preview.hpp: the mesh with the part of each cell as a field, to look at before anything is cut.
#pragma once

#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// The plan of the preview of `mesh`, cut from `whole`: coordinates, elements and boundary conditions, and
/// the field Part of the cell-centred solution Partition. `parts`: by structured zone, index into
/// InputSet::arrays. @pre DistributedZone::ranks are known.
[[nodiscard]] plan::Plan preview_of(const plan::Plan& whole, const partition::Mesh& mesh,
                                    const std::vector<int>& parts);

}  // namespace pcgns::repartition
