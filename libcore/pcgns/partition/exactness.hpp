// exactness.hpp: whether a merge of the parts gives back the very same content.
#pragma once

#include "pcgns/partition/mesh.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

/// False where something cannot be carried over to parts, or comes back in another order: lists of points of
/// structured zones come back ascending, and names of zones in tables as the zones stand.
[[nodiscard]] bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh);

}  // namespace pcgns::partition
