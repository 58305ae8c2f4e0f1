// node_memory.hpp: memory of each rank that all ranks of its node can access.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pcgns::par {

class NodeMemory {
 public:
  /// `bytes` for this rank, which begin at a page. If the system refuses, each rank has memory of its own.
  /// `node` must outlive this object. @note Collective over `node`.
  NodeMemory(MPI_Comm node, std::int64_t bytes);
  /// Local. Without close(), shared memory is not freed.
  ~NodeMemory() = default;
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  [[nodiscard]] bool is_shared() const { return window_ != MPI_WIN_NULL; }
  /// Memory of a rank of the node; null if this rank cannot access it.
  [[nodiscard]] std::byte* of(int rank) const { return segments_[static_cast<std::size_t>(rank)]; }

  /// @note Collective.
  void close();

 private:
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<std::byte> own_;  ///< Where memory cannot be shared.
  std::vector<std::byte*> segments_;
};

}  // namespace pcgns::par
