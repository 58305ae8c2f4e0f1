// zone_line.hpp: assigns numbers of cells of unstructured zones to ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

/// A number of cells of one zone for one rank.
struct PieceSize {
  std::int64_t rank = 0;   ///< 0-based.
  std::int64_t cells = 0;  ///< Or whatever unit the zones are measured in.

  friend bool operator==(const PieceSize&, const PieceSize&) = default;
};
/// By zone; within a zone ascending by rank.
using PieceSizes = std::vector<std::vector<PieceSize>>;

/// Lays the zones end to end on a line and cuts it where each rank reaches the mean load. A cut close to the
/// end of a zone moves there, so that small zones stay whole. `loads`: cells that each rank already has.
/// Every zone gets a piece, even one without cells.
[[nodiscard]] PieceSizes cut_line(const std::vector<std::int64_t>& zone_cells,
                                  const std::vector<std::int64_t>& loads);

/// The same for ranks without load, in proportion to `targets` (positive and finite). `zone_cells` may be any
/// amounts.
[[nodiscard]] PieceSizes cut_in_proportion(const std::vector<std::int64_t>& zone_cells,
                                           const std::vector<double>& targets);

/// Keeps every zone whole: largest first, each to the least loaded rank.
[[nodiscard]] PieceSizes keep_whole(const std::vector<std::int64_t>& zone_cells,
                                    std::vector<std::int64_t> loads);

/// Assigns amounts of the unstructured zones to ranks anew, on top of their structured pieces. With `weights`
/// (by zone, the structured ones first; empty: cells) or `targets` (by rank, in proportion; empty: equal),
/// amounts of all zones instead: the result is the shares of the structured ones.
PieceSizes size_pieces(Mesh& mesh, Method method, const std::vector<std::int64_t>& weights = {},
                       const std::vector<double>& targets = {});

}  // namespace pcgns::partition
