// cut_tree.hpp: cuts a structured block into nearly equal boxes.
//
// The block is cut into slabs, each slab into columns, each column into boxes, in the best order of
// directions. So any number of boxes is possible, primes included, and boxes stay close to cubes. The shape
// is Maia's balancing cut tree (doi:10.1016/j.jpdc.2019.12.010). All trees near the ideal one are tried;
// where slabs are few, also those with unequal numbers of boxes per slab. Widths minimise the largest box.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "pcgns/base/range.hpp"

namespace pcgns::kernel {

/// The cells of a box in each direction: 0-based, half-open ranges.
using CellBox = std::array<Range, 3>;

struct CutRequest {
  std::array<std::int64_t, 3> cells = {1, 1, 1};  ///< Cells of the block; 1 in unused directions.
  std::int64_t boxes = 1;
  std::array<std::int64_t, 3> least = {1, 1, 1};    ///< Minimum cells per box in each direction.
  std::array<bool, 3> splits = {true, true, true};  ///< Whether cuts across this direction are allowed.
  std::int64_t align = 1;  ///< Cuts lie at multiples of this many cells (2^K for K multigrid levels).
};

/// The boxes, which cover each cell exactly once, ordered by k, j, i of their first cells within each cut.
/// Empty if that number of boxes is not possible.
[[nodiscard]] std::optional<std::vector<CellBox>> cut(const CutRequest& request);

/// The largest number of boxes that a cut into slabs, columns and boxes can give.
[[nodiscard]] std::int64_t most_boxes(const CutRequest& request);

/// Quality measures of a cut.
struct CutQuality {
  double max_over_mean = 1;    ///< Cells of the largest box over the mean.
  std::int64_t thinnest = 0;   ///< Shortest side of any box, in cells; ignores unused directions.
  std::int64_t cut_faces = 0;  ///< Faces between cells of different boxes.
};
[[nodiscard]] CutQuality quality_of(const CutRequest& request, const std::vector<CellBox>& boxes);

/// Scales weights to integers: multiplies by a power of two and rounds to nearest. The largest weight then
/// has 31 bits, or fewer if the sum of all could exceed 62 bits. Integers below 2^31 keep their proportions
/// exactly.
class WeightScale {
 public:
  /// `most`: the largest weight, finite and not negative; `count`: number of weights.
  WeightScale(double most, std::int64_t count) {
    const int room = 62 - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count)));
    const int digits = room < 31 ? room : 31;
    exponent_ = most > 0 ? digits - 1 - std::ilogb(most) : 0;
  }

  [[nodiscard]] std::int64_t of(double weight) const { return std::llround(std::ldexp(weight, exponent_)); }

 private:
  int exponent_;
};

}  // namespace pcgns::kernel
