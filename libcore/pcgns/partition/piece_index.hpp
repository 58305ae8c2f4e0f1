// piece_index.hpp: a spatial index of the pieces of a zone.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pcgns/partition/decomposition.hpp"

namespace pcgns::partition {

/// A bounding-volume tree of boxes of cells: finds neighbours without visiting all pieces.
class PieceIndex {
 public:
  /// `members`: indices into `pieces`; may be empty.
  PieceIndex(const std::vector<StructuredPiece>& pieces, const std::vector<int>& members);

  /// The pieces that share a vertex with the cells of `box`, ascending. Along an axis in which `box` is
  /// empty, it stands for a plane of vertices.
  [[nodiscard]] std::vector<int> touching(const Block& box) const;

  /// The piece that contains cell `cell` (0-based); an index one past the last cell counts as the last cell.
  /// Nothing if there is none.
  [[nodiscard]] std::optional<int> owner_of(const Index3& cell) const;

 private:
  struct Member {
    int piece = 0;  ///< Index into the pieces.
    Block cells;
  };
  struct Node {
    Block bounds;
    int begin = 0;  ///< Range of its members.
    int end = 0;
    int left = -1;  ///< Index into nodes_; -1: a leaf.
    int right = -1;
  };

  int build(int begin, int end);
  void visit(const Block& box, const std::function<void(const Member&)>& found) const;

  std::vector<Member> members_;
  std::vector<Node> nodes_;  ///< The root is last.
};

}  // namespace pcgns::partition
