// join_map.hpp: how a 1to1 connection maps the points of a structured zone to those of its donor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

/// A signed permutation of axes: a step along axis a is a step of sign[a] along axis[a] of the donor.
struct Transform {
  std::array<int, 3> axis = {0, 1, 2};
  std::array<int, 3> sign = {1, 1, 1};

  friend bool operator==(const Transform&, const Transform&) = default;
};

/// From the short form of the standard: ±1, ±2, ±3, one for each axis. Nothing if that is no permutation.
[[nodiscard]] std::optional<Transform> transform_of(std::span<const std::int64_t> values);
[[nodiscard]] Transform inverse(const Transform& transform);
/// 1, or -1 for one that makes a right-handed system left-handed.
[[nodiscard]] int determinant(const Transform& transform);

struct JoinMap {
  IndexRange here;
  IndexRange there;
  Transform transform;

  /// The point of the donor that `point` lies on.
  [[nodiscard]] Index donor_of(const Index& point) const;
  /// The last point of `here` leads to the last one of `there`.
  [[nodiscard]] bool fits() const;
  /// Each point of `here` that `back` gives for a donor point is the one that leads to it. @pre Both fit.
  [[nodiscard]] bool is_undone_by(const JoinMap& back) const;
};

/// The axis across which a range is one point thick and that lies on a side of the zone; -1 if there is none.
/// Of several, the first whose other axes make a face.
[[nodiscard]] int face_axis(const IndexRange& range, const ZoneShape& shape);

/// The step along the axis of the face that leads out of the zone: 1 or -1. @pre `axis` is its face_axis.
[[nodiscard]] int way_out(const IndexRange& range, int axis);

/// False if the transform says that the donor lies on the same side of the face as the zone.
[[nodiscard]] bool goes_across(const JoinMap& map, const ZoneShape& here, const ZoneShape& there);

}  // namespace pcgns::check
