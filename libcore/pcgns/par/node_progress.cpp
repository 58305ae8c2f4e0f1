#include "pcgns/par/node_progress.hpp"

#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

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

NodeProgress::NodeProgress(std::vector<State*> states, MPI_Comm node, int processors)
    : states_(std::move(states)), node_(node) {
  int ranks = 1;
  MPI_Comm_size(node, &ranks);
  crowded_ = ranks > processors;
}

void NodeProgress::tell(std::size_t counter, std::int64_t steps) {
  auto& state = *states_[counter];
  state.steps = static_cast<std::uint32_t>(steps);
  if (state.sleepers.load() > 0) wake_all(state.steps);
}

bool NodeProgress::is_at(std::size_t counter, std::int64_t steps) const {
  // Counters go round.
  const auto ahead = states_[counter]->steps.load() - static_cast<std::uint32_t>(steps);
  return static_cast<std::int32_t>(ahead) >= 0;
}

void NodeProgress::wait_for(std::size_t counter, std::int64_t steps) const {
  auto& state = *states_[counter];
  const auto is_there = [&] { return is_at(counter, steps); };
  if (is_there()) return;
  const Waiting waiting;
  if (spun_until(is_there, crowded_)) return;
  ++state.sleepers;
  for (auto seen = state.steps.load(); !is_there(); seen = state.steps.load()) {
    sleep_while(state.steps, seen);
    int ignored = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, node_, &ignored, MPI_STATUS_IGNORE);
  }
  --state.sleepers;
}

void NodeProgress::wait_for_all(std::int64_t steps) const {
  for (std::size_t counter = 0; counter < states_.size(); ++counter) wait_for(counter, steps);
}

}  // namespace pcgns::par
