// subplan.hpp: restricts a plan to some of its targets.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

/// Those of `all` that go into `target`. @pre They are in the order of their targets, as a plan has them.
template <typename Move>
[[nodiscard]] std::span<const Move> moves_of(const std::vector<Move>& all, int target) {
  const auto [begin, end] =
      std::equal_range(all.begin(), all.end(), Move{.target = target},
                       [](const Move& a, const Move& b) { return a.target < b.target; });
  return {begin, end};
}

/// The moves into `targets` (indices into Plan::targets, each once, in any order); target i of the result is
/// targets[i]. It has no tree and no notes.
[[nodiscard]] Plan subplan(const Plan& plan, std::span<const int> targets);

/// The same, for a comparison of what several pieces hold: boxes cut to the values that shared ones repeat.
[[nodiscard]] Plan shared_subplan(const Plan& plan, std::span<const int> targets);

/// The same for a slab of each target: the planes `planes` of its last direction, which are target i of the
/// result. @pre The targets have these planes, and no indexed moves.
[[nodiscard]] Plan slab_of(const Plan& plan, std::span<const int> targets, Range planes);

}  // namespace pcgns::plan
