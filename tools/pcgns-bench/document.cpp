#include "pcgns-bench/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

constexpr auto schema = "pcgns-bench-run/1";
constexpr auto schema_of_tune = "pcgns-bench-tune/1";

std::vector<double> seconds_of(const Json& measurement) {
  std::vector<double> seconds;
  for (const auto& sample : measurement.at("samples")) {
    const auto value = sample.at("seconds").get<double>();
    if (!std::isfinite(value) || value <= 0) throw Error(ErrorKind::input, "a time is not a positive number");
    seconds.push_back(value);
  }
  return seconds;
}

std::int64_t zones_of(const Json& problem) {
  const auto& parameters = problem.at("parameters");
  const auto found = parameters.find("zones");
  if (found == parameters.end()) return 0;
  const auto text = found->get<std::string>();
  if (!is_digits(text) || text.size() > 15)
    throw Error(ErrorKind::input, "a number of zones is not a number");
  return std::stoll(text);
}

/// Reports may be of others, and their words end up on terminals and in scripts of gnuplot.
std::string word(const Json& text) { return printable(text.get<std::string>()); }

std::map<std::string, std::string> parameters_of(const Json& problem) {
  std::map<std::string, std::string> parameters;
  for (const auto& [name, value] : problem.at("parameters").items()) parameters[name] = value.dump();
  return parameters;
}

/// The trials of a search in their order, and the best time until then.
std::vector<Record> trials_of(const Json& document) {
  std::vector<Record> records;
  double best = INFINITY;
  for (const auto& trial : document.at("trials")) {
    const auto seconds = seconds_of({{"samples", {{{"seconds", trial.at("seconds")}}}}}).front();
    best = std::min(best, seconds);
    Record record{.scenario = "tune",
                  .ranks = document.at("ranks"),
                  .label = fmt::format("{}", records.size() / 2 + 1),
                  .bytes = document.at("bytes"),
                  .engine = "trial",
                  .what = word(document.at("use")),
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

std::vector<Record> records_of(const std::string& path, const Json& document) {
  try {
    if (document.at("schema") == schema_of_tune) return trials_of(document);
    std::vector<Record> records;
    for (const auto& problem : document.at("problems")) {
      for (const auto& one : problem.at("measurements")) {
        records.push_back({word(document.at("scenario")), document.at("context").at("ranks"),
                           word(problem.at("label")), zones_of(problem), problem.at("bytes"),
                           word(one.at("engine")), word(one.at("what")), seconds_of(one),
                           parameters_of(problem)});
      }
    }
    return records;
  } catch (const Json::exception& error) {
    throw input_error(path, "", fmt::format("does not match its schema: {}", error.what()));
  } catch (const Error& error) {
    throw input_error(path, "", error.what());
  }
}

}  // namespace pcgns::bench
