// zone_arrays.hpp: arrays of structured zones that are made here, in the scratch file.
#pragma once

#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// Numbers 1, 2, …, which all zones share, for partition::Mesh::numbers. @note Collective.
[[nodiscard]] std::vector<partition::ZoneNumbers> global_numbers(
    par::Session& session, io::ScratchFile& scratch, const std::vector<partition::ZoneSize>& zones);

/// The part of each cell: indices into InputSet::arrays, by structured zone of `mesh`. @note Collective.
[[nodiscard]] std::vector<int> part_fields(par::Session& session, io::ScratchFile& scratch,
                                           const partition::Mesh& mesh);

}  // namespace pcgns::repartition
