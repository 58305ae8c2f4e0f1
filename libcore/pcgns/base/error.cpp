#include "pcgns/base/error.hpp"

#include <fmt/format.h>

#include <cstring>

namespace pcgns {

std::string at(std::string_view file, std::string_view node, std::string_view why) {
  if (node.empty()) return fmt::format("{}: {}", file, why);
  return fmt::format("{}:{}: {}", file, node, why);
}

Error input_error(std::string_view file, std::string_view node, std::string_view why) {
  return {ErrorKind::input,
          at(file, node, why),
          {.code = {}, .file = std::string(file), .node = std::string(node), .why = std::string(why)}};
}

Error coded(const Error& error, std::string_view code) {
  auto reason = error.reason();
  if (error.kind() == ErrorKind::input && reason.code.empty()) reason.code = code;
  return {error.kind(), error.what(), std::move(reason)};
}

Error system_error(std::string_view what, std::string_view file, int error_number) {
  return {ErrorKind::io, fmt::format("{}: {}: {}", what, file, std::strerror(error_number))};
}

}  // namespace pcgns
