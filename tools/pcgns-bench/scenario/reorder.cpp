// An array stored in the order X, Y, Z, that in memory has the order X, Z, Y, cut along Y.

#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"

namespace pcgns::bench {

std::vector<Problem> problems_reorder(const Parameters& parameters) {
  const std::vector<Extents> published = {{256, 256, 256}, {128, 64, 26}};
  const auto& all = parameters.extents.empty() ? published : parameters.extents;
  std::vector<Problem> problems;
  for (const auto& extents : all) {
    require_extents(extents, 3);
    const auto grid = parameters.grids.empty() ? Extents{1, parameters.ranks, 1} : parameters.grids.front();
    require_grid(grid, 3, parameters.ranks);
    Problem problem{.label = to_text(extents)};
    problem.parameters = {{"extents", to_text(extents)}, {"grid", to_text(grid)}};
    problem.zones.push_back({.name = "Zone", .extents = extents});
    problem.arrays.push_back({0, "FlowSolution", "Temperature", cgns::DataType::R8, extents, "values"});
    problem.pieces = boxes(problem, grid, {0, 2, 1});
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace pcgns::bench
