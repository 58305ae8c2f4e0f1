#include "pcgns/plan/shared_boxes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "pcgns/plan/cut.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::plan {

namespace {

using Region = std::array<Range, 3>;

Range range_of(const Box& box, std::size_t d) {
  return {box.target_begin[d], box.target_begin[d] + box.count[d]};
}

/// What boxes of these extents have, without planes beyond the zone.
Region zone_of(const Target& target, const Index3& extents) {
  Region zone;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool has_planes = 2 * d + 1 < target.rind.size();
    zone[d] = {has_planes ? target.rind[2 * d] : 0, extents[d] - (has_planes ? target.rind[2 * d + 1] : 0)};
  }
  return zone;
}

/// The boxes that provide the values of a target, found by the direction in which they differ most.
class Owners {
 public:
  explicit Owners(std::span<const Box> boxes) {
    std::array<std::set<std::int64_t>, 3> begins;
    for (const auto& box : boxes) {
      if (box.shared) continue;
      boxes_.push_back(box);
      for (std::size_t d = 0; d < 3; ++d) begins[d].insert(box.target_begin[d]);
    }
    for (std::size_t d = 1; d < 3; ++d) {
      if (begins[d].size() > begins[axis_].size()) axis_ = d;
    }
    std::ranges::stable_sort(boxes_, {}, [&](const Box& box) { return box.target_begin[axis_]; });
    for (const auto& box : boxes_) longest_ = std::max(longest_, box.count[axis_]);
  }

  /// Calls `use(owner, common)` for each box that has points of `shared` within `zone`.
  template <typename Use>
  void each_common(const Box& shared, const Region& zone, const Use& use) const {
    const auto along = range_of(shared, axis_);
    const auto begin_of = [&](const Box& box) { return box.target_begin[axis_]; };
    auto owner = std::ranges::lower_bound(boxes_, along.begin - longest_, {}, begin_of);
    for (; owner != boxes_.end() && begin_of(*owner) < along.end; ++owner) {
      Region common;
      bool is_empty = false;
      for (std::size_t d = 0; d < 3; ++d) {
        common[d] = intersect(intersect(range_of(shared, d), range_of(*owner, d)), zone[d]);
        is_empty = is_empty || common[d].empty();
      }
      if (!is_empty) use(*owner, common);
    }
  }

 private:
  std::vector<Box> boxes_;
  std::size_t axis_ = 0;
  std::int64_t longest_ = 0;
};

/// Adds what `box` has in `region`, which it contains, as box of target `target`.
void add(Box box, const Region& region, int target, std::vector<Box>& boxes) {
  for (std::size_t d = 0; d < 3; ++d) box = *cut(box, region[d], d);
  box.target = target;
  boxes.push_back(box);
}

void add_target(const Plan& whole, int index, SharedBoxes& found) {
  const auto boxes = moves_of(whole.boxes, index);
  const auto& target = whole.targets[static_cast<std::size_t>(index)];
  if (boxes.empty()) return;
  const auto extents = boxes.front().target_extents;
  const auto zone = zone_of(target, extents);
  const Owners owners(boxes);
  for (const auto& shared : boxes) {
    if (!shared.shared || shared.is_ghost) continue;
    owners.each_common(shared, zone, [&](const Box& owner, const Region& common) {
      auto part = target;
      part.rind.clear();
      part.dims = {common[0].size(), common[1].size(), common[2].size()};
      const auto to = static_cast<int>(found.plan.targets.size());
      found.plan.targets.push_back(std::move(part));
      found.places.push_back({index, extents, {common[0].begin, common[1].begin, common[2].begin}});
      add(owner, common, to, found.plan.boxes);
      add(shared, common, to, found.plan.boxes);
    });
  }
}

}  // namespace

std::int64_t SharedBoxes::position_in_whole(std::size_t i, std::int64_t position) const {
  const auto& [target, extents, begin] = places[i];
  const auto& box = plan.targets[i].dims;
  std::int64_t at = 0;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < box.size(); ++d) {
    at += (begin[d] + position % box[d]) * stride;
    position /= box[d];
    stride *= extents[d];
  }
  return at;
}

SharedBoxes shared_boxes_of(const Plan& whole) {
  const bool wants_all = whole.shared_points == SharedPoints::error || whole.shared_limits.strict;
  SharedBoxes found;
  found.plan.shared_points = whole.shared_points;
  found.plan.shared_limits = whole.shared_limits;
  for (std::size_t i = 0; i < whole.targets.size(); ++i) {
    if (wants_all || whole.targets[i].is_coordinate) add_target(whole, static_cast<int>(i), found);
  }
  return found;
}

}  // namespace pcgns::plan
