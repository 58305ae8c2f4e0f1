// distribute_interfaces.hpp: distributes interfaces of unstructured zones, and makes those between parts.
#pragma once

#include <vector>

#include "pcgns/partition/run/distribution_context.hpp"

namespace pcgns::partition {

/// Processes all zones, except interfaces that cannot be cut (partition/plan/uncut.hpp). @pre All other nodes
/// are distributed. @note Collective.
void distribute_interfaces(std::vector<DistributionContext>& zones, const Mesh& mesh);

}  // namespace pcgns::partition
