#include "common/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "common/log.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::tool {

namespace {

constexpr double refresh_interval = 0.2;  // seconds

double seconds_between(auto begin, auto end) { return std::chrono::duration<double>(end - begin).count(); }

std::string line_of(const std::string& done, std::int64_t bytes, std::int64_t total, double seconds) {
  const auto rate = static_cast<double>(bytes) / seconds;
  const auto left = rate > 0 ? static_cast<double>(total - bytes) / rate : 0;
  const auto percent = total > 0 ? 100 * static_cast<double>(bytes) / static_cast<double>(total) : 100;
  return fmt::format("{} {} ({:.0f} %) in {:.1f} s ({}/s), {:.0f} s remaining", done, format_size(bytes),
                     percent, seconds, format_size(static_cast<std::int64_t>(rate)), left);
}

}  // namespace

Progress::Progress(const std::string& when, bool is_on, std::int64_t total, std::string done)
    : is_on_(is_on && when != "never" && when != "0"), total_(total), done_(std::move(done)) {
  refreshes_ = when == "always" || (when == "auto" && isatty(STDERR_FILENO) != 0);
  if (refreshes_) interval_ = refresh_interval;
  if (when != "auto" && when != "always" && when != "never") interval_ = std::strtod(when.c_str(), nullptr);
}

Progress::~Progress() {
  if (has_line_) std::fputs("\r\033[K", stderr);
  if (has_line_) std::fflush(stderr);
}

void Progress::update(std::int64_t bytes) {
  const auto now = Clock::now();
  if (!is_on_ || seconds_between(last_, now) < interval_) return;
  last_ = now;
  const auto line = line_of(done_, bytes, total_, seconds_between(begin_, now));
  if (!refreshes_) return info("{}", line);
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
  has_line_ = true;
}

Listener log_listener() {
  return {.note = [](Listener::Kind kind, const std::string& text) {
    switch (kind) {
      case Listener::Kind::detail:
        return say(Level::debug, text);
      case Listener::Kind::info:
        return say(Level::info, text);
      case Listener::Kind::warning:
        return say(Level::warning, text);
    }
  }};
}

Listener listener(const RunOptions& run, bool is_root, std::string done) {
  auto all = log_listener();
  const auto progress = std::make_shared<std::optional<Progress>>();
  const bool is_on = is_root && !run.quiet;
  all.begin_move = [=, when = run.progress](std::int64_t bytes) {
    progress->emplace(when, is_on, bytes, done);
  };
  all.moved = [=](std::int64_t bytes) {
    if (*progress) (*progress)->update(bytes);
  };
  all.end_move = [=] { progress->reset(); };
  return all;
}

}  // namespace pcgns::tool
