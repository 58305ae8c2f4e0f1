// program.hpp: what pcgns-repartition does with its options.
#pragma once

#include "common/program.hpp"
#include "pcgns-repartition/options.hpp"

namespace pcgns::tool {

/// `options` must outlive it.
[[nodiscard]] Program program_of(RepartitionOptions& options);

}  // namespace pcgns::tool
