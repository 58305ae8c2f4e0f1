// exchange.hpp: messages from every rank to every other, in batches of bounded size.
//
// Nobody knows beforehand who has something for whom. A batch is one small all-to-all of sizes and then
// messages between those concerned only. All ranks go on until nobody has more.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/byte_buffer.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::move {

class Exchange {
 public:
  /// `memory`: bytes for what goes out in a batch, and the same again for what comes in.
  Exchange(par::Session& session, std::int64_t memory);

  /// Bytes that a message should not exceed, so that a rank to which all send has room for all. The first
  /// entry of a message may be larger.
  [[nodiscard]] std::int64_t room() const { return room_; }

  /// Bytes that wait for `rank`.
  [[nodiscard]] std::int64_t waiting_for(int rank) const { return outgoing_[std::size_t(rank)].size; }

  /// `size` more bytes of the message to `rank`, to be filled; they begin at a multiple of 8. Valid until the
  /// next call for this rank. Throws Error{input} if a message gets larger than MPI can send.
  [[nodiscard]] std::byte* add(int rank, std::int64_t size);

  /// Drops what waits.
  void clear();

  struct State {
    bool more = false;    ///< Somebody has another batch.
    bool failed = false;  ///< Somebody cannot go on.
  };
  /// Delivers all messages. Afterwards none waits, and `from` gives what came. The state is that of all
  /// ranks.
  /// @note Collective.
  [[nodiscard]] State deliver(State mine);

  /// What `rank` has sent in this batch.
  [[nodiscard]] std::span<const std::byte> from(int rank) const { return incoming_[std::size_t(rank)]; }

 private:
  struct Message {
    ByteBuffer bytes;
    std::int64_t size = 0;
  };
  void receive_all(const std::vector<std::int64_t>& sizes, std::vector<MPI_Request>& requests);

  par::Session& session_;
  std::int64_t room_;
  std::vector<Message> outgoing_;
  ByteBuffer arrived_;
  Message to_myself_;
  std::vector<std::span<const std::byte>> incoming_;
};

}  // namespace pcgns::move
