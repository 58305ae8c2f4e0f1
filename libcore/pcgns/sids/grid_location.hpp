// grid_location.hpp: where the values of a node lie.
#pragma once

#include <string>

#include "pcgns/tree/node.hpp"

namespace pcgns::sids {

/// What GridLocation_t below `owner` says; "Vertex" if there is none, or none with a text.
[[nodiscard]] std::string location_of(const tree::Node& owner);

}  // namespace pcgns::sids
