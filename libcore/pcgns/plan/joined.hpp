// joined.hpp: several plans as one.
#pragma once

#include <span>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// What fills the arrays of all `plans`, which are of the same inputs: the targets of the first, then those
/// of the second, and so on. It has no tree and no notes.
[[nodiscard]] Plan joined(std::span<const Plan> plans);

}  // namespace pcgns::plan
