#include "pcgns/cache/plan/slots.hpp"

#include <cstring>
#include <list>
#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"

namespace {

using namespace pcgns;
using cache::Action;
using cache::Slots;

constexpr std::int64_t bytes = 64;

class Memory {
 public:
  explicit Memory(int count) : memory_(static_cast<std::size_t>(Slots::memory_for(count, bytes)) + 64) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    begin_ = memory_.data() + (64 - address % 64) % 64;
    Slots::prepare(begin_, count, bytes);
  }
  [[nodiscard]] Slots slots() const { return Slots(begin_); }

 private:
  std::vector<std::byte> memory_;
  std::byte* begin_;
};

/// Uses a block; returns what acquire said.
Action touch(Slots& slots, std::int64_t block, Range changed = {}) {
  const auto acquired = slots.acquire(block);
  if (acquired.action == Action::load) slots.loaded(acquired.slot, true);
  if (acquired.action == Action::load || acquired.action == Action::use)
    slots.release(acquired.slot, changed);
  return acquired.action;
}

}  // namespace

TEST_CASE("The least recently used block makes room for another one") {
  const Memory memory(3);
  auto slots = memory.slots();
  for (const int block : {10, 11, 12}) CHECK(touch(slots, block) == Action::load);
  CHECK(touch(slots, 10) == Action::use);
  CHECK(touch(slots, 13) == Action::load);
  CHECK(touch(slots, 10) == Action::use);
  CHECK(touch(slots, 12) == Action::use);
  CHECK(touch(slots, 11) == Action::load);
  CHECK(touch(slots, 13) == Action::load);
}

TEST_CASE("Slots find what an exact list of least recent use has") {
  std::mt19937 dice(7);
  const Memory memory(8);
  auto slots = memory.slots();
  std::list<std::int64_t> newest_first;
  for (int i = 0; i < 20000; ++i) {
    const auto block = static_cast<std::int64_t>(dice() % 12) * 8;
    const auto found = std::find(newest_first.begin(), newest_first.end(), block);
    const bool is_there = found != newest_first.end();
    if (is_there) newest_first.erase(found);
    newest_first.push_front(block);
    if (newest_first.size() > 8) newest_first.pop_back();
    REQUIRE((touch(slots, block) == Action::use) == is_there);
  }
}

TEST_CASE("A block in use is not replaced, and only if all are in use there is no room") {
  const Memory memory(2);
  auto slots = memory.slots();
  const auto first = slots.acquire(1);
  slots.loaded(first.slot, true);
  CHECK(touch(slots, 2) == Action::load);
  CHECK(touch(slots, 3) == Action::load);
  CHECK(slots.acquire(1).action == Action::use);
  const auto other = slots.acquire(4);
  CHECK(other.action == Action::load);
  CHECK(slots.acquire(5).action == Action::wait);
  slots.loaded(other.slot, true);
  slots.release(other.slot, {});
  CHECK(slots.acquire(5).action == Action::load);
}

TEST_CASE("Changed bytes are handed out once before the block is replaced, and again after a failure") {
  const Memory memory(1);
  auto slots = memory.slots();
  touch(slots, 1, {8, 16});
  touch(slots, 1, {32, 40});
  auto changes = slots.acquire(2);
  CHECK(changes.action == Action::clean);
  CHECK(changes.block == 1);
  CHECK(changes.changed == Range{8, 40});
  CHECK(slots.acquire(2).action == Action::wait);
  slots.cleaned(changes, false);
  changes = slots.acquire(2);
  CHECK(changes.changed == Range{8, 40});
  // Changed while it is written: not lost.
  touch(slots, 1, {0, 8});
  slots.cleaned(changes, true);
  changes = slots.acquire(2);
  CHECK(changes.changed == Range{0, 8});
  slots.cleaned(changes, true);
  CHECK(touch(slots, 2) == Action::load);
  CHECK(slots.take_changes(0).slot == -1);
}

TEST_CASE("A block that could not be read is asked for again") {
  const Memory memory(2);
  auto slots = memory.slots();
  const auto acquired = slots.acquire(1);
  const auto other = slots.acquire(1);
  CHECK(other.action == Action::use);
  CHECK_FALSE(slots.is_ready(other.slot));
  slots.loaded(acquired.slot, false);
  CHECK(slots.has_failed(other.slot));
  CHECK(touch(slots, 1) == Action::load);
  slots.release(acquired.slot, {});
  slots.release(other.slot, {});
  CHECK(touch(slots, 1) == Action::use);
}

TEST_CASE("Threads that use few slots at once find their blocks and lose no change") {
  constexpr int blocks = 16;
  const Memory memory(3);
  std::vector<std::byte> file(blocks * bytes);
  const auto add_one = [](std::byte* place) {
    std::atomic_ref<std::int64_t>(*reinterpret_cast<std::int64_t*>(place)).fetch_add(1);
  };
  const auto work = [&](unsigned seed) {
    auto slots = memory.slots();
    std::mt19937 dice(seed);
    for (int i = 0; i < 5000;) {
      const auto block = static_cast<std::int64_t>(dice() % blocks);
      const auto acquired = slots.acquire(block);
      auto* data = acquired.slot < 0 ? nullptr : slots.data(acquired.slot);
      if (acquired.action == Action::clean) {
        std::memcpy(file.data() + acquired.block * bytes + acquired.changed.begin,
                    data + acquired.changed.begin, static_cast<std::size_t>(acquired.changed.size()));
        slots.cleaned(acquired, true);
      }
      if (acquired.action == Action::load) {
        std::memcpy(data, file.data() + block * bytes, bytes);
        slots.loaded(acquired.slot, true);
      }
      if (acquired.action == Action::clean || acquired.action == Action::wait) continue;
      while (!slots.is_ready(acquired.slot)) std::this_thread::yield();
      add_one(data);
      slots.release(acquired.slot, {0, 8});
      ++i;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i) threads.emplace_back(work, i);
  for (auto& thread : threads) thread.join();
  auto slots = memory.slots();
  for (int slot = 0; slot < slots.count(); ++slot) {
    const auto changes = slots.take_changes(slot);
    if (changes.slot < 0) continue;
    std::memcpy(file.data() + changes.block * bytes, slots.data(slot), 8);
    slots.cleaned(changes, true);
  }
  std::int64_t sum = 0;
  for (int block = 0; block < blocks; ++block) {
    std::int64_t count = 0;
    std::memcpy(&count, file.data() + block * bytes, sizeof count);
    sum += count;
  }
  CHECK(sum == 4 * 5000);
}
