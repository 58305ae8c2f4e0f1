// pulse.hpp: the one small all-reduce of a round, read two rounds later.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

namespace pcgns::move {

/// What the ranks tell each other in a round.
struct Beat {
  std::int64_t failed = 0;      ///< Ranks that have failed.
  std::int64_t stopping = 0;    ///< Ranks that were asked to stop.
  std::int64_t checkpoint = 0;  ///< Not 0: time for a journal entry.
  std::int64_t bytes = 0;       ///< Written since the last beat, by all.
};

/// Adds up the beats of all ranks without anybody waiting for the slowest in every round.
class Pulse {
 public:
  explicit Pulse(MPI_Comm comm) : comm_(comm) {}
  ~Pulse();
  Pulse(const Pulse&) = delete;
  Pulse& operator=(const Pulse&) = delete;

  /// Sends this rank's beat of the round; gives the sum of the round before the last, once there is one.
  /// Every rank gets the same answer in the same round.
  [[nodiscard]] std::optional<Beat> exchange(const Beat& mine);

  /// The sum of the beats that are still under way.
  [[nodiscard]] Beat drain();

 private:
  struct Exchange {
    std::array<std::int64_t, 4> mine;
    std::array<std::int64_t, 4> sum;
    MPI_Request request;
  };
  Beat take();

  MPI_Comm comm_;
  std::deque<std::unique_ptr<Exchange>> under_way_;
};

}  // namespace pcgns::move
