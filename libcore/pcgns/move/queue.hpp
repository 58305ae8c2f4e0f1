// queue.hpp: values of any boxes of any arrays of a file, from the memory of any ranks.
//
// All ranks hand over what they have, or want, at once. Long runs go straight between memory and file. All
// else goes through owners: what the requests touch of the file is cut into domains, and an owner has one of
// them at a time in memory, whole, and writes or reads it at once. Ranks of its node copy to and from that
// memory themselves (MPI shared memory); others send values to whom they concern. Owners have domains in
// turn; in reads within a node, one that is free has the next.
//
// It knows nothing of CGNS: a benchmark drives it with a file that it has made by itself. For seven arrays of
// doubles of n x n x n in slices of the slowest axis:
//
//     move::Queue queue(comm, {});
//     const auto sink = move::posix_sink(path);          // the file exists
//     std::vector<move::Slab> slabs;
//     for (int i = 0; i < 7; ++i) {
//       const move::FileBox box{.offset = i * n * n * n * 8, .type = tree::DataType::R8, .dims = {n, n, n},
//                               .begin = {0, 0, first}, .count = {n, n, own}};
//       slabs.push_back({box, values[i].data(), tree::DataType::R8, move::strides_of(box.count)});
//     }
//     queue.write(*sink, slabs);                          // or queue.read(descriptor, slabs)
//     queue.close();
//
// Options::direct_from = 0 sends everything through the owners; write_alone is what one rank does for itself.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/move/sink.hpp"
#include "pcgns/move/slab.hpp"

namespace pcgns::move {

struct QueueOptions {
  /// Bytes of a domain at most. An owner has two such buffers, and for some reads a third; those of a node
  /// should fit into its cache. Where one rank owns domains for all that share its processor, 256 KiB for
  /// each of them if that is more.
  std::int64_t buffer = mebi;
  std::int64_t alignment = 4 * kibi;  ///< Domains begin at multiples of it; stripes are a good choice.
  /// 0: all ranks where there is one node, or one of those that share a processor; at most 4 where there are
  /// more.
  int owners_per_node = 0;
  int writers = 0;  ///< So many ranks write at the same time, at most; 0: all.
  /// Bytes: runs of at least so many that lie in memory as in the file take no part in the exchange; 0: all
  /// do.
  std::int64_t direct_from = 256 * kibi;
  /// Owners have domains in turn in reads within a node, too, instead of the next one when they are free.
  bool in_turn = false;
  int ranks_per_node = 0;  ///< 0: as it is. For tests: so many consecutive ranks count as a node.
  int processors = 0;      ///< Of a node; 0: as it is. For tests, too.
};

class Queue {
 public:
  /// @note Collective over `comm`, which is copied.
  Queue(MPI_Comm comm, const QueueOptions& options);
  /// Local; without close() the communicator is left to MPI.
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Writes all slabs of all ranks. Nothing else of the file is written. Where boxes overlap, the values of
  /// the highest rank stay, and of its slabs the last one. `failure`: why this rank cannot take part: then
  /// nothing is written. Throws the same Error on every rank if any rank fails; then the values are
  /// undefined.
  /// @pre Boxes of different offsets have no byte in common.
  /// @note Collective; a rank may have no slabs.
  void write(Sink& sink, std::span<const Slab> slabs, const std::optional<Error>& failure = {});

  /// Fills the memory of all slabs of all ranks; boxes may overlap. A value that is converted and does not
  /// fit is an error. Throws the same Error on every rank if any rank fails.
  /// @note Collective; a rank may have no slabs.
  void read(const FileDescriptor& file, std::span<const Slab> slabs,
            const std::optional<Error>& failure = {});

  /// @note Collective. Nothing can be written or read afterwards.
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What write and read do, for one rank by itself, a write for each run of the file. @note Local.
void write_alone(Sink& sink, const Slab& slab);
void read_alone(const FileDescriptor& file, const Slab& slab);

}  // namespace pcgns::move
