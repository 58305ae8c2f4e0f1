// planned_values.hpp: which nodes of a plan have values in the file.
#pragma once

#include <vector>

#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

/// Type and extents of a node's values in the file; MT and none where there are no values. CGNS knows no
/// array of zero values: a node with such an array has none.
struct PlannedValues {
  tree::DataType type = tree::DataType::MT;
  std::vector<std::int64_t> dims;

  [[nodiscard]] bool exist() const { return type != tree::DataType::MT; }
};

[[nodiscard]] inline PlannedValues planned_values(const plan::Plan& plan, const tree::Node& node) {
  if (!node.is_bulk()) return node.data.empty() ? PlannedValues{} : PlannedValues{node.type, node.dims};
  const auto& target = plan.targets.at(static_cast<std::size_t>(node.array));
  return target.bytes() == 0 ? PlannedValues{} : PlannedValues{target.type, target.dims};
}

}  // namespace pcgns::file
