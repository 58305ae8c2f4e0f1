// deal_zones.hpp: the unstructured zones of a mesh dealt out to parts.
#pragma once

#include <string>
#include <vector>

#include "pcgns/deal/cell_weights.hpp"
#include "pcgns/deal/direct_arrays.hpp"
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

/// Where the arrays of the parts come from afterwards.
struct Destination {
  move::ScratchFile& scratch;  ///< Has what is made anew: numbers that hold in a part, lists of points.
  DirectArrays& direct;        ///< Values as they are.
};

/// Decides which cell goes to which part, and deals out all arrays; Mesh::unstructured says which rank gets
/// how many cells (with Method::file the field does), and is completed. Without `to` only what tells how good
/// the parts are.
///
/// Throws the same Error on every rank for what cannot be cut, and names it. @note Collective.
void deal_zones(par::Session& session, const mesh::Dataset& dataset, const Destination* to,
                const Division& division, partition::Mesh& mesh);

}  // namespace pcgns::deal
