#include "pcgns/par/node_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::par {

namespace {

constexpr std::int64_t page_bytes = 4 * kibi;

/// MPI memory may begin anywhere in a page, but at the same offset on every rank, because pages are mapped.
std::byte* page_after(void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return static_cast<std::byte*>(memory) + (page_bytes - address % page_bytes) % page_bytes;
}

/// Takes pages from the system. False: there are not as many.
bool is_mapped(std::byte* memory, std::int64_t bytes) {
#ifdef MADV_POPULATE_WRITE
  return ::madvise(memory, static_cast<std::size_t>(bytes), MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
#else
  return true;
#endif
}

}  // namespace

MPI_Win shared_window(MPI_Comm node, std::int64_t bytes) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");  // places each segment near its rank
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(node, &before);
  MPI_Comm_set_errhandler(node, MPI_ERRORS_RETURN);
  void* base = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  const int made = MPI_Win_allocate_shared(bytes, 1, info, node, &base, &window);
  MPI_Comm_set_errhandler(node, before);
  MPI_Errhandler_free(&before);
  MPI_Info_free(&info);
  return all_max(node, made == MPI_SUCCESS ? 0 : 1) == 0 ? window : MPI_WIN_NULL;
}

NodeMemory::NodeMemory(MPI_Comm node, std::int64_t bytes,
                       const std::function<void(std::byte* memory)>& prepare)
    : window_(shared_window(node, bytes + page_bytes)), segments_(static_cast<std::size_t>(size_of(node))) {
  auto& own = segments_[static_cast<std::size_t>(rank_in(node))];
  if (is_shared()) {
    find_segments(node);
    // Otherwise a full /dev/shm would end the program when a page is first used.
    const bool has_memory = is_mapped(own, bytes);
    if (has_memory) prepare(own);
    if (all_min(node, has_memory ? 1 : 0) == 1) return;
    close();
  }
  std::fill(segments_.begin(), segments_.end(), nullptr);
  own_.resize(static_cast<std::size_t>(bytes + page_bytes));
  own = page_after(own_.data());
  prepare(own);
}

void NodeMemory::find_segments(MPI_Comm node) {
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
  for (int rank = 0; rank < size_of(node); ++rank) {
    MPI_Aint size = 0;
    int unit = 0;
    void* begin = nullptr;
    MPI_Win_shared_query(window_, rank, &size, &unit, &begin);
    segments_[static_cast<std::size_t>(rank)] = page_after(begin);
  }
}

void NodeMemory::map(std::byte* memory, std::int64_t bytes) { static_cast<void>(is_mapped(memory, bytes)); }

void NodeMemory::close() {
  if (!is_shared()) return;
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

}  // namespace pcgns::par
