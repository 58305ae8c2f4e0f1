// drawing.hpp: pictures of the pieces of structured zones.
#pragma once

#include <string>

#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// A picture (SVG), every zone seen from its last corner.
[[nodiscard]] std::string svg_of(const partition::Mesh& mesh);

/// Boxes in index space (VTK XML), with the numbers of rank, zone and cells.
[[nodiscard]] std::string vtu_of(const partition::Mesh& mesh);

}  // namespace pcgns::repartition
