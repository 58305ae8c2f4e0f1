// One unstructured zone of pentahedra with six vertices of its own each; every phase is timed by itself.

#include <fmt/format.h>

#include <limits>

#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/zones.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

std::vector<Problem> problems_pentahedra(const Parameters& parameters) {
  constexpr std::int64_t published = 33'554'432;
  constexpr std::int64_t laptop = 262'144;
  auto elements = parameters.elements;
  if (elements == 0) elements = parameters.is_published ? published : laptop;
  if (elements > std::numeric_limits<std::int64_t>::max() / 64)
    throw Error(ErrorKind::usage, fmt::format("--elements {}: too many", elements));
  const auto vertices = 6 * elements;
  Problem problem{.label = fmt::format("{} pentahedra", elements)};
  problem.parameters = {{"elements", std::to_string(elements)}};
  problem.zones.push_back({.name = "Zone",
                           .is_structured = false,
                           .vertices = vertices,
                           .cells = elements,
                           .element = "PENTA_6"});
  const auto add = [&](const char* parent, const char* name, cgns::DataType type, const char* phase) {
    problem.arrays.push_back({0, parent, name, type, {vertices}, phase});
  };
  for (const auto* name : {"CoordinateX", "CoordinateY", "CoordinateZ"})
    add("GridCoordinates", name, cgns::DataType::R8, "coordinates");
  add("Elements", "ElementConnectivity", cgns::DataType::I8, "connectivity");
  for (const auto* name : {"VelocityX", "VelocityY", "VelocityZ"})
    add("FlowSolution", name, cgns::DataType::R8, "field");
  add("Data", "Array", cgns::DataType::R8, "array");
  problem.pieces = [arrays = problem.arrays, ranks = parameters.ranks](int rank) {
    std::vector<Piece> pieces;
    append_shares(arrays, 0, {0, ranks}, rank, pieces);
    return pieces;
  };
  return {std::move(problem)};
}

}  // namespace pcgns::bench
