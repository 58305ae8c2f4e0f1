// split.hpp: things dealt out to ranks, as evenly as possible.
#pragma once

#include <cstdint>

#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::bench {

/// Share `part` of `count` things in `parts` shares.
[[nodiscard]] Range share(std::int64_t count, std::int64_t parts, std::int64_t part);

/// `ranks` as a product of factors for the axes that are to be cut (extent > 0), near each other, the last
/// axis with the largest; 1 for the others.
[[nodiscard]] Extents balanced_grid(int ranks, const Extents& extents);

/// The box of rank `rank` of an array of `dims`, `grid` ranks along each axis, the first axis fastest;
/// without extent beyond the grid, and where an axis has fewer indices than ranks.
struct Box {
  Extents begin;
  Extents count;
  [[nodiscard]] bool empty() const;
};
[[nodiscard]] Box box_of(int rank, const Extents& dims, const Extents& grid);

/// "256x256x128".
[[nodiscard]] std::string to_text(const Extents& extents);

/// Extents of about `count` values that are near each other, the product not larger; all at least 1.
[[nodiscard]] Extents cube_of(std::int64_t count);

}  // namespace pcgns::bench
