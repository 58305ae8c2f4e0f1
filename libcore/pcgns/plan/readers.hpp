// readers.hpp: which ranks read the input files, where not all of them do.
#pragma once

#include <span>
#include <vector>

namespace pcgns::plan {

/// How many ranks read; 0: no limit.
struct ReaderLimits {
  int ranks = 0;     ///< In all.
  int per_node = 0;  ///< On each node.

  friend bool operator==(const ReaderLimits&, const ReaderLimits&) = default;
};

/// The ranks that read, ascending: as many as the limits allow, evenly over the nodes and over the ranks of
/// each. `nodes`: by rank, a number that the ranks of a node share. Empty: all ranks do.
[[nodiscard]] std::vector<int> readers_among(const ReaderLimits& limits, std::span<const int> nodes);

}  // namespace pcgns::plan
