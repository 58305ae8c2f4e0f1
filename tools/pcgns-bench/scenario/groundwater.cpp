// One field of nx x ny x nz nodes per file, cut in x and y only, stored z first, then y, then x: what a rank
// has are many short runs.

#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"

namespace pcgns::bench {

namespace {

/// As the publication names them: nx, ny, nz.
std::vector<Extents> sizes(const Parameters& parameters) {
  if (!parameters.extents.empty()) return parameters.extents;
  std::vector<Extents> all = {{251, 251, 11},  {451, 501, 11},   {701, 631, 11},
                              {901, 1001, 11}, {1401, 1262, 11}, {1801, 2001, 11}};
  if (!parameters.is_published) all.resize(4);
  return all;
}

}  // namespace

std::vector<Problem> problems_groundwater(const Parameters& parameters) {
  std::vector<Problem> problems;
  for (const auto& size : sizes(parameters)) {
    require_extents(size, 3);
    const Extents dims = {size[2], size[1], size[0]};
    const auto grid =
        parameters.grids.empty() ? balanced_grid(parameters.ranks, {0, 1, 1}) : parameters.grids.front();
    require_grid(grid, 3, parameters.ranks);
    Problem problem{.label = to_text(size), .is_plain = true};
    problem.parameters = {{"extents", to_text(size)}, {"grid", to_text(grid)}};
    problem.zones.push_back({.name = "Zone", .extents = dims});
    problem.arrays.push_back({0, "FlowSolution", "Concentration", cgns::DataType::R8, dims, "values"});
    problem.pieces = boxes(problem, grid);
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace pcgns::bench
