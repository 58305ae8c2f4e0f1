#include "pcgns-bench/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

constexpr auto schema = "pcgns-bench-run/1";
constexpr auto schema_of_tune = "pcgns-bench-tune/1";

/// A value of a report, and where it is there.
class Value {
 public:
  Value(const std::string& file, const Json& json, std::string path = {})
      : file_(&file), json_(&json), path_(std::move(path)) {}

  /// The member of an object. Throws Error{input} if it is missing, as all others do if the type is wrong.
  [[nodiscard]] Value at(const std::string& name) const {
    require(json_->is_object(), "an object");
    const auto found = json_->find(name);
    if (found == json_->end()) throw error(fmt::format("has no '{}'", name));
    return {*file_, *found, path_ + "/" + name};
  }

  [[nodiscard]] std::vector<Value> elements() const {
    require(json_->is_array(), "an array");
    std::vector<Value> all;
    for (std::size_t i = 0; i < json_->size(); ++i)
      all.push_back({*file_, (*json_)[i], fmt::format("{}/{}", path_, i)});
    return all;
  }

  [[nodiscard]] const Json& object() const {
    require(json_->is_object(), "an object");
    return *json_;
  }

  /// Reports may be of others, and their words end up on terminals and in scripts of gnuplot.
  [[nodiscard]] std::string word() const { return printable(text()); }

  [[nodiscard]] std::string text() const {
    require(json_->is_string(), "a string");
    return json_->get<std::string>();
  }

  template <typename Number>
  [[nodiscard]] Number number() const {
    if constexpr (std::is_integral_v<Number>) {
      require(json_->is_number_integer() && std::in_range<Number>(json_->get<std::int64_t>()), "an integer");
    } else {
      require(json_->is_number(), "a number");
    }
    return json_->get<Number>();
  }

  void require(bool holds, std::string_view expected) const {
    if (!holds)
      throw error(fmt::format("is {}, expected {}", printable(json_->dump().substr(0, 40)), expected));
  }

 private:
  [[nodiscard]] Error error(const std::string& why) const {
    return input_error(*file_, "", path_.empty() ? why : path_ + " " + why);
  }

  const std::string* file_;
  const Json* json_;
  std::string path_;
};

double seconds_in(const Value& sample) {
  const auto seconds = sample.at("seconds");
  const auto value = seconds.number<double>();
  seconds.require(std::isfinite(value) && value > 0, "a positive number");
  return value;
}

std::vector<double> seconds_of(const Value& measurement) {
  std::vector<double> seconds;
  for (const auto& sample : measurement.at("samples").elements()) seconds.push_back(seconds_in(sample));
  return seconds;
}

std::int64_t zones_of(const Value& problem) {
  const auto parameters = problem.at("parameters");
  if (!parameters.object().contains("zones")) return 0;
  const auto zones = parameters.at("zones");
  const auto text = zones.text();
  zones.require(is_digits(text) && text.size() <= 15, "digits");
  return std::stoll(text);
}

std::map<std::string, std::string> parameters_of(const Value& problem) {
  std::map<std::string, std::string> parameters;
  for (const auto& [name, value] : problem.at("parameters").object().items()) parameters[name] = value.dump();
  return parameters;
}

/// The trials of a search in their order, and the best time until then.
std::vector<Record> trials_of(const Value& document) {
  std::vector<Record> records;
  double best = INFINITY;
  for (const auto& trial : document.at("trials").elements()) {
    const auto seconds = seconds_in(trial);
    best = std::min(best, seconds);
    Record record{.scenario = "tune",
                  .ranks = document.at("ranks").number<int>(),
                  .label = fmt::format("{}", records.size() / 2 + 1),
                  .bytes = document.at("bytes").number<std::int64_t>(),
                  .engine = "trial",
                  .what = document.at("use").word(),
                  .seconds = {seconds}};
    records.push_back(record);
    record.engine = "best";
    record.seconds = {best};
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

bool is_chosen(const Record& record, const std::vector<std::string>& engines) {
  return engines.empty() || std::ranges::find(engines, record.engine) != engines.end();
}

Json read_document(const std::string& path, bool or_tune) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) throw input_error(path, "", "is a directory");
  std::ifstream file(path);
  if (!file && errno == ENOENT) throw input_error(path, "", "there is no such file");
  if (!file) throw system_error("cannot open", path, errno);
  try {
    auto document = Json::parse(file);
    if (document.at("schema") != schema && !(or_tune && document.at("schema") == schema_of_tune))
      throw input_error(path, "", fmt::format("is not a {} document", schema));
    return document;
  } catch (const Json::exception&) {
    throw input_error(path, "", "is not a report of pcgns-bench run --json");
  }
}

std::vector<Record> records_of(const std::string& path, const Json& report) {
  const Value document(path, report);
  if (document.at("schema").text() == schema_of_tune) return trials_of(document);
  std::vector<Record> records;
  for (const auto& problem : document.at("problems").elements()) {
    for (const auto& one : problem.at("measurements").elements()) {
      records.push_back({.scenario = document.at("scenario").word(),
                         .ranks = document.at("context").at("ranks").number<int>(),
                         .label = problem.at("label").word(),
                         .zones = zones_of(problem),
                         .bytes = problem.at("bytes").number<std::int64_t>(),
                         .engine = one.at("engine").word(),
                         .what = one.at("what").word(),
                         .seconds = seconds_of(one),
                         .parameters = parameters_of(problem)});
    }
  }
  return records;
}

}  // namespace pcgns::bench
