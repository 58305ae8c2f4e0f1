// queue_team.hpp: who owns domains in a flush of the queue, and the memory that ranks of a node share.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/move/queue.hpp"

namespace pcgns::move {

class Team {
 public:
  /// @note Collective over `comm`.
  Team(MPI_Comm comm, const QueueOptions& options);
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

  /// True if this rank can store into buffers of `rank`.
  [[nodiscard]] bool reaches(int rank) const;
  /// The buffer of an owner that this rank reaches, for a domain of `round`; a few bytes longer than a
  /// domain.
  /// @pre share_buffers
  [[nodiscard]] std::byte* buffer(int owner, std::int64_t round) const;

  /// Makes the buffers, the first time. @note Collective.
  void share_buffers();
  /// What ranks of this node have stored until now, all of them see. @note Collective over the node.
  void meet();

 private:
  void find_nodes();
  void choose_owners();

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm node_ = MPI_COMM_NULL;
  QueueOptions options_;
  int rank_ = 0;
  int turn_ = -1;
  std::vector<int> node_of_;  ///< By rank: the lowest rank of its node.
  std::vector<int> owners_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<std::byte> own_;        ///< Where memory cannot be shared.
  std::vector<std::byte*> segments_;  ///< By place in owners(); null if not reached.
};

}  // namespace pcgns::move
