#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/document.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/scenario/statistics.hpp"

namespace pcgns::bench {

namespace {

bool is_same_thing(const Record& a, const Record& b) {
  return a.scenario == b.scenario && a.ranks == b.ranks && a.label == b.label && a.engine == b.engine &&
         a.what == b.what;
}

const char* verdict_of(const Ratio& ratio, double threshold) {
  if (ratio.low > 1 + threshold) return "slower";
  if (ratio.high < 1 / (1 + threshold)) return "faster";
  return "same";
}

/// What makes times incomparable; told, not refused.
void tell_circumstances(const Json& before, const Json& after, tool::Report& report) {
  auto differences = Json::array();
  for (const auto* name : {"host", "nodes", "cores", "file_system", "cache", "sync", "hints", "versions"}) {
    const auto& old_context = before.at("context");
    const auto& new_context = after.at("context");
    const auto first = old_context.value(name, Json());
    const auto second = new_context.value(name, Json());
    if (first == second) continue;
    differences.push_back(name);
    report.text += fmt::format("other {}: {} and {}\n", name, first.dump(), second.dump());
  }
  report.json()["other_circumstances"] = std::move(differences);
}

/// JSON has no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void compare_one(const Record& before, const Record& after, double threshold, tool::Report& report) {
  const auto ratio = ratio_of(before.seconds, after.seconds);
  const auto* const verdict = verdict_of(ratio, threshold);
  if (std::string_view(verdict) == "slower") report.exit_code = ExitCode::no;
  report.text += fmt::format("{:6} {:17} {:32} {:6.2f} x ({:.2f} to {:.2f}) {}\n", after.what, after.engine,
                             after.label, ratio.value, ratio.low, ratio.high, verdict);
  report.json()["comparisons"].push_back({{"scenario", after.scenario},
                                          {"problem", after.label},
                                          {"engine", after.engine},
                                          {"what", after.what},
                                          {"ratio", ratio.value},
                                          {"low", ratio.low},
                                          {"high", number(ratio.high)},
                                          {"verdict", verdict}});
}

tool::Report compared(const CompareOptions& options) {
  const auto before = read_document(options.before);
  const auto after = read_document(options.after);
  const auto old_records = records_of(options.before, before);
  tool::Report report;
  report.json() = {{"schema", "pcgns-bench-compare/1"},
                   {"threshold", options.threshold / 100},
                   {"comparisons", Json::array()}};
  tell_circumstances(before, after, report);
  for (const auto& record : records_of(options.after, after)) {
    const bool wanted = options.engines.empty() || std::find(options.engines.begin(), options.engines.end(),
                                                             record.engine) != options.engines.end();
    const auto old_one = std::find_if(old_records.begin(), old_records.end(),
                                      [&](const Record& old) { return is_same_thing(old, record); });
    if (wanted && old_one != old_records.end())
      compare_one(*old_one, record, options.threshold / 100, report);
  }
  if (report.json()["comparisons"].empty())
    throw Error(ErrorKind::input, fmt::format("{} and {} have no measurement in common (scenario, problem, "
                                              "ranks, engine)",
                                              options.before, options.after));
  report.json()["slower"] = report.exit_code == ExitCode::no;
  report.text += report.exit_code == ExitCode::no ? "slower\n" : "not slower\n";
  return report;
}

}  // namespace

int compare(int count, char** arguments) {
  CompareOptions options;
  return tool::run(count, arguments,
                   {.name = "pcgns-bench",
                    .command = "compare",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [] {},
                    .answer = [&] { return std::optional(compared(options)); },
                    .work = [](par::Session&) { return tool::Report(); },
                    .options = options.run});
}

}  // namespace pcgns::bench
