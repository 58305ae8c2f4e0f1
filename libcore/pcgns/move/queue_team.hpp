// queue_team.hpp: who owns domains in a flush of the queue, and the memory that ranks of a node share.
#pragma once

#include <mpi.h>

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
  /// A buffer of an owner that this rank reaches, for its domain of `round`, and a few bytes more; it begins
  /// with byte number `place` of a page, modulo its size. How fast the kernel copies depends on that.
  /// @pre share_buffers
  [[nodiscard]] std::byte* buffer(int owner, std::int64_t round, std::int64_t place) const;
  /// The same, for this rank alone.
  [[nodiscard]] std::byte* own_buffer(std::int64_t place);

  /// Makes the buffers, the first time. @note Collective.
  void share_buffers();

  // What the ranks of a node tell each other of the buffers in the rounds of a flush. Who waits for a rank
  // sees what that one has stored.

  /// This rank has copied all it has to between buffers of `round` and what it has in memory.
  void tell_copied(std::int64_t round);
  /// Until all ranks of the node have; at once if `round` is negative.
  void wait_until_copied(std::int64_t round) const;
  /// This owner has moved all it has to between the file and its buffer of `round`.
  void tell_moved(std::int64_t round);
  /// Until owner number `turn` has, if this rank reaches it; at once if `round` is negative.
  void wait_until_moved(int turn, std::int64_t round) const;
  void wait_until_all_moved(std::int64_t round) const;
  /// Until all of the node have done with the buffers in this flush; the next begins with round 0 again.
  void end_rounds(std::int64_t rounds);

 private:
  explicit Team(const QueueOptions& options) : options_(options) {}
  void find_nodes(MPI_Comm comm);
  void find_processors();
  void choose_owners();
  void find_segments();

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;  ///< May be comm_.
  QueueOptions options_;
  int rank_ = 0;
  int turn_ = -1;
  int processor_ = -1;
  int processors_ = 1;        ///< Of the node.
  std::vector<int> node_of_;  ///< By rank: the lowest rank of its node.
  std::vector<int> owners_;
  MPI_Win window_ = MPI_WIN_NULL;
  par::NodeProgress copied_;          ///< Rounds.
  par::NodeProgress moved_;           ///< Of owners.
  std::int64_t past_rounds_ = 0;      ///< Of flushes before.
  std::vector<std::byte> own_;        ///< Where memory cannot be shared.
  ByteBuffer private_;                ///< Of own_buffer().
  std::vector<std::byte*> segments_;  ///< By place in owners(); null if not reached.
  std::vector<int> places_;           ///< By place in owners(), if reached: rank in the node.
};

}  // namespace pcgns::move
