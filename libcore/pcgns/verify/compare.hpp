// compare.hpp: whether two meshes are the same.
#pragma once

#include <string>
#include <vector>

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// One thing to tell of a node, and what is with its values.
struct CompareFinding {
  plan::NodeFinding node;
  bool has_values = false;
  kernel::ValueDifferences values = {};
  std::int64_t count = 0;               ///< Values of the node.
  std::vector<std::int64_t> dims = {};  ///< In CGNS order.
  plan::Entity entity = plan::Entity::value;
  std::string zone = {};
  std::vector<double> coordinates = {};  ///< Of the vertex where the difference is largest, if that is cheap.
};

struct CompareResult {
  std::vector<CompareFinding> findings;  ///< By path.
  std::int64_t nodes = 0;                ///< That both sides have.
  std::int64_t values = 0;               ///< That were compared.

  /// Nodes with differences that count.
  [[nodiscard]] std::int64_t different() const;
};

/// Nodes are matched by their names. Point lists are sets of points, whose order may differ, and with it
/// that of the values that belong to them. With `by_coordinates` the points of a zone are matched by where
/// they are, its elements by their points. The same on every rank; throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] CompareResult compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                                           const plan::CompareRequest& request, bool by_coordinates);

}  // namespace pcgns::verify
