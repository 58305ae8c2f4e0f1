// Seven arrays of a structured zone, cut into boxes.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns-bench/scenario/zones.hpp"

namespace pcgns::bench {

namespace {

/// Slices of the slowest and of the fastest axis, and boxes.
std::vector<Extents> grids_for(int ranks) {
  std::vector<Extents> grids = {{1, 1, ranks}};
  for (const auto& grid : {Extents{ranks, 1, 1}, balanced_grid(ranks, {1, 1, 1})}) {
    if (std::find(grids.begin(), grids.end(), grid) == grids.end()) grids.push_back(grid);
  }
  return grids;
}

}  // namespace

std::vector<Problem> problems_blocks(const Parameters& parameters) {
  const auto side = parameters.is_published ? 256 : 128;
  const auto all = parameters.extents.empty() ? std::vector<Extents>{{side, side, side}} : parameters.extents;
  std::vector<Problem> problems;
  for (const auto& extents : all) {
    require_extents(extents, 3);
    for (const auto& grid : parameters.grids.empty() ? grids_for(parameters.ranks) : parameters.grids) {
      require_grid(grid, 3, parameters.ranks);
      Problem problem{.label = fmt::format("{} on {}", to_text(extents), to_text(grid))};
      problem.parameters = {{"extents", to_text(extents)}, {"grid", to_text(grid)}};
      add_structured_zone(problem, extents);
      problem.pieces = boxes(problem, grid);
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

}  // namespace pcgns::bench
