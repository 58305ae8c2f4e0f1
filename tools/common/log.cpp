#include "common/log.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

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

spdlog::sink_ptr make_sink(When colour) {
  if (!wants_colour(colour)) return std::make_shared<spdlog::sinks::stderr_sink_st>();
  return std::make_shared<spdlog::sinks::ansicolor_stderr_sink_st>(spdlog::color_mode::always);
}

spdlog::level::level_enum level_of(int verbosity, int rank) {
  if (verbosity < 0) return spdlog::level::err;
  if (rank != 0 && verbosity < 2) return spdlog::level::err;
  return verbosity == 0 ? spdlog::level::info : spdlog::level::debug;
}

}  // namespace

void start_log(const std::string& program, int verbosity, When colour, int rank) {
  // The coloured sink writes a line in several pieces, and ranks share one terminal.
  std::setvbuf(stderr, nullptr, _IOLBF, BUFSIZ);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  const auto who = verbosity >= 2 ? fmt::format("{} [rank {}]", program, rank) : program;
  formatter->add_flag<Severity>('*').set_pattern(who + ": %^%*%$%v");
  auto logger = std::make_shared<spdlog::logger>(program, make_sink(colour));
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

Silence::Silence() : level_(spdlog::get_level()) { spdlog::set_level(spdlog::level::warn); }
Silence::~Silence() { spdlog::set_level(static_cast<spdlog::level::level_enum>(level_)); }

void say_error(const std::string& program, const std::string& text) {
  const auto line = fmt::format("{}: error: {}\n", program, line_of(text));
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace pcgns::tool
