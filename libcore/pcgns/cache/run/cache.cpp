#include "pcgns/cache/cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>

#include "pcgns/cache/plan/list_groups.hpp"
#include "pcgns/cache/plan/read_ahead.hpp"
#include "pcgns/cache/run/messages.hpp"
#include "pcgns/cache/run/node_blocks.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::cache {

namespace {

/// Entries that are worked through at once: bounds the memory beside the blocks.
constexpr std::size_t most_entries = 1 << 20;
/// Of a rank: they are numbered by 32 bits.
constexpr std::int64_t most_blocks = 1 << 28;
/// A contiguous piece of a message.
constexpr std::int64_t most_per_piece = mebi;

enum class Direction : std::uint8_t { read, write };

/// Memory of the values of a list, in the direction of the transfer.
struct ListMemory {
  std::byte* to = nullptr;
  const std::byte* from = nullptr;

  [[nodiscard]] Direction direction() const { return to != nullptr ? Direction::read : Direction::write; }
};

Blocks blocks_of(MPI_Comm comm, const Options& options) {
  const auto bytes = static_cast<std::uint64_t>(options.block);
  if (options.block < 64 || options.block > gibi || !std::has_single_bit(bytes))
    throw Error(ErrorKind::usage,
                fmt::format("block {}: expected a power of two from 64 to 1 GiB", options.block));
  if (options.memory < options.block)
    throw Error(ErrorKind::usage, fmt::format("memory {}: expected at least one block of {} bytes",
                                              options.memory, options.block));
  if (options.memory / options.block > most_blocks)
    throw Error(ErrorKind::usage, fmt::format("memory {}: expected at most {} blocks of {} bytes",
                                              options.memory, most_blocks, options.block));
  return {std::countr_zero(bytes), par::size_of(comm)};
}

/// A size that the compiler knows is copied without a call.
template <int size, typename Entries>
void copy_entries(const Entries& entries, std::byte* block, const ListMemory& memory) {
  for (const auto& [place, position] : entries) {
    if (memory.to != nullptr) {
      std::memcpy(memory.to + std::size_t{position} * size, block + place, size);
    } else {
      std::memcpy(block + place, memory.from + std::size_t{position} * size, size);
    }
  }
}

template <typename Entries>
void copy_entries(const Entries& entries, std::byte* block, const ListMemory& memory, std::size_t size) {
  if (size == 8) return copy_entries<8>(entries, block, memory);
  if (size == 4) return copy_entries<4>(entries, block, memory);
  for (const auto& [place, position] : entries) {
    if (memory.to != nullptr) {
      std::memcpy(memory.to + position * size, block + place, size);
    } else {
      std::memcpy(block + place, memory.from + position * size, size);
    }
  }
}

/// The bytes of `entries` from the first to the end of the last.
Range hull_of(std::span<const ListEntry> entries, int size) {
  const auto [least, largest] = std::ranges::minmax(entries, {}, &ListEntry::place);
  return {std::int64_t{least.place}, std::int64_t{largest.place} + size};
}

}  // namespace

struct Cache::State {
  State(MPI_Comm of, Backing& behind, const Options& how)
      : options(how),
        blocks(blocks_of(of, how)),
        rank(par::rank_in(of)),
        backing(behind),
        node(of, behind, options, blocks, counts),
        read_ahead(how.read_ahead) {
    comm = node.comm();  // creating a communicator costs as much as several other calls
    if (!node.reaches_all()) MPI_Comm_dup(of, &comm);
    messages.emplace(comm, node, blocks, options, counts);
    if (!node.reaches_all()) service.emplace([this] { messages->serve(); });
  }

  Options options;
  Blocks blocks;
  int rank;
  Backing& backing;
  Counts counts;
  MPI_Comm comm = MPI_COMM_NULL;
  NodeBlocks node;
  std::optional<Messages> messages;
  std::optional<par::WhileWaiting> service;
  ReadAhead read_ahead;
  ListGroups groups;
  std::int64_t lists = 0;            ///< So many were ordered.
  std::vector<std::uint32_t> turns;  ///< Groups in the order in which they are used.
  std::optional<Error> damage;

  /// Entries for an owner on another node.
  struct Remote {
    std::vector<std::int64_t> addresses = {};
    std::vector<std::uint32_t> positions = {};
  };
  using Remotes = std::map<int, Remote>;

  void announce(std::int64_t block) {
    const auto soon = read_ahead.after(block);
    if (soon.empty() || !node.has_missed()) return;
    counts.announced += soon.size();
    backing.expect({blocks.begin(soon.begin), blocks.begin(soon.end)});
  }

  /// Ranks that want the same blocks begin with their own, so that they do not read one after another, and
  /// mostly into memory near them. Directions alternate: in one direction, lists that need more blocks than
  /// there is memory for would find none of them, because each makes room just before it is wanted.
  void find_turns() {
    turns.resize(groups.groups().size());
    std::iota(turns.begin(), turns.end(), 0U);
    if (turns.size() < 2) return;
    const auto distance = [&](std::uint32_t i) {
      const int owner = blocks.owner(groups.groups()[i].block);
      return owner >= rank ? owner - rank : owner - rank + blocks.ranks;
    };
    if (blocks.ranks > 1) std::ranges::stable_sort(turns, {}, distance);
    ++lists;
    for (auto first = turns.begin(); first != turns.end();) {
      const int owner = distance(*first);
      const auto end = std::find_if(first, turns.end(), [&](auto i) { return distance(i) != owner; });
      if ((lists + owner) % 2 == 0) std::reverse(first, end);
      first = end;
    }
  }

