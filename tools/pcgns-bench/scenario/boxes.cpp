#include "pcgns-bench/scenario/boxes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

std::function<std::vector<Piece>(int)> boxes(const Problem& problem, const Extents& grid,
                                             const std::vector<int>& axes) {
  return [arrays = problem.arrays, grid, axes](int rank) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      auto box = box_of(rank, arrays[i].dims, grid);
      if (!box.empty())
        pieces.push_back({static_cast<int>(i), std::move(box.begin), std::move(box.count), axes});
    }
    return pieces;
  };
}

void require_grid(const Extents& grid, std::size_t axes, int ranks) {
  std::int64_t product = 1;
  for (const auto count : grid) product = count < 1 || product > ranks ? -1 : product * count;
  if (grid.size() != axes || product != ranks)
    throw Error(ErrorKind::usage,
                fmt::format("--grid {}: expected {} numbers whose product is {}, the number of ranks",
                            to_text(grid), axes, ranks));
}

void require_extents(const Extents& extents, std::size_t axes) {
  if (extents.size() == axes && *std::min_element(extents.begin(), extents.end()) > 0) return;
  throw Error(ErrorKind::usage,
              fmt::format("--extents {}: expected {} numbers of at least 1, for example {}", to_text(extents),
                          axes, to_text(std::vector<std::int64_t>(static_cast<std::size_t>(axes), 64))));
}

}  // namespace pcgns::bench
