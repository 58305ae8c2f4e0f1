#include "pcgns/base/byte_stream.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace pcgns {

namespace {

/// Less would hold no huge page, and others may use the rest of it.
constexpr std::size_t large = std::size_t{4} << 20;

}  // namespace

void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes < large) return;
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const auto first = (address + page - 1) / page * page;
  const auto end = (address + bytes) / page * page;
  (void)::madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

}  // namespace pcgns
