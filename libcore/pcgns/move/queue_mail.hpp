// queue_mail.hpp: messages between ranks that know beforehand what comes.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::move {

/// Who waits for everything it expects before it sends waits for nobody.
class Mail {
 public:
  explicit Mail(MPI_Comm comm) : comm_(comm) {}

  /// Where a message will be after wait().
  [[nodiscard]] std::span<const std::byte> expect(int rank, std::int64_t size);
  /// Room for a message to `rank`, to be filled before post().
  [[nodiscard]] std::byte* prepare(std::int64_t size);
  void post(int rank);
  /// Waits until everything has been sent and received. What was expected stays until clear().
  void wait();
  void clear();

 private:
  void wait_for_sends();

  MPI_Comm comm_;
  std::vector<MPI_Request> receives_;
  std::vector<MPI_Request> sends_;
  std::vector<std::vector<std::byte>> incoming_;
  std::vector<std::vector<std::byte>> outgoing_;
  std::int64_t on_the_way_ = 0;  ///< Bytes.
};

}  // namespace pcgns::move
