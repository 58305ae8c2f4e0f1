#include "pcgns/verify/check/plan/interfaces.hpp"

#include <algorithm>
#include <functional>
#include <numbers>
#include <unordered_map>
#include <unordered_set>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"

namespace pcgns::verify::check {

namespace {

int physical_dimension_of(const cgns::Node& base) {
  const auto values = cgns::integers_in(&base);
  if (!values || values->size() != 2 || (*values)[1] < 1 || (*values)[1] > 3) return 3;
  return static_cast<int>((*values)[1]);
}

cgns::Motion reversed(const cgns::Motion& motion) {
  cgns::Motion back = motion;
  for (auto& angle : back.angle) angle = -angle;
  for (auto& length : back.translation) length = -length;
  return back;
}

/// Without units, angles may be in degrees. Some writers reverse the direction.
std::vector<cgns::Motion> motions_of(const cgns::Node& interface, std::optional<double> unit) {
  const auto motion = cgns::motion_of(interface, unit.value_or(1));
  if (!motion) return {};
  std::vector<cgns::Motion> motions = {*motion};
  if (!unit) motions.push_back(*cgns::motion_of(interface, std::numbers::pi / 180));
  for (std::size_t i = 0, count = motions.size(); i < count; ++i) motions.push_back(reversed(motions[i]));
  return motions;
}

class Collector {
 public:
  explicit Collector(Interfaces& interfaces) : interfaces_(interfaces) {}

  void collect(const cgns::Node& root) {
    for (const auto& base : root.children) {
      if (base.label == "CGNSBase_t") collect_zones(base);
    }
    for (std::size_t zone = 0; zone < interfaces_.zones.size(); ++zone) collect_interfaces(zone);
  }

 private:
  void collect_zones(const cgns::Node& base) {
    for (const auto& zone : base.children) {
      if (zone.label == "Family_t") families_.insert(cgns::path_of_zone(base.name, zone.name));
      if (zone.label != "Zone_t") continue;
      const auto path = cgns::path_of_zone(base.name, zone.name);
      const auto shape = zone.link ? std::nullopt : cgns::shape_of(zone);
      place_[path] = shape ? static_cast<int>(interfaces_.zones.size()) : -1;
      if (!shape) continue;
      interfaces_.zones.push_back({.base = &base,
                                   .zone = &zone,
                                   .path = path,
                                   .shape = *shape,
                                   .physical_dimension = physical_dimension_of(base)});
    }
  }

  void collect_interfaces(std::size_t zone) {
    const auto base_unit = cgns::radians_per_unit(*interfaces_.zones[zone].base);
    const auto zone_unit = cgns::radians_per_unit(*interfaces_.zones[zone].zone);
    for (const auto& connectivity : interfaces_.zones[zone].zone->children) {
      if (connectivity.label != "ZoneGridConnectivity_t" || connectivity.link) continue;
      const auto path = cgns::join(interfaces_.zones[zone].path, connectivity.name);
      for (const auto& node : connectivity.children) {
        if (cgns::is_interface(node) && !node.link)
          add(node, cgns::join(path, node.name), zone, zone_unit ? zone_unit : base_unit);
      }
    }
  }

  void add(const cgns::Node& node, std::string path, std::size_t zone, std::optional<double> unit) {
    Interface interface {
      .node = &node, .path = std::move(path), .is_1to1 = node.label == "GridConnectivity1to1_t",
      .zone = static_cast<int>(zone),
      .donor_name = node.type == cgns::DataType::C1 && !node.data.empty() ? cgns::text_of(node) : "",
      .kind = cgns::type_of_interface(node), .motions = motions_of(node, unit)
    };
    find_donor(interface, *interfaces_.zones[zone].base);
    interfaces_.zones[zone].interfaces.push_back(static_cast<int>(interfaces_.all.size()));
    interfaces_.all.push_back(std::move(interface));
  }

  void find_donor(Interface& interface, const cgns::Node& base) {
    const auto& name = interface.donor_name;
    const auto found = place_.find(cgns::path_of_zone(base.name, name));
    if (found != place_.end()) {
      interface.donor = found->second;
      interface.is_named_otherwise = name.starts_with('/');
      return;
    }
    interface.lost_donors = cgns::lost_donors(
        *interface.node, base.name, [&](const std::string& path) { return place_.contains(path); },
        [&](const std::string& path) { return families_.contains(path); });
    interface.is_named_otherwise = interface.lost_donors.empty();
  }

