// point_lists.hpp: visits all nodes of a piece that have their own point list or range.
#pragma once

#include <functional>
#include <string>

#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

namespace pcgns::fileset {

struct FoundList {
  const cgns::Node* node = nullptr;  ///< The node with the PointList.
  std::string path;                  ///< Path of the node in the file of the piece.
  std::string whole_path;            ///< Path of the node in the whole zone.
};

/// Calls `visit` for each node with a point range, in tree order; skips interfaces between pieces.
void for_each_range(const cgns::InputSet& inputs, const PieceSet& pieces, const Original& original,
                    const PieceView& view, const std::function<void(const FoundList&)>& visit);

/// Calls `visit` for each node with a point list, in tree order; skips interfaces between pieces.
void for_each_list(const cgns::InputSet& inputs, const PieceSet& pieces, const Original& original,
                   const PieceView& view, const std::function<void(const FoundList&)>& visit);

}  // namespace pcgns::fileset
