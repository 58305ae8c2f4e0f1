// unstructured_zone.hpp: builds the tree of a part of an unstructured zone.
#pragma once

#include "pcgns/partition/distributed_zone.hpp"
#include "pcgns/partition/file_builder.hpp"

namespace pcgns::partition {

/// The Zone_t of piece `part` (index into DistributedZone::pieces). Nodes without values per point are copied
/// unchanged.
[[nodiscard]] cgns::Node unstructured_piece(const DistributedZone& zone, std::size_t part, FileBuilder& file);

/// The particles of part `part` of a particle zone, which keep their global numbers.
[[nodiscard]] cgns::Node particle_piece(const DistributedZone& zone, std::size_t part, FileBuilder& file);

}  // namespace pcgns::partition
