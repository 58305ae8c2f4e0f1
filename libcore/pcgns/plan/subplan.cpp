#include "pcgns/plan/subplan.hpp"

#include <algorithm>

namespace pcgns::plan {

namespace {

/// Copies the moves of `all` into target `from`, retargeted to `to`. @pre `all` is sorted by target.
template <typename Move>
void take(const std::vector<Move>& all, int from, int to, std::vector<Move>& taken) {
  const auto begin = std::lower_bound(all.begin(), all.end(), from,
                                      [](const Move& move, int target) { return move.target < target; });
  for (auto move = begin; move != all.end() && move->target == from; ++move) {
    taken.push_back(*move);
    taken.back().target = to;
  }
}

}  // namespace

Plan subplan(const Plan& plan, std::span<const int> targets) {
  Plan part;
  for (const int target : targets) {
    const auto to = static_cast<int>(part.targets.size());
    part.targets.push_back(plan.targets[static_cast<std::size_t>(target)]);
    take(plan.transfers, target, to, part.transfers);
    take(plan.boxes, target, to, part.boxes);
    take(plan.indexed, target, to, part.indexed);
  }
  if (!part.indexed.empty()) {
    part.numberings = plan.numberings;
    part.ragged = plan.ragged;
    part.turned = plan.turned;
  }
  part.shared_points = plan.shared_points;
  part.shared_limits = plan.shared_limits;
  part.has_holes = plan.has_holes;
  return part;
}

}  // namespace pcgns::plan
