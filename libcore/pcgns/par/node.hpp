// node.hpp: progress counters in shared memory of a node, and processor binding.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pcgns::par {

/// Counters in memory shared by the ranks of a node: one per rank, or one per shared work item. A rank
/// announces finished steps, and others wait for them. A waiting rank spins, or yields if there are more
/// ranks than processors, and sleeps after a while.
class NodeProgress {
 public:
  /// One shared counter. It fills a cache line, because other ranks poll it.
  struct State {
    std::atomic<std::uint32_t> steps = 0;
    std::atomic<std::uint32_t> sleepers = 0;  ///< Ranks to wake; the system call is skipped if 0.
    std::array<std::byte, 56> unused = {};
  };

  NodeProgress() = default;
  /// `states` are the same on all ranks of `node`, outlive this object, and are initialised before first use;
  /// null for counters that are never used. `processors`: number available to these ranks.
  NodeProgress(std::vector<State*> states, MPI_Comm node, int processors);

  /// Announces `steps` finished steps, which never decrease. Earlier stores of this rank are visible to ranks
  /// that wait for them.
  void tell(std::size_t counter, std::int64_t steps);
  /// @pre Counters differ from `steps` by less than 2^31.
  [[nodiscard]] bool is_at(std::size_t counter, std::int64_t steps) const;
  void wait_for(std::size_t counter, std::int64_t steps) const;
  void wait_for_all(std::int64_t steps) const;

 private:
  std::vector<State*> states_;
  MPI_Comm node_ = MPI_COMM_NULL;
  bool crowded_ = false;  ///< More ranks than processors.
};

/// The processors of a node that its ranks may use.
struct Processors {
  std::vector<int> numbers = {};  ///< Numbers of the operating system, ascending; empty: unknown.
  int count = 1;
  bool all_may_use_all = false;  ///< No rank is bound to a subset.
};

/// @note Collective over `node`, whose ranks share one node.
[[nodiscard]] Processors find_processors(MPI_Comm node);

/// By rank: the lowest rank of the same node. @note Collective over `comm`.
[[nodiscard]] std::vector<int> nodes_of_ranks(MPI_Comm comm);

/// Binds the calling thread to one processor during its lifetime, if the system supports that.
class OnProcessor {
 public:
  /// One bit per processor, for the first 1024.
  using Mask = std::array<std::uint64_t, 16>;

  /// A negative `number` does not bind.
  explicit OnProcessor(int number);
  ~OnProcessor();
  OnProcessor(const OnProcessor&) = delete;
  OnProcessor& operator=(const OnProcessor&) = delete;

 private:
  std::optional<Mask> before_;
};

}  // namespace pcgns::par
