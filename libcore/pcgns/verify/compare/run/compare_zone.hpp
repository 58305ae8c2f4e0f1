// compare_zone.hpp: matches points and elements of a zone that are numbered differently on the two sides.
//
// Points match by identical coordinates; the remaining ones by distance within a tolerance. Elements match by
// dimension and vertices, polyhedra by faces, whatever the order within an element.
#pragma once

#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/verify/compare/run/compare_points.hpp"
#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Of the key of an element or point: a fingerprint and what it is of.
inline constexpr int words_of_key = 3;

/// A zone on both sides.
struct ZonePair {
  std::string path;
  const cgns::Node* a = nullptr;
  const cgns::Node* b = nullptr;
  int cell_dimension = 3;
};

/// For each entity, its index on the other side: shares of I8, 0-based, -1: none.
struct ZoneMatch {
  mesh::Share points;                ///< From a to b.
  mesh::Share points_back;           ///< From b to a.
  mesh::Share elements_back;         ///< From b to a; by element number less 1.
  std::int64_t elements = 0;         ///< Highest element number of a.
  mesh::Share cells;                 ///< From a to b: the elements for which cell-centred fields have values.
  bool has_elements = false;         ///< If false, what there is of elements and cells is empty.
  bool has_parents = false;          ///< True if ParentElements name matched elements on both sides.
  bool has_positions = false;        ///< True if ParentElementsPosition have a value for each of them.
  std::vector<NodeFinding> parents;  ///< What is different in ParentElements,
  std::vector<NodeFinding> positions;  ///< and in ParentElementsPosition.
  std::vector<NodeFinding> findings;
};

/// Matches points and elements of a zone. `absolute`: tolerance of coordinates, 0 for none. Throws the same
/// Error on every rank, also if elements refer to missing vertices. @note Collective.
[[nodiscard]] ZoneMatch match_zone(par::Session& session, const CompareSide& a, const CompareSide& b,
                                   const ZonePair& zone, double absolute);

/// Removes what was told of sections whose elements are paired one by one, and of their parents; adds what is
/// different in those. What else is below a section stays.
void settle_elements(const Criteria& criteria, const ZonePair& zone, const ZoneMatch& match, Pairing& pairing,
                     ArrayDifferences& differences);

/// CellDimension of a CGNSBase_t; 3 if not given.
[[nodiscard]] int cell_dimension_of(const cgns::Node& base);

/// Maps numbers of b (1-based) to those of a. `back` must outlive the result.
[[nodiscard]] Renumber renumber_by(par::Session& session, const mesh::Share& back);

}  // namespace pcgns::verify::compare
