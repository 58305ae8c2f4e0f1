#include "pcgns/par/detail/node_claim.hpp"

#include <atomic>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/node_memory.hpp"

namespace pcgns::par {

void NodeClaim::open(MPI_Comm node) {
  if (size_of(node) == 1) return;
  window_ = shared_window(node, rank_in(node) == 0 ? sizeof(std::int32_t) : 0);
  if (window_ == MPI_WIN_NULL) return;
  MPI_Aint bytes = 0;
  int unit = 0;
  void* base = nullptr;
  MPI_Win_shared_query(window_, 0, &bytes, &unit, &base);
  flag_ = static_cast<std::int32_t*>(base);
  if (rank_in(node) == 0) std::atomic_ref(*flag_).store(0);
  static_cast<void>(all_max(node, 0));  // no rank claims before the flag is 0
}

void NodeClaim::close() {
  if (window_ == MPI_WIN_NULL) return;
  flag_ = &own_;
  MPI_Win_free(&window_);
}

bool NodeClaim::make() { return std::atomic_ref(*flag_).exchange(1) == 0; }

}  // namespace pcgns::par
