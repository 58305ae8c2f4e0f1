// report.hpp: the answer of a program: what goes to stdout, as text or as a JSON document.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"

namespace pcgns::tool {

/// `json` as it is printed: in ASCII, so that no string reaches the terminal raw. Strings that are not UTF-8
/// are written as `printable` has them.
[[nodiscard]] std::string document_of(const nlohmann::ordered_json& json);

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

  std::string text;           ///< For people; ends with a newline.
  bool is_for_quiet = false;  ///< The text is printed with --quiet, too: it is all that was asked for.
  std::string in_place = {};  ///< Outputs that were published before the report is printed.
  ExitCode exit_code = ExitCode::ok;  ///< Not ok if the answer is no, or unknown; the same on every rank.

 private:
  std::unique_ptr<nlohmann::ordered_json> json_;
};

}  // namespace pcgns::tool
