// forecast.hpp: what a part will be like, before any of it is made.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

struct Forecast {
  std::vector<int> neighbours;  ///< Parts that it has joins with, itself too if it is joined to itself.
  std::int64_t bytes = 0;       ///< Of the arrays that have a value for each vertex, cell or face.
};

/// Of one part of `mesh`. Throws Error{input} for joins that make no sense.
[[nodiscard]] Forecast forecast_of(const Mesh& mesh, const Part& part);

/// Of a part of an unstructured zone, when its cells are chosen: bytes of the arrays that have a value for
/// each vertex or cell.
[[nodiscard]] std::int64_t forecast_bytes(const DealtZone& zone, const ZonePart& part);

}  // namespace pcgns::partition
