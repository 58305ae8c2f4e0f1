// queue.hpp: moves arbitrary boxes between the memory of all ranks and the arrays of a file.
//
// All ranks submit their requests at once. Long runs go straight between memory and file. All else goes
// through aggregators: the touched part of the file is split into file blocks. An aggregator reads or writes
// one whole block at a time through its buffer. Ranks of its node access that buffer directly (MPI shared
// memory); others exchange messages. File blocks are assigned round-robin; in reads within one node, idle
// aggregators claim the next block.
//
// The queue is independent of CGNS: a benchmark can drive it with its own file. For seven n x n x n arrays of
// doubles, split along the slowest axis:
//
//     Queue queue(comm, {});
//     const auto sink = io::posix_sink(path);          // the file exists
//     std::vector<io::Slab> slabs;
//     for (int i = 0; i < 7; ++i) {
//       const io::FileBox box{.offset = i * n * n * n * 8, .type = cgns::DataType::R8, .dims = {n, n, n},
//                             .begin = {0, 0, first}, .count = {n, n, own}};
//       slabs.push_back({box, values[i].data(), cgns::DataType::R8, io::strides_of(box.count)});
//     }
//     queue.write(*sink, slabs);                       // or queue.read(descriptor, slabs)
//     queue.close();
//
// QueueOptions::direct_from = 0 sends everything through the aggregators; write_alone serves a single rank.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/io/slab.hpp"

namespace pcgns::queue {

struct QueueOptions {
  /// Maximum bytes per file block. An aggregator has two such buffers, and for some reads a third; those of a
  /// node should fit into its cache. If one aggregator serves all ranks of a processor, at least 256 KiB for
  /// each of these ranks.
  std::int64_t buffer = mebi;
  std::int64_t alignment = 4 * kibi;  ///< File blocks begin at multiples of it; stripe size is a good choice.
  /// 0: all ranks on a single node (or one per processor if ranks share it); at most 4 on several nodes.
  int aggregators_per_node = 0;
  int writers = 0;  ///< Maximum number of ranks writing at the same time; 0: all.
  /// Runs of at least this many bytes that are identical in memory and file bypass the exchange; 0: none do.
  std::int64_t direct_from = 256 * kibi;
  /// Assign file blocks round-robin in reads within a node, too, instead of to idle aggregators.
  bool in_turn = false;
  int ranks_per_node = 0;  ///< 0: detect. For tests: treat this many consecutive ranks as a node.
  int processors = 0;      ///< Processors of a node; 0: detect. For tests.
};

class Queue {
 public:
  /// Duplicates `comm`. @note Collective.
  Queue(MPI_Comm comm, const QueueOptions& options);
  /// Local. Without close(), the communicator is not freed.
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  /// Writes all slabs of all ranks and nothing else. Where boxes overlap, the highest rank wins, and its last
  /// slab. `failure`: why this rank cannot take part; then nothing is written. Throws the same Error on every
  /// rank if any rank fails; the values are undefined then.
  /// @pre Boxes of different offsets have no byte in common.
  /// @note Collective; a rank may have no slabs.
  void write(io::Sink& sink, std::span<const io::Slab> slabs, const std::optional<Error>& failure = {});

  /// Fills the memory of all slabs of all ranks; boxes may overlap. A value that does not fit its converted
  /// type is an error. Throws the same Error on every rank if any rank fails.
  /// @note Collective; a rank may have no slabs.
  void read(const FileDescriptor& file, std::span<const io::Slab> slabs,
            const std::optional<Error>& failure = {});

  /// Must be the last call. @note Collective.
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Writes for one rank alone, with one call per contiguous run of the file. @note Local.
void write_alone(io::Sink& sink, const io::Slab& slab);
void read_alone(const FileDescriptor& file, const io::Slab& slab);

}  // namespace pcgns::queue
