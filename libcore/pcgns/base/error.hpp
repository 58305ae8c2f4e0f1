// error.hpp: the one exception type, and the exit codes that scripts rely on.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace pcgns {

/// What a program returns; the same on every rank.
enum class ExitCode : int {
  ok = 0,       ///< Done; files agree; tree valid.
  no = 1,       ///< The answer is no (pcgns-verify, pcgns-bench compare).
  failed = 2,   ///< Could not do it; nothing was published.
  stopped = 3,  ///< Stopped on request; --resume goes on.
};

enum class ErrorKind : int {
  usage,     ///< The request makes no sense.
  input,     ///< An input file is not what it must be.
  io,        ///< The system refused: space, permission, device.
  stopped,   ///< A signal asked to stop.
  internal,  ///< A bug: an invariant does not hold.
};

/// Thrown before a collective, never inside one; par::collectively gives it to every rank.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] ExitCode exit_code() const {
    return kind_ == ErrorKind::stopped ? ExitCode::stopped : ExitCode::failed;
  }

 private:
  ErrorKind kind_;
};

/// "<file>:<node path>: <why>", the form in which every message names a place. `node` may be empty.
[[nodiscard]] std::string at(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `input` that knows its place.
class InputError : public Error {
 public:
  InputError(std::string_view file, std::string_view node, std::string_view why)
      : Error(ErrorKind::input, at(file, node, why)), file_(file), node_(node), why_(why) {}

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& node() const { return node_; }  ///< May be empty.
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  std::string file_;
  std::string node_;
  std::string why_;
};

[[nodiscard]] InputError input_error(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `io` for the current or given errno: "<what>: <file>: <strerror>".
[[nodiscard]] Error system_error(std::string_view what, std::string_view file, int error_number);

}  // namespace pcgns
