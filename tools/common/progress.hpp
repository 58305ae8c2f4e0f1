// progress.hpp: how far a move has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "common/options.hpp"
#include "pcgns/base/listener.hpp"

namespace pcgns::tool {

/// One refreshed line on a terminal, otherwise a log line every ten seconds: "Wrote 1.2 GiB (34 %) in 8.1 s
/// (152 MiB/s), 16 s remaining". Rank 0's; the others make one that is off.
class Progress {
 public:
  /// `when` is the word of --progress; `total` in bytes; `done`: what is done with them.
  Progress(const std::string& when, bool is_on, std::int64_t total, std::string done = "wrote");
  /// Ends the refreshed line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::int64_t bytes);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_on_;
  bool refreshes_ = false;
  bool has_line_ = false;
  double interval_ = 10;  // seconds
  std::int64_t total_;
  std::string done_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = Clock::now();
};

/// What a job says goes to the log.
[[nodiscard]] Listener log_listener();

/// The same, and how far its move has come to a Progress; `done`: what is done with the bytes.
[[nodiscard]] Listener listener(const RunOptions& run, bool is_root, std::string done = "wrote");

}  // namespace pcgns::tool
