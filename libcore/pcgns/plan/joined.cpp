#include "pcgns/plan/joined.hpp"

namespace pcgns::plan {

namespace {

/// Number of entries of each kind in the preceding plans.
struct Counts {
  int targets = 0;
  int numberings = 0;
  int ragged = 0;
  int turned = 0;
};

int shifted(int index, int by) { return index < 0 ? index : index + by; }

Indexed shifted(Indexed move, const Counts& before) {
  move.target += before.targets;
  move.ragged = shifted(move.ragged, before.ragged);
  move.numbering = shifted(move.numbering, before.numberings);
  move.turned = shifted(move.turned, before.turned);
  move.turned_values = shifted(move.turned_values, before.turned);
  return move;
}

Turned shifted(Turned turned, const Counts& before) {
  for (auto& border : turned.borders) {
    border.here.numbering = shifted(border.here.numbering, before.numberings);
    border.there.numbering = shifted(border.there.numbering, before.numberings);
  }
  return turned;
}

template <typename Move>
void take(const std::vector<Move>& from, int targets, std::vector<Move>& to) {
  for (const auto& move : from) {
    to.push_back(move);
    to.back().target += targets;
  }
}

}  // namespace

Plan joined(std::span<const Plan> plans) {
  Plan all;
  for (const auto& plan : plans) {
    const Counts before{static_cast<int>(all.targets.size()), static_cast<int>(all.numberings.size()),
                        static_cast<int>(all.ragged.size()), static_cast<int>(all.turned.size())};
    all.targets.insert(all.targets.end(), plan.targets.begin(), plan.targets.end());
    take(plan.transfers, before.targets, all.transfers);
    take(plan.boxes, before.targets, all.boxes);
    take(plan.direct, before.targets, all.direct);
    for (const auto& move : plan.indexed) all.indexed.push_back(shifted(move, before));
    all.numberings.insert(all.numberings.end(), plan.numberings.begin(), plan.numberings.end());
    all.ragged.insert(all.ragged.end(), plan.ragged.begin(), plan.ragged.end());
    for (const auto& turned : plan.turned) all.turned.push_back(shifted(turned, before));
    all.shared_points = plan.shared_points;
    all.shared_limits = plan.shared_limits;
    all.has_holes = all.has_holes || plan.has_holes;
  }
  return all;
}

}  // namespace pcgns::plan
