// point_lists.hpp: all nodes of a part that have a list of points of their own.
#pragma once

#include <functional>
#include <string>

#include "pcgns/assemble/part_view.hpp"

namespace pcgns::assemble {

struct FoundList {
  const tree::Node* node = nullptr;  ///< That has the PointList.
  std::string path;                  ///< Of the node, in the file of the part.
  std::string whole_path;            ///< Of the node in the whole zone.
};

/// The same for nodes that have a range of points instead.
void for_each_range(const tree::InputSet& inputs, const PartSet& parts, const Original& original,
                    const PartView& view, const std::function<void(const FoundList&)>& visit);

/// Calls `visit` for each, in the order of the tree. Joins between parts are not among them.
void for_each_list(const tree::InputSet& inputs, const PartSet& parts, const Original& original,
                   const PartView& view, const std::function<void(const FoundList&)>& visit);

}  // namespace pcgns::assemble
