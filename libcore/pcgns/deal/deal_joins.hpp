// deal_joins.hpp: joins of unstructured zones, and those that cutting makes.
#pragma once

#include <vector>

#include "pcgns/deal/deal_job.hpp"

namespace pcgns::deal {

/// Of all zones, after everything else has been dealt out; but for those that cannot be cut
/// (partition/uncut.hpp). @note Collective.
void deal_joins(std::vector<DealJob>& zones, const partition::Mesh& mesh);

}  // namespace pcgns::deal
