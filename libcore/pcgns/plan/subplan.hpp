// subplan.hpp: restricts a plan to some of its targets.
#pragma once

#include <span>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// The moves into `targets` (indices into Plan::targets, each once, in any order); target i of the result is
/// targets[i]. It has no tree and no notes.
[[nodiscard]] Plan subplan(const Plan& plan, std::span<const int> targets);

/// The same for a slab of each target: the planes `planes` of its last direction, which are target i of the
/// result. @pre The targets have these planes, and no indexed moves.
[[nodiscard]] Plan slab_of(const Plan& plan, std::span<const int> targets, Range planes);

}  // namespace pcgns::plan
