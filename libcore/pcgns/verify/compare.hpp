// compare.hpp: whether two meshes are the same.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// One line to tell: about a node, with what its values are.
struct CompareFinding {
  plan::NodeFinding node;
  bool has_values = false;
  kernel::ValueDifferences values = {};
  std::int64_t count = 0;                 ///< Values of the node.
  std::vector<std::int64_t> dims = {};    ///< In CGNS order.
  plan::Entity entity = plan::Entity::value;
  std::string zone = {};
};

struct CompareResult {
  std::vector<CompareFinding> findings;  ///< In the order of side a's tree, and what only b has after it.
  std::int64_t nodes = 0;                ///< That both sides have.
  std::int64_t values = 0;               ///< That were compared.

  /// Nodes with differences that count.
  [[nodiscard]] std::int64_t different() const;
};

/// Compares by the names of nodes; the same on every rank. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] CompareResult compare_by_name(par::Session& session, const CompareSide& a, const CompareSide& b,
                                            const plan::CompareRequest& request);

}  // namespace pcgns::verify
