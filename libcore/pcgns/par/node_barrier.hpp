// node_barrier.hpp: ranks of a node meet, without messages.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>

namespace pcgns::par {

/// A barrier in memory that all ranks of a node see. Who comes early spins, or where ranks are more than
/// processors lets those run that it waits for; and sleeps after a while.
class NodeBarrier {
 public:
  /// What the ranks share.
  struct State {
    std::atomic<std::uint32_t> arrived = 0;
    std::atomic<std::uint32_t> round = 0;
  };

  NodeBarrier() = default;
  /// `state` must live as long, and be there before any rank meets the others. `node`: those that meet, on so
  /// many processors.
  NodeBarrier(State* state, MPI_Comm node, int processors);

  /// What any rank has stored before, all ranks see afterwards. @note Collective over the node.
  void meet();

 private:
  void wait_for_end_of(std::uint32_t round) const;

  State* state_ = nullptr;
  MPI_Comm node_ = MPI_COMM_NULL;
  std::uint32_t ranks_ = 1;
  bool crowded_ = false;  ///< More ranks than processors.
};

}  // namespace pcgns::par
