// zone_line.hpp: which rank gets how many cells of which unstructured zone.
#pragma once

#include <cstdint>
#include <vector>

namespace pcgns::partition {

/// Some cells of a zone for a rank.
struct Share {
  std::int64_t rank = 0;   ///< 0-based.
  std::int64_t cells = 0;  ///< Or of whatever zones have.

  friend bool operator==(const Share&, const Share&) = default;
};
/// By zone, ascending by rank.
using Shares = std::vector<std::vector<Share>>;

/// Lays the zones one after the other along a line, which is cut where the ranks are full: a rank takes what
/// it lacks to the mean of all. A cut that is near to where a zone ends is made there, so that small zones
/// stay whole. `loads`: the cells that each rank has already. Every zone has a share, one without cells too.
[[nodiscard]] Shares cut_line(const std::vector<std::int64_t>& zone_cells,
                              const std::vector<std::int64_t>& loads);

/// The same for ranks that have nothing yet, and are to have shares in proportion to `targets`, which are
/// positive and finite. Instead of cells, zones may have any amounts.
[[nodiscard]] Shares cut_in_proportion(const std::vector<std::int64_t>& zone_cells,
                                       const std::vector<double>& targets);

/// Every zone stays whole: the largest first, each for the rank that has least.
[[nodiscard]] Shares keep_whole(const std::vector<std::int64_t>& zone_cells, std::vector<std::int64_t> loads);

}  // namespace pcgns::partition
