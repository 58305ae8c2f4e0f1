#include "pcgns/par/detail/node_claim.hpp"

#include <atomic>

#include "pcgns/par/collective.hpp"

namespace pcgns::par {

namespace {

/// A window of one flag, on rank 0 of `node`; null on every rank if the ranks cannot share memory.
MPI_Win shared_window(MPI_Comm node) {
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(node, &before);
  MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
  void* base = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  const MPI_Aint bytes = rank_in(node) == 0 ? sizeof(std::int32_t) : 0;
  const int made = MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, node, &base, &window);
  MPI_Comm_set_errhandler(node, before);
  MPI_Errhandler_free(&before);
  return all_max(node, made == MPI_SUCCESS ? 0 : 1) == 0 ? window : MPI_WIN_NULL;
}

}  // namespace

void NodeClaim::open(MPI_Comm node) {
  if (size_of(node) == 1) return;
  window_ = shared_window(node);
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
