// cell_weights.hpp: how much work each cell of the unstructured zones is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/deal/zone_mesh.hpp"
#include "pcgns/kernel/weight_scale.hpp"
#include "pcgns/partition/mesh.hpp"

namespace pcgns::deal {

/// Weights are taken from an array, and made integers, so that sums do not depend on their order.
struct CellWeights {
  std::string field = {};  ///< As cell_field has it; empty: all cells are the same.
  std::optional<kernel::WeightScale> scale = {};
  std::vector<std::int64_t> totals = {};  ///< Of each of Mesh::unstructured; none without `field`.
};

/// The weights that `field` has in all unstructured zones of `mesh`. Throws the same Error{input} on every
/// rank if a zone with cells has none, or if one is negative or not finite, or if all are zero.
/// @note Collective.
[[nodiscard]] CellWeights weigh_cells(par::Session& session, const mesh::Dataset& dataset,
                                      const partition::Mesh& mesh, const std::string& field);

/// Those of the cells `mine`; nothing if all cells are the same. @note Collective.
[[nodiscard]] std::vector<std::int64_t> weights_of(par::Session& session, const mesh::Dataset& dataset,
                                                   const ZoneMesh& mesh, const CellWeights& weights,
                                                   Range mine);

}  // namespace pcgns::deal
