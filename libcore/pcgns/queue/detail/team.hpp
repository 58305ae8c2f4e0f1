// team.hpp: the aggregators of a queue flush, and the buffers that ranks of a node share.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/node.hpp"
#include "pcgns/queue/queue.hpp"

namespace pcgns::queue {

class Team {
 public:
  /// @note Collective over `comm`.
  Team(MPI_Comm comm, const QueueOptions& options);
  /// The team of the ranks with the same processor(), treated as a node of their own with one aggregator.
  /// @pre processor() >= 0.
  /// @note Collective.
  [[nodiscard]] Team neighbours(const QueueOptions& options) const;
  /// @note Collective.
  void close();

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return static_cast<int>(node_of_.size()); }
  [[nodiscard]] const QueueOptions& options() const { return options_; }

  /// Ranks, ascending.
  [[nodiscard]] const std::vector<int>& aggregators() const { return aggregators_; }
  /// This rank's index in aggregators(), or -1.
  [[nodiscard]] int turn() const { return turn_; }

  [[nodiscard]] bool is_on_one_node() const;
  /// The processor to pin this rank to during the rounds of a flush. Negative unless the node has more ranks
  /// than processors and all ranks may use all of them.
  [[nodiscard]] int processor() const { return processor_; }

  /// True if ranks of this node run on different processors.
  [[nodiscard]] bool has_processors() const { return processors_ > 1; }

  /// True if this rank can access the buffers of `rank`.
  [[nodiscard]] bool reaches(int rank) const;
  /// True if every rank can access all buffers. @pre share_buffers
  [[nodiscard]] bool reaches_all() const { return window_ != MPI_WIN_NULL && is_on_one_node(); }
  /// Number of buffers of all aggregators. File blocks use them round-robin.
  [[nodiscard]] std::int64_t buffers() const;
  /// Buffer of file block `number` with a few spare bytes, or null if this rank cannot reach it. It begins at
  /// byte `place` (modulo the page size) of a page, because that affects how fast the kernel copies.
  /// @pre share_buffers
  [[nodiscard]] std::byte* buffer(std::int64_t number, std::int64_t place) const;
  /// The same, private to this rank.
  [[nodiscard]] std::byte* own_buffer(std::int64_t place);

  /// Allocates the buffers on the first call. @note Collective.
  void share_buffers();

  // Progress of the ranks of a node on the buffers during a flush, by file block number. A wait also makes
  // the data visible that was stored before the matching tell.

  /// This rank has finished all its copies to or from the buffers of file blocks before `number`.
  void tell_copied(std::int64_t number);
  /// Waits until all ranks of the node have; returns at once if there are none.
  void wait_until_copied(std::int64_t number) const;
  /// This rank has finished the file access of file block `number`.
  void tell_moved(std::int64_t number);
  /// Waits until some rank has, if this rank reaches the buffer.
  void wait_until_moved(std::int64_t number) const;
  /// True if some rank has. @pre reaches_all()
  [[nodiscard]] bool is_moved(std::int64_t number) const;
  /// Claims the next free file block and returns its number. The first ones are preassigned, one per
  /// aggregator.
  /// @pre reaches_all()
  [[nodiscard]] std::int64_t take();
  /// Waits until all ranks of the node have finished with the buffers in this flush of `file_blocks` blocks.
  /// After a collective call, the next flush may begin with number 0 again.
  void end_flush(std::int64_t file_blocks);

 private:
  explicit Team(const QueueOptions& options) : options_(options) {}
  void find_nodes(MPI_Comm comm);
  void find_processors();
  /// `processors`: of each node; the minimum over all nodes.
  void choose_aggregators(int processors);
  void find_segments();
  [[nodiscard]] std::size_t buffer_of(std::int64_t number) const;
  [[nodiscard]] bool reaches_buffer(std::int64_t number) const {
    return segments_[buffer_of(number) % aggregators_.size()] != nullptr;
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;  ///< May equal comm_.
  QueueOptions options_;
  int rank_ = 0;
  int turn_ = -1;
  std::size_t rank_in_node_ = 0;
  int processor_ = -1;
  int processors_ = 1;        ///< Of the node.
  std::vector<int> node_of_;  ///< By rank: lowest rank of its node.
  std::vector<int> aggregators_;
  MPI_Win window_ = MPI_WIN_NULL;
  par::NodeProgress copied_;                    ///< Finished file blocks, by rank of the node.
  par::NodeProgress moved_;                     ///< By buffer: number of the last file block plus 1.
  std::int64_t past_ = 0;                       ///< Numbers used by earlier flushes.
  std::atomic<std::int64_t>* taken_ = nullptr;  ///< Calls of take() in this flush.
  std::vector<std::byte> own_;                  ///< Where memory cannot be shared.
  ByteBuffer private_;                          ///< For own_buffer().
  std::vector<std::byte*> segments_;            ///< By index in aggregators(); null if not reachable.
};

}  // namespace pcgns::queue
