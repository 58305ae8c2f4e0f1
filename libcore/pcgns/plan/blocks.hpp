// blocks.hpp: boxes of index space: intersections, unions, overlaps and holes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::plan {

/// Indices begin, …, end - 1 in three directions; 0-based. {0, 1} in unused directions.
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

/// True for an array that covers `block`. Some writers omit or add dimensions of extent 1.
[[nodiscard]] bool has_extents(const cgns::Node& node, const Block& block);

/// Extents of an array of `rank` extents with a value for each of `points`, which are some of `whole`: one
/// for all of them, or one for each direction, or for each in which `whole` has several points. Nothing if it
/// has another rank.
[[nodiscard]] std::optional<std::vector<std::int64_t>> extents_at(const Block& points, const Block& whole,
                                                                  std::size_t dimension, std::size_t rank);
/// `dims` with `count` in the place of its only extent, or the only one that is not 1; nothing otherwise.
[[nodiscard]] std::optional<std::vector<std::int64_t>> extents_of_list(std::vector<std::int64_t> dims,
                                                                       std::int64_t count);

/// The bounding block of `blocks`. @pre `blocks` is not empty.
[[nodiscard]] Block bounds(const std::vector<Block>& blocks);

/// `whole` without `taken`: at most six disjoint blocks.
[[nodiscard]] std::vector<Block> minus(const Block& whole, const Block& taken);

/// The contribution of one block.
struct Share {
  int block = 0;  ///< Index into the blocks.
  Block what;
  bool shared = false;  ///< True if an earlier block has these points, too.
};

/// Splits `blocks` (which may overlap or be empty) into shares, block by block: first the points of no
/// earlier block, then the others. Each point of a block is in exactly one of its shares. Linear in the
/// number of blocks if each overlaps only a few.
[[nodiscard]] std::vector<Share> shares(const std::vector<Block>& blocks);

/// The block that `blocks`, overlapping or not, fill without a hole; empty if there is none.
[[nodiscard]] std::optional<Block> united_block(const std::vector<Block>& blocks);

/// The same points with fewer blocks: merges adjacent blocks that form a larger one. Neighbours must have
/// `overlap` planes in common (1 for vertex ranges).
[[nodiscard]] std::vector<Block> coalesced(std::vector<Block> blocks, std::int64_t overlap);

using Box3 = std::array<Range, 3>;

/// Wide enough for the total cells of all pieces.
__extension__ typedef __int128 Volume;  // NOLINT(modernize-use-using): the extension has to be named as such.

/// Saturates at the largest value.
[[nodiscard]] Volume volume_of(const Box3& box);
[[nodiscard]] Volume volume_of(const std::vector<Box3>& boxes);

[[nodiscard]] bool overlap(const Box3& a, const Box3& b);

/// The bounding box of `boxes`. @pre `boxes` is not empty.
[[nodiscard]] Box3 hull_of(const std::vector<Box3>& boxes);

/// Two overlapping boxes as indices into `boxes`, lower first. Fast for tens of thousands of boxes.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> first_overlap(
    const std::vector<Box3>& boxes);

/// At most `most` boxes that cover what `boxes` leave open in `whole`.
/// @pre `boxes` do not overlap and lie in `whole`.
[[nodiscard]] std::vector<Box3> holes(const Box3& whole, const std::vector<Box3>& boxes, std::size_t most);

}  // namespace pcgns::plan
