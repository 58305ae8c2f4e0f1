// joined.hpp: concatenates several plans into one.
#pragma once

#include <span>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// The moves of all `plans`, which must have the same inputs. Targets are concatenated in the order of the
/// plans. The result has no tree and no notes.
[[nodiscard]] Plan joined(std::span<const Plan> plans);

}  // namespace pcgns::plan
