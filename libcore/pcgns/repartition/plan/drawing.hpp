// drawing.hpp: figures of a partition.
#pragma once

#include <string>

#include "pcgns/partition/forecast.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// How many cells of unstructured zones a figure is drawn from.
inline constexpr std::int64_t cells_of_figure = std::int64_t{1} << 16;

/// A figure (SVG): the parts, seen from the last corner, and the cells, cut faces and neighbours of each.
/// @pre `forecast` lists the pieces, and DistributedZone::samples are known.
[[nodiscard]] std::string svg_of(const partition::Mesh& mesh, const partition::Forecast& forecast);

/// Boxes of the pieces of structured zones in index space (VTK XML), with the numbers of rank, zone and
/// cells.
[[nodiscard]] std::string vtu_of(const partition::Mesh& mesh);

}  // namespace pcgns::repartition
