#include "pcgns/verify/check/plan/interface_map.hpp"

#include <cstdlib>

namespace pcgns::verify::check {

namespace {

std::size_t at(int axis) { return static_cast<std::size_t>(axis); }

}  // namespace

std::optional<Transform> transform_of(std::span<const std::int64_t> values) {
  if (values.empty() || values.size() > 3) return {};
  Transform transform;
  std::array<bool, 3> taken = {};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto size = static_cast<std::int64_t>(values.size());
    if (values[i] == 0 || values[i] < -size || values[i] > size) return {};
    const auto axis = static_cast<std::size_t>(std::abs(values[i]) - 1);
    if (taken[axis]) return {};
    taken[axis] = true;
    transform.axis[i] = static_cast<int>(axis);
    transform.sign[i] = values[i] < 0 ? -1 : 1;
  }
  return transform;
}

Transform inverse(const Transform& transform) {
  Transform back;
  for (int i = 0; i < 3; ++i) {
    back.axis[at(transform.axis[at(i)])] = i;
    back.sign[at(transform.axis[at(i)])] = transform.sign[at(i)];
  }
  return back;
}

int determinant(const Transform& transform) {
  int sign = transform.sign[0] * transform.sign[1] * transform.sign[2];
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      if (transform.axis[at(i)] > transform.axis[at(j)]) sign = -sign;
    }
  }
  return sign;
}

cgns::Index InterfaceMap::donor_of(const cgns::Index& point) const {
  cgns::Index donor = there.first;
  for (std::size_t i = 0; i < 3; ++i) {
    donor[at(transform.axis[i])] += transform.sign[i] * (point[i] - here.first[i]);
  }
  return donor;
}

bool InterfaceMap::fits() const { return donor_of(here.last) == there.last; }

bool InterfaceMap::is_undone_by(const InterfaceMap& back) const {
  for (int corner = 0; corner < 8; ++corner) {
    cgns::Index point;
    for (int axis = 0; axis < 3; ++axis) {
      point[at(axis)] = (corner & (1 << axis)) != 0 ? here.high(axis) : here.low(axis);
    }
    if (back.donor_of(donor_of(point)) != point) return false;
  }
  return true;
}

cgns::Index point_of(const cgns::IndexRange& range, std::int64_t number) {
  cgns::Index point;
  for (int axis = 0; axis < 3; ++axis) {
    point[static_cast<std::size_t>(axis)] = range.low(axis) + number % range.extent(axis);
    number /= range.extent(axis);
  }
  return point;
}

int face_axis(const cgns::IndexRange& range, const cgns::ZoneShape& shape) {
  int found = -1;
  for (int axis = 0; axis < shape.dimension; ++axis) {
    if (range.extent(axis) != 1) continue;
    const auto place = range.low(axis);
    if (place != 0 && place != shape.vertices[at(axis)] - 1) continue;
    bool is_face = true;
    for (int other = 0; other < shape.dimension; ++other) {
      is_face = is_face && (other == axis || range.extent(other) > 1);
    }
    if (is_face) return axis;
    if (found < 0) found = axis;
  }
  return found;
}

int way_out(const cgns::IndexRange& range, int axis) { return range.low(axis) == 0 ? -1 : 1; }

bool goes_across(const InterfaceMap& map, const cgns::ZoneShape& here, const cgns::ZoneShape& there) {
  const int axis = face_axis(map.here, here);
  const int donor_axis = face_axis(map.there, there);
  if (axis < 0 || donor_axis < 0 || map.transform.axis[at(axis)] != donor_axis) return true;
  // The direction out of this zone leads into the donor.
  return way_out(map.here, axis) * map.transform.sign[at(axis)] == -way_out(map.there, donor_axis);
}

}  // namespace pcgns::verify::check
