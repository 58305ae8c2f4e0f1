// queue_team.hpp: who owns domains in a flush of the queue, and the memory that ranks of a node share.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/base/byte_buffer.hpp"
#include "pcgns/move/queue.hpp"
#include "pcgns/par/node_progress.hpp"

namespace pcgns::move {

class Team {
 public:
  /// @note Collective over `comm`.
  Team(MPI_Comm comm, const QueueOptions& options);
  /// Of the ranks with the same processor(), as if their node had no other; one of them owns all domains.
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
  [[nodiscard]] const std::vector<int>& owners() const { return owners_; }
  /// This rank's place in owners(), or -1.
  [[nodiscard]] int turn() const { return turn_; }

  [[nodiscard]] bool is_on_one_node() const;
  /// The one on which this rank should stay during the rounds of a flush, where ranks of the node are more
  /// than processors and all of them may run anywhere; otherwise negative.
  [[nodiscard]] int processor() const { return processor_; }

  /// True if ranks of this node run on different processors.
  [[nodiscard]] bool has_processors() const { return processors_ > 1; }

  /// True if this rank can store into buffers of `rank`.
  [[nodiscard]] bool reaches(int rank) const;
  /// True if every rank can, into all buffers. @pre share_buffers
  [[nodiscard]] bool reaches_all() const { return window_ != MPI_WIN_NULL && is_on_one_node(); }
  /// Of all owners. Domains have them in turn.
  [[nodiscard]] std::int64_t buffers() const;
  /// The one of domain `number`, and a few bytes more, if this rank reaches its owner; it begins with byte
  /// number `place` of a page, modulo its size. How fast the kernel copies depends on that.
  /// @pre share_buffers
  [[nodiscard]] std::byte* buffer(std::int64_t number, std::int64_t place) const;
  /// The same, for this rank alone.
  [[nodiscard]] std::byte* own_buffer(std::int64_t place);

  /// Makes the buffers, the first time. @note Collective.
  void share_buffers();

  // What the ranks of a node tell each other of the buffers in a flush, by the numbers of domains. Who waits
  // sees what those had stored who told.

  /// This rank has copied all it has to between the buffers of domains before `number` and what it has in
  /// memory.
  void tell_copied(std::int64_t number);
  /// Until all ranks of the node have; at once if there are none.
  void wait_until_copied(std::int64_t number) const;
  /// This rank has moved all there is between the file and the buffer of domain `number`.
  void tell_moved(std::int64_t number);
  /// Until somebody has, if this rank reaches the buffer.
  void wait_until_moved(std::int64_t number) const;
  /// Whether somebody has. @pre reaches_all()
  [[nodiscard]] bool is_moved(std::int64_t number) const;
  /// The number of the next domain that no owner has. The first ones, as many as owners, are theirs already.
  /// @pre reaches_all()
  [[nodiscard]] std::int64_t take();
  /// Until all of the node have done with the buffers in this flush of so many domains. The next one begins
  /// with number 0 again, after something collective.
  void end_flush(std::int64_t domains);

 private:
  explicit Team(const QueueOptions& options) : options_(options) {}
  void find_nodes(MPI_Comm comm);
  void find_processors();
  void choose_owners();
  void find_segments();
  [[nodiscard]] std::size_t buffer_of(std::int64_t number) const;
  [[nodiscard]] bool reaches_buffer(std::int64_t number) const {
    return segments_[buffer_of(number) % owners_.size()] != nullptr;
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;  ///< May be comm_.
  QueueOptions options_;
  int rank_ = 0;
  int turn_ = -1;
  std::size_t rank_in_node_ = 0;
  int processor_ = -1;
  int processors_ = 1;        ///< Of the node.
  std::vector<int> node_of_;  ///< By rank: the lowest rank of its node.
  std::vector<int> owners_;
  MPI_Win window_ = MPI_WIN_NULL;
  par::NodeProgress copied_;                    ///< Domains, by rank of the node.
  par::NodeProgress moved_;                     ///< The number of the last domain, from 1, by buffer.
  std::int64_t past_ = 0;                       ///< Numbers that flushes before had.
  std::atomic<std::int64_t>* taken_ = nullptr;  ///< Calls of take() in this flush.
  std::vector<std::byte> own_;                  ///< Where memory cannot be shared.
  ByteBuffer private_;                          ///< Of own_buffer().
  std::vector<std::byte*> segments_;            ///< By place in owners(); null if not reached.
};

}  // namespace pcgns::move
