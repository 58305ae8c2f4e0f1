// point_to_point.hpp: messages between two ranks that both know the size.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace pcgns::par {

/// One for each protocol, so that a message is never taken for one of another protocol under way.
enum class Tag : int {
  pieces = 1,   ///< Contiguous values, to the aggregator that writes them.
  boxes,        ///< Values of boxes, likewise.
  file_blocks,  ///< Values of queued slabs, between ranks and aggregators.
  batches,      ///< `Exchange`.
  delivery,     ///< `deliver`.
  rank_order,   ///< `in_rank_order`.
  reduction,    ///< `reduce_bytes`.
  reads,        ///< Requests to ranks that read files for others.
  read_values,  ///< What these have read.
};

/// Messages of one protocol that are under way. Messages between the same two ranks arrive in the order of
/// the calls. Deadlock-free if every rank calls `receive` for what it expects before it waits for what it
/// sends.
class PointToPoint {
 public:
  PointToPoint(MPI_Comm comm, Tag tag) : comm_(comm), tag_(tag) {}

  /// Expects a message from `rank`, which is in `to` after `wait`.
  void receive(int rank, std::span<std::byte> to);
  /// Sends `from`, which must not change until `wait`.
  void send(int rank, std::span<const std::byte> from);
  /// Waits until all of these messages have been sent and received.
  void wait();

 private:
  MPI_Comm comm_;
  Tag tag_;
  std::vector<MPI_Request> requests_;
};

/// When a message counts as sent.
enum class Sent {
  with_memory_free,  ///< The bytes may change again.
  with_receipt,      ///< The other rank has taken the message.
};

/// Begins to send `bytes`, which must not change until the request is complete. For services that take
/// messages of any rank: @see take_message. @pre Less than 2 GiB.
[[nodiscard]] MPI_Request post(MPI_Comm comm, int tag, int rank, std::span<const std::byte> bytes, Sent sent);

/// Takes a message with this tag, if one has come, whatever its size. False: there is none. @note Local.
[[nodiscard]] bool take_message(MPI_Comm comm, int tag, std::vector<std::byte>& bytes, int& from);

}  // namespace pcgns::par
