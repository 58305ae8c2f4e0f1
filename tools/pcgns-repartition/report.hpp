// report.hpp: what pcgns-repartition tells of a partition.
#pragma once

#include "common/report.hpp"
#include "pcgns/repartition/repartition.hpp"

namespace pcgns::tool {

/// `ranks`: those of the program.
[[nodiscard]] Report describe(const repartition::Request& request, const repartition::Report& report,
                              int ranks);

}  // namespace pcgns::tool