  Interfaces& interfaces_;
  std::unordered_map<std::string, int> place_;  ///< By "/Base/Zone".
  std::unordered_set<std::string> families_;    ///< "/Base/Family".
};

}  // namespace

Interfaces interfaces_of(const cgns::Node& root) {
  Interfaces interfaces;
  Collector(interfaces).collect(root);
  return interfaces;
}

namespace {

std::optional<EntityList> list_in(const cgns::Node* node, int dimension) {
  const bool is_list =
      node != nullptr && node->is_bulk() && !node->dims.empty() && cgns::is_integer(node->type);
  if (!is_list) return {};
  const auto values = cgns::count_of(node->dims);
  if (values % dimension != 0 || (node->dims.size() > 1 && node->dims.front() != dimension)) return {};
  return EntityList{node, dimension, values / dimension};
}

/// The highest number of an element or, at CellCenter, of a cell: cells are named as elements, too.
std::optional<std::int64_t> last_element(const InterfaceZone& zone, const std::string& location) {
  const auto dimensions = cgns::integers_in(zone.base);
  const auto dimension = dimensions && !dimensions->empty() ? static_cast<int>(dimensions->front()) : 3;
  const auto last = last_numbers(*zone.zone, dimension);
  const bool are_cells = location == "CellCenter";
  if (are_cells && last.element == 0) return zone.shape.cells[0];
  if (!last.is_known || last.element == 0) return {};
  return are_cells ? last.cell : last.element;
}

}  // namespace

std::string location_of_donors(const std::string& location) {
  return location.ends_with("FaceCenter") ? "FaceCenter" : location;
}

InterfaceLists lists_of(const Interfaces& interfaces, const Interface& interface) {
  InterfaceLists lists{.location = cgns::location_of(*interface.node)};
  lists.here = list_in(interface.node->child("PointList"), interfaces.zone_of(interface).shape.dimension);
  const int dimension = interface.donor < 0 ? 1 : interfaces.donor_of(interface).shape.dimension;
  lists.there = list_in(interface.node->child("PointListDonor"), dimension);
  if (!lists.there) {
    lists.there = list_in(interface.node->child("CellListDonor"), dimension);
    lists.donor_has_cells = lists.there.has_value();
  }
  return lists;
}

namespace {

/// Number of entities on the zone's own side; -1 if they are not valid.
std::int64_t own_count(const Interfaces& interfaces, const Interface& interface) {
  if (const auto lists = lists_of(interfaces, interface); lists.here) return lists.here->count;
  const auto& zone = interfaces.zone_of(interface);
  const auto range = cgns::range_in(interface.node->child("PointRange"), zone.shape.dimension);
  const auto limits = index_limits(zone, cgns::location_of(*interface.node));
  return range && limits && is_within(*range, *limits) ? range->count() : -1;
}

}  // namespace

std::optional<cgns::IndexRange> own_range(const Interfaces& interfaces, const Interface& interface) {
  if (own_count(interfaces, interface) < 0) return {};
  const auto range =
      cgns::range_in(interface.node->child("PointRange"), interfaces.zone_of(interface).shape.dimension);
  const bool goes_up = range && std::ranges::equal(range->first, range->last, std::ranges::less_equal());
  return goes_up ? range : std::nullopt;
}

bool have_inverse_motions(const Interface& interface, const Interface& other) {
  if (interface.motions.empty() || other.motions.empty())
    return interface.motions.empty() == other.motions.empty();
  return other.motions.front().undoes(interface.motions.front());
}

std::vector<int> mirrors_of(const Interfaces& interfaces, const Interface& interface) {
  std::vector<int> mirrors;
  const auto count = own_count(interfaces, interface);
  const auto location = location_of_donors(cgns::location_of(*interface.node));
  for (const auto number : interfaces.donor_of(interface).interfaces) {
    const auto& other = interfaces.at(number);
    if (other.kind != "Abutting1to1" || other.donor != interface.zone) continue;
    if (other.is_1to1 && interface.is_1to1) continue;
    const auto back = lists_of(interfaces, other);
    if (back.here && !back.there) continue;
    if (other.node == interface.node && !have_inverse_motions(interface, interface)) continue;
    const bool is_alike = location_of_donors(cgns::location_of(*other.node)) == location &&
                          own_count(interfaces, other) == count;
    if (count >= 0 && is_alike) mirrors.push_back(number);
  }
  // Another interface is more likely.
  std::stable_partition(mirrors.begin(), mirrors.end(),
                        [&](int number) { return interfaces.at(number).node != interface.node; });
  return mirrors;
}

std::optional<cgns::Index> largest_index(const InterfaceZone& zone, const std::string& location) {
  const auto& shape = zone.shape;
  if (location == "Vertex") return shape.vertices;
  if (shape.structured) {
    if (location == "CellCenter") return shape.cells;
    // Faces normal to an axis number one more along it; FaceCenter does not tell which axis.
    auto most = location == "FaceCenter" || location == "EdgeCenter" ? shape.vertices : shape.cells;
    const auto axis = std::string_view("IJK").find(location.empty() ? ' ' : location.front());
    if (axis < 3 && location.substr(1) == "FaceCenter") most[axis] = shape.vertices[axis];
    return most;
  }
  if (location != "CellCenter" && location != "FaceCenter" && location != "EdgeCenter") return {};
  const auto last = last_element(zone, location);
  if (!last) return {};
  return cgns::Index{*last, 1, 1};
}

bool is_within(const cgns::IndexRange& range, const IndexLimits& limits) {
  auto first = range.first;
  auto last = range.last;
  for (auto* corner : {&first, &last})
    for (auto& index : *corner) ++index;
  return limits.contain(first) && limits.contain(last);
}

std::optional<IndexLimits> index_limits(const InterfaceZone& zone, const std::string& location) {
  const auto most = largest_index(zone, location);
  if (!most) return {};
  const auto& shape = zone.shape;
  return with_ghosts({most->begin(), most->begin() + shape.dimension}, *zone.zone, shape.structured,
                     location);
}

}  // namespace pcgns::verify::check
