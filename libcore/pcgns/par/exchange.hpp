// exchange.hpp: sparse all-to-all messages, in batches of bounded size.
//
// No rank knows beforehand who sends to it. A batch is one small all-to-all of sizes, then point-to-point
// messages only where there is data. Batches continue until no rank has more.
//
//     std::vector<Claim> mine = par::scatter_to_owners(session, claims, owner_of);
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::par {

/// What messages consist of: copied as bytes, and aligned to 8 one after another.
template <typename T>
concept Record = std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0;

class Exchange {
 public:
  /// `memory`: bytes for outgoing messages of a batch, and as much again for incoming ones.
  Exchange(Session& session, Budget memory);
  explicit Exchange(Session& session) : Exchange(session, session.memory_for_messages()) {}

  [[nodiscard]] Session& session() const { return session_; }

  /// Recommended limit of a message in bytes, so that a rank can receive that much from all ranks. The first
  /// entry of a message may be larger.
  [[nodiscard]] std::int64_t room() const { return room_; }

  /// Bytes queued for `rank`.
  [[nodiscard]] std::int64_t waiting_for(int rank) const { return outgoing_[std::size_t(rank)].size; }

  /// True unless `size` more bytes for `rank` exceed the room.
  [[nodiscard]] bool has_room(int rank, std::int64_t size) const { return waiting_for(rank) + size <= room_; }

  /// Appends `size` bytes, to be filled by the caller, to the message for `rank`; aligned to 8. Valid until
  /// the next call for this rank. Throws Error{input} if the message exceeds what MPI can send.
  [[nodiscard]] std::byte* add(int rank, std::int64_t size);

  /// Appends a copy of `record`. True if the message has room for another one.
  template <Record Item>
  bool put(int rank, const Item& record) {
    std::memcpy(add(rank, sizeof record), &record, sizeof record);
    return has_room(rank, sizeof record);
  }

  /// Discards queued messages.
  void clear();

  struct State {
    bool more = false;    ///< Some rank has another batch.
    bool failed = false;  ///< Some rank has failed.
  };
  /// Delivers all queued messages. Returns the combined state of all ranks.
  /// @note Collective.
  [[nodiscard]] State deliver(State mine);

  /// The message of `rank` in this batch.
  [[nodiscard]] std::span<const std::byte> from(int rank) const { return incoming_[std::size_t(rank)]; }

  /// Calls `take(rank, message)` for the messages of this batch, in the order of ranks.
  template <typename Take>
  void each(const Take& take) const {
    for (int rank = 0; rank < session_.size(); ++rank) {
      if (!from(rank).empty()) take(rank, from(rank));
    }
  }

 private:
  struct Message {
    ByteBuffer bytes;
    std::int64_t size = 0;
  };

  Session& session_;
  std::int64_t room_;
  std::vector<Message> outgoing_;
  ByteBuffer arrived_;
  Message to_myself_;
  std::vector<std::span<const std::byte>> incoming_;
};

/// Calls `use` for each record of a message.
template <Record Item, typename Use>
void for_each_record(std::span<const std::byte> message, const Use& use) {
  for (; !message.empty(); message = message.subspan(sizeof(Item))) {
    Item record;
    std::memcpy(&record, message.data(), sizeof record);
    use(record);
  }
}

template <Record Item>
void append_records(std::vector<Item>& records, std::span<const std::byte> message) {
  if (message.empty()) return;
  const auto before = records.size();
  records.resize(before + message.size() / sizeof(Item));
  std::memcpy(static_cast<void*>(records.data() + before), message.data(), message.size());
}

/// Queues the records from `next` on, each for the rank that `owner_of` gives, until a message is full.
/// Returns true if records remain.
template <Record Item, typename Owner>
bool put_records(Exchange& exchange, const std::vector<Item>& records, std::size_t& next,
                 const Owner& owner_of) {
  for (bool room = true; room && next < records.size(); ++next)
    room = exchange.put(owner_of(records[next]), records[next]);
  return next < records.size();
}

/// Exchanges batches until no rank has more: `fill()` queues messages and returns true if it has more, then
/// `take(rank, message)` gets what has arrived.
/// @note Collective.
template <typename Fill, typename Take>
void in_batches(Exchange& exchange, const Fill& fill, const Take& take) {
  for (bool more = true; more;) {
    more = exchange.deliver({.more = fill()}).more;
    exchange.each(take);
    exchange.session().alive();
  }
}

/// The same for steps that may throw: `failure` keeps what this rank throws, or threw before, for `agree`.
/// The rank then sends nothing more, and no rank takes messages of a batch in which one has failed. Returns
/// true if a rank has failed before its last batch. `what`: as for `failure_of`.
/// @note Collective.
template <typename Fill, typename Take>
bool in_batches(Exchange& exchange, std::string_view what, std::optional<Error>& failure, const Fill& fill,
                const Take& take) {
  Exchange::State all{.more = true};
  while (all.more) {
    bool more = false;
    if (!failure) failure = failure_of([&] { more = fill(); }, what);
    if (failure) exchange.clear();
    all = exchange.deliver({.more = more && !failure, .failed = failure.has_value()});
    if (!all.failed) failure = failure_of([&] { exchange.each(take); }, what);
    exchange.session().alive();
  }
  return all.failed;
}

/// Sends every record to the rank that `owner_of` gives, where `receive` gets it; in batches that fit the
/// exchange. Records of one sender keep their order; `receive` may run before all local records are sent.
/// `record_at` gives each of `count` records, or makes it on the way.
/// @note Collective.
template <typename At, typename Owner, typename Receive>
void scatter_to_owners(Exchange& exchange, std::size_t count, const At& record_at, const Owner& owner_of,
                       const Receive& receive) {
  using Item = std::remove_cvref_t<std::invoke_result_t<const At&, std::size_t>>;
  std::size_t next = 0;
  const auto fill = [&] {
    for (bool room = true; room && next < count; ++next) {
      const Item& record = record_at(next);
      const int rank = owner_of(record);
      if (rank == exchange.session().rank()) {
        receive(record);
      } else {
        room = exchange.put(rank, record);
      }
    }
    return next < count;
  };
  in_batches(exchange, fill,
             [&](int, std::span<const std::byte> message) { for_each_record<Item>(message, receive); });
}

template <std::ranges::random_access_range Records, typename Owner, typename Receive>
void scatter_to_owners(Exchange& exchange, const Records& records, const Owner& owner_of,
                       const Receive& receive) {
  const auto record_at = [begin = std::ranges::begin(records)](std::size_t i) -> const auto& {
    return begin[static_cast<std::ptrdiff_t>(i)];
  };
  scatter_to_owners(exchange, std::ranges::size(records), record_at, owner_of, receive);
}

/// The same; returns what this rank receives.
/// @note Collective.
template <std::ranges::random_access_range Records, typename Owner>
[[nodiscard]] auto scatter_to_owners(Exchange& exchange, const Records& records, const Owner& owner_of) {
  std::vector<std::ranges::range_value_t<Records>> received;
  scatter_to_owners(exchange, records, owner_of, [&](const auto& record) { received.push_back(record); });
  return received;
}
template <std::ranges::random_access_range Records, typename Owner>
[[nodiscard]] auto scatter_to_owners(Session& session, const Records& records, const Owner& owner_of) {
  Exchange exchange(session);
  return scatter_to_owners(exchange, records, owner_of);
}

using Words = std::vector<std::uint64_t>;

/// Sends `count` entries of `width` words in batches. `fill` writes entry i and returns its destination rank;
/// `take` gets each received entry with its source rank.
/// @note Collective.
template <typename Fill, typename Take>
void send_entries(Session& session, std::int64_t count, int width, const Fill& fill, const Take& take) {
  Exchange exchange(session);
  Words entry(static_cast<std::size_t>(width));
  const auto bytes = entry.size() * sizeof(std::uint64_t);
  const auto size = static_cast<std::int64_t>(bytes);
  std::int64_t next = 0;
  const auto fill_messages = [&] {
    for (bool room = true; room && next < count; ++next) {
      const int rank = fill(static_cast<std::size_t>(next), entry);
      std::memcpy(exchange.add(rank, size), entry.data(), bytes);
      room = exchange.has_room(rank, size);
    }
    return next < count;
  };
  in_batches(exchange, fill_messages, [&](int rank, std::span<const std::byte> message) {
    for (; !message.empty(); message = message.subspan(bytes)) {
      std::memcpy(entry.data(), message.data(), bytes);
      take(rank, entry);
    }
  });
}

inline std::uint64_t hash_of(const std::uint64_t* words, int width) {
  std::uint64_t hash = 0x9e3779b97f4a7c15U;
  for (int i = 0; i < width; ++i) {
    hash = (hash ^ words[i]) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32;
  }
  return hash;
}

using Messages = std::vector<std::vector<std::byte>>;  ///< By rank.

/// Sends messages[r] to rank r; returns the received messages by rank. No limit on sizes.
/// @note Collective over `comm`.
[[nodiscard]] Messages deliver(MPI_Comm comm, const Messages& messages);

}  // namespace pcgns::par
