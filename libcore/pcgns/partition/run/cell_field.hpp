// cell_field.hpp: reads arrays with a value per cell of an unstructured zone, such as weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// The array `name` ("Field" or "Node/Field") of a solution of cells or of user data of `zone`, whose path is
/// `path` and whose cells have that dimension. Of several nodes that have it, the last in the order of the
/// file. Throws Error{input} if there is none with `cells` values.
[[nodiscard]] const cgns::Node& cell_field(const plan::Plan& plan, const cgns::Node& zone,
                                           const std::string& path, std::int64_t cells, int dimension,
                                           const std::string& name);

/// The values of the cells `mine`. Throw Error{input} for types other than integers and reals. Converted
/// to integers, negative values and non-integers become -1. @note Collective.
[[nodiscard]] std::vector<std::int64_t> integers_of(par::Session& session, const mesh::Dataset& dataset,
                                                    const cgns::Node& field, Range mine);
[[nodiscard]] std::vector<double> reals_of(par::Session& session, const mesh::Dataset& dataset,
                                           const cgns::Node& field, Range mine);

/// The weights of all zones.
struct ZoneWeights {
  CellWeights cells;
  std::vector<std::int64_t> totals = {};  ///< By zone, the structured ones first; empty without a field.
  /// By structured zone: those of this rank's portion (equal_begins) of its cells.
  std::vector<std::vector<std::int64_t>> structured = {};
};

/// Reads the weights in `field` of all zones of `mesh`. Throws the same Error{input} on every rank if a zone
/// with cells lacks the field, if a weight is negative or not finite, or if all are zero. @note Collective.
[[nodiscard]] ZoneWeights weigh_cells(par::Session& session, const mesh::Dataset& dataset, const Mesh& mesh,
                                      const std::string& field);

/// Weights of the cells `mine`; empty if all weigh the same. @note Collective.
[[nodiscard]] std::vector<std::int64_t> weights_of(par::Session& session, const mesh::Dataset& dataset,
                                                   const ZoneMesh& mesh, const CellWeights& weights,
                                                   Range mine);

}  // namespace pcgns::partition
