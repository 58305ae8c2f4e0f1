// elements_at.hpp: finds elements of a zone by number, across sections.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// Distributions of all sections, and of cells without a section.
struct ElementDistributions {
  std::vector<Distribution> sections;  ///< By index of ZoneMesh::sections.
  Distribution implied;                ///< The cells, if ZoneMesh::cells_are_implied.
  /// First element number of each section in each part, 1-based; implied cells follow the sections.
  std::vector<std::vector<std::int64_t>> firsts;
};

/// Sets `firsts` for `parts` parts. In a part, sections keep their order in the zone; cells without a section
/// follow.
void number_elements(ElementDistributions& distributions, std::size_t parts);

/// LocalIndices of elements, with the number in the part (1-based) as index. Numbers without an element, 0
/// included, have none. @note Collective.
[[nodiscard]] LocalIndices local_indices_of_elements(par::Session& session, const ZoneMesh& mesh,
                                                     const ElementDistributions& distributions,
                                                     std::span<const std::int64_t> numbers);

}  // namespace pcgns::partition
