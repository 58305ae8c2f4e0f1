// coordinates.hpp: where the coordinates of the vertices of a zone are.
#pragma once

#include <optional>
#include <vector>

#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

/// CoordinateX, CoordinateY and CoordinateZ, as many as there are dimensions.
struct Coordinates {
  std::vector<int> arrays;  ///< Node::array of each.
  bool has_r4 = false;
  Index extents = {1, 1, 1};  ///< Of the arrays, rind included.
  Index before = {};          ///< Rind before the first vertex.

  /// Place of a vertex (0-based) in the arrays.
  [[nodiscard]] std::int64_t place_of(const Index& vertex) const {
    return ((vertex[2] + before[2]) * extents[1] + vertex[1] + before[1]) * extents[0] + vertex[0] +
           before[0];
  }
};

/// Those of the original grid of a zone. Nothing if there are none, if they are not Cartesian, or if they are
/// no bulk arrays of R4 or R8 of the right extents.
[[nodiscard]] std::optional<Coordinates> coordinates_of(const tree::Node& zone, const ZoneShape& shape,
                                                        int physical_dimension);

}  // namespace pcgns::check
