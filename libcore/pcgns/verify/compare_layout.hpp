// compare_layout.hpp: where the values of paired arrays lie on one side.
#pragma once

#include <span>

#include "pcgns/base/range.hpp"
#include "pcgns/move/source.hpp"
#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// Where the values of targets of a plan come from.
class CompareLayout {
 public:
  /// `side` must outlive this. `memory`: as for move::Source.
  CompareLayout(const CompareSide& side, std::int64_t memory);

  /// True if any rank can read all values of `target` by offset, in its own pieces.
  [[nodiscard]] bool is_plain(int target) const;

  /// The bytes `bytes` of the values of `target`. @pre It is plain.
  void read(int target, Range bytes, std::span<std::byte> to);

 private:
  [[nodiscard]] std::span<const plan::Transfer> transfers_of(int target) const;

  const CompareSide& side_;
  move::Source source_;
};

/// Gives a place of a pair whose values are in a node a target of its own.
void give_target(const CompareSide& side, const std::string& path, plan::ArrayPair::Place& place);
/// The target that has the values of `node`, which is at or below `path`; a new one if they are in the node.
[[nodiscard]] int target_of(const CompareSide& side, const std::string& path, const tree::Node& node);

}  // namespace pcgns::verify
