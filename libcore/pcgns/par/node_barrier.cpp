#include "pcgns/par/node_barrier.hpp"

#include <unistd.h>

#include <chrono>
#include <thread>

#ifdef __linux__
#include <linux/futex.h>
#include <sys/syscall.h>
#endif

#include "pcgns/par/waiting.hpp"

namespace pcgns::par {

namespace {

using Word = std::atomic<std::uint32_t>;
static_assert(sizeof(Word) == sizeof(std::uint32_t) && Word::is_always_lock_free);

/// To wake a rank on another processor of a virtual machine took 20 to 30 microseconds, on the same one 4.
constexpr std::chrono::microseconds worth_spinning(100);
constexpr std::chrono::microseconds worth_yielding(2000);
/// Then messages that others wait for are helped on.
constexpr std::chrono::milliseconds longest_sleep(1);

#ifdef __linux__

/// Of processes, not threads: std::atomic::wait is for threads only. See futex(2).
void sleep_while(const Word& word, std::uint32_t value) {
  const timespec timeout{0, std::chrono::nanoseconds(longest_sleep).count()};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &timeout, nullptr, 0);
}

void wake_all(const Word& word) { syscall(SYS_futex, &word, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0); }

#else

void sleep_while(const Word&, std::uint32_t) { std::this_thread::sleep_for(std::chrono::microseconds(20)); }
void wake_all(const Word&) {}

#endif

bool spun_until(const auto& done, bool yields) {
  const auto end = std::chrono::steady_clock::now() + (yields ? worth_yielding : worth_spinning);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    if (yields) std::this_thread::yield();
  }
  return true;
}

}  // namespace

NodeBarrier::NodeBarrier(State* state, MPI_Comm node, int processors) : state_(state), node_(node) {
  int ranks = 1;
  MPI_Comm_size(node, &ranks);
  ranks_ = static_cast<std::uint32_t>(ranks);
  crowded_ = ranks > processors;
}

void NodeBarrier::meet() {
  const auto round = state_->round.load();
  if (state_->arrived.fetch_add(1) + 1 < ranks_) return wait_for_end_of(round);
  state_->arrived = 0;
  state_->round = round + 1;
  wake_all(state_->round);
}

void NodeBarrier::wait_for_end_of(std::uint32_t round) const {
  const Waiting waiting;
  const auto is_over = [&] { return state_->round.load() != round; };
  if (spun_until(is_over, crowded_)) return;
  while (!is_over()) {
    sleep_while(state_->round, round);
    int ignored = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, node_, &ignored, MPI_STATUS_IGNORE);
  }
}

}  // namespace pcgns::par
