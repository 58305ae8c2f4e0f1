#include "pcgns/cache/plan/slots.hpp"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include "pcgns/base/bytes.hpp"

namespace pcgns::cache {

namespace {

enum State : std::uint32_t { empty, loading, ready, failed };

constexpr std::int64_t line = 64;
constexpr std::int64_t page = 4 * kibi;
constexpr int none = -1;

/// A quarter of the buckets or more are empty.
std::int32_t buckets_for(int count) {
  std::int32_t buckets = 8;
  while (buckets < 2 * count) buckets *= 2;
  return buckets;
}

Range joined(Range a, Range b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace

struct Slots::Slot {
  std::atomic<std::uint32_t> state = empty;
  std::atomic<std::int32_t> users = 0;  ///< Rises under the lock only.
  // The rest under the lock.
  std::int64_t block = none;
  Range changed = {};
  std::int32_t older = none;
  std::int32_t newer = none;
  std::int32_t next = none;  ///< In the same bucket.
};

struct Slots::Head {
  std::atomic<std::uint32_t> lock = 0;
  std::int32_t count = 0;
  std::int32_t buckets = 0;
  std::int32_t oldest = none;
  std::int32_t newest = none;
  std::int64_t bytes = 0;
};

/// Held for some tens of nanoseconds. Gives way, because its holder may have lost the processor.
class Slots::Lock {
 public:
  explicit Lock(Head& head) : lock_(head.lock) {
    for (int tries = 0; lock_.exchange(1, std::memory_order_acquire) != 0; ++tries) {
      if (tries > 64) std::this_thread::yield();
    }
  }
  ~Lock() { lock_.store(0, std::memory_order_release); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  std::atomic<std::uint32_t>& lock_;
};

std::int64_t Slots::memory_for(int count, std::int64_t bytes) {
  const auto table = round_up(sizeof(Head), line) + round_up(count * std::int64_t{sizeof(Slot)}, line) +
                     buckets_for(count) * std::int64_t{sizeof(std::int32_t)};
  return round_up(table, page) + count * bytes;
}

void Slots::prepare(std::byte* memory, int count, std::int64_t bytes) {
  auto* head = new (memory) Head;
  head->count = count;
  head->buckets = buckets_for(count);
  head->bytes = bytes;
  Slots(memory).clear();
}

Slots::Slots(std::byte* memory)
    : head_(std::launder(reinterpret_cast<Head*>(memory))),
      slots_(reinterpret_cast<Slot*>(memory + round_up(sizeof(Head), line))),
      buckets_(reinterpret_cast<std::int32_t*>(reinterpret_cast<std::byte*>(slots_) +
                                               round_up(head_->count * std::int64_t{sizeof(Slot)}, line))),
      data_(memory + memory_for(head_->count, head_->bytes) - head_->count * head_->bytes),
      bytes_(head_->bytes) {}

void Slots::clear() {
  const Lock lock(*head_);
  std::fill_n(buckets_, head_->buckets, none);
  head_->oldest = head_->newest = none;
  for (int slot = 0; slot < head_->count; ++slot) {
    new (&slots_[slot]) Slot;
    make_newest(slot);
  }
}

int Slots::count() const { return head_->count; }

std::int32_t& Slots::bucket_of(std::int64_t block) const {
  const auto mixed = static_cast<std::uint64_t>(block) * 0x9E3779B97F4A7C15U >> 32U;
  return buckets_[mixed & static_cast<std::uint64_t>(head_->buckets - 1)];
}

int Slots::find(std::int64_t block) const {
  auto slot = bucket_of(block);
  while (slot != none && slots_[slot].block != block) slot = slots_[slot].next;
  return slot;
}

int Slots::oldest_free() const {
  auto slot = head_->oldest;
  while (slot != none && slots_[slot].users.load(std::memory_order_acquire) != 0) slot = slots_[slot].newer;
  return slot;
}

void Slots::unlink(int slot) {
  const auto [older, newer] = std::pair(slots_[slot].older, slots_[slot].newer);
  (older == none ? head_->oldest : slots_[older].newer) = newer;
  (newer == none ? head_->newest : slots_[newer].older) = older;
}

void Slots::make_newest(int slot) {
  slots_[slot].older = head_->newest;
  slots_[slot].newer = none;
  (head_->newest == none ? head_->oldest : slots_[head_->newest].newer) = slot;
  head_->newest = slot;
}

void Slots::leave_bucket(int slot) {
  if (slots_[slot].block == none) return;
  auto* link = &bucket_of(slots_[slot].block);
  while (*link != slot) link = &slots_[*link].next;
  *link = slots_[slot].next;
  slots_[slot].block = none;
}

void Slots::enter_bucket(int slot, std::int64_t block) {
  auto& bucket = bucket_of(block);
  slots_[slot].block = block;
  slots_[slot].next = bucket;
  bucket = slot;
}

Acquired Slots::with_changes(int slot) {
  slots_[slot].users.fetch_add(1, std::memory_order_relaxed);
  // Who changes the block meanwhile adds to what is left, and the block is written again.
  return {.slot = slot,
          .action = Action::clean,
          .block = slots_[slot].block,
          .changed = std::exchange(slots_[slot].changed, {})};
}

Acquired Slots::acquire(std::int64_t block) {
  const Lock lock(*head_);
  if (const int slot = find(block); slot != none) {
    slots_[slot].users.fetch_add(1, std::memory_order_relaxed);
    if (head_->newest != slot) {
      unlink(slot);
      make_newest(slot);
    }
    return {.slot = slot, .action = Action::use};
  }
  const int slot = oldest_free();
  if (slot == none) return {};
  if (!slots_[slot].changed.empty()) return with_changes(slot);
  const bool replaces = slots_[slot].block != none;
  leave_bucket(slot);
  enter_bucket(slot, block);
  unlink(slot);
  make_newest(slot);
  slots_[slot].state.store(loading, std::memory_order_relaxed);
  slots_[slot].users.store(1, std::memory_order_relaxed);
  return {.slot = slot, .action = Action::load, .replaces = replaces};
}

void Slots::loaded(int slot, bool succeeded) {
  if (!succeeded) {
    const Lock lock(*head_);
    leave_bucket(slot);
  }
  slots_[slot].state.store(succeeded ? ready : failed, std::memory_order_release);
}

void Slots::release(int slot, Range changed) {
  if (!changed.empty()) {
    const Lock lock(*head_);
    slots_[slot].changed = joined(slots_[slot].changed, changed);
  }
  slots_[slot].users.fetch_sub(1, std::memory_order_release);
}

void Slots::cleaned(const Acquired& acquired, bool succeeded) {
  release(acquired.slot, succeeded ? Range{} : acquired.changed);
}

bool Slots::is_ready(int slot) const { return slots_[slot].state.load(std::memory_order_acquire) == ready; }

bool Slots::has_failed(int slot) const {
  return slots_[slot].state.load(std::memory_order_acquire) == failed;
}

Acquired Slots::take_changes(int slot) {
  const Lock lock(*head_);
  return slots_[slot].changed.empty() ? Acquired{} : with_changes(slot);
}

}  // namespace pcgns::cache
