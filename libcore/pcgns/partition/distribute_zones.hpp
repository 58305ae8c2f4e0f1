// distribute_zones.hpp: distributes the unstructured zones of a mesh to parts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/io/execute.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/kernel/cut_tree.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

/// True if the library is built with a graph partitioner.
[[nodiscard]] bool has_graph_partitioner();

/// Cells whose graph fits into the memory of a rank.
[[nodiscard]] std::int64_t most_in_graph(const Budget& memory);
/// Number of ranks that hold the graph of a zone, on which its partition depends; `most`: cells on each.
[[nodiscard]] std::int64_t holders_of_graph(std::int64_t cells, int ranks, std::int64_t most);

/// Cell weights, read from an array and converted to integers so that sums do not depend on their order.
struct CellWeights {
  std::string field = {};  ///< "Solution/Field", or an array of any node with one value per cell; empty: all
                           ///< cells weigh the same.
  std::optional<kernel::WeightScale> scale = {};
};

/// How much each rank gets.
struct Balance {
  std::string weights = {};          ///< As CellWeights::field.
  std::vector<double> targets = {};  ///< By rank, in proportion, positive and finite; empty: equal.
  Method method = Method::rcb;
  Constraints constraints = {};  ///< Of structured zones.
};

/// Assigns amounts of all zones to ranks anew, and cuts the structured ones by recursive bisection, such that
/// the weights of the ranks are in proportion to their targets. Throws the same Error on every rank if a zone
/// with cells lacks the field, if a weight is negative or not finite, or if all are zero. @note Collective.
[[nodiscard]] CellWeights balance(par::Session& session, const mesh::Dataset& dataset, const Balance& how,
                                  Mesh& mesh);

/// True if `whole` has particle zones that can be distributed: with coordinates, and values of all particles.
[[nodiscard]] bool has_particles(const plan::Plan& whole);

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
  std::int64_t samples = 0;          ///< About how many cells of all zones become DistributedZone::samples.
  /// Connectivity stays in memory until it is written; otherwise only as much as half of the budget holds.
  bool keeps_connectivity = false;
  bool counts_cut_faces = true;  ///< For reports: DistributedZone::cut_faces, and neighbours of the parts.
};

/// Arrays that the parts get unchanged from the inputs.
class DirectArrays;

/// Assigns cells to parts and distributes all arrays. With `scratch`, assigns each particle to the rank that
/// gets the nearest cell of its base, or by number if it is outside of the bounding boxes of all zones. Takes
/// the cell count of each rank from Mesh::unstructured (with Method::file from the field) and completes it.
/// Newly made values, such as numbers local to a part and point lists, are kept in `scratch`; arrays that are
/// copied unchanged are the result, for `write_direct`. Without `scratch`, computes only the quality of the
/// partition, and returns null.
///
/// Throws the same Error on every rank, naming the node that cannot be cut. @note Collective.
[[nodiscard]] std::shared_ptr<const DirectArrays> distribute_zones(par::Session& session,
                                                                   const mesh::Dataset& dataset,
                                                                   io::ScratchFile* scratch,
                                                                   const Division& division, Mesh& mesh);

/// Copies the values of Plan::direct of `task` from the inputs to `sink`: every rank reads a block of an
/// array and writes what each part gets of it, without a scratch copy. `whole` as in distribute_zones.
/// Returns the hashes of what this rank wrote. `after_window`, collective itself, follows windows of values
/// on all ranks, also on those that have none left, and each group of arrays. `memory` is used, and kept for
/// the next call: fresh memory costs more than filling it. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] std::vector<io::RunHash> write_direct(par::Session& session, const mesh::Dataset& whole,
                                                    const DirectArrays& arrays, const io::Task& task,
                                                    io::Sink& sink,
                                                    const std::function<void(std::int64_t bytes)>& progress,
                                                    const std::function<void()>& after_window = {},
                                                    std::vector<std::byte>* memory = nullptr);

}  // namespace pcgns::partition
