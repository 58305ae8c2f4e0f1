// cut_tree.hpp: a structured block in nearly equal boxes.
//
// The block is cut into slabs, each slab on its own into columns, each column into boxes, in the order of
// directions that does best. So any number of boxes is possible, primes too, and boxes stay near to cubes.
// The shape is Maia's balancing cut tree (doi:10.1016/j.jpdc.2019.12.010); all trees near the ideal one are
// tried, where slabs are few also those whose slabs have unlike numbers of boxes, and the widths in each are
// those that make the largest box smallest.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns::kernel {

/// The cells of a box in each direction: 0-based, half-open.
using CellBox = std::array<Range, 3>;

struct CutRequest {
  std::array<std::int64_t, 3> cells = {1, 1, 1};  ///< Of the block; 1 in directions that it has not.
  std::int64_t boxes = 1;
  std::array<std::int64_t, 3> least = {1, 1, 1};    ///< Cells that a box has in each direction at least.
  std::array<bool, 3> splits = {true, true, true};  ///< Whether cuts may be across this direction.
  std::int64_t align = 1;  ///< Cuts are at multiples of so many cells (2^K for K levels of multigrid).
};

/// The boxes, which cover each cell exactly once, by k, j, i of their first cells within each cut. Nothing if
/// so many are not possible.
[[nodiscard]] std::optional<std::vector<CellBox>> cut(const CutRequest& request);

/// The most boxes that a cut into slabs, columns and boxes can give.
[[nodiscard]] std::int64_t most_boxes(const CutRequest& request);

/// How good a cut is.
struct CutQuality {
  double max_over_mean = 1;    ///< Cells of the largest box over those of the mean one.
  std::int64_t thinnest = 0;   ///< Cells of the shortest side of any box, in directions that the block has.
  std::int64_t cut_faces = 0;  ///< Faces between cells of two boxes.
};
[[nodiscard]] CutQuality quality_of(const CutRequest& request, const std::vector<CellBox>& boxes);

}  // namespace pcgns::kernel
