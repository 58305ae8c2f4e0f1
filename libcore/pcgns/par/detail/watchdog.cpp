#include "pcgns/par/detail/watchdog.hpp"

#include <algorithm>

namespace pcgns::par {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds interval = 200ms;
/// A longer tick means that the whole process was stopped meanwhile.
constexpr std::chrono::milliseconds longest_tick = 1s;

}  // namespace

Watchdog::Watchdog(Limits limits, std::function<void()> on_tick, OnStall on_stall)
    : limits_(limits),
      on_tick_(std::move(on_tick)),
      on_stall_(std::move(on_stall)),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

Watchdog::~Watchdog() = default;

void Watchdog::enter(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  alive();
}

std::string Watchdog::phase() const {
  const std::lock_guard lock(mutex_);
  return phase_;
}

void Watchdog::watch(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  Clock::duration silence{};
  unsigned signs = signs_;
  auto last = Clock::now();
  while (!wake_.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
    on_tick_();
    const auto now = Clock::now();
    silence += std::min<Clock::duration>(now - last, longest_tick);
    last = now;
    const unsigned heard = signs_;
    if (heard != signs || suspended_) silence = {};
    signs = heard;
    if (limits_.timeout > 0s && silence > limits_.timeout + (waiting_ > 0 ? limits_.grace : 0ms)) {
      on_stall_(phase_, limits_.timeout);
      return;
    }
  }
}

}  // namespace pcgns::par
