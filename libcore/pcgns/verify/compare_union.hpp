// compare_union.hpp: a base whose zones are other ones on the two sides: another partition of the same mesh.
//
// All points of its zones are matched by their coordinates, and all cells by their points, whichever zone
// they are in. A point that several zones have is one point.
#pragma once

#include <string>
#include <vector>

#include "pcgns/verify/compare_arrays.hpp"
#include "pcgns/verify/compare_rows.hpp"

namespace pcgns::verify {

/// A zone of one side.
struct UnionZone {
  std::string path;
  const tree::Node* node = nullptr;
};

/// The zones of a base that have no partner by name.
struct UnionPair {
  std::string path;  ///< Of the base, on side a.
  int cell_dimension = 3;
  std::vector<UnionZone> a;
  std::vector<UnionZone> b;
};

/// What was found; `differences` are those of `arrays`, by index, on every rank.
struct UnionResult {
  std::vector<plan::NodeFinding> findings;
  std::vector<plan::ArrayPair> arrays;
  ArrayDifferences differences;
};

/// Compares coordinates, and fields at vertices and cells. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] UnionResult compare_union(par::Session& session, const CompareSide& a, const CompareSide& b,
                                        const UnionPair& zones, const plan::CompareRequest& request);

}  // namespace pcgns::verify
