// deal_joins.hpp: joins of unstructured zones, and those that cutting makes.
#pragma once

#include <vector>

#include "pcgns/deal/deal_job.hpp"

namespace pcgns::deal {

/// Of all zones, after everything else has been dealt out. @note Collective.
void deal_joins(std::vector<DealJob>& zones);

}  // namespace pcgns::deal
