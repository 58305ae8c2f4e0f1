// listener.hpp: what a job says while it runs, to whoever has called it.
//
// The library itself prints nothing. A program hands in what it wants to hear; whatever is empty is not
// called.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace pcgns {

/// All functions are called on every rank, from the thread that runs the job, and must not be collective.
struct Listener {
  /// error: one of several inputs could not be handled, and the job goes on with the others.
  enum class Kind : std::uint8_t { detail, info, warning, error };

  /// One sentence without a newline; most are the same on every rank.
  std::function<void(Kind kind, const std::string& text)> note = {};
  /// Values begin to move: `bytes` in all.
  std::function<void(std::int64_t bytes)> begin_move = {};
  /// So many bytes have been moved by all ranks.
  std::function<void(std::int64_t bytes)> moved = {};
  /// The output is written and checked, or the job has failed.
  std::function<void()> end_move = {};
  /// The job has not ended well, and this journal stays for a resumed run.
  std::function<void(const std::string& journal)> kept = {};

  void say(Kind kind, const std::string& text) const {
    if (note) note(kind, text);
  }
  void detail(const std::string& text) const { say(Kind::detail, text); }
  void info(const std::string& text) const { say(Kind::info, text); }
  void warn(const std::string& text) const { say(Kind::warning, text); }
  void error(const std::string& text) const { say(Kind::error, text); }
};

/// Between the begin and the end of a move, however it ends.
class Move {
 public:
  Move(const Listener& listener, std::int64_t bytes) : listener_(listener) {
    if (listener_.begin_move) listener_.begin_move(bytes);
  }
  ~Move() {
    if (listener_.end_move) listener_.end_move();
  }
  Move(const Move&) = delete;
  Move& operator=(const Move&) = delete;

  /// So many bytes have been moved by all ranks.
  void moved(std::int64_t bytes) const {
    if (listener_.moved) listener_.moved(bytes);
  }

 private:
  const Listener& listener_;
};

class Timer {
 public:
  /// Seconds since the last call, or since the beginning.
  double lap();
  [[nodiscard]] double total() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

}  // namespace pcgns
