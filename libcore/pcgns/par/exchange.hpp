// exchange.hpp: sparse all-to-all messages, in batches of bounded size.
//
// No rank knows beforehand who sends to it. A batch is one small all-to-all of sizes, then point-to-point
// messages only where there is data. Batches continue until no rank has more.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::par {

class Exchange {
 public:
  /// `memory`: bytes for outgoing messages of a batch, and as much again for incoming ones.
  Exchange(Session& session, std::int64_t memory);
  explicit Exchange(Session& session) : Exchange(session, session.memory_for_messages()) {}

  /// Recommended limit of a message in bytes, so that a rank can receive that much from all ranks. The first
  /// entry of a message may be larger.
  [[nodiscard]] std::int64_t room() const { return room_; }

  /// Bytes queued for `rank`.
  [[nodiscard]] std::int64_t waiting_for(int rank) const { return outgoing_[std::size_t(rank)].size; }

  /// Appends `size` bytes, to be filled by the caller, to the message for `rank`; aligned to 8. Valid until
  /// the next call for this rank. Throws Error{input} if the message exceeds what MPI can send.
  [[nodiscard]] std::byte* add(int rank, std::int64_t size);

  /// Discards queued messages.
  void clear();

  struct State {
    bool more = false;    ///< Some rank has another batch.
    bool failed = false;  ///< Some rank has failed.
  };
  /// Delivers all queued messages; `from` then gives the received ones. Returns the combined state of all
  /// ranks.
  /// @note Collective.
  [[nodiscard]] State deliver(State mine);

  /// The message of `rank` in this batch.
  [[nodiscard]] std::span<const std::byte> from(int rank) const { return incoming_[std::size_t(rank)]; }

 private:
  struct Message {
    ByteBuffer bytes;
    std::int64_t size = 0;
  };
  void receive_all(const std::vector<std::int64_t>& sizes, std::vector<MPI_Request>& requests);

  Session& session_;
  std::int64_t room_;
  std::vector<Message> outgoing_;
  ByteBuffer arrived_;
  Message to_myself_;
  std::vector<std::span<const std::byte>> incoming_;
};

using Messages = std::vector<std::vector<std::byte>>;  ///< By rank.

/// Sends messages[r] to rank r; returns the received messages by rank. No limit on sizes.
/// @note Collective over `comm`.
[[nodiscard]] Messages deliver(MPI_Comm comm, const Messages& messages);

/// Calls `post(data, bytes)` for pieces within MPI's count limit.
template <typename Data, typename Post>
void in_pieces(Data* data, std::int64_t size, const Post& post) {
  for (std::int64_t from = 0; from < size; from += gibi) {
    post(data + from, static_cast<int>(std::min(gibi, size - from)));
  }
}

/// Sends every record to the rank that `owner_of` gives, where `receive` gets it; in batches that fit the
/// exchange. Records of one sender keep their order; `receive` may run before all local records are sent.
/// @note Collective.
template <typename Record, typename Owner, typename Receive>
void post(Session& session, Exchange& exchange, std::span<const Record> records, Owner&& owner_of,
          Receive&& receive) {
  static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % 8 == 0);
  constexpr std::int64_t size = sizeof(Record);
  std::size_t at = 0;
  for (bool more = true; more;) {
    for (bool room = true; room && at < records.size(); ++at) {
      const int rank = owner_of(records[at]);
      if (rank == session.rank()) {
        receive(records[at]);
        continue;
      }
      std::memcpy(exchange.add(rank, size), &records[at], sizeof(Record));
      room = exchange.waiting_for(rank) + size <= exchange.room();
    }
    more = exchange.deliver({.more = at < records.size()}).more;
    for (int rank = 0; rank < session.size(); ++rank) {
      const auto bytes = exchange.from(rank);
      for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(Record)) {
        Record record;
        std::memcpy(&record, bytes.data() + begin, sizeof record);
        receive(record);
      }
    }
    session.alive();
  }
}

using Words = std::vector<std::uint64_t>;

/// Sends `count` entries of `width` words in batches. `fill` writes entry i and returns its destination rank;
/// `take` gets each received entry with its source rank.
/// @note Collective.
template <typename Fill, typename Take>
void send_entries(Session& session, std::int64_t count, int width, const Fill& fill, const Take& take) {
  Exchange exchange(session);
  const auto bytes = static_cast<std::int64_t>(sizeof(std::uint64_t)) * width;
  const auto batch = std::max<std::int64_t>(1, exchange.room() / bytes);
  Words entry(static_cast<std::size_t>(width));
  bool more = true;
  for (std::int64_t begin = 0; more; begin += batch) {
    const auto end = std::min(count, begin + batch);
    for (auto i = begin; i < end; ++i) {
      const int rank = fill(static_cast<std::size_t>(i), entry);
      std::memcpy(exchange.add(rank, bytes), entry.data(), static_cast<std::size_t>(bytes));
    }
    more = exchange.deliver({.more = end < count}).more;
    for (int rank = 0; rank < session.size(); ++rank) {
      const auto arrived = exchange.from(rank);
      for (std::size_t at = 0; at < arrived.size(); at += static_cast<std::size_t>(bytes)) {
        std::memcpy(entry.data(), arrived.data() + at, static_cast<std::size_t>(bytes));
        take(rank, entry);
      }
    }
    session.alive();
  }
}

inline std::uint64_t hash_of(const std::uint64_t* words, int width) {
  std::uint64_t hash = 0x9e3779b97f4a7c15U;
  for (int i = 0; i < width; ++i) {
    hash = (hash ^ words[i]) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace pcgns::par
