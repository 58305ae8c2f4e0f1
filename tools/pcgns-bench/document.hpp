// document.hpp: reports of pcgns-bench run, read back.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace pcgns::bench {

using Json = nlohmann::ordered_json;

/// What one engine did with one problem.
struct Record {
  std::string scenario;
  int ranks = 0;
  std::string label;
  std::int64_t zones = 0;  ///< If the problem says so; else 0.
  std::int64_t bytes = 0;
  std::string engine;
  std::string what;
  std::vector<double> seconds;                         ///< Of each sample, opening and closing included.
  std::map<std::string, std::string> parameters = {};  ///< Of the problem.
};

/// Whether the record is of one of these engines; of any if none is named.
[[nodiscard]] bool is_chosen(const Record& record, const std::vector<std::string>& engines);

/// Throws Error{input} that names the file if it is no report of pcgns-bench run, or, with `or_tune`, of
/// tune.
[[nodiscard]] Json read_document(const std::string& path, bool or_tune = false);
/// Throws Error{input} that names the file and the member whose type is wrong.
[[nodiscard]] std::vector<Record> records_of(const std::string& path, const Json& report);

}  // namespace pcgns::bench
