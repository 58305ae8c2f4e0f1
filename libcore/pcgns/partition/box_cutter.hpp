// box_cutter.hpp: boxes of cells cut out of a zone, as far as constraints let them.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// True if the cells of a box have some of the faces of `patch`, but not all of them.
[[nodiscard]] bool splits(const Block& cells, const Patch& patch);

/// Cuts a zone. Where no patch is in the way, boxes are those of kernel::cut; else a box is halved, so that
/// both halves can have the boxes that they must have, and again.
class BoxCutter {
 public:
  BoxCutter(const Constraints& constraints, const std::vector<Patch>& patches)
      : constraints_(constraints), patches_(patches) {}

  /// How many boxes `cells` can become.
  [[nodiscard]] std::int64_t most(const Block& cells) const;

  /// `count` boxes of nearly equal size. @pre `count` is at most what `most` says.
  [[nodiscard]] std::vector<Block> cut(const Block& cells, std::int64_t count) const;

  /// Two slabs, the first with about `share` of the cells, cut across the longest direction that allows it;
  /// the second is empty if none does.
  [[nodiscard]] std::pair<Block, Block> slice(const Block& cells, double share) const;

 private:
  using Patches = std::vector<const Patch*>;
  struct Halves;

  [[nodiscard]] Patches touching(const Block& cells) const;
  [[nodiscard]] Range positions(const Block& cells, std::size_t d) const;
  [[nodiscard]] std::vector<Block> slabs(const Block& cells, const Patches& patches, std::size_t d) const;
  [[nodiscard]] std::int64_t most(const Block& cells, std::array<bool, 3> directions) const;
  [[nodiscard]] std::vector<Halves> halves_of(const Block& cells, std::int64_t count) const;
  [[nodiscard]] Halves best_halves(const Block& cells, std::int64_t count) const;

  const Constraints& constraints_;
  const std::vector<Patch>& patches_;
};

}  // namespace pcgns::partition
