#include "pcgns/plan/subplan.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

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

/// The part of `transfer` within the values `slab` of its target, which begins there.
std::optional<Transfer> cut(Transfer transfer, Range slab) {
  const auto part = intersect({transfer.target_begin, transfer.target_begin + transfer.count}, slab);
  if (part.empty()) return std::nullopt;
  transfer.source_begin += part.begin - transfer.target_begin;
  transfer.target_begin = part.begin - slab.begin;
  transfer.count = part.size();
  return transfer;
}

Range planes_of(const Box& box, std::size_t direction) {
  return {box.target_begin[direction], box.target_begin[direction] + box.count[direction]};
}

/// Cuts `box` to the planes of a direction of its target; false if nothing is left.
bool clip(Box& box, Range planes, std::size_t direction) {
  const auto part = intersect(planes_of(box, direction), planes);
  if (part.empty()) return false;
  const auto axis = box.axes[direction];
  const auto skipped = part.begin - box.target_begin[direction];
  box.source_begin[static_cast<std::size_t>(std::abs(axis) - 1)] += axis < 0 ? -skipped : skipped;
  box.target_begin[direction] = part.begin;
  box.count[direction] = part.size();
  return true;
}

/// The part of `box` within the planes of direction `last` of its target, which begins there.
std::optional<Box> cut(Box box, Range planes, std::size_t last) {
  if (!clip(box, planes, last)) return std::nullopt;
  box.target_begin[last] -= planes.begin;
  box.target_extents[last] = planes.size();
  return box;
}

/// The part of `box` that `other` has, too.
std::optional<Box> common(Box box, const Box& other) {
  for (std::size_t d = 0; d < box.count.size(); ++d) {
    if (!clip(box, planes_of(other, d), d)) return std::nullopt;
  }
  return box;
}

/// The boxes of one target: of those that are not shared, what shared ones repeat.
void take_shared(std::span<const Box> boxes, std::vector<Box>& taken) {
  std::vector<const Box*> shared;
  std::int64_t longest = 0;  // along the last direction, in which they are sorted
  for (const auto& box : boxes) {
    if (!box.shared) continue;
    shared.push_back(&box);
    longest = std::max(longest, box.count.back());
  }
  const auto begin_of = [](const Box* box) { return box->target_begin.back(); };
  std::ranges::stable_sort(shared, {}, begin_of);
  for (const auto& box : boxes) {
    if (box.shared) {
      taken.push_back(box);
      continue;
    }
    const auto [begin, end] = planes_of(box, 2);
    auto other = std::ranges::lower_bound(shared, begin - longest, {}, begin_of);
    for (; other != shared.end() && begin_of(*other) < end; ++other) {
      if (const auto part = common(box, **other)) taken.push_back(*part);
    }
  }
}

/// Replaces the moves by what `cut_one` leaves of them.
template <typename Move, typename Cut>
void cut_all(std::vector<Move>& moves, const Cut& cut_one) {
  std::vector<Move> kept;
  for (const auto& move : moves) {
    if (auto part = cut_one(move)) kept.push_back(*part);
  }
  moves = std::move(kept);
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

Plan shared_subplan(const Plan& plan, std::span<const int> targets) {
  auto part = subplan(plan, targets);
  std::vector<Box> kept;
  for (std::size_t target = 0; target < part.targets.size(); ++target)
    take_shared(moves_of(part.boxes, static_cast<int>(target)), kept);
  part.boxes = std::move(kept);
  return part;
}

Plan slab_of(const Plan& plan, std::span<const int> targets, Range planes) {
  auto part = subplan(plan, targets);
  for (auto& target : part.targets) target.dims.back() = planes.size();
  cut_all(part.transfers, [&](const Transfer& transfer) {
    const auto& dims = part.targets[static_cast<std::size_t>(transfer.target)].dims;
    const auto plane = cgns::count_of(dims) / planes.size();
    return cut(transfer, {planes.begin * plane, planes.end * plane});
  });
  cut_all(part.boxes, [&](const Box& box) {
    return cut(box, planes, part.targets[static_cast<std::size_t>(box.target)].dims.size() - 1);
  });
  return part;
}

}  // namespace pcgns::plan
