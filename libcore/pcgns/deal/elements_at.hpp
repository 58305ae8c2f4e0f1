// elements_at.hpp: the elements of a zone by their numbers, whatever section has them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/deal/dealing.hpp"
#include "pcgns/deal/zone_mesh.hpp"

namespace pcgns::deal {

/// The dealings of all sections, and of cells that no section has.
struct ElementDealings {
  std::vector<Dealing> sections;  ///< As ZoneMesh::sections.
  Dealing implied;                ///< The cells, if ZoneMesh::cells_are_implied.
  /// The number of the first element of each section in each part, 1-based; behind them the implied cells.
  std::vector<std::vector<std::int64_t>> firsts;
};

/// Sets `firsts`: in a part, its sections follow one another as in the zone, and the cells that no section
/// has them.
void number_elements(ElementDealings& dealings);

/// Places of elements, their index being the number in the part, 1-based. What is no element (0 too) has
/// none.
/// @note Collective.
[[nodiscard]] Places places_of_elements(par::Session& session, const ZoneMesh& mesh,
                                        const ElementDealings& dealings,
                                        std::span<const std::int64_t> numbers);

}  // namespace pcgns::deal
