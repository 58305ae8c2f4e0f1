// part_index.hpp: which parts of a zone are near to each other.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// Boxes of cells, as a tree of bounds: neighbours are found without looking at all parts.
class PartIndex {
 public:
  /// `members`: indices into `parts`; may be none.
  PartIndex(const std::vector<Part>& parts, const std::vector<int>& members);

  /// The parts that have a vertex in common with the cells of `box`, or, where it is empty in a direction,
  /// with its vertices; ascending.
  [[nodiscard]] std::vector<int> touching(const Block& box) const;

  /// The part that has the cell `cell` (0-based); of the vertices at the end of the zone, the last one.
  /// Nothing if there is none.
  [[nodiscard]] std::optional<int> owner_of(const Index3& cell) const;

 private:
  struct Member {
    int part = 0;  ///< Index into the parts.
    Block cells;
  };
  struct Node {
    Block bounds;
    int begin = 0;  ///< Of its members.
    int end = 0;
    int left = -1;  ///< Index into nodes_; -1: a leaf.
    int right = -1;
  };

  int build(int begin, int end);
  void visit(const Block& box, const std::function<void(const Member&)>& found) const;

  std::vector<Member> members_;
  std::vector<Node> nodes_;  ///< The root is the last one.
};

}  // namespace pcgns::partition
