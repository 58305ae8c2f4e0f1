// node_progress.hpp: how far each rank of a node has come, without messages.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pcgns::par {

/// Counters in memory that all ranks of a node see: of each rank, or of what they work on in turn. Who has
/// done a step tells, others wait for those that they need. Who waits spins, or where ranks are more than
/// processors lets those run that it waits for; and sleeps after a while.
class NodeProgress {
 public:
  /// What is shared: no other counter lies on its cache line, as others look at it all the time.
  struct State {
    std::atomic<std::uint32_t> steps = 0;
    std::atomic<std::uint32_t> sleepers = 0;  ///< To be woken: few are, and it is a call of the system.
    std::array<std::byte, 56> unused = {};
  };

  NodeProgress() = default;
  /// `states`, the same on all ranks of `node`, must live as long, and be there before anybody tells or
  /// waits; null where nobody will. The ranks run on so many processors.
  NodeProgress(std::vector<State*> states, MPI_Comm node, int processors);

  /// So many steps are done, never fewer than before. What this rank has stored until now, those see who wait
  /// for them.
  void tell(std::size_t counter, std::int64_t steps);
  /// @pre Nobody is 2^31 steps behind or ahead.
  [[nodiscard]] bool is_at(std::size_t counter, std::int64_t steps) const;
  void wait_for(std::size_t counter, std::int64_t steps) const;
  void wait_for_all(std::int64_t steps) const;

 private:
  std::vector<State*> states_;
  MPI_Comm node_ = MPI_COMM_NULL;
  bool crowded_ = false;  ///< More ranks than processors.
};

}  // namespace pcgns::par
