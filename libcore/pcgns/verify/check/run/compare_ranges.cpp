#include <algorithm>

#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/check/plan/coincidence.hpp"
#include "pcgns/verify/check/run/interface_work.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Index;
constexpr std::int64_t pairs_at_once = 16384;

/// A 1to1 interface of the group, and its range among all pairs of points.
struct RangeInterface {
  int number = 0;
  const Interface* interface = nullptr;
  InterfaceMap map;
  std::int64_t first_pair = 0;
  std::vector<Coincidence> found;  ///< By motion.
};

/// The neighbours of `point` within the range.
std::vector<Index> neighbours_of(const cgns::IndexRange& range, const Index& point) {
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
  RangeComparison(const InterfaceCheck& check, const InterfaceGroup& group) : check_(check), group_(group) {
    for (const auto number : group.interfaces) {
      const auto& interface = check.interfaces.at(number);
      if (!interface.is_1to1) continue;
      interfaces_.push_back({number, &interface, *map_of(check.interfaces, interface), pairs_,
                             std::vector<Coincidence>(std::max<std::size_t>(1, interface.motions.size()))});
      pairs_ += interfaces_.back().map.here.count();
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
  /// Requests the two points of each pair, then the neighbours of the first.
  void compare(Range pairs) {
    std::vector<VertexRef> wanted;
    std::vector<std::size_t> begins;
    for (auto pair = pairs.begin; pair < pairs.end; ++pair) {
      const auto& interface = interfaces_[interface_of(pair)];
      const auto point = point_of(interface.map.here, pair - interface.first_pair);
      begins.push_back(wanted.size());
      wanted.push_back(group_.ref_of(interface.interface->zone, point));
      wanted.push_back(group_.ref_of(interface.interface->donor, interface.map.donor_of(point)));
      for (const auto& beside : neighbours_of(interface.map.here, point)) {
        wanted.push_back(group_.ref_of(interface.interface->zone, beside));
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

  void add(std::int64_t pair, std::span<const cgns::Point> points) {
    auto& interface = interfaces_[interface_of(pair)];
    double spacing = 0;
    for (const auto& beside : points.subspan(2)) {
      const auto step = distance(points[0], beside);
      if (step > 0 && (spacing == 0 || step < spacing)) spacing = step;
    }
    const auto& motions = interface.interface->motions;
    const bool coarse = group_.is_coarse(*interface.interface);
    for (std::size_t i = 0; i < interface.found.size(); ++i) {
      const auto moved = motions.empty() ? points[0] : motions[i].moved(points[0]);
      interface.found[i].add(pair - interface.first_pair, distance(moved, points[1]),
                             tolerance(spacing, points[1], coarse));
    }
  }

  void tell() {
    std::vector<Coincidence> all;
    for (const auto& interface : interfaces_)
      all.insert(all.end(), interface.found.begin(), interface.found.end());
    unite(check_.session, all);
    auto next = all.begin();
    for (auto& interface : interfaces_) {
      for (auto& found : interface.found) found = *next++;
      if (!check_.tells_of(interface.number)) continue;
      const auto& first = interface.found.front();
      judge_coincidence(*interface.interface, interface.found, false,
                        {.apart = place_of(interface, first.first_apart),
                         .inexact = place_of(interface, first.first_inexact)},
                        check_.subject.file, check_.findings);
    }
  }

  [[nodiscard]] std::string place_of(const RangeInterface& interface, std::int64_t pair) const {
    if (pair < 0) return "";
    const auto dimension = check_.interfaces.zone_of(*interface.interface).shape.dimension;
    return "vertex " + cgns::text_of(point_of(interface.map.here, pair), dimension);
  }

  [[nodiscard]] std::size_t interface_of(std::int64_t pair) const {
    const auto after = std::upper_bound(
        interfaces_.begin(), interfaces_.end(), pair,
        [](std::int64_t value, const RangeInterface& interface) { return value < interface.first_pair; });
    return static_cast<std::size_t>(after - interfaces_.begin() - 1);
  }

  const InterfaceCheck& check_;
  const InterfaceGroup& group_;
  std::vector<RangeInterface> interfaces_;
  std::int64_t pairs_ = 0;
};

}  // namespace

void compare_ranges(const InterfaceCheck& check, const InterfaceGroup& group) {
  RangeComparison(check, group).run();
}

}  // namespace pcgns::verify::check
