// subplan.hpp: restricts a plan to some of its targets.
#pragma once

#include <span>

#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// The moves into `targets` (indices into Plan::targets, each once, in any order); target i of the result is
/// targets[i]. It has no tree and no notes.
[[nodiscard]] Plan subplan(const Plan& plan, std::span<const int> targets);

}  // namespace pcgns::plan
