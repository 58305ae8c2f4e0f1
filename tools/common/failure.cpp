#include "common/failure.hpp"

#include <new>
#include <nlohmann/json.hpp>

#include "common/report.hpp"

namespace pcgns::tool {

namespace {

std::string_view word_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "input";
    case ErrorKind::io:
      return "io";
    case ErrorKind::stopped:
      return "stopped";
    case ErrorKind::in_place:
      return "in_place";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

void put_if_known(const char* name, const std::string& value, nlohmann::ordered_json& json) {
  if (!value.empty()) json[name] = value;
}

}  // namespace

Error error_of(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return *known;
  const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return {ErrorKind::internal, is_memory ? "out of memory" : error.what()};
}

std::string document_of(const Failure& failure, const Error& error) {
  nlohmann::ordered_json json = {{"schema", "pcgns-error/1"}, {"program", failure.program}};
  put_if_known("command", failure.command, json);
  json["exit_status"] = static_cast<int>(error.exit_code());
  json["kind"] = word_of(error.kind());
  json["message"] = failure.message;
  const auto& [rule, file, node, why] = error.reason();
  put_if_known("rule", rule, json);
  put_if_known("file", file, json);
  put_if_known("node", node, json);
  put_if_known("why", why, json);
  if (failure.rank) json["rank"] = *failure.rank;
  return document_of(json);
}

}  // namespace pcgns::tool
