#include "pcgns/par/watchdog.hpp"

namespace pcgns::par {

Watchdog::Watchdog(std::chrono::seconds timeout, std::chrono::milliseconds grace, OnStall on_stall)
    : timeout_(timeout),
      grace_(grace),
      on_stall_(std::move(on_stall)),
      last_alive_(Clock::now().time_since_epoch().count()),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

Watchdog::~Watchdog() = default;

void Watchdog::enter(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  alive();
}

void Watchdog::alive() { last_alive_ = Clock::now().time_since_epoch().count(); }

bool Watchdog::is_stalled() const {
  if (suspended_) return false;
  const Clock::duration silence(Clock::now().time_since_epoch().count() - last_alive_);
  return silence > timeout_ + (waiting_ > 0 ? grace_ : std::chrono::milliseconds(0));
}

void Watchdog::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, std::chrono::milliseconds(200), [&] { return stop.stop_requested(); })) {
    if (is_stalled()) {
      on_stall_(phase_, timeout_);
      return;
    }
  }
}

}  // namespace pcgns::par
