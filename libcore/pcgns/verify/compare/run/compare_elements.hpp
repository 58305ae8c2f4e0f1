// compare_elements.hpp: computes keys of elements that do not depend on vertex numbering.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/verify/compare/run/compare_zone.hpp"

namespace pcgns::verify::compare {

/// The cells of a structured zone among the points of its coordinates, which may have rind planes.
struct CellBox {
  cgns::Index cells = {1, 1, 1};
  cgns::Index steps = {};  ///< From a cell's first vertex to its last one: 1; 0: a plane has no other.
  cgns::Index points = {1, 1, 1};  ///< Extents of the coordinates.
  cgns::Index before = {};         ///< Rind planes before the first vertex.
};

/// A section of a zone, as needed to pair its elements.
struct CompareSection {
  std::string path;
  int type = 0;
  std::int64_t first = 1;  ///< Number of the first element.
  std::int64_t count = 0;
  const cgns::Node* connectivity = nullptr;
  const cgns::Node* offsets = nullptr;    ///< Of MIXED, NGON_n and NFACE_n.
  const cgns::Node* parents = nullptr;    ///< ParentElements, or ParentData.
  const cgns::Node* positions = nullptr;  ///< ParentElementsPosition.
  std::optional<CellBox> box = {};        ///< Instead of connectivity: those of a structured zone.
};

/// The sections of a zone, ordered by element number. Leaves out invalid sections, and those in the form
/// before CGNS 4, and then sets `all` to false.
[[nodiscard]] std::vector<CompareSection> sections_of(const cgns::Node& zone, const std::string& path,
                                                      bool& all);

/// The highest element number; elements count from 1.
[[nodiscard]] std::int64_t element_count(const std::vector<CompareSection>& sections);

/// Numbers the cells of a zone (the elements of highest dimension) as fields at cells do.
struct CellNumbers {
  std::vector<CompareSection> sections;
  std::int64_t count = 0;

  /// Index of element `number` (1-based) among the cells, or -1.
  [[nodiscard]] std::int64_t place_of(std::int64_t number) const;
};
/// `of_base`: CellDimension of the base, which a surface does not have.
[[nodiscard]] CellNumbers cells_of(const std::vector<CompareSection>& sections, int of_base);

/// The cells of a structured zone with coordinates of the extents `points`; nothing if they do not fit it.
[[nodiscard]] std::optional<CellNumbers> cells_of_box(const cgns::Node& zone,
                                                      const std::vector<std::int64_t>& points);

/// For add_elements: the last two words are the type of an element and the name of its section, by which
/// elements with the same vertices are told apart.
[[nodiscard]] inline par::KeyedItems no_elements() {
  return {.width = words_of_key + 2, .preferences = 2, .numbers = {}, .keys = {}};
}

/// Adds this rank's elements of a section to `items`: 0-based numbers with their keys. `renumber` (may
/// be empty) maps the values: vertices, or faces of NFACE_n; `most` is their maximum.
///
/// Gives the sense of each of them, which is the same on both sides if the element is oriented in the same
/// way. That of a face or an edge is 1 if its corners run against the way in which its numbers ascend, else
/// 0; that of a polyhedron depends on those of its faces, and on their signs. `senses`: by element number
/// less 1, those of the faces; without them, polyhedra have none. Throws the same Error on every rank. @note
/// Collective.
std::vector<std::int64_t> add_elements(par::Session& session, const CompareSide& side,
                                       const CompareSection& section, std::int64_t most,
                                       const Renumber& renumber, const mesh::Share* senses,
                                       par::KeyedItems& items);

}  // namespace pcgns::verify::compare
