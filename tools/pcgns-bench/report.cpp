#include "pcgns-bench/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "common/help.hpp"
#include "common/version.hpp"
#include "pcgns-bench/scenario/advice.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/statistics.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/publish/file_system.hpp"

namespace pcgns::bench {

namespace {

Json json_of(const Spread& spread) {
  return {{"min", spread.min}, {"mean", spread.mean}, {"max", spread.max}};
}

Json json_of(const Statistics& statistics) {
  return {{"mean", statistics.mean},
          {"deviation", statistics.deviation},
          {"min", statistics.min},
          {"median", statistics.median},
          {"max", statistics.max}};
}

Json json_of(const Sample& sample) {
  Json json = {{"seconds", sample.seconds}, {"data_seconds", sample.data_seconds}};
  auto phases = Json::array();
  for (const auto& phase : sample.phases) {
    phases.push_back(
        {{"name", phase.name}, {"bytes", phase.bytes}, {"rank_seconds", json_of(phase.seconds)}});
  }
  json["phases"] = std::move(phases);
  auto counters = Json::object();
  for (const auto& [name, spread] : sample.counters) counters[name] = json_of(spread);
  json["counters"] = std::move(counters);
  return json;
}

Json json_of(const Measurement& measurement) {
  std::vector<double> seconds;
  std::vector<double> data_seconds;
  auto samples = Json::array();
  for (const auto& sample : measurement.samples) {
    seconds.push_back(sample.seconds);
    data_seconds.push_back(sample.data_seconds);
    samples.push_back(json_of(sample));
  }
  return {{"engine", measurement.engine},
          {"what", measurement.what},
          {"seconds", json_of(statistics_of(seconds))},
          {"data_seconds", json_of(statistics_of(data_seconds))},
          {"samples", std::move(samples)}};
}

/// MB/s, in millions of bytes as the publications have them.
double bandwidth(const Json& problem, double seconds) {
  return seconds > 0 ? problem["bytes"].get<double>() / seconds / 1e6 : 0;
}

std::string line_of(const Json& problem, const Json& one) {
  const double seconds = one["seconds"]["median"];
  const double mean = one["seconds"]["mean"];
  const double spread = mean > 0 ? 100 * one["seconds"]["deviation"].get<double>() / mean : 0;
  return fmt::format("  {:6} {:17} {:9.4f} s +-{:3.0f} % {:9.0f} MB/s {:9.0f} without opening and closing\n",
                     one["what"].get<std::string>(), one["engine"].get<std::string>(), seconds, spread,
                     bandwidth(problem, seconds), bandwidth(problem, one["data_seconds"]["median"]));
}

/// Of a cache: accesses to a block that found it in memory.
std::string hits_of(const Json& one) {
  const auto& counters = one["samples"].empty() ? Json::object() : one["samples"].front()["counters"];
  if (!counters.contains("hits")) return "";
  const double hits = counters["hits"]["mean"];
  const double all = hits + counters["misses"]["mean"].get<double>();
  return fmt::format("         hits {:.1f} %, {:.0f} bytes read per rank\n", all > 0 ? 100 * hits / all : 0,
                     counters["bytes_read"]["mean"].get<double>());
}

std::string line_of_open(const Json& one) {
  const auto& first = one["samples"].front()["counters"];
  return fmt::format("  {:6} {:17} {:9.4f} s; reads per rank {:.0f} to {:.0f}, bytes {:.0f} to {:.0f}\n",
                     one["what"].get<std::string>(), one["engine"].get<std::string>(),
                     one["seconds"]["median"].get<double>(), first["read_calls"]["min"].get<double>(),
                     first["read_calls"]["max"].get<double>(), first["read_bytes"]["min"].get<double>(),
                     first["read_bytes"]["max"].get<double>());
}

std::string quoted(const std::string& text) {
  return text.find_first_of(",\"") == std::string::npos ? text : fmt::format("\"{}\"", text);
}

/// Hints that are heeded: the queue does not take those of pcgns.
Json hints_of(const Options& options) {
  Json hints = Json::object();
  for (const auto& [key, value] : options.run.hints()) {
    if (runs_programs(options.scenario) || !key.starts_with("pcgns_")) hints[key] = value;
  }
  return hints;
}

/// What a measurement must say of the place where it was made, and what was done there.
Json context_of(const par::Session& session, const Options& options) {
  const auto& measure = options.measure;
  const auto* const special = find_special(options.scenario);
  const bool is_cold = measure.is_cold && (special == nullptr || special->empties_cache);
  utsname system = {};
  static_cast<void>(::uname(&system));
  const auto files = publish::file_system(measure.folder);
  return {{"date", now_as_text()},
          {"host", system.nodename},
          {"kernel", system.release},
          {"cores", std::thread::hardware_concurrency()},
          {"ranks", session.size()},
          {"nodes", session.nodes()},
          {"file_system",
           {{"folder", std::filesystem::absolute(measure.folder).string()},
            {"kind", files.kind},
            {"block_size", files.block_size},
            {"stripe_size", files.stripe_size},
            {"stripe_count", files.stripe_count}}},
          {"cache", is_cold ? "cold" : "warm"},
          {"sync", special == nullptr ? measure.engine.syncs : special->syncs},
          {"hints", hints_of(options)},
          {"versions",
           {{"pcgns", tool::version()}, {"mpi", tool::mpi_library()}, {"hdf5", tool::hdf5_library()}}}};
}

Json json_of(const Outcome& outcome) {
  auto parameters = Json::object();
  for (const auto& [name, value] : outcome.parameters) parameters[name] = value;
  auto measurements = Json::array();
  for (const auto& measurement : outcome.measurements) measurements.push_back(json_of(measurement));
  return {{"label", outcome.label},
          {"parameters", std::move(parameters)},
          {"bytes", outcome.bytes},
          {"measurements", std::move(measurements)}};
}

}  // namespace

std::string now_as_text() {
  const auto now = std::time(nullptr);
  std::tm parts = {};
  static_cast<void>(::gmtime_r(&now, &parts));
  std::array<char, sizeof "2026-01-31T23:59:59Z"> text = {};
  static_cast<void>(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
  return text.data();
}

std::string table_of(const Json& document) {
  const auto& context = document["context"];
  std::string text =
      fmt::format("{}: {} on {}, {}, cache {}{}; medians of {}\n", document["scenario"].get<std::string>(),
                  plural(context["ranks"].get<int>(), "rank"), plural(context["nodes"].get<int>(), "node"),
                  context["file_system"]["kind"].get<std::string>(), context["cache"].get<std::string>(),
                  context["sync"].get<bool>() ? ", synced" : "",
                  plural(document["repetitions"].get<int>(), "repetition"));
  for (const auto& problem : document["problems"]) {
    text += fmt::format("{}, {}:\n", problem["label"].get<std::string>(), format_size(problem["bytes"]));
    for (const auto* what : {"create", "open", "write", "read", "make", "first", "again"}) {
      for (const auto& one : problem["measurements"]) {
        if (one["what"] != what) continue;
        const bool counts =
            !one["samples"].empty() && one["samples"].front()["counters"].contains("read_calls");
        text += counts ? line_of_open(one) : line_of(problem, one) + hits_of(one);
      }
    }
  }
  return text;
}

std::string csv_of(const Json& document) {
  const auto& context = document["context"];
  std::string text =
      "date,host,ranks,nodes,file_system,cache,sync,scenario,problem,bytes,engine,what,repetition,seconds,"
      "data_seconds\n";
  const auto before =
      fmt::format("{},{},{},{},{},{},{},{}", context["date"].get<std::string>(), quoted(context["host"]),
                  context["ranks"].get<int>(), context["nodes"].get<int>(),
                  context["file_system"]["kind"].get<std::string>(), context["cache"].get<std::string>(),
                  context["sync"].get<bool>() ? "yes" : "no", document["scenario"].get<std::string>());
  for (const auto& problem : document["problems"]) {
    for (const auto& one : problem["measurements"]) {
      int repetition = 0;
      for (const auto& sample : one["samples"]) {
        text += fmt::format("{},{},{},{},{},{},{},{}\n", before, quoted(problem["label"]),
                            problem["bytes"].get<std::int64_t>(), one["engine"].get<std::string>(),
                            one["what"].get<std::string>(), ++repetition, sample["seconds"].get<double>(),
                            sample["data_seconds"].get<double>());
      }
    }
  }
  return text;
}

namespace {

/// What a scenario does, beside its name, and below it the engines; no line is wider than a page.
std::string rows_of(const std::string& name, const std::string& about, const std::string& engines) {
  constexpr std::size_t indent = 13;
  constexpr auto width = tool::width_of_page - indent;
  auto text = fmt::format("{:12} {}\n", name, fmt::join(tool::wrapped(about, width), "\n             "));
  for (const auto& line : tool::wrapped(engines, width - 2)) text += fmt::format("{:15}{}\n", "", line);
  return text;
}

}  // namespace

tool::Report report_of_scenarios() {
  tool::Report report;
  report.json() = {
      {"schema", "pcgns-bench-list/1"}, {"scenarios", Json::array()}, {"engines", engine_names()}};
  const auto add = [&](const auto& scenario) {
    report.text +=
        rows_of(scenario.name, scenario.about, fmt::format("{}", fmt::join(scenario.engines, ", ")));
    report.json()["scenarios"].push_back(
        {{"name", scenario.name}, {"about", scenario.about}, {"engines", scenario.engines}});
  };
  for (const auto& scenario : scenarios()) add(scenario);
  for (const auto& scenario : special_scenarios()) add(scenario);
  return report;
}

namespace {

/// Sentences on how to write and read each problem.
std::string advice_of(const std::vector<Outcome>& outcomes, const MeasureOptions& measure) {
  std::string text;
  for (const auto& outcome : outcomes) {
    for (const auto* what : {"write", "read"}) {
      std::vector<EngineTimes> times;
      for (const auto& one : outcome.measurements) {
        if (one.what != what) continue;
        auto& seconds = times.emplace_back(EngineTimes{.engine = one.engine, .seconds = {}}).seconds;
        for (const auto& sample : one.samples) seconds.push_back(sample.seconds);
      }
      const bool is_write = std::string_view(what) == "write";
      const auto sentence = advice(what, times,
                                   {.aggregators_per_node = measure.engine.owners_per_node,
                                    .reaches_device = is_write ? measure.engine.syncs : measure.is_cold});
      if (!sentence.empty()) text += fmt::format("{}: {}\n", outcome.label, sentence);
    }
  }
  return text;
}

}  // namespace

tool::Report report_of(const par::Session& session, const Options& options,
                       const std::vector<Outcome>& outcomes) {
  tool::Report report;
  const auto& measure = options.measure;
  report.json() = {{"schema", "pcgns-bench-run/1"},
                   {"scenario", options.scenario},
                   {"preset", options.parameters.is_published ? "published" : "laptop"},
                   {"repetitions", measure.repetitions},
                   {"warm_ups", measure.warm_ups},
                   {"single_calls", measure.single_calls},
                   {"context", context_of(session, options)}};
  report.json()["settings"] = {{"buffer", measure.engine.buffer},
                               {"alignment", measure.engine.alignment},
                               {"owners", measure.engine.owners_per_node},
                               {"writers", measure.engine.writers},
                               {"cache_memory", measure.engine.memory}};
  report.json()["problems"] = Json::array();
  for (const auto& outcome : outcomes) report.json()["problems"].push_back(json_of(outcome));
  report.text = table_of(report.json()) + advice_of(outcomes, measure);
  return report;
}

}  // namespace pcgns::bench
