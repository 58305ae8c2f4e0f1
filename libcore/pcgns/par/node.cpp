#ifdef __linux__
#endif
#include "pcgns/par/node.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>
#include <tuple>
#include <utility>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/detail/waiting.hpp"

namespace pcgns::par {

namespace {

using Word = std::atomic<std::uint32_t>;
static_assert(sizeof(Word) == sizeof(std::uint32_t) && Word::is_always_lock_free);

/// Waking a rank took 20 to 30 microseconds on another processor of a virtual machine, 4 on the same one.
constexpr std::chrono::microseconds worth_spinning(100);
constexpr std::chrono::microseconds worth_yielding(2000);
/// After it, the sleeper polls MPI, so that messages which others wait for progress.
constexpr std::chrono::milliseconds longest_sleep(1);

#ifdef __linux__

/// Works across processes, unlike std::atomic::wait. See futex(2).
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
  // Counters wrap around.
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
    waiting.serve();
    int ignored = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, node_, &ignored, MPI_STATUS_IGNORE);
  }
  --state.sleepers;
}

void NodeProgress::wait_for_all(std::int64_t steps) const {
  for (std::size_t counter = 0; counter < states_.size(); ++counter) wait_for(counter, steps);
}

namespace {

using Mask = OnProcessor::Mask;
constexpr std::size_t most_processors = 64 * std::tuple_size_v<Mask>;

bool has(std::span<const std::uint64_t> words, std::size_t number) {
  return (words[number / 64] >> (number % 64) & 1U) != 0;
}

#ifdef __linux__

/// Empty if the node has more processors than the mask has bits.
Mask allowed_here() {
  Mask mask = {};
  if (sched_getaffinity(0, sizeof mask, reinterpret_cast<cpu_set_t*>(mask.data())) != 0) return {};
  return mask;
}

bool allow(const Mask& mask) {
  return sched_setaffinity(0, sizeof mask, reinterpret_cast<const cpu_set_t*>(mask.data())) == 0;
}

#else

Mask allowed_here() { return {}; }
bool allow(const Mask&) { return false; }

#endif

}  // namespace

Processors find_processors(MPI_Comm node) {
  const auto mine = allowed_here();
  // First half: processors that some rank may use; second half: those that some rank may not use.
  std::array<std::uint64_t, 2 * std::tuple_size_v<Mask>> words = {};
  const auto rest = std::copy(mine.begin(), mine.end(), words.begin());
  std::transform(mine.begin(), mine.end(), rest, [](std::uint64_t word) { return ~word; });
  or_over_ranks(node, words);

  Processors processors;
  bool is_anybody_bound = false;
  for (std::size_t number = 0; number < most_processors; ++number) {
    if (!has(words, number)) continue;
    processors.numbers.push_back(static_cast<int>(number));
    is_anybody_bound = is_anybody_bound || has(words, most_processors + number);
  }
  const bool is_known = !processors.numbers.empty();
  processors.count = std::max(
      static_cast<int>(is_known ? processors.numbers.size() : std::thread::hardware_concurrency()), 1);
  processors.all_may_use_all = is_known && !is_anybody_bound;
  return processors;
}

std::vector<int> nodes_of_ranks(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  auto lowest = rank_in(comm);
  broadcast(node, lowest);
  MPI_Comm_free(&node);
  return gather_each(comm, lowest);
}

OnProcessor::OnProcessor(int number) {
  if (number < 0) return;
  const auto before = allowed_here();
  Mask one = {};
  const auto place = static_cast<std::size_t>(number);
  one.at(place / 64) = std::uint64_t{1} << (place % 64);
  if (allow(one)) before_ = before;
}

OnProcessor::~OnProcessor() {
  if (before_) allow(*before_);
}

}  // namespace pcgns::par
