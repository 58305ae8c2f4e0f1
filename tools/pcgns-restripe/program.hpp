// program.hpp: what pcgns-restripe does with its options.
#pragma once

#include "common/program.hpp"
#include "pcgns-restripe/options.hpp"

namespace pcgns::tool {

/// `options` must outlive it.
[[nodiscard]] Program program_of(RestripeOptions& options);

}  // namespace pcgns::tool
