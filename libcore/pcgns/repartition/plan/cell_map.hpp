// cell_map.hpp: a file with the rank of each cell of the unstructured zones.
//
// It has the bases and zones of the mesh, and in each zone a solution with the rank of every cell, from 0, so
// that every reader of CGNS can show it.
#pragma once

#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// The plan of the map of `mesh`, cut from `whole`. @pre DistributedZone::ranks are known.
[[nodiscard]] plan::Plan map_of(const plan::Plan& whole, const partition::Mesh& mesh);

}  // namespace pcgns::repartition
