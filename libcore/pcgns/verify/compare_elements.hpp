// compare_elements.hpp: keys that an element has whatever the numbers of its vertices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/verify/compare_zone.hpp"

namespace pcgns::verify {

/// A section of a zone, as far as its elements can be paired.
struct CompareSection {
  std::string path;
  int type = 0;
  std::int64_t first = 1;  ///< Number of the first element.
  std::int64_t count = 0;
  const tree::Node* connectivity = nullptr;
  const tree::Node* offsets = nullptr;  ///< Of MIXED, NGON_n, NFACE_n.
};

/// The sections of a zone by the numbers of their elements; those that make no sense, and those of the form
/// before CGNS 4, are left out and set `all` to false.
[[nodiscard]] std::vector<CompareSection> sections_of(const tree::Node& zone, const std::string& path,
                                                      bool& all);

/// Elements from 1 on: the highest number.
[[nodiscard]] std::int64_t element_count(const std::vector<CompareSection>& sections);

/// Where the elements are that fields at cells have values of: those of the highest dimension.
struct CellNumbers {
  std::vector<CompareSection> sections;
  std::int64_t count = 0;

  /// Place of element `number` (1-based) among the cells, or -1.
  [[nodiscard]] std::int64_t place_of(std::int64_t number) const;
};
[[nodiscard]] CellNumbers cells_of(const std::vector<CompareSection>& sections, int dimension);

/// Adds this rank's elements of a section to `items`: their numbers less 1, and 3 words of key each.
/// `renumber` (may be empty) is for the values: vertices, or faces of NFACE_n; `most` is the highest of them.
/// Throws the same Error on every rank. @note Collective.
void add_elements(par::Session& session, const CompareSide& side, const CompareSection& section,
                  std::int64_t most, const Renumber& renumber, KeyedItems& items);

}  // namespace pcgns::verify
