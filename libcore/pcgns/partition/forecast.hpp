// forecast.hpp: estimates the size and neighbours of a part before it is made.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

struct Forecast {
  std::vector<int> neighbours;  ///< Parts it shares interfaces with; includes itself for a self-connected
                                ///< part.
  std::int64_t bytes = 0;       ///< Of the arrays with a value per vertex, cell or face.
};

/// Forecast of one part of `mesh`. Throws Error{input} for invalid interfaces.
[[nodiscard]] Forecast forecast_of(const Mesh& mesh, const Part& part);

/// Bytes of the arrays with a value per vertex or cell, for a part of an unstructured zone. @pre Its cells
/// are assigned.
[[nodiscard]] std::int64_t forecast_bytes(const DistributedZone& zone, const ZonePart& part);

}  // namespace pcgns::partition
