// solutions.hpp: a part with its values, for tests that compare parts with files.
#pragma once

#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/restart/partition.hpp"

namespace pcgns::test {

/// Reads the values that are not yet in the tree of this rank's part. @note Collective.
inline cgns::Node with_solutions(restart::Partition& parts) {
  auto tree = parts.tree();
  std::vector<restart::Partition::WantedArray> wanted;
  const auto add = [&](const auto& self, cgns::Node& node) -> void {
    if (node.array >= 0) {
      const auto& array = parts.arrays()[static_cast<std::size_t>(node.array)];
      node.data.resize(static_cast<std::size_t>(array.bytes()));
      wanted.push_back({node.array, array.type, node.data.data()});
    }
    for (auto& child : node.children) self(self, child);
  };
  add(add, tree);
  parts.read(wanted);
  return tree;
}

}  // namespace pcgns::test
