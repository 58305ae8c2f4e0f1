// node_progress.hpp: how far each rank of a node has come, without messages.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pcgns::par {

/// Counters in memory that all ranks of a node see: each rank tells of its own steps, and waits for those of
/// others that it needs. Who waits spins, or where ranks are more than processors lets those run that it
/// waits for; and sleeps after a while.
class NodeProgress {
 public:
  /// What a rank shares: no other counter lies on its cache line, as others look at it all the time.
  struct State {
    std::atomic<std::uint32_t> steps = 0;
    std::array<std::byte, 60> unused = {};
  };

  NodeProgress() = default;
  /// `states`: of the ranks of `node`, in their order; they must live as long, and be there before anybody
  /// tells or waits. The ranks run on so many processors.
  NodeProgress(std::vector<State*> states, MPI_Comm node, int processors);

  /// This rank has done so many steps, never fewer than before. What it has stored until now, those see who
  /// wait for them.
  void tell(std::int64_t steps);
  /// @pre Nobody is 2^31 steps behind or ahead.
  void wait_for(int rank, std::int64_t steps) const;
  void wait_for_all(std::int64_t steps) const;

 private:
  std::vector<State*> states_;
  MPI_Comm node_ = MPI_COMM_NULL;
  State* mine_ = nullptr;
  bool crowded_ = false;  ///< More ranks than processors.
};

}  // namespace pcgns::par
