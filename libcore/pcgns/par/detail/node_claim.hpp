// node_claim.hpp: lets one of the ranks on a node report a failure, where they cannot agree on who does.
#pragma once

#include <mpi.h>

#include <cstdint>

namespace pcgns::par {

/// A flag in memory that the ranks of a node share, or of this rank alone where they cannot share any.
class NodeClaim {
 public:
  NodeClaim() = default;
  /// @note Collective over `node`, ranks that share memory.
  void open(MPI_Comm node);
  /// @note Collective over the same ranks.
  void close();
  NodeClaim(const NodeClaim&) = delete;
  NodeClaim& operator=(const NodeClaim&) = delete;
  ~NodeClaim() = default;

  /// True for the first rank that calls it, and only the first time. From any thread.
  [[nodiscard]] bool make();

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  std::int32_t own_ = 0;
  std::int32_t* flag_ = &own_;
};

}  // namespace pcgns::par
