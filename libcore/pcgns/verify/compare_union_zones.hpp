// compare_union_zones.hpp: which points and cells of several zones are which of several others.
//
// All points are matched by their coordinates, and all cells by their points, whichever zone they are in. A
// point that several zones have is one point.
#pragma once

#include <string>
#include <vector>

#include "pcgns/verify/compare_elements.hpp"

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

/// A zone with its place among the points and cells of all zones of its side.
struct PlacedZone {
  UnionZone zone;
  std::vector<const tree::Node*> coordinates;  ///< By name; as many in all zones.
  Range points;
  Range cells;
  CellNumbers numbers;
};

struct UnionMatch {
  std::vector<PlacedZone> zones_a;
  std::vector<PlacedZone> zones_b;
  mesh::Share points;  ///< I8: of a, in b; -1: none.
  mesh::Share cells;   ///< The same.
  std::vector<plan::NodeFinding> findings;
};

/// Throws the same Error on every rank. @note Collective.
[[nodiscard]] UnionMatch match_union(par::Session& session, const CompareSide& a, const CompareSide& b,
                                     const UnionPair& pair);

}  // namespace pcgns::verify
