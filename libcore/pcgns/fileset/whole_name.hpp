// whole_name.hpp: which zone a piece is of.
#pragma once

#include <string>

#include "pcgns/cgns/node.hpp"

namespace pcgns::fileset {

/// The name of the zone that a piece with global numbers is of, as its metadata or its own name say;
/// otherwise its own name.
[[nodiscard]] std::string whole_name(const cgns::Node& piece);

}  // namespace pcgns::fileset
