// report.hpp: the answer of a program: what goes to stdout, as text or as a JSON document.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"

namespace pcgns::tool {

/// Rank 0's is printed.
struct Report {
  Report();
  Report(const nlohmann::ordered_json& json, std::string text);
  ~Report();
  Report(const Report&);
  Report& operator=(const Report&) = delete;
  Report(Report&&) noexcept;
  Report& operator=(Report&&) noexcept;

  /// Sources that make lists of it include <nlohmann/json.hpp>; others have `put`.
  [[nodiscard]] nlohmann::ordered_json& json() { return *json_; }
  [[nodiscard]] const nlohmann::ordered_json& json() const { return *json_; }
  /// Sets a member of the document; `name`: "bytes", "seconds/moving".
  void put(std::string_view name, int value);
  void put(std::string_view name, std::int64_t value);
  void put(std::string_view name, double value);
  void put(std::string_view name, const std::string& value);

  /// The document as it is printed.
  [[nodiscard]] std::string document() const;

  std::string text;                   ///< For people; ends with a newline.
  std::string in_place = {};          ///< Outputs that were published before the report is printed.
  ExitCode exit_code = ExitCode::ok;  ///< Or ExitCode::no; the same on every rank.

 private:
  std::unique_ptr<nlohmann::ordered_json> json_;
};

}  // namespace pcgns::tool
