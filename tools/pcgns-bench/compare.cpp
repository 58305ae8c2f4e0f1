#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/document.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/scenario/comparison.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::bench {

namespace {

/// Not all reports have the same parameters: those of an older version may lack some.
bool has_same_parameters(const Record& a, const Record& b) {
  return std::ranges::all_of(a.parameters, [&](const auto& one) {
    const auto other = b.parameters.find(one.first);
    return other == b.parameters.end() || other->second == one.second;
  });
}

bool is_same_thing(const Record& a, const Record& b) {
  return a.scenario == b.scenario && a.ranks == b.ranks && a.label == b.label && a.engine == b.engine &&
         a.what == b.what && has_same_parameters(a, b);
}

struct Pair {
  const Record* before = nullptr;
  const Record* after = nullptr;
};

/// What both documents have, of the chosen engines.
std::vector<Pair> pairs_of(const std::vector<Record>& before, const std::vector<Record>& after,
                           const std::vector<std::string>& engines) {
  std::vector<Pair> pairs;
  for (const auto& record : after) {
    if (!is_chosen(record, engines)) continue;
    const auto old =
        std::ranges::find_if(before, [&](const Record& one) { return is_same_thing(one, record); });
    if (old != before.end()) pairs.push_back({&*old, &record});
  }
  return pairs;
}

/// Measurements of the chosen engines that only one of the reports has, which are not compared.
void tell_missing(const std::string& path, const std::vector<Record>& records,
                  const std::vector<Record>& others, const std::vector<std::string>& engines,
                  tool::Report& report) {
  for (const auto& record : records) {
    const auto is_same = [&](const Record& other) { return is_same_thing(record, other); };
    if (!is_chosen(record, engines) || std::ranges::any_of(others, is_same)) continue;
    report.text += fmt::format("only in {}: {} with {} of '{}'\n", printable(path), record.what,
                               record.engine, record.label);
    report.json()["not_compared"].push_back(
        {{"report", path}, {"problem", record.label}, {"engine", record.engine}, {"what", record.what}});
  }
}

/// Throws Error for a measurement without samples, with which nothing can be compared.
void require_samples(const std::string& path, const Record& record) {
  if (!record.seconds.empty()) return;
  throw input_error(
      path, "",
      fmt::format("has no samples of {} with {} of '{}'", record.what, record.engine, record.label));
}

/// Throws Error{usage} for an engine that the user has named, of which no times are compared.
void require_compared(const std::vector<std::string>& engines, const std::vector<Pair>& pairs) {
  std::vector<std::string> compared;
  for (const auto& pair : pairs) compared.push_back(pair.after->engine);
  for (const auto& engine : engines) {
    if (std::ranges::find(compared, engine) == compared.end())
      throw Error(ErrorKind::usage, fmt::format("--engines: the reports have no times of '{}' in common{}",
                                                engine, suggestion(engine, compared)));
  }
}

const char* name_of(Verdict verdict) {
  constexpr std::array<const char*, 4> names = {"slower", "faster", "not slower", "cannot tell"};
  return names[static_cast<std::size_t>(verdict)];
}

/// What makes times incomparable; told, not refused.
void tell_differences(const Json& before, const Json& after, const std::vector<std::string>& names,
                      tool::Report& report) {
  for (const auto& name : names) {
    const auto first = before.value(name, Json());
    const auto second = after.value(name, Json());
    if (first == second) continue;
    report.json()["other_circumstances"].push_back(name);
    report.text +=
        fmt::format("other {}: {} and {}\n", name, printable(first.dump()), printable(second.dump()));
  }
}

void tell_circumstances(const Json& before, const Json& after, tool::Report& report) {
  report.json()["other_circumstances"] = Json::array();
  tell_differences(before.at("context"), after.at("context"),
                   {"host", "nodes", "cores", "file_system", "cache", "sync", "hints", "versions"}, report);
  tell_differences(before, after, {"settings", "single_calls", "wisdom"}, report);
}

/// JSON has no infinity.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

/// All verdicts of a report together are wrong with this probability at most, in either direction.
constexpr double risk_of_all = 0.05;

/// What the samples are good for.
std::string power_of(const Pair& pair, double risk, double visible) {
  if (std::isfinite(visible)) return fmt::format("can show {:.2f} x", visible);
  return fmt::format("{} and {} samples, {} are needed", pair.before->seconds.size(),
                     pair.after->seconds.size(), least_samples(risk));
}

Verdict compare_one(const Pair& pair, double risk, const Limits& limits, tool::Report& report) {
  const auto& [before, after] = pair;
  const auto ratio = ratio_of(before->seconds, after->seconds, risk);
  const auto verdict = verdict_of(ratio, limits);
  const auto visible = visible_ratio(ratio, limits);
  report.text += fmt::format("{:6} {:17} {:32} {:6.2f} x ({:.2f} to {:.2f}) {:11} ({})\n", after->what,
                             after->engine, after->label, ratio.value, ratio.low, ratio.high,
                             name_of(verdict), power_of(pair, risk, visible));
  report.json()["comparisons"].push_back({{"scenario", after->scenario},
                                          {"problem", after->label},
                                          {"engine", after->engine},
                                          {"what", after->what},
                                          {"samples", {before->seconds.size(), after->seconds.size()}},
                                          {"ratio", ratio.value},
                                          {"low", ratio.low},
                                          {"high", number(ratio.high)},
                                          {"visible", number(visible)},
                                          {"verdict", name_of(verdict)}});
  return verdict;
}

/// The answer to all of them.
void conclude(const std::vector<Verdict>& verdicts, tool::Report& report) {
  const auto has = [&](Verdict verdict) { return std::ranges::find(verdicts, verdict) != verdicts.end(); };
  const bool is_slower = has(Verdict::slower);
  const bool is_unknown = has(Verdict::cannot_tell);
  report.json()["slower"] = is_slower;
  report.json()["cannot_tell"] = is_unknown;
  report.text += is_slower    ? "slower\n"
                 : is_unknown ? "cannot tell; take more samples (--repetitions)\n"
                              : "not slower\n";
  report.exit_code = is_slower ? ExitCode::no : is_unknown ? ExitCode::failed : ExitCode::ok;
}

tool::Report compared(const CompareOptions& options) {
  const auto before = read_document(options.before);
  const auto after = read_document(options.after);
  const auto old_records = records_of(options.before, before);
  const auto new_records = records_of(options.after, after);
  const auto pairs = pairs_of(old_records, new_records, options.engines);
  if (pairs.empty())
    throw Error(ErrorKind::input,
                fmt::format("{} and {} have no measurement in common (scenario, problem and "
                            "its parameters, ranks, engine)",
                            options.before, options.after));
  require_compared(options.engines, pairs);
  for (const auto& pair : pairs) {
    require_samples(options.before, *pair.before);
    require_samples(options.after, *pair.after);
  }
  tool::Report report;
  report.json() = {{"schema", "pcgns-bench-compare/2"},
                   {"threshold", options.threshold / 100},
                   {"detect", options.detect / 100},
                   {"comparisons", Json::array()},
                   {"not_compared", Json::array()}};
  tell_circumstances(before, after, report);
  tell_missing(options.before, old_records, new_records, options.engines, report);
  tell_missing(options.after, new_records, old_records, options.engines, report);
  const Limits limits{1 + options.threshold / 100, 1 + options.detect / 100};
  std::vector<Verdict> verdicts;
  for (const auto& pair : pairs)
    verdicts.push_back(compare_one(pair, risk_of_all / static_cast<double>(pairs.size()), limits, report));
  conclude(verdicts, report);
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
                    .work = [](par::Session&, const Listener&) { return tool::Report(); },
                    .options = options.run});
}

}  // namespace pcgns::bench
