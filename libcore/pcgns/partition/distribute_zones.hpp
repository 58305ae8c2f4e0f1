// distribute_zones.hpp: distributes the unstructured zones of a mesh to parts.
#pragma once

#include <string>
#include <vector>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/direct_arrays.hpp"
#include "pcgns/partition/partition.hpp"
#include "pcgns/partition/run/cell_field.hpp"

namespace pcgns::partition {

/// How cells are assigned to parts.
struct Division {
  Method method = Method::rcb;
  std::string field;  ///< Method::file: "Solution/Field", or an array of any node with one value per cell.
  const mesh::Dataset* map = nullptr;  ///< Method::file: holds the field, in zones of the same names; null:
                                       ///< the mesh itself.
  std::string map_name = {};           ///< For messages.
  CellWeights weights = {};
  io::ScratchFile* ranks = nullptr;  ///< Receives DistributedZone::ranks; null: not kept.
  Order order = Order::keep;         ///< Of cells and vertices inside a part.
};

/// Where the arrays of the parts are kept until the files are written.
struct Destination {
  io::ScratchFile& scratch;  ///< Newly made values: numbers local to a part, point lists.
  DirectArrays& direct;      ///< Values copied unchanged from the inputs.
};

/// Assigns cells to parts and distributes all arrays. Takes the cell count of each rank from
/// Mesh::unstructured (with Method::file from the field) and completes it. Without `to`, computes only the
/// quality of the partition.
///
/// Throws the same Error on every rank, naming the node that cannot be cut. @note Collective.
void distribute_zones(par::Session& session, const mesh::Dataset& dataset, const Destination* to,
                      const Division& division, Mesh& mesh);

}  // namespace pcgns::partition
