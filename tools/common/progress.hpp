// progress.hpp: how far a job has come: its phase, and how many bytes have moved.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "pcgns/base/listener.hpp"

namespace pcgns::tool {

/// One refreshed line on a terminal, otherwise a log line every ten seconds, also while a call to the system
/// takes long: "moving data: wrote 1.2 GiB (34 %) in 8.1 s (152 MiB/s), 16 s remaining", "syncing to the
/// device: 4 s so far". Rank 0's; the others make one that is off.
class Progress {
 public:
  struct Options {
    std::string when;  ///< The word of --progress.
    bool is_on = true;
    std::string done;                    ///< What is done with the bytes: "wrote".
    std::function<std::string()> phase;  ///< Called from another thread.
  };
  explicit Progress(Options options);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Ends the refreshed line: nothing more is shown.
  void end();

  /// What a job says goes to the log, and how far its moves have come to this. Must not outlive it.
  [[nodiscard]] Listener listener();

 private:
  using Clock = std::chrono::steady_clock;

  void tell(const std::stop_token& stop);
  [[nodiscard]] std::string line();
  [[nodiscard]] std::string line_of_sync(double seconds) const;

  Options options_;
  bool refreshes_ = false;
  std::chrono::duration<double> interval_{10};
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::int64_t total_ = 0;  ///< Of the current move; 0: there is none.
  std::int64_t moved_ = 0;
  Clock::time_point move_begin_ = {};
  std::string phase_ = {};
  Clock::time_point phase_begin_ = Clock::now();
  std::int64_t unwritten_at_begin_ = 0;  ///< Of the phase.
  std::jthread thread_;                  // last: uses all members above
};

}  // namespace pcgns::tool
