#include "pcgns/cache/run/node_blocks.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::cache {

namespace {

/// Another rank reads or writes a block meanwhile, which takes some hundred microseconds.
void give_way(int tries) {
  if (tries < 4) return std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(10));
}

/// Sets a flag during its lifetime.
class Flagged {
 public:
  explicit Flagged(bool& flag) : flag_(flag) { flag_ = true; }
  ~Flagged() { flag_ = false; }
  Flagged(const Flagged&) = delete;
  Flagged& operator=(const Flagged&) = delete;

 private:
  bool& flag_;
};

MPI_Comm node_of(MPI_Comm comm, const Options& options) {
  MPI_Comm node = MPI_COMM_NULL;
  if (options.ranks_per_node > 0) {
    MPI_Comm_split(comm, par::rank_in(comm) / options.ranks_per_node, 0, &node);
  } else {
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  }
  return node;
}

}  // namespace

NodeBlocks::NodeBlocks(MPI_Comm comm, Backing& backing, const Options& options, const Blocks& blocks,
                       Counts& counts)
    : backing_(backing),
      blocks_(blocks),
      counts_(counts),
      rank_(par::rank_in(comm)),
      node_(node_of(comm, options)),
      place_of_(static_cast<std::size_t>(par::size_of(comm)), -1) {
  const auto count = static_cast<int>(std::max<std::int64_t>(options.memory / blocks.bytes(), 1));
  take_memory(comm, count);
  std::vector<int> ranks(place_of_.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  const bool is_one_node = par::size_of(node_) == par::size_of(comm);
  if (!is_one_node) ranks = par::gather_each(node_, rank_);
  const int me = par::rank_in(node_);
  for (std::size_t place = 0; place < ranks.size(); ++place) {
    auto* const memory = memory_->of(static_cast<int>(place));
    // One whose memory cannot be accessed is never used.
    slots_.emplace_back(memory == nullptr ? memory_->of(me) : memory);
    if (memory != nullptr) place_of_[static_cast<std::size_t>(ranks[place])] = static_cast<int>(place);
  }
  // The same on all ranks.
  reaches_all_ = is_one_node && memory_->is_shared();
}

/// One rank alone may be short of memory.
void NodeBlocks::take_memory(MPI_Comm comm, int count) {
  const auto take = [&] {
    const auto prepare = [&](std::byte* memory) { Slots::prepare(memory, count, blocks_.bytes()); };
    memory_ = std::make_unique<par::NodeMemory>(node_, Slots::memory_for(count, blocks_.bytes()), prepare);
  };
  try {
    par::collectively(comm, "taking memory for blocks", take, par::Stops::ignore);
  } catch (...) {
    if (memory_) close();
    throw;
  }
}

void NodeBlocks::write(Slots& slots, const Acquired& acquired) {
  const auto begin = acquired.changed.begin;
  const auto size = static_cast<std::size_t>(acquired.changed.size());
  const auto failure = par::failure_of(
      [&] {
        par::fault_point("cache", rank_, static_cast<long>(acquired.block));
        const Flagged in_backing(is_in_backing_);
        backing_.write(blocks_.begin(acquired.block) + begin, {slots.data(acquired.slot) + begin, size});
      },
      "writing a block");
  slots.cleaned(acquired, !failure);
  if (!failure) {
    counts_.bytes_written += acquired.changed.size();
    return;
  }
  if (!damage_) damage_ = failure;
  throw Error(*failure);
}

void NodeBlocks::read_backing(std::int64_t address, std::span<std::byte> to) {
  const Flagged in_backing(is_in_backing_);
  backing_.read(address, to);
}

void NodeBlocks::load(Slots& slots, const Acquired& acquired, std::int64_t block, bool replaces_all) {
  counts_.misses += 1;
  counts_.evictions += acquired.replaces ? 1 : 0;
  has_missed_ = true;
  try {
    // Own memory was mapped when it was taken.
    if (&slots != &own() && blocks_.bytes() >= 64 * kibi)
      par::NodeMemory::map(slots.data(acquired.slot), blocks_.bytes());
    if (replaces_all) return;
    read_backing(blocks_.begin(block),
                 {slots.data(acquired.slot), static_cast<std::size_t>(blocks_.bytes())});
    counts_.bytes_read += blocks_.bytes();
    slots.loaded(acquired.slot, true);
  } catch (...) {
    slots.loaded(acquired.slot, false);
    slots.release(acquired.slot, {});
    throw;
  }
}

BlockInUse NodeBlocks::use(std::int64_t block, bool replaces_all) {
  const auto place = place_of_[static_cast<std::size_t>(blocks_.owner(block))];
  auto& slots = slots_[static_cast<std::size_t>(place)];
  has_missed_ = false;
  for (int tries = 0;; ++tries) {
    const auto acquired = slots.acquire(block);
    if (acquired.action == Action::load) {
      load(slots, acquired, block, replaces_all);
      return {slots, acquired.slot, replaces_all};
    }
    if (acquired.action == Action::clean) write(slots, acquired);
    if (acquired.action == Action::wait) give_way(tries);
    if (acquired.action != Action::use) continue;
    for (int polls = 0; !slots.is_ready(acquired.slot); ++polls) {
      if (slots.has_failed(acquired.slot)) break;
      give_way(polls);
    }
    if (slots.is_ready(acquired.slot)) {
      counts_.hits += 1;
      return {slots, acquired.slot};
    }
    slots.release(acquired.slot, {});
  }
}

void NodeBlocks::clean() {
  auto& own = this->own();
  struct Change {
    std::int64_t block;
    int slot;
  };
  std::vector<Change> changes;
  for (int slot = 0; slot < own.count(); ++slot) {
    const auto acquired = own.take_changes(slot);
    if (acquired.slot < 0) continue;
    changes.push_back({acquired.block, slot});
    own.cleaned(acquired, false);
  }
  std::sort(changes.begin(), changes.end(), [](auto& a, auto& b) { return a.block < b.block; });
  for (const auto& change : changes) write(own, own.take_changes(change.slot));
}

void NodeBlocks::clear() { own().clear(); }

void NodeBlocks::close() {
  memory_->close();
  MPI_Comm_free(&node_);
}

}  // namespace pcgns::cache
