// A velocity cube of Nx x Ny x Nz x 3, cut into pencils (Nx/M1) x Ny x (Nz/M2), stored as one cube.

#include <algorithm>

#include "pcgns-bench/scenario/boxes.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::bench {

namespace {

/// Components, z, y, x: so much for each rank, and a cube in shape.
Extents dims_of(const Parameters& parameters) {
  if (!parameters.extents.empty()) {
    const auto& size = parameters.extents.front();
    require_extents(size, 3);
    return {3, size[2], size[1], size[0]};
  }
  const auto each = parameters.bytes_per_rank > 0 ? parameters.bytes_per_rank : 20 * mebi;
  const auto cube = cube_of(std::max<std::int64_t>(each * parameters.ranks / (3 * 8), 1));
  return {3, cube[0], cube[1], cube[2]};
}

}  // namespace

std::vector<Problem> problems_dns(const Parameters& parameters) {
  const auto dims = dims_of(parameters);
  const auto grid =
      parameters.grids.empty() ? balanced_grid(parameters.ranks, {0, 1, 0, 1}) : parameters.grids.front();
  require_grid(grid, 4, parameters.ranks);
  Problem problem{.label = to_text({dims[3], dims[2], dims[1], dims[0]})};
  problem.parameters = {{"extents", problem.label}, {"grid", to_text(grid)}};
  problem.zones.push_back({.name = "Zone", .extents = {dims[1], dims[2], dims[3]}});
  problem.arrays.push_back({0, "Data", "Velocity", cgns::DataType::R8, dims, "values"});
  problem.pieces = boxes(problem, grid);
  return {std::move(problem)};
}

}  // namespace pcgns::bench
