// global_numbers.hpp: the global numbers of all points of structured zones, as arrays.
#pragma once

#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// Numbers 1, 2, …, which all zones share, for partition::Mesh::numbers. @note Collective.
[[nodiscard]] std::vector<partition::ZoneNumbers> global_numbers(
    par::Session& session, io::ScratchFile& scratch, const std::vector<partition::ZoneSize>& zones);

}  // namespace pcgns::repartition
