#include "common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "common/log.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::tool {

namespace {

constexpr std::chrono::duration<double> refresh_interval{0.2};

double seconds_between(auto begin, auto end) { return std::chrono::duration<double>(end - begin).count(); }

std::string size_of(double bytes) { return format_size(static_cast<std::int64_t>(bytes)); }

/// While some of them have moved.
std::string line_of_move(const std::string& done, std::int64_t bytes, std::int64_t total, double seconds) {
  const auto moved = static_cast<double>(bytes);
  const auto rate = moved / seconds;
  return fmt::format("{} {} ({:.0f} %) in {:.1f} s ({}/s), {:.0f} s remaining", done, format_size(bytes),
                     100 * moved / static_cast<double>(total), seconds, size_of(rate),
                     (static_cast<double>(total) - moved) / rate);
}

/// Bytes of all files that this node has not written to its devices; 0 if the system does not tell.
std::int64_t unwritten_bytes() {
  std::ifstream facts("/proc/meminfo");
  std::int64_t bytes = 0;
  for (std::string line; std::getline(facts, line);) {
    const auto colon = line.find(':');
    if (line.starts_with("Dirty:") || line.starts_with("Writeback:"))
      bytes += kibi * std::strtoll(line.c_str() + colon + 1, nullptr, 10);
  }
  return bytes;
}

bool is_sync(const std::string& phase) { return phase.starts_with("syncing"); }

void log_note(Listener::Kind kind, const std::string& text) {
  switch (kind) {
    case Listener::Kind::detail:
      return say(Level::debug, text);
    case Listener::Kind::info:
      return say(Level::info, text);
    case Listener::Kind::warning:
      return say(Level::warning, text);
    case Listener::Kind::error:
      return say(Level::error, text);
  }
}

}  // namespace

Progress::Progress(Options options) : options_(std::move(options)) {
  const auto& when = options_.when;
  if (!options_.is_on || when == "never") return;
  refreshes_ = when == "always" || (when == "auto" && isatty(STDERR_FILENO) != 0);
  if (refreshes_) {
    interval_ = refresh_interval;
  } else if (when != "auto") {
    interval_ = std::chrono::duration<double>(std::strtod(when.c_str(), nullptr));
  }
  if (interval_.count() == 0) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { tell(stop); });
}

Progress::~Progress() { end(); }

void Progress::end() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  show_status("");
}

void Progress::tell(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, stop, interval_, [&] { return stop.stop_requested(); })) {
    const auto text = line();
    refreshes_ ? show_status(text) : info("{}", text);
  }
}

std::string Progress::line() {
  const auto now = Clock::now();
  if (auto phase = options_.phase(); phase != phase_) {
    phase_ = std::move(phase);
    phase_begin_ = now;
    unwritten_at_begin_ = is_sync(phase_) ? unwritten_bytes() : 0;
  }
  if (moved_ > 0 && moved_ < total_)
    return fmt::format("{}: {}", phase_,
                       line_of_move(options_.done, moved_, total_, seconds_between(move_begin_, now)));
  const auto seconds = seconds_between(phase_begin_, now);
  if (is_sync(phase_) && total_ > 0) return line_of_sync(seconds);
  return fmt::format("{}: {:.0f} s so far", phase_, seconds);
}

/// What the whole node has still to write says how long this file may take.
std::string Progress::line_of_sync(double seconds) const {
  const auto left = unwritten_bytes();
  const auto rate = static_cast<double>(unwritten_at_begin_ - left) / seconds;
  const auto text = fmt::format("{}: {} in all, {:.0f} s so far", phase_, format_size(total_), seconds);
  if (!(rate > 0)) return text;
  return text + fmt::format(" ({}/s), about {:.0f} s remaining", size_of(rate),
                            static_cast<double>(std::min(left, total_)) / rate);
}

Listener Progress::listener() {
  return {.note = log_note,
          .begin_move =
              [this](std::int64_t bytes) {
                const std::lock_guard lock(mutex_);
                total_ = bytes;
                moved_ = 0;
                move_begin_ = Clock::now();
              },
          .moved =
              [this](std::int64_t bytes) {
                const std::lock_guard lock(mutex_);
                moved_ = bytes;
              },
          .end_move =
              [this] {
                const std::lock_guard lock(mutex_);
                total_ = 0;
              }};
}

}  // namespace pcgns::tool
