// unstructured_zone.hpp: builds the tree of a part of an unstructured zone.
#pragma once

#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/plan/distributed_zone.hpp"

namespace pcgns::partition {

/// The Zone_t of part `part` (index into DistributedZone::parts). Nodes without values per point are copied
/// unchanged.
[[nodiscard]] cgns::Node unstructured_part(const DistributedZone& zone, std::size_t part, FileBuilder& file);

}  // namespace pcgns::partition
