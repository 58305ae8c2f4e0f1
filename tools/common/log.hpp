// log.hpp: everything that is not the answer goes to stderr, one whole line at a time.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace pcgns::tool {

enum class When { automatic, always, never };

/// Sets up the log: "pcgns-merge: text", "pcgns-merge: error: text". `verbosity`: -1 errors
/// only, 0 the phases, 1 details, 2 details of every rank. Only rank 0 speaks below that, but for errors that
/// concern it alone.
void start_log(const std::string& program, int verbosity, When colour, int rank);

enum class Level { debug, info, warning, error };

/// A line, if there is a log that wants it. From any thread.
void say(Level level, std::string_view message);

template <typename... Values>
void debug(fmt::format_string<Values...> text, Values&&... values) {
  say(Level::debug, fmt::format(text, std::forward<Values>(values)...));
}
template <typename... Values>
void info(fmt::format_string<Values...> text, Values&&... values) {
  say(Level::info, fmt::format(text, std::forward<Values>(values)...));
}
template <typename... Values>
void warn(fmt::format_string<Values...> text, Values&&... values) {
  say(Level::warning, fmt::format(text, std::forward<Values>(values)...));
}

/// The line below all others, which is replaced by the next one; empty: none. From any thread.
void show_status(std::string_view text);

/// While it lives, nothing below a warning is said.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int level_;
};

/// A line to stderr before, or after, there is a log.
void say_error(const std::string& program, const std::string& text);

}  // namespace pcgns::tool
