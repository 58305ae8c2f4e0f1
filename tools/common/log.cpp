#include "common/log.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

/// "error: " and "warning: " as compilers write them; nothing for the rest.
class Severity : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& to) override {
    if (message.level < spdlog::level::warn) return;
    const auto name = spdlog::level::to_string_view(message.level);
    to.append(name.data(), name.data() + name.size());
    to.append(std::string_view(": "));
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<Severity>();
  }
};

/// Names of files and nodes are in every other message, and a message is one line.
std::string line_of(std::string_view message) {
  constexpr std::size_t longest = 16384;
  return printable(message, longest);
}

bool wants_colour(When colour) {
  if (colour != When::automatic) return colour == When::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(STDERR_FILENO) != 0;
}

constexpr std::string_view colour_end = "\033[m";

std::string_view colour_of(spdlog::level::level_enum level) {
  return level == spdlog::level::warn ? "\033[33m\033[1m" : "\033[31m\033[1m";
}

/// As much of a line as fits into one row of the terminal: no more than a row is cleared before the next one.
std::string_view in_one_row(std::string_view line) {
  struct winsize window = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return line;
  auto bytes = std::min(line.size(), static_cast<std::size_t>(window.ws_col) - 1);
  const auto is_within_character = [&] {
    return bytes > 0 && bytes < line.size() && (static_cast<unsigned char>(line[bytes]) & 0xC0U) == 0x80U;
  };
  while (is_within_character()) --bytes;
  return line.substr(0, bytes);
}

/// Standard error: lines, and below them one that is refreshed. A line is written in one piece, as ranks
/// share the terminal.
class StandardError : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit StandardError(bool has_colour) : has_colour_(has_colour) {}

  [[nodiscard]] bool has_colour() const { return has_colour_; }

  void show(std::string_view status) {
    const std::lock_guard lock(mutex_);
    if (status.empty() && !shows_status_) return;
    write(std::string(clear_line) + std::string(in_one_row(status)));
    shows_status_ = !status.empty();
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t formatted;
    formatter_->format(message, formatted);
    std::string line(formatted.data(), formatted.size());
    if (has_colour_ && message.color_range_end > message.color_range_start) {
      line.insert(message.color_range_end, colour_end);
      line.insert(message.color_range_start, colour_of(message.level));
    }
    write((shows_status_ ? std::string(clear_line) : std::string()) + line);
    shows_status_ = false;
  }
  void flush_() override {}

 private:
  static constexpr std::string_view clear_line = "\r\033[K";

  static void write(const std::string& text) {
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    (void)std::fflush(stderr);
  }

  bool has_colour_;
  bool shows_status_ = false;
};

spdlog::level::level_enum level_of(int verbosity, int rank) {
  if (verbosity < 0) return spdlog::level::err;
  if (rank != 0 && verbosity < 2) return spdlog::level::err;
  return verbosity == 0 ? spdlog::level::info : spdlog::level::debug;
}

/// Null before there is a log.
StandardError* standard_error() {
  for (const auto& sink : spdlog::default_logger()->sinks()) {
    if (auto* const output = dynamic_cast<StandardError*>(sink.get())) return output;
  }
  return nullptr;
}

}  // namespace

void start_log(const std::string& program, int verbosity, When colour, int rank) {
  std::setvbuf(stderr, nullptr, _IOLBF, BUFSIZ);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  const auto who = verbosity >= 2 ? fmt::format("{} [rank {}]", program, rank) : program;
  formatter->add_flag<Severity>('*').set_pattern(who + ": %^%*%$%v");
  auto logger =
      std::make_shared<spdlog::logger>(program, std::make_shared<StandardError>(wants_colour(colour)));
  logger->set_formatter(std::move(formatter));
  logger->set_level(level_of(verbosity, rank));
  logger->flush_on(spdlog::level::trace);
  spdlog::set_default_logger(std::move(logger));
}

void say(Level level, std::string_view message) {
  const auto text = line_of(message);
  switch (level) {
    case Level::debug:
      return spdlog::debug(text);
    case Level::info:
      return spdlog::info(text);
    case Level::warning:
      return spdlog::warn(text);
    case Level::error:
      return spdlog::error(text);
  }
}

void show_status(std::string_view text) {
  if (auto* const output = standard_error()) output->show(text);
}

Silence::Silence() : level_(spdlog::get_level()) { spdlog::set_level(spdlog::level::warn); }
Silence::~Silence() { spdlog::set_level(static_cast<spdlog::level::level_enum>(level_)); }

void say_error(const std::string& program, const std::string& text) {
  const auto* const output = standard_error();
  const bool has_colour = output != nullptr && output->has_colour();
  const auto line =
      fmt::format("{}: {}error: {}{}\n", program, has_colour ? colour_of(spdlog::level::err) : "",
                  has_colour ? colour_end : "", line_of(text));
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace pcgns::tool
