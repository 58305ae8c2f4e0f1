#include <algorithm>

#include "pcgns/check/coincidence.hpp"
#include "pcgns/check/join_lists.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/join_work.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

namespace {

using ZoneCoordinates = std::vector<std::optional<check::Coordinates>>;

ZoneCoordinates coordinates_of(const check::Joins& joins) {
  ZoneCoordinates all;
  for (const auto& zone : joins.zones) {
    all.push_back(check::coordinates_of(*zone.zone, zone.shape, zone.physical_dimension));
  }
  return all;
}

/// Those whose points can be compared; of two that are each other's way back, one is enough.
std::vector<int> joins_to_compare(const check::Joins& joins, const ZoneCoordinates& coordinates) {
  const auto has_coordinates = [&](int zone) {
    return coordinates[static_cast<std::size_t>(zone)].has_value();
  };
  std::vector<int> wanted;
  for (int number = 0; number < static_cast<int>(joins.all.size()); ++number) {
    const auto& join = joins.all[static_cast<std::size_t>(number)];
    if (join.donor < 0 || !has_coordinates(join.zone) || !has_coordinates(join.donor)) continue;
    if (join.is_1to1) {
      const auto mirror = check::mirror_of(joins, join);
      const bool is_done = mirror >= 0 && mirror < number && join.motions.empty();
      if (!is_done && check::map_of(joins, join)) wanted.push_back(number);
    } else if (join.kind == "Abutting1to1") {
      const auto lists = check::lists_of(joins, join);
      if (lists.here && lists.there && lists.here->count == lists.there->count) wanted.push_back(number);
    }
  }
  return wanted;
}

std::int64_t bytes_of(const check::Coordinates& coordinates) {
  return 8 * static_cast<std::int64_t>(coordinates.arrays.size()) * coordinates.extents[0] *
         coordinates.extents[1] * coordinates.extents[2];
}

/// Takes joins from `wanted` on until their zones fill the memory of all ranks; at least one.
class GroupMaker {
 public:
  GroupMaker(const JoinCheck& check, const std::vector<int>& wanted)
      : check_(check),
        wanted_(wanted),
        room_(std::max<std::int64_t>(1, check.subject.data.memory / 2) * check.session.size()) {}

  [[nodiscard]] bool has_more() const { return next_ < wanted_.size(); }

  [[nodiscard]] JoinGroup next() {
    std::vector<int> joins;
    std::unordered_map<int, int> place;
    std::vector<check::Coordinates> zones;
    std::int64_t bytes = 0;
    for (; next_ < wanted_.size(); ++next_) {
      const auto& join = check_.joins.all[static_cast<std::size_t>(wanted_[next_])];
      for (const auto zone : {join.zone, join.donor}) {
        if (!place.contains(zone)) bytes += bytes_of(*coordinates(zone));
      }
      if (bytes > room_ && !joins.empty()) break;
      for (const auto zone : {join.zone, join.donor}) {
        if (place.emplace(zone, static_cast<int>(zones.size())).second) zones.push_back(*coordinates(zone));
      }
      joins.push_back(wanted_[next_]);
    }
    return {std::move(joins), std::move(place),
            VertexPoints(check_.session, check_.subject.data, std::move(zones))};
  }

 private:
  [[nodiscard]] const std::optional<check::Coordinates>& coordinates(int zone) const {
    return check_.coordinates[static_cast<std::size_t>(zone)];
  }

  const JoinCheck& check_;
  const std::vector<int>& wanted_;
  std::int64_t room_;
  std::size_t next_ = 0;
};

}  // namespace

void check_joins(par::Session& session, const Subject& subject, check::Findings& findings) {
  session.enter("checking connections");
  check::Joins joins;
  ZoneCoordinates coordinates;
  std::vector<int> wanted;
  par::collectively(session.comm(), "checking connections", [&] {
    joins = check::joins_of(subject.data.plan.output);
    coordinates = coordinates_of(joins);
    wanted = joins_to_compare(joins, coordinates);
    for (int join = session.rank(); join < static_cast<int>(joins.all.size()); join += session.size()) {
      check::check_join(joins, join, subject.file, subject.data.plan.has_holes, findings);
    }
  });
  const JoinCheck check{session, subject, joins, coordinates, findings};
  check_lists(check);
  for (GroupMaker groups(check, wanted); groups.has_more();) {
    const auto group = groups.next();
    compare_ranges(check, group);
    compare_lists(check, group);
  }
}

}  // namespace pcgns::verify
