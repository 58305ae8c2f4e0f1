#include "pcgns/check/periodic.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

namespace {

constexpr double rounding = 1e-5;  ///< These values are R4 in most files.

/// Turns (a, b) of `point` by `angle`.
void turn(double& a, double& b, double angle) {
  const double cosine = std::cos(angle);
  const double sine = std::sin(angle);
  const double old_a = a;
  a = cosine * old_a - sine * b;
  b = sine * old_a + cosine * b;
}

Point point_in(const tree::Node& periodic, std::string_view name, bool is_angle) {
  Point point = {};
  const auto values = numbers_in(periodic.child(name));
  if (!values || values->empty() || values->size() > 3) return point;
  // In a plane there is one angle that matters; it is about z. Writers give it as the first or the second of
  // two values.
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

std::optional<Motion> motion_of(const tree::Node& join, double radians_per_unit_above) {
  const auto* property = join.child_labelled("GridConnectivityProperty_t");
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

std::optional<double> radians_per_unit(const tree::Node& node) {
  const auto* units = node.child_labelled("DimensionalUnits_t");
  if (units == nullptr || units->type != tree::DataType::C1 || units->dims.size() != 2 ||
      static_cast<std::int64_t>(units->data.size()) != tree::bytes_of(units->type, units->dims)) {
    return {};
  }
  const auto rows = tree::rows_of(*units);
  if (rows.size() < 5) return {};
  if (rows[4] == "Degree") return std::numbers::pi / 180;
  if (rows[4] == "Radian") return 1;
  return {};
}

}  // namespace pcgns::check
