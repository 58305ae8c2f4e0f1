// report.hpp: what pcgns-repartition tells of a partition.
#pragma once

#include <string>

#include "common/report.hpp"
#include "pcgns/partition/file_plan.hpp"

namespace pcgns::repartition {

/// How good it is; `output` is the name that the user gave.
[[nodiscard]] tool::Report report_of(const std::string& output, const partition::Mesh& mesh);

/// Adds how near the ranks are to the shares that weights or targets give them.
void add_balance(const partition::Mesh& mesh, tool::Report& report);

/// What was written.
struct Written {
  std::size_t files = 0;
  std::int64_t bytes = 0;
  struct Seconds {
    double planning = 0;  ///< Beside what is reported already.
    double laying_out = 0;
    double moving = 0;
    double syncing = 0;
    double checking = 0;
    double publishing = 0;
    double total = 0;
  };
  Seconds seconds;
};
void add_written(const Written& written, tool::Report& report);

/// Adds neighbours, sizes of files, and with `with_parts` the whole plan, as --from-plan reads it. Of
/// unstructured zones the plan has only the name of their map; without one there is no plan.
void add_plan(const partition::Mesh& mesh, const std::string& map, bool with_parts, tool::Report& report);

/// The parts as a picture (SVG), every zone seen from its last corner.
[[nodiscard]] std::string svg_of(const partition::Mesh& mesh);

/// The parts as boxes in index space (VTK XML), with the numbers of rank, zone and part.
[[nodiscard]] std::string vtu_of(const partition::Mesh& mesh);

}  // namespace pcgns::repartition
