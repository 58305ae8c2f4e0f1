// output_names.hpp: the names of the files of the parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// The names that `output` means for `partitions` parts: one per part if it has a number pattern, or if the
/// style wants a file for each rank; else one for all. Throws Error{usage} for two patterns.
[[nodiscard]] std::vector<std::string> output_names(const std::string& output, partition::Style style,
                                                    std::int64_t partitions);

/// The name of one part more, which only a set of more parts has; empty without a number pattern.
[[nodiscard]] std::string name_beyond(const std::string& output, std::int64_t partitions);

/// Throws Error{usage} unless `output` names one file for each of so many parts, or `single_file` asks for
/// one for all.
void require_names(const std::string& output, partition::Style style, std::int64_t parts, bool single_file);

}  // namespace pcgns::repartition
