#include <algorithm>

#include "pcgns/check/coincidence.hpp"
#include "pcgns/move/exchange.hpp"
#include "pcgns/verify/join_work.hpp"

namespace pcgns::verify {

namespace {

using check::Coincidence;
using check::Index;
using check::Point;

constexpr std::int64_t pairs_at_once = 16384;

/// A 1to1 connection of the group, and which of all pairs of points are its own.
struct RangeJoin {
  int number = 0;
  const check::Join* join = nullptr;
  check::JoinMap map;
  std::int64_t first_pair = 0;
  std::vector<Coincidence> found;  ///< Under each motion.
};

Index point_of(const check::IndexRange& range, std::int64_t number) {
  Index point;
  for (int axis = 0; axis < 3; ++axis) {
    point[static_cast<std::size_t>(axis)] = range.low(axis) + number % range.extent(axis);
    number /= range.extent(axis);
  }
  return point;
}

/// The points beside `point` in the range.
std::vector<Index> neighbours_of(const check::IndexRange& range, const Index& point) {
  std::vector<Index> neighbours;
  for (int axis = 0; axis < 3; ++axis) {
    for (const int step : {-1, 1}) {
      auto neighbour = point;
      auto& index = neighbour[static_cast<std::size_t>(axis)];
      index += step;
      if (index >= range.low(axis) && index <= range.high(axis)) neighbours.push_back(neighbour);
    }
  }
  return neighbours;
}

class RangeComparison {
 public:
  RangeComparison(const JoinCheck& check, const JoinGroup& group) : check_(check), group_(group) {
    for (const auto number : group.joins) {
      const auto& join = check.joins.all[static_cast<std::size_t>(number)];
      if (!join.is_1to1) continue;
      joins_.push_back({number, &join, *check::map_of(check.joins, join), pairs_,
                        std::vector<Coincidence>(std::max<std::size_t>(1, join.motions.size()))});
      pairs_ += joins_.back().map.here.count();
    }
  }

  void run() {
    if (pairs_ == 0) return;
    const auto ranks = check_.session.size();
    const auto share = (pairs_ + ranks - 1) / ranks;
    const auto end = std::min(pairs_, (check_.session.rank() + 1) * share);
    for (std::int64_t done = 0; done < share; done += pairs_at_once) {
      const auto begin = check_.session.rank() * share + done;
      compare({begin, std::min(end, begin + std::min(pairs_at_once, share - done))});
    }
    tell();
  }

 private:
  /// What is asked for a pair: its two points, then those beside the first.
  void compare(Range pairs) {
    std::vector<VertexRef> wanted;
    std::vector<std::size_t> begins;
    for (auto pair = pairs.begin; pair < pairs.end; ++pair) {
      const auto& join = joins_[join_of(pair)];
      const auto point = point_of(join.map.here, pair - join.first_pair);
      begins.push_back(wanted.size());
      wanted.push_back(ref_of(join.join->zone, point));
      wanted.push_back(ref_of(join.join->donor, join.map.donor_of(point)));
      for (const auto& beside : neighbours_of(join.map.here, point)) {
        wanted.push_back(ref_of(join.join->zone, beside));
      }
    }
    begins.push_back(wanted.size());
    const auto points = group_.points.at(check_.session, wanted);
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      add(pairs.begin + static_cast<std::int64_t>(i),
          std::span(points).subspan(begins[i], begins[i + 1] - begins[i]));
    }
    check_.session.alive();
  }

  void add(std::int64_t pair, std::span<const Point> points) {
    auto& join = joins_[join_of(pair)];
    double spacing = 0;
    for (const auto& beside : points.subspan(2)) {
      const auto step = check::distance(points[0], beside);
      if (step > 0 && (spacing == 0 || step < spacing)) spacing = step;
    }
    const auto& motions = join.join->motions;
    const bool coarse = !motions.empty() || is_coarse(join.join->zone) || is_coarse(join.join->donor);
    for (std::size_t i = 0; i < join.found.size(); ++i) {
      const auto moved = motions.empty() ? points[0] : motions[i].moved(points[0]);
      join.found[i].add(pair - join.first_pair, check::distance(moved, points[1]),
                        check::tolerance(spacing, points[1], coarse));
    }
  }

  void tell() {
    std::vector<Coincidence> all;
    for (const auto& join : joins_) all.insert(all.end(), join.found.begin(), join.found.end());
    unite(check_.session, all);
    auto next = all.begin();
    for (auto& join : joins_) {
      for (auto& found : join.found) found = *next++;
      if (!check_.tells_of(join.number)) continue;
      const auto& first = join.found.front();
      check::judge_coincidence(
          *join.join, join.found, false,
          {.apart = place_of(join, first.first_apart), .inexact = place_of(join, first.first_inexact)},
          check_.subject.file, check_.findings);
    }
  }

  [[nodiscard]] std::string place_of(const RangeJoin& join, std::int64_t pair) const {
    if (pair < 0) return "";
    const auto dimension = check_.joins.zone_of(*join.join).shape.dimension;
    return "vertex " + check::text_of(point_of(join.map.here, pair), dimension);
  }

  [[nodiscard]] std::size_t join_of(std::int64_t pair) const {
    const auto after =
        std::upper_bound(joins_.begin(), joins_.end(), pair,
                         [](std::int64_t value, const RangeJoin& join) { return value < join.first_pair; });
    return static_cast<std::size_t>(after - joins_.begin() - 1);
  }
  [[nodiscard]] VertexRef ref_of(int zone, const Index& vertex) const {
    const auto place = group_.place.at(zone);
    return {place, group_.points.zone(place).place_of(vertex)};
  }
  [[nodiscard]] bool is_coarse(int zone) const { return group_.points.zone(group_.place.at(zone)).has_r4; }

  const JoinCheck& check_;
  const JoinGroup& group_;
  std::vector<RangeJoin> joins_;
  std::int64_t pairs_ = 0;
};

}  // namespace

void compare_ranges(const JoinCheck& check, const JoinGroup& group) { RangeComparison(check, group).run(); }

}  // namespace pcgns::verify
