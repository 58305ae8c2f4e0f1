// subplan.hpp: a plan of some arrays of another.
#pragma once

#include <span>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// What fills `targets` (indices into Plan::targets, each once, in any order); target i of it is targets[i].
/// It has no tree and no notes.
[[nodiscard]] Plan subplan(const Plan& plan, std::span<const int> targets);

}  // namespace pcgns::plan