  /// Announces what comes after `turn`, because a block was not in memory.
  void announce_groups(std::size_t turn, std::size_t& announced) {
    const auto end = std::min(turns.size(), turn + 1 + static_cast<std::size_t>(options.read_ahead));
    for (auto next = std::max(announced, turn + 1); next < end; ++next) {
      const auto block = groups.groups()[turns[next]].block;
      if (!node.reaches(blocks.owner(block))) continue;
      counts.announced += 1;
      backing.expect({blocks.begin(block), blocks.begin(block + 1)});
    }
    announced = std::max(announced, end);
  }

  [[nodiscard]] Remotes remote_entries(const ValueList& list) const {
    Remotes remotes;
    if (node.reaches_all()) return remotes;
    for (const auto& group : groups.groups()) {
      if (node.reaches(blocks.owner(group.block))) continue;
      auto& remote = remotes[blocks.owner(group.block)];
      for (const auto& [place, position] : groups.entries(group)) {
        remote.addresses.push_back(list.at(position));
        remote.positions.push_back(position);
      }
    }
    return remotes;
  }

  void move_near(const ValueList& list, const ListMemory& memory) {
    find_turns();
    std::size_t announced = 0;
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
      const auto& group = groups.groups()[turns[turn]];
      if (!node.reaches(blocks.owner(group.block))) continue;
      const auto entries = groups.entries(group);
      auto use = node.use(group.block);
      if (node.has_missed() && options.read_ahead > 0) announce_groups(turn, announced);
      copy_entries(entries, use.data(), memory, static_cast<std::size_t>(list.size));
      if (memory.direction() == Direction::write) use.changed(hull_of(entries, list.size));
    }
  }

  [[nodiscard]] bool must_wait_for(const Places& places) const {
    bool must_wait = false;
    each_block(places, blocks, [&](std::int64_t block, std::size_t, std::size_t) {
      must_wait = must_wait || messages->has_told(block);
    });
    return must_wait;
  }

  /// From the file, which has all that was flushed.
  void read_past(const Places& places, const std::function<std::byte*(std::size_t)>& to) {
    std::vector<std::byte> bytes;
    each_block(places, blocks, [&](std::int64_t, std::size_t first, std::size_t end) {
      const auto used = places.addresses.subspan(first, end - first);
      const auto [least, largest] = std::ranges::minmax(used);
      bytes.resize(static_cast<std::size_t>(largest - least + places.size));
      node.read_backing(least, bytes);
      counts.bytes_read += std::ssize(bytes);
      for (auto i = first; i < end; ++i)
        std::memcpy(to(i), bytes.data() + (places.addresses[i] - least),
                    static_cast<std::size_t>(places.size));
    });
  }

  void take_answer(int owner, bool is_asked, const Places& places,
                   const std::function<std::byte*(std::size_t)>& to) {
    const bool must_wait = must_wait_for(places);
    if (!is_asked && must_wait) {
      // Nobody needs the answer to an older question any more, not even its failure.
      messages->await_answer(owner);
      is_asked = messages->ask(owner, places);
    }
    if (!is_asked) counts.bypasses += 1;
    const auto answer = is_asked ? messages->answer(owner, must_wait) : std::nullopt;
    if (!answer) return read_past(places, to);
    const auto size = static_cast<std::size_t>(places.size);
    for (std::size_t i = 0; i < places.addresses.size(); ++i)
      std::memcpy(to(i), answer->data() + i * size, size);
  }

  void tell(int owner, const Remote& remote, const ValueList& list, const std::byte* from) {
    const auto size = static_cast<std::size_t>(list.size);
    std::vector<std::byte> values(remote.positions.size() * size);
    for (std::size_t i = 0; i < remote.positions.size(); ++i)
      std::memcpy(values.data() + i * size, from + remote.positions[i] * size, size);
    messages->tell(owner, {list.size, remote.addresses}, values);
  }

  /// Asks first, so that owners work while this rank does.
  void move_all(const ValueList& list, const ListMemory& memory) {
    groups.assign(list, blocks);
    const auto remotes = remote_entries(list);
    std::map<int, bool> asked;
    for (const auto& [owner, remote] : remotes) {
      if (memory.direction() == Direction::write) {
        tell(owner, remote, list, memory.from);
      } else {
        asked[owner] = messages->ask(owner, {list.size, remote.addresses});
      }
    }
    // A failure here must not leave answers to be taken for those of the next list.
    const auto failure = par::failure_of([&] { move_near(list, memory); }, "moving values");
    auto other_failure = failure;
    for (const auto& question : asked) {
      const auto& remote = remotes.at(question.first);
      const auto size = static_cast<std::size_t>(list.size);
      const auto place_of = [&](std::size_t i) { return memory.to + remote.positions[i] * size; };
      const auto own = par::failure_of(
          [&] {
            take_answer(question.first, question.second, {list.size, remote.addresses}, place_of);
          },
          "moving values");
      if (!other_failure) other_failure = own;
    }
    if (other_failure) throw Error(*other_failure);
    const auto divided = groups.divided();
    for (const auto position : divided) {
      const auto size = static_cast<std::size_t>(list.size);
      const auto offset = position * size;
      move_bytes(list.at(position), size,
                 {memory.to == nullptr ? nullptr : memory.to + offset,
                  memory.from == nullptr ? nullptr : memory.from + offset});
    }
  }

  void move_list(const ValueList& list, ListMemory memory) {
    counts.values += std::ssize(list.indices);
    for (std::size_t first = 0; first < list.indices.size(); first += most_entries) {
      const auto count = std::min(most_entries, list.indices.size() - first);
      const auto skipped = first * static_cast<std::size_t>(list.size);
      move_all({list.address, list.size, list.indices.subspan(first, count)},
               {memory.to == nullptr ? nullptr : memory.to + skipped,
                memory.from == nullptr ? nullptr : memory.from + skipped});
    }
  }

  void move_far(std::int64_t address, std::size_t size, const ListMemory& memory) {
    const Places places{static_cast<int>(size), {&address, 1}};
    const int owner = blocks.owner(blocks.of(address));
    if (memory.from != nullptr) return messages->tell(owner, places, {memory.from, size});
    const bool is_asked = messages->ask(owner, places);
    take_answer(owner, is_asked, places, [&](std::size_t) { return memory.to; });
  }

  void move_bytes(std::int64_t address, std::size_t total, ListMemory memory) {
    const auto end = address + static_cast<std::int64_t>(total);
    while (address < end) {
      const auto block = blocks.of(address);
      const auto place = blocks.place(address);
      const bool is_near = node.reaches(blocks.owner(block));
      auto count = std::min(blocks.bytes() - place, end - address);
      if (!is_near) count = std::min(count, most_per_piece);
      const auto size = static_cast<std::size_t>(count);
      if (!is_near) {
        move_far(address, size, memory);
      } else if (memory.from != nullptr) {
        auto use = node.use(block, count == blocks.bytes());
        std::memcpy(use.data() + place, memory.from, size);
        use.changed({place, place + count});
      } else {
        const auto use = node.use(block);
        announce(block);
        std::memcpy(memory.to, use.data() + place, size);
      }
      address += count;
      if (memory.to != nullptr) memory.to += count;
      if (memory.from != nullptr) memory.from += count;
    }
  }

  /// Remembers a failed write, which others must learn at the next flush.
  void write(const std::function<void()>& step) {
    if (!options.writes) throw Error(ErrorKind::usage, "the cache is not one for writing");
    const auto failure = par::failure_of(step, "writing values");
    if (!failure) return;
    if (!damage) damage = failure;
    throw Error(*failure);
  }

  void serve() {
    if (service) messages->serve();
  }
};

