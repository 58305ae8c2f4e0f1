// share_out.hpp: which rank gets how much of the unstructured zones.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/mesh.hpp"

namespace pcgns::partition {

/// How many cells a zone has that is to be dealt out. Throws Error{input} if its extents make no sense.
[[nodiscard]] std::int64_t cells_of(const DealtZone& zone);

/// Gives every rank a share of the unstructured zones, after it has its parts of the structured ones.
/// `weights`: of each zone; empty: its cells. `targets`: what each rank is to have, in proportion; empty: all
/// the same. @pre There are no structured zones if there are weights or targets.
void share_out(Mesh& mesh, Method method, const std::vector<std::int64_t>& weights = {},
               const std::vector<double>& targets = {});

}  // namespace pcgns::partition
