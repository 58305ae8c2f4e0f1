#include <algorithm>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/plan/interfaces.hpp"
#include "pcgns/verify/check/run/interface_work.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

namespace {

using ZoneCoordinates = std::vector<std::optional<Coordinates>>;

ZoneCoordinates coordinates_of(const Interfaces& interfaces) {
  ZoneCoordinates all;
  for (const auto& zone : interfaces.zones) {
    all.push_back(verify::check::coordinates_of(*zone.zone, zone.shape, zone.physical_dimension));
  }
  return all;
}

/// Interfaces whose points can be compared; only one of a pair of mutual reverses.
std::vector<int> interfaces_to_compare(const Interfaces& interfaces, const ZoneCoordinates& coordinates) {
  const auto has_coordinates = [&](int zone) {
    return coordinates[static_cast<std::size_t>(zone)].has_value();
  };
  std::vector<int> wanted;
  for (int number = 0; number < static_cast<int>(interfaces.all.size()); ++number) {
    const auto& interface = interfaces.at(number);
    if (interface.donor < 0 || !has_coordinates(interface.zone) || !has_coordinates(interface.donor))
      continue;
    if (interface.is_1to1) {
      const auto mirror = verify::check::mirror_of(interfaces, interface);
      const bool is_done = mirror >= 0 && mirror < number && interface.motions.empty();
      if (!is_done && verify::check::map_of(interfaces, interface)) wanted.push_back(number);
    } else if (interface.kind == "Abutting1to1") {
      const auto lists = verify::check::lists_of(interfaces, interface);
      if (lists.here && lists.there && lists.here->count == lists.there->count) wanted.push_back(number);
    }
  }
  return wanted;
}

std::int64_t bytes_of(const Coordinates& coordinates) {
  return 8 * static_cast<std::int64_t>(coordinates.arrays.size()) * coordinates.extents[0] *
         coordinates.extents[1] * coordinates.extents[2];
}

/// Takes interfaces from `wanted` until their zones fill the memory of all ranks; at least one.
class GroupMaker {
 public:
  GroupMaker(const InterfaceCheck& check, const std::vector<int>& wanted)
      : check_(check),
        wanted_(wanted),
        room_(std::max<std::int64_t>(1, check.subject.data.memory.share(2).bytes()) * check.session.size()) {}

  [[nodiscard]] bool has_more() const { return next_ < wanted_.size(); }

  [[nodiscard]] InterfaceGroup next() {
    std::vector<int> interfaces;
    std::unordered_map<int, int> place;
    std::vector<Coordinates> zones;
    std::int64_t bytes = 0;
    for (; next_ < wanted_.size(); ++next_) {
      const auto& interface = check_.interfaces.at(wanted_[next_]);
      for (const auto zone : {interface.zone, interface.donor}) {
        if (!place.contains(zone)) bytes += bytes_of(*coordinates(zone));
      }
      if (bytes > room_ && !interfaces.empty()) break;
      for (const auto zone : {interface.zone, interface.donor}) {
        if (place.emplace(zone, static_cast<int>(zones.size())).second) zones.push_back(*coordinates(zone));
      }
      interfaces.push_back(wanted_[next_]);
    }
    return {std::move(interfaces), std::move(place),
            VertexPoints(check_.session, check_.subject.data, std::move(zones))};
  }

 private:
  [[nodiscard]] const std::optional<Coordinates>& coordinates(int zone) const {
    return check_.coordinates[static_cast<std::size_t>(zone)];
  }

  const InterfaceCheck& check_;
  const std::vector<int>& wanted_;
  std::int64_t room_;
  std::size_t next_ = 0;
};

}  // namespace

void check_interfaces(par::Session& session, const Subject& subject, cgns::Findings& findings) {
  session.enter("checking connections");
  Interfaces interfaces;
  ZoneCoordinates coordinates;
  std::vector<int> wanted;
  par::collectively(session.comm(), "checking connections", [&] {
    interfaces = verify::check::interfaces_of(subject.data.plan.output);
    coordinates = coordinates_of(interfaces);
    wanted = interfaces_to_compare(interfaces, coordinates);
    for (int interface = session.rank(); interface < static_cast<int>(interfaces.all.size());
         interface += session.size()) {
      verify::check::check_interface(interfaces, interface, subject.file, subject.may_lack_zones, findings);
    }
  });
  const InterfaceCheck check{session, subject, interfaces, coordinates, findings};
  check_lists(check);
  for (GroupMaker groups(check, wanted); groups.has_more();) {
    const auto group = groups.next();
    compare_ranges(check, group);
    compare_lists(check, group);
  }
}

}  // namespace pcgns::verify::check
