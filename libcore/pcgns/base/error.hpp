// error.hpp: the one exception type, and the exit codes that scripts rely on.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace pcgns {

/// What a program returns; the same on every rank.
enum class ExitCode : int {
  ok = 0,       ///< Done; files agree; tree valid.
  no = 1,       ///< The answer is no (pcgns-verify, pcgns-bench compare).
  failed = 2,   ///< Could not do it; nothing was published.
  stopped = 3,  ///< Stopped on request.
};

enum class ErrorKind : int {
  usage,     ///< The request makes no sense.
  input,     ///< An input file is not what it must be.
  io,        ///< The system refused: space, permission, device.
  stopped,   ///< A signal asked to stop.
  internal,  ///< A bug: an invariant does not hold.
};

/// What a message is made of, for reports that are more than a text; all may be empty.
struct Reason {
  std::string code = {};  ///< Of the rule of pcgns-verify that says what is wrong with the input.
  std::string file = {};
  std::string node = {};  ///< Path of a node.
  std::string why = {};
};

/// Thrown before a collective, never inside one; par::collectively gives it to every rank.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& text, Reason reason = {})
      : std::runtime_error(text), kind_(kind), reason_(std::move(reason)) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const Reason& reason() const { return reason_; }
  [[nodiscard]] ExitCode exit_code() const {
    return kind_ == ErrorKind::stopped ? ExitCode::stopped : ExitCode::failed;
  }

 private:
  ErrorKind kind_;
  Reason reason_;
};

/// The same with this code, unless it has one, or is no Error{input}.
[[nodiscard]] Error coded(const Error& error, std::string_view code);

/// Runs `step`; what it throws is coded.
template <typename Step>
decltype(auto) with_code(std::string_view code, const Step& step) {
  try {
    return step();
  } catch (const Error& error) {
    throw coded(error, code);
  }
}

/// "<file>:<node path>: <why>", the form in which every message names a place. `node` may be empty.
[[nodiscard]] std::string at(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `input` that knows its place.
class InputError : public Error {
 public:
  InputError(std::string_view file, std::string_view node, std::string_view why)
      : Error(ErrorKind::input, at(file, node, why),
              {{}, std::string(file), std::string(node), std::string(why)}) {}

  [[nodiscard]] const std::string& file() const { return reason().file; }
  [[nodiscard]] const std::string& node() const { return reason().node; }  ///< May be empty.
  [[nodiscard]] const std::string& why() const { return reason().why; }
};

[[nodiscard]] InputError input_error(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `io` for the current or given errno: "<what>: <file>: <strerror>".
[[nodiscard]] Error system_error(std::string_view what, std::string_view file, int error_number);

}  // namespace pcgns
