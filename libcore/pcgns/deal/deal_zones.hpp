// deal_zones.hpp: the unstructured zones of a mesh dealt out to parts.
#pragma once

#include <string>
#include <vector>

#include "pcgns/deal/cell_weights.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/scratch_file.hpp"
#include "pcgns/partition/order.hpp"

namespace pcgns::deal {

/// Which cells become a part.
struct Division {
  partition::Method method = partition::Method::rcb;
  std::string field;  ///< Method::file: "Solution/Field", or a field of any node with values of cells.
  const mesh::Dataset* map = nullptr;  ///< Method::file: has the field, for the zones of the same names;
                                       ///< null: the mesh itself has it.
  std::string map_name = {};           ///< For messages.
  CellWeights weights = {};
  move::ScratchFile* ranks = nullptr;  ///< Where DealtZone::ranks is to lie; null: nobody wants it.
  partition::Order order = partition::Order::keep;  ///< Of cells and vertices inside a part.
};

/// Decides which cell goes to which part, and leaves all arrays of the parts in `scratch`; Mesh::unstructured
/// says which rank gets how many cells (with Method::file the field does), and is completed. Without
/// `scratch` only what tells how good the parts are.
///
/// Throws the same Error on every rank for what cannot be cut, and names it. @note Collective.
void deal_zones(par::Session& session, const mesh::Dataset& dataset, move::ScratchFile* scratch,
                const Division& division, partition::Mesh& mesh);

}  // namespace pcgns::deal
