// compare_zone.hpp: a zone whose points and elements have other numbers on the other side.
//
// Points are paired by their coordinates: bit for bit, and what is left over by the nearest one within a
// tolerance. Elements are paired by their dimension and their vertices, polyhedra by their faces; in which
// order an element has them does not count.
#pragma once

#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/verify/compare_arrays.hpp"
#include "pcgns/verify/compare_points.hpp"

namespace pcgns::verify {

/// A zone of both trees.
struct ZonePair {
  std::string path;
  const tree::Node* a = nullptr;
  const tree::Node* b = nullptr;
  int cell_dimension = 3;
};

/// Which entity of `a` is which of `b`: shares of I8 with a place for each entity, 0-based, -1: none.
struct ZoneMatch {
  mesh::Share points;         ///< Of a, in b.
  mesh::Share points_back;    ///< Of b, in a.
  mesh::Share elements_back;  ///< The same of elements, by their number less 1.
  mesh::Share cells;          ///< Of a, in b: the elements that a field at cells has values of.
  bool has_elements = false;  ///< Otherwise the last two have no values.
  std::vector<plan::NodeFinding> findings;
};

/// Pairs points and elements of a zone. `absolute`: of coordinates, 0 for none. Throws the same Error on
/// every rank, also where elements have vertices that are not there. @note Collective.
[[nodiscard]] ZoneMatch match_zone(par::Session& session, const CompareSide& a, const CompareSide& b,
                                   const ZonePair& zone, double absolute);

/// The dimension of the cells of a CGNSBase_t; 3 where it does not say.
[[nodiscard]] int cell_dimension_of(const tree::Node& base);

/// Numbers of b, 1-based, as a has them. `back` must outlive it.
[[nodiscard]] Renumber renumber_by(par::Session& session, const mesh::Share& back);

}  // namespace pcgns::verify
