// watchdog.hpp: ends a stalled job.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace pcgns::par {

/// A thread that calls `on_stall` once if alive() is not called for `timeout`.
///
/// A waiting rank gets more time than a working one, so that the rank that really stalls reports it. Time
/// during which the whole process was stopped (by a batch system, or ^Z) does not count.
class Watchdog {
 public:
  using OnStall = std::function<void(const std::string& phase, std::chrono::seconds silence)>;

  struct Limits {
    std::chrono::seconds timeout{0};     ///< 0: no timeout.
    std::chrono::milliseconds grace{0};  ///< Added while the rank waits for others.
  };
  /// `on_tick` is called several times a second.
  Watchdog(Limits limits, std::function<void()> on_tick, OnStall on_stall);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void enter(std::string_view phase);
  [[nodiscard]] std::string phase() const;
  void alive() { ++signs_; }
  void wait_begins() { ++waiting_; }
  void wait_ends() { --waiting_; }
  void suspend(bool suspended) { suspended_ = suspended; }

 private:
  void watch(const std::stop_token& stop);

  Limits limits_;
  std::function<void()> on_tick_;
  OnStall on_stall_;
  std::atomic<unsigned> signs_ = 0;  ///< Total count of alive() calls.
  std::atomic<int> waiting_ = 0;
  std::atomic<bool> suspended_ = false;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::string phase_ = "starting";
  std::jthread thread_;  // last: uses all members above
};

}  // namespace pcgns::par
