// report.hpp: what pcgns-repartition tells of a partition.
#pragma once

#include <string>

#include "common/run.hpp"
#include "pcgns/partition/file_plan.hpp"

namespace pcgns::repartition {

/// How good it is; `output` is the name that the user gave.
[[nodiscard]] tool::Report report_of(const std::string& output, const partition::Mesh& mesh);

/// Adds neighbours, sizes of files, and with `with_parts` the whole plan, as --from-plan reads it.
void add_plan(const partition::Mesh& mesh, bool with_parts, tool::Report& report);

/// The parts as a picture (SVG), every zone seen from its last corner.
[[nodiscard]] std::string svg_of(const partition::Mesh& mesh);

/// The parts as boxes in index space (VTK XML), with the numbers of rank, zone and part.
[[nodiscard]] std::string vtu_of(const partition::Mesh& mesh);

}  // namespace pcgns::repartition
