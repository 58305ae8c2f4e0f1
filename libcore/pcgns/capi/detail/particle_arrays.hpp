// particle_arrays.hpp: what particles and grids share: numbers of values and bounding boxes.
#pragma once

#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/zone_arrays.hpp"

namespace pcgns::capi {

/// Number of values of an array of coordinates or of a solution of a particle zone.
[[nodiscard]] std::int64_t particle_count(Document& document, const Spot& zone, const Spot& holder);

/// The bounding box of a GridCoordinates_t or ParticleCoordinates_t: its own value. Reading throws NotFound
/// if there is none.
[[nodiscard]] Step reads_box(int B, CGNS_ENUMT(DataType_t) type, void* box);
[[nodiscard]] Step writes_box(int B, CGNS_ENUMT(DataType_t) type, const void* box);

}  // namespace pcgns::capi
