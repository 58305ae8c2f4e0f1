// cell_parts.hpp: the part that each cell of a zone goes to.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/deal/deal_zones.hpp"
#include "pcgns/deal/zone_mesh.hpp"

namespace pcgns::deal {

/// The part (index into DealtZone::parts) of each of this rank's cells, `begins` as in Dealing. Parts of
/// DealtZone::parts that get no cells go, but for one; with Method::file they are made. ZonePart::weight
/// becomes what they have. Throws the same Error on every rank. @note Collective.
[[nodiscard]] std::vector<std::int32_t> cell_parts(par::Session& session, const mesh::Dataset& dataset,
                                                   const ZoneMesh& mesh, const Division& division,
                                                   std::int64_t partitions,
                                                   const std::vector<std::int64_t>& begins,
                                                   partition::DealtZone& zone);

}  // namespace pcgns::deal
