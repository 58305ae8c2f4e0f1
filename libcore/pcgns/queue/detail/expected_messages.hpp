// expected_messages.hpp: point-to-point messages whose sizes both sides know in advance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/par/point_to_point.hpp"

namespace pcgns::queue {

/// Deadlock-free if every rank waits for what it expects before it sends.
class ExpectedMessages {
 public:
  explicit ExpectedMessages(MPI_Comm comm)
      : receives_(comm, par::Tag::file_blocks), sends_(comm, par::Tag::file_blocks) {}

  /// Registers a message from `rank`; it is at the returned location after wait().
  [[nodiscard]] std::span<const std::byte> expect(int rank, std::int64_t size);
  /// Returns space for a message, to be filled before post().
  [[nodiscard]] std::byte* prepare(std::int64_t size);
  void post(int rank);
  /// Waits until everything has been sent and received. Received messages stay valid until clear().
  void wait();
  void clear();

 private:
  void wait_for_sends();

  par::PointToPoint receives_;
  par::PointToPoint sends_;
  std::vector<std::vector<std::byte>> incoming_;
  std::vector<std::vector<std::byte>> outgoing_;
  std::int64_t on_the_way_ = 0;  ///< Bytes in flight.
};

}  // namespace pcgns::queue
