// chunk_options.hpp: what the options say of chunks and filters.
#pragma once

#include "pcgns-restripe/options.hpp"

namespace pcgns::restripe {

/// The layout that --layout, --chunk, --deflate, --shuffle and --filter ask for. Throws Error{usage} where
/// they contradict each other, or HDF5 does not have a filter.
[[nodiscard]] plan::Layout chunked_layout(const Options& options);

}  // namespace pcgns::restripe
