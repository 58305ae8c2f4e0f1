// node_memory.hpp: memory of each rank that all ranks of its node can access.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace pcgns::par {

/// A window with `bytes` of this rank; MPI_WIN_NULL on every rank if the ranks cannot share memory.
/// @note Collective over `node`.
[[nodiscard]] MPI_Win shared_window(MPI_Comm node, std::int64_t bytes);

class NodeMemory {
 public:
  /// `bytes` for this rank, which begin at a page. If the system refuses, each rank has memory of its own.
  /// `prepare` makes the first use of a rank's own memory, before others can access it. `node` must outlive
  /// this object. @note Collective over `node`.
  NodeMemory(MPI_Comm node, std::int64_t bytes, const std::function<void(std::byte* memory)>& prepare);
  /// Local. Without close(), shared memory is not freed.
  ~NodeMemory() = default;
  NodeMemory(const NodeMemory&) = delete;
  NodeMemory& operator=(const NodeMemory&) = delete;

  [[nodiscard]] bool is_shared() const { return window_ != MPI_WIN_NULL; }
  /// Memory of a rank of the node; null if this rank cannot access it.
  [[nodiscard]] std::byte* of(int rank) const { return segments_[static_cast<std::size_t>(rank)]; }

  /// Maps pages that this rank is about to fill: all at once takes a fraction of a fault for each.
  static void map(std::byte* memory, std::int64_t bytes);

  /// @note Collective.
  void close();

 private:
  void find_segments(MPI_Comm node);

  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<std::byte> own_;  ///< Where memory cannot be shared.
  std::vector<std::byte*> segments_;
};

}  // namespace pcgns::par
