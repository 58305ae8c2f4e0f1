// interface_map.hpp: maps points of a structured zone to its donor across a 1to1 interface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

/// A signed permutation of axes: a step along axis a is sign[a] steps along axis[a] of the donor.
struct Transform {
  std::array<int, 3> axis = {0, 1, 2};
  std::array<int, 3> sign = {1, 1, 1};

  friend bool operator==(const Transform&, const Transform&) = default;
};

/// From the short form of the standard: one of ±1, ±2, ±3 per axis. Nothing if not a permutation.
[[nodiscard]] std::optional<Transform> transform_of(std::span<const std::int64_t> values);
[[nodiscard]] Transform inverse(const Transform& transform);
/// 1, or -1 if it changes the handedness.
[[nodiscard]] int determinant(const Transform& transform);

struct InterfaceMap {
  cgns::IndexRange here;
  cgns::IndexRange there;
  Transform transform;

  /// The donor point that coincides with `point`.
  [[nodiscard]] cgns::Index donor_of(const cgns::Index& point) const;
  /// True if the last point of `here` maps to the last one of `there`.
  [[nodiscard]] bool fits() const;
  /// True if `back` maps donor points to the points of `here` that map to them. @pre Both fit.
  [[nodiscard]] bool is_undone_by(const InterfaceMap& back) const;
};

/// Point `number` of a range, from 0: the first index runs fastest, and each runs up.
[[nodiscard]] cgns::Index point_of(const cgns::IndexRange& range, std::int64_t number);

/// The axis along which a range is one point thick, at a side of the zone; -1 if there is none. Among
/// several, the first whose other axes form a face.
[[nodiscard]] int face_axis(const cgns::IndexRange& range, const cgns::ZoneShape& shape);

/// The direction along the axis of the face that leads out of the zone: 1 or -1. @pre `axis` is its
/// face_axis.
[[nodiscard]] int way_out(const cgns::IndexRange& range, int axis);

/// False if, by the transform, the donor lies on the same side of the face as the zone.
[[nodiscard]] bool goes_across(const InterfaceMap& map, const cgns::ZoneShape& here,
                               const cgns::ZoneShape& there);

}  // namespace pcgns::verify::check
