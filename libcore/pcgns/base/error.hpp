// error.hpp: the exception type of the library, and the exit codes that scripts rely on.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pcgns {

/// Exit code of a program; the same on every rank.
enum class ExitCode : int {
  ok = 0,       ///< Done; files agree; tree valid.
  no = 1,       ///< The answer is no (pcgns-verify, pcgns-bench compare).
  failed = 2,   ///< Could not be done; nothing was published.
  stopped = 3,  ///< Stopped on request.
  in_place = 4  ///< The output is in place, but something after it failed.
};

enum class ErrorKind : int {
  usage,     ///< The request is invalid.
  input,     ///< An input file is invalid or unsuitable.
  io,        ///< The system refused: space, permissions, device.
  stopped,   ///< A stop was requested.
  in_place,  ///< The output is in place; something after it failed.
  internal,  ///< A bug: an invariant does not hold.
};

/// The parts of a message, for structured reports (JSON); each may be empty.
struct Reason {
  std::string code = {};  ///< The pcgns-verify rule that the input breaks.
  std::string file = {};
  std::string node = {};  ///< Node path.
  std::string why = {};
};

/// Throw it before a collective, never inside one; par::collectively rethrows it on every rank.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& text, Reason reason = {})
      : std::runtime_error(text), kind_(kind), reason_(std::move(reason)) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  [[nodiscard]] const Reason& reason() const { return reason_; }
  [[nodiscard]] ExitCode exit_code() const;

 private:
  ErrorKind kind_;
  Reason reason_;
};

/// A copy of `error` with rule code `code`, if it is an Error{input} without a code; otherwise an unchanged
/// copy.
[[nodiscard]] Error coded(const Error& error, std::string_view code);

/// Runs `step` and attaches `code` to any Error that it throws (see `coded`).
template <typename Step>
decltype(auto) with_code(std::string_view code, const Step& step) {
  try {
    return step();
  } catch (const Error& error) {
    throw coded(error, code);
  }
}

/// What becomes of `error` if `outputs` are in place already: an Error{in_place} that says so.
[[nodiscard]] Error in_place(std::string_view outputs, const Error& error);

/// Runs `step`, which comes after `outputs` were published: an Error that it throws says that they are in
/// place. Empty `outputs`: nothing was published.
template <typename Step>
decltype(auto) after_publishing(std::string_view outputs, const Step& step) {
  try {
    return step();
  } catch (const Error& error) {
    if (outputs.empty()) throw;
    throw in_place(outputs, error);
  }
}

/// "<file>:<node path>: <why>", the form in which every message names a location. `node` may be empty.
[[nodiscard]] std::string at(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `input` that names its file and node.
class InputError : public Error {
 public:
  InputError(std::string_view file, std::string_view node, std::string_view why)
      : Error(ErrorKind::input, at(file, node, why),
              {{}, std::string(file), std::string(node), std::string(why)}) {}

  [[nodiscard]] const std::string& file() const { return reason().file; }
  [[nodiscard]] const std::string& node() const { return reason().node; }  ///< May be empty.
  [[nodiscard]] const std::string& why() const { return reason().why; }
};

/// A part of an input that cannot be read. It does not name file and node: callers that know them catch
/// it and throw an Error that does.
class Unreadable : public Error {
 public:
  explicit Unreadable(const std::string& why) : Error(ErrorKind::input, why) {}
};

[[nodiscard]] InputError input_error(std::string_view file, std::string_view node, std::string_view why);

/// An Error of kind `input` at a node of a mesh that may come from several files: "<node path>: <why>".
[[nodiscard]] Error node_error(std::string_view node, std::string_view why);

/// True for an Error that names a node and no file, as node_error makes it.
[[nodiscard]] bool is_node_error(const Error& error);

/// What becomes of a `node_error` in the mesh that `files` have: an InputError that names these, too. Other
/// errors are returned unchanged.
[[nodiscard]] Error in_files(std::string_view files, const Error& error);

/// Runs `step`; a `node_error` that it throws names `files`, too.
template <typename Step>
decltype(auto) with_files(std::string_view files, const Step& step) {
  try {
    return step();
  } catch (const Error& error) {
    if (!is_node_error(error)) throw;
    throw in_files(files, error);
  }
}

/// An Error of kind `usage` about a file that was named: "<file>: <why>".
[[nodiscard]] Error usage_error(std::string_view file, std::string_view why);

/// Serialises an error for a message, and the inverse, which throws Error{internal} for any other bytes.
[[nodiscard]] std::vector<std::byte> bytes_of_error(const Error& error);
[[nodiscard]] Error error_from(std::span<const std::byte> bytes);

/// An Error of kind `io` for an errno value: "<what>: <file>: <strerror>".
[[nodiscard]] Error system_error(std::string_view what, std::string_view file, int error_number);

}  // namespace pcgns
