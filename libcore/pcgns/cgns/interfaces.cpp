#include "pcgns/cgns/interfaces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <unordered_set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::cgns {

namespace {

using Paths = std::unordered_set<std::string>;

/// Path "/Base/Name" of every node of a base that `is_wanted`.
Paths paths_in_bases(const Node& root, bool (*is_wanted)(const Node&)) {
  Paths paths;
  for (const auto& base : root.children) {
    for (const auto& child : base.children) {
      if (is_wanted(child)) paths.insert(path_of_zone(base.name, child.name));
    }
  }
  return paths;
}

bool names_a_donor(const Node& node) { return is_interface(node) && !node.link && !node.data.empty(); }

class DonorCheck {
 public:
  DonorCheck(const Node& root, std::vector<LostDonor>& lost)
      : zones_(paths_in_bases(root, [](const Node& node) { return is_zone(node.label); })),
        families_(paths_in_bases(root, [](const Node& node) { return node.label == "Family_t"; })),
        lost_(lost) {}

  void check_zone(const Node& base, const Node& zone) {
    for (const auto& connectivity : zone.children) {
      if (connectivity.label != "ZoneGridConnectivity_t") continue;
      for (const auto& interface : connectivity.children) {
        if (names_a_donor(interface)) check_interface(base, zone, connectivity, interface);
      }
    }
  }

 private:
  void check_interface(const Node& base, const Node& zone, const Node& connectivity, const Node& interface) {
    const auto is_in = [](const Paths& paths) {
      return [&paths](const std::string& path) { return paths.contains(path); };
    };
    const auto path = "/" + base.name + "/" + zone.name + "/" + connectivity.name + "/" + interface.name;
    for (auto& donor : lost_donors(interface, base.name, is_in(zones_), is_in(families_)))
      lost_.push_back({path, std::move(donor)});
  }

  Paths zones_;
  Paths families_;
  std::vector<LostDonor>& lost_;
};

}  // namespace

std::string type_of_interface(const Node& interface) {
  if (interface.label == "GridConnectivity1to1_t") return "Abutting1to1";
  const auto* const type = interface.child_labelled("GridConnectivityType_t");
  return type == nullptr ? "Overset" : text_of(*type);
}

std::vector<std::string> lost_donors(const Node& interface, const std::string& base,
                                     const std::function<bool(const std::string&)>& is_there,
                                     const std::function<bool(const std::string&)>& has_family) {
  const auto whole = text_of(interface);
  if (is_there(path_of_zone(base, whole))) return {};
  if (type_of_interface(interface) != "Overset") return {whole};
  std::vector<std::string> lost;
  std::istringstream list(whole);
  for (std::string name; std::getline(list, name, ',');) {
    const auto path = path_of_zone(base, name);
    if (!is_there(path) && !has_family(path)) lost.push_back(name);
  }
  return whole.empty() ? std::vector{whole} : lost;
}

std::vector<LostDonor> donors_nowhere(const Node& root) {
  std::vector<LostDonor> lost;
  DonorCheck check(root, lost);
  for (const auto& base : root.children) {
    for (const auto& zone : base.children) {
      if (zone.label == "Zone_t") check.check_zone(base, zone);
    }
  }
  return lost;
}

namespace {

constexpr double rounding = 1e-5;  ///< Most files store these values as R4.

/// Rotates the point (a, b) by `angle`.
void turn(double& a, double& b, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  const double old_a = a;
  a = cosine * old_a - sine * b;
  b = sine * old_a + cosine * b;
}

Point point_in(const Node& periodic, std::string_view name, bool is_angle) {
  Point point = {};
  const auto values = numbers_in(periodic.child(name));
  if (!values || values->empty() || values->size() > 3) return point;
  // In 2-D only the rotation about z matters; writers store it as the first or the second of two values.
  if (is_angle && values->size() < 3) {
    point[2] = values->front() != 0 ? values->front() : values->back();
    return point;
  }
  std::copy(values->begin(), values->end(), point.begin());
  return point;
}

bool are_opposite(const Point& a, const Point& b, double scale) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] + b[i]) <= rounding * scale)) return false;
  }
  return true;
}

double size_of(const Point& a) { return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])}); }

}  // namespace

Point Motion::moved(Point point) const {
  for (std::size_t i = 0; i < 3; ++i) point[i] -= centre[i];
  turn(point[1], point[2], angle[0]);
  turn(point[2], point[0], angle[1]);
  turn(point[0], point[1], angle[2]);
  for (std::size_t i = 0; i < 3; ++i) point[i] += centre[i] + translation[i];
  return point;
}

bool Motion::undoes(const Motion& other) const {
  return are_opposite(angle, other.angle, std::max(size_of(angle), size_of(other.angle))) &&
         are_opposite(translation, other.translation,
                      std::max(size_of(translation), size_of(other.translation)));
}

std::optional<Motion> motion_of(const Node& interface, double radians_per_unit_above) {
  const auto* property = interface.child_labelled("GridConnectivityProperty_t");
  const auto* periodic = property == nullptr ? nullptr : property->child_labelled("Periodic_t");
  if (periodic == nullptr) return {};
  Motion motion{.centre = point_in(*periodic, "RotationCenter", false),
                .angle = point_in(*periodic, "RotationAngle", true),
                .translation = point_in(*periodic, "Translation", false)};
  auto unit = radians_per_unit(*periodic).value_or(radians_per_unit_above);
  if (const auto* angle = periodic->child("RotationAngle")) unit = radians_per_unit(*angle).value_or(unit);
  for (auto& angle : motion.angle) angle *= unit;
  return motion;
}

std::optional<double> radians_per_unit(const Node& node) {
  const auto* units = node.child_labelled("DimensionalUnits_t");
  if (units == nullptr || units->type != DataType::C1 || units->dims.size() != 2 ||
      static_cast<std::int64_t>(units->data.size()) != cgns::bytes_of(units->type, units->dims)) {
    return {};
  }
  const auto rows = cgns::rows_of(*units);
  if (rows.size() < 5) return {};
  if (rows[4] == "Degree") return std::numbers::pi / 180;
  if (rows[4] == "Radian") return 1;
  return {};
}

}  // namespace pcgns::cgns
