// exactness.hpp: whether a merge of the parts gives back the very same content.
#pragma once

#include "pcgns/partition/mesh.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::partition {

/// False where something comes back in another form: several ranges or lists of points of one node become
/// one, and tables name zones as they stand.
[[nodiscard]] bool comes_back_exactly(const plan::Plan& whole, const Mesh& mesh);

}  // namespace pcgns::partition