Cache::Cache(MPI_Comm comm, Backing& backing, const Options& options)
    : state_(std::make_unique<State>(comm, backing, options)) {}

Cache::~Cache() = default;

void Cache::read(std::int64_t address, std::span<std::byte> to) {
  state_->serve();
  state_->move_bytes(address, to.size(), {.to = to.data()});
}

void Cache::write(std::int64_t address, std::span<const std::byte> from) {
  state_->serve();
  state_->write([&] { state_->move_bytes(address, from.size(), {.from = from.data()}); });
}

void Cache::read(const ValueList& list, std::byte* to) {
  state_->serve();
  state_->move_list(list, {.to = to});
}

void Cache::write(const ValueList& list, const std::byte* from) {
  state_->serve();
  state_->write([&] { state_->move_list(list, {.from = from}); });
}

void Cache::progress() { state_->serve(); }
const Counts& Cache::counts() const { return state_->counts; }
const Options& Cache::options() const { return state_->options; }

void Cache::flush(const std::optional<Error>& failure) {
  auto& self = *state_;
  if (self.service) self.messages->drain();
  // No rank has a message under way, so that the blocks do not change any more.
  static_cast<void>(par::all_sum(self.comm, 0));
  const auto cleaned = par::failure_of([&] { self.node.clean(); }, "flushing");
  for (const auto& found : {failure, self.messages->damage(), self.node.damage(), cleaned}) {
    if (!self.damage) self.damage = found;
  }
  par::agree(self.comm, "flushing", self.damage, par::Stops::ignore);
  self.messages->forget_told();
}

void Cache::forget() {
  flush();
  state_->node.clear();
  static_cast<void>(par::all_sum(state_->comm, 0));
}

void Cache::close() {
  auto& self = *state_;
  if (self.service) {
    self.messages->drain();
    static_cast<void>(par::all_sum(self.comm, 0));
    self.service.reset();
    self.messages->finish();
    MPI_Comm_free(&self.comm);
  }
  self.node.close();
}

}  // namespace pcgns::cache
