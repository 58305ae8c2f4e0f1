// processors.hpp: where this process may run.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pcgns::par {

/// The processors of a node, as far as the system lets these ranks run there.
struct Processors {
  std::vector<int> numbers = {};  ///< Of the system, ascending. Empty: unknown.
  int count = 1;
  bool all_may_use_all = false;  ///< No rank is bound to some of them.
};

/// @note Collective over `node`, whose ranks are all on one node.
[[nodiscard]] Processors find_processors(MPI_Comm node);

/// While it lives, the thread that made it stays on one processor, if the system can do that.
class OnProcessor {
 public:
  /// A bit for each processor, the first 1024 of them.
  using Mask = std::array<std::uint64_t, 16>;

  /// `number`: negative for wherever it may run anyway.
  explicit OnProcessor(int number);
  ~OnProcessor();
  OnProcessor(const OnProcessor&) = delete;
  OnProcessor& operator=(const OnProcessor&) = delete;

 private:
  std::optional<Mask> before_;
};

}  // namespace pcgns::par
