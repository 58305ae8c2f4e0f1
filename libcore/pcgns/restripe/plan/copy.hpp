// copy.hpp: plans a copy of a file with the same nodes and another storage layout.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/restripe/storage.hpp"

namespace pcgns::restripe {

/// Chunk extents of about `bytes`, proportional to the array's.
[[nodiscard]] std::vector<std::int64_t> chunk_like(const std::vector<std::int64_t>& dims, int bytes_per_value,
                                                   std::int64_t bytes);

/// Arrays below this many bytes may become compact, so their values must be read with the tree
/// (ReadOptions::inline_limit).
[[nodiscard]] std::int64_t values_needed_below(const Layout& layout);

/// The plan with all nodes of the only tree of `inputs`, in their order. Throws Error{usage} if an array
/// would be chunked in a paged file.
[[nodiscard]] plan::Plan plan_copy(const cgns::InputSet& inputs, const StorageRequest& request);

}  // namespace pcgns::restripe
