// blocks.hpp: blocks of index space, what they share, and what they are together.
#pragma once

#include <optional>
#include <vector>

#include "pcgns/plan/composite.hpp"

namespace pcgns::assemble {

using plan::Index3;

/// The indices begin, …, end - 1 in each of three directions; 0-based. A direction that there is not has
/// {0, 1}.
struct Block {
  Index3 begin = {0, 0, 0};
  Index3 end = {1, 1, 1};

  [[nodiscard]] constexpr std::int64_t size(std::size_t d) const { return end[d] - begin[d]; }
  [[nodiscard]] constexpr Index3 sizes() const { return {size(0), size(1), size(2)}; }
  [[nodiscard]] constexpr bool empty() const { return size(0) <= 0 || size(1) <= 0 || size(2) <= 0; }
  /// @pre The product of the extents fits in 63 bits.
  [[nodiscard]] constexpr std::int64_t count() const { return empty() ? 0 : size(0) * size(1) * size(2); }
  [[nodiscard]] constexpr bool contains(const Index3& point) const {
    for (std::size_t d = 0; d < 3; ++d) {
      if (point[d] < begin[d] || point[d] >= end[d]) return false;
    }
    return true;
  }
  friend constexpr bool operator==(const Block&, const Block&) = default;
};

[[nodiscard]] Block intersect(const Block& a, const Block& b);

/// The smallest block that holds all of `blocks`, which are at least one.
[[nodiscard]] Block bounds(const std::vector<Block>& blocks);

/// What of `whole` is not in `taken`: at most six blocks, disjoint.
[[nodiscard]] std::vector<Block> minus(const Block& whole, const Block& taken);

/// What one block brings.
struct Share {
  int block = 0;  ///< Index into the blocks.
  Block what;
  bool shared = false;  ///< An earlier block has these points too.
};

/// The points of `blocks` (which may overlap; empty ones bring nothing), block by block: first what no
/// earlier one has, then what earlier ones have. Each point of a block is in just one of its shares. Takes
/// time in proportion to the number of blocks where each overlaps but a few.
[[nodiscard]] std::vector<Share> shares(const std::vector<Block>& blocks);

/// The block that `blocks`, which may overlap, fill without a hole; nothing if they fill none.
[[nodiscard]] std::optional<Block> united_block(const std::vector<Block>& blocks);

/// The same points as few blocks, as far as blocks that lie side by side make a larger one. With `overlap`
/// they must have that many planes in common (1 for ranges of vertices).
[[nodiscard]] std::vector<Block> coalesced(std::vector<Block> blocks, std::int64_t overlap);

}  // namespace pcgns::assemble
