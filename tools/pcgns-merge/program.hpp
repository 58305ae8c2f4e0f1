// program.hpp: what pcgns-merge does with its options.
#pragma once

#include "common/program.hpp"
#include "pcgns-merge/options.hpp"

namespace pcgns::tool {

/// `options` must outlive it.
[[nodiscard]] Program program_of(MergeOptions& options);

}  // namespace pcgns::tool
