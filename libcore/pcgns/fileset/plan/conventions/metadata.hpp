// metadata.hpp: the partition metadata nodes of all known writers.
#pragma once

#include <string_view>

#include "pcgns/cgns/node.hpp"

namespace pcgns::fileset {

/// True for a node that places a piece in its zone and means nothing in a whole zone.
[[nodiscard]] bool is_metadata(const cgns::Node& node);

/// The same for `node` below `parent`: Cassiopée stores a zone's rank beside solver parameters.
[[nodiscard]] bool is_metadata(const cgns::Node& parent, const cgns::Node& node);

/// Path of that rank below the zone.
inline constexpr std::string_view cassiopee_rank_path = ".Solver#Param/proc";

/// Removes the node at `path` below `node`, and every UserDefinedData_t that becomes empty.
void remove_metadata(cgns::Node& node, std::string_view path);

}  // namespace pcgns::fileset
