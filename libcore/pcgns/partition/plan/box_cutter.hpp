// box_cutter.hpp: cuts boxes of cells out of a zone within constraints.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// True if the box contains some, but not all, faces of `patch`.
[[nodiscard]] bool splits(const Block& cells, const Patch& patch);

/// Both sides of a cut across axis `d`.
[[nodiscard]] std::pair<Block, Block> cut_at(const Block& cells, std::size_t d, std::int64_t at);

/// Cuts a zone. Boxes without patches are cut by kernel::cut; others are bisected recursively such that both
/// halves can still hold the boxes they need.
class BoxCutter {
 public:
  BoxCutter(const Constraints& constraints, const std::vector<Patch>& patches)
      : constraints_(constraints), patches_(patches) {}

  /// Largest number of boxes that `cells` can be cut into.
  [[nodiscard]] std::int64_t most(const Block& cells) const;

  /// `count` boxes of nearly equal size. @pre `count` <= most(cells).
  [[nodiscard]] std::vector<Block> cut(const Block& cells, std::int64_t count) const;

  /// Positions at which `cells` may be cut across axis `d`, ascending.
  [[nodiscard]] std::vector<std::int64_t> cuts(const Block& cells, std::size_t d) const;

  /// Two slabs, the first with about `share` of the cells, cut across the longest axis that allows it. The
  /// second is empty if no axis does.
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
