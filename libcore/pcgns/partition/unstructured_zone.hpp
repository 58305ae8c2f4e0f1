// unstructured_zone.hpp: a part of an unstructured zone on its way into its file.
#pragma once

#include "pcgns/partition/dealt_zone.hpp"
#include "pcgns/partition/file_builder.hpp"

namespace pcgns::partition {

/// The Zone_t of part `part` (index into DealtZone::parts). Values of no point go along as they are.
[[nodiscard]] tree::Node unstructured_part(const DealtZone& zone, std::size_t part, FileBuilder& file);

}  // namespace pcgns::partition
