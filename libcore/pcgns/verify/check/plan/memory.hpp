// memory.hpp: the memory that a check takes, from the tree alone.
#pragma once

#include <cstdint>

#include "pcgns/base/budget.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

/// Planes of cells, along the last direction of a structured zone, whose vertices fit into `memory` of each
/// of the ranks; at least one.
[[nodiscard]] std::int64_t planes_at_once(const cgns::ZoneShape& shape, Budget memory, int ranks);

/// Bytes per rank that the check of the mesh `tree` holds besides `memory`: those of the zone that
/// needs most.
[[nodiscard]] std::int64_t bytes_of_mesh(const cgns::Node& tree, Budget memory, int ranks);

}  // namespace pcgns::verify::check
