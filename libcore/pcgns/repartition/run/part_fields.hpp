// part_fields.hpp: the part of each cell of structured zones, as arrays.
#pragma once

#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// Indices into InputSet::arrays, by structured zone of `mesh`. @note Collective.
[[nodiscard]] std::vector<int> part_fields(par::Session& session, io::ScratchFile& scratch,
                                           const partition::Mesh& mesh);

}  // namespace pcgns::repartition
