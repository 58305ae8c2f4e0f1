// compare.hpp: compares two meshes, and reports where they differ.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/verify/compare/pairing.hpp"

namespace pcgns::verify::compare {

/// One side of a comparison. Values in the tree become an array of their own where the other side has a bulk
/// array.
struct CompareSide {
  plan::Plan& plan;
  cgns::InputSet& inputs;
  std::int64_t memory = 256 << 20;

  [[nodiscard]] mesh::Dataset view() const { return {.plan = plan, .inputs = inputs, .memory = memory}; }
};

/// Differences by index into `pairs`; equal pairs are left out. The same on every rank, and for any number of
/// ranks.
using ArrayDifferences = std::map<int, kernel::ValueDifferences>;

/// Compares the values of `pairs`: contiguous arrays in small blocks of both files, all others through
/// io::execute. Throws the same Error on every rank. @note Collective.
[[nodiscard]] ArrayDifferences compare_arrays(par::Session& session, const CompareSide& a,
                                              const CompareSide& b, std::span<const ArrayPair> pairs,
                                              std::int64_t most_samples);

/// A finding about one node, and the differences of its values.
struct CompareFinding {
  NodeFinding node;
  bool has_values = false;
  kernel::ValueDifferences values = {};
  std::int64_t count = 0;               ///< Number of values of the node.
  std::vector<std::int64_t> dims = {};  ///< In CGNS order.
  Entity entity = Entity::value;
  std::string zone = {};
  std::vector<double> coordinates = {};  ///< Of the vertex with the largest difference, if cheap to find.
};

struct CompareResult {
  std::vector<CompareFinding> findings;  ///< By path.
  std::int64_t nodes = 0;                ///< On both sides.
  std::int64_t values = 0;               ///< Compared values.

  /// Number of nodes with differences that count.
  [[nodiscard]] std::int64_t different() const;
};

/// Compares two meshes, matching nodes by name. Point lists are compared as sets: points and the values that
/// belong to them may be in another order. `by_coordinates` matches the points of a zone by coordinates, and
/// its elements by their points. The result is the same on every rank. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] CompareResult compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                                           const CompareRequest& request, bool by_coordinates);

}  // namespace pcgns::verify::compare
