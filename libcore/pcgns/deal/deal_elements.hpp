// deal_elements.hpp: which parts have which elements and vertices of a zone, once its cells are dealt out.
#pragma once

#include "pcgns/deal/elements_at.hpp"

namespace pcgns::deal {

struct MeshDealing {
  Dealing cells;     ///< Each in one part.
  Dealing vertices;  ///< In all parts whose elements have it; one that no element has, in the first.
  ElementDealings elements;
};

/// A face goes to the parts of the cells on its sides, so it may be in two; other elements below the cells
/// (an edge, a face that no cell has) go to the lowest part that has their first vertex. @note Collective.
[[nodiscard]] MeshDealing deal_elements(par::Session& session, const mesh::Dataset& dataset,
                                        const ZoneMesh& mesh, Dealing cells);

}  // namespace pcgns::deal
