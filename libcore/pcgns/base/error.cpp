#include "pcgns/base/error.hpp"

#include <fmt/format.h>

#include <cstring>

#include "pcgns/base/byte_stream.hpp"

namespace pcgns {

std::string at(std::string_view file, std::string_view node, std::string_view why) {
  if (node.empty()) return fmt::format("{}: {}", file, why);
  return fmt::format("{}:{}: {}", file, node, why);
}

ExitCode Error::exit_code() const {
  switch (kind_) {
    case ErrorKind::stopped:
      return ExitCode::stopped;
    case ErrorKind::in_place:
      return ExitCode::in_place;
    default:
      return ExitCode::failed;
  }
}

Error in_place(std::string_view outputs, const Error& error) {
  if (error.kind() == ErrorKind::in_place) return error;
  return {ErrorKind::in_place, fmt::format("{}: is complete and in place, but: {}", outputs, error.what()),
          error.reason()};
}

InputError input_error(std::string_view file, std::string_view node, std::string_view why) {
  return {file, node, why};
}

Error node_error(std::string_view node, std::string_view why) {
  return {ErrorKind::input, fmt::format("{}: {}", node, why), {{}, {}, std::string(node), std::string(why)}};
}

bool is_node_error(const Error& error) { return !error.reason().node.empty() && error.reason().file.empty(); }

Error in_files(std::string_view files, const Error& error) {
  if (!is_node_error(error)) return error;
  const auto& [code, file, node, why] = error.reason();
  return coded(input_error(files, node, why), code);
}

Error usage_error(std::string_view file, std::string_view why) {
  return {ErrorKind::usage, at(file, "", why), {.file = std::string(file), .why = std::string(why)}};
}

Error coded(const Error& error, std::string_view code) {
  auto reason = error.reason();
  if (error.kind() == ErrorKind::input && reason.code.empty()) reason.code = code;
  return {error.kind(), error.what(), std::move(reason)};
}

Error system_error(std::string_view what, std::string_view file, int error_number) {
  const char* const why = std::strerror(error_number);
  return {ErrorKind::io, fmt::format("{}: {}: {}", what, file, why), {{}, std::string(file), {}, why}};
}

std::vector<std::byte> bytes_of_error(const Error& error) {
  ByteWriter writer;
  writer.put(error.kind());
  const auto& [code, file, node, why] = error.reason();
  for (const auto& text : {std::string(error.what()), code, file, node, why}) writer.put(text);
  return writer.take();
}

Error error_from(std::span<const std::byte> bytes) {
  ByteReader reader(bytes);
  auto kind = ErrorKind::internal;
  std::string text;
  Reason reason;
  reader.get(kind);
  for (auto* part : {&text, &reason.code, &reason.file, &reason.node, &reason.why}) reader.get(*part);
  return {kind, text, std::move(reason)};
}

}  // namespace pcgns
