#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <fstream>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/measure/context.hpp"
#include "pcgns-bench/report.hpp"
#include "pcgns-bench/run_options.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

std::optional<tool::Report> listed(const Options& options) {
  if (!options.lists) return std::nullopt;
  tool::Report report;
  report.json = {{"schema", "pcgns-bench-list/1"}, {"scenarios", Json::array()}, {"engines", engine_names()}};
  const auto add = [&](const auto& scenario) {
    report.text += fmt::format("{:12} {}\n", scenario.name, scenario.about);
    report.text += fmt::format("{:12}   {}\n", "", fmt::join(scenario.engines, ", "));
    report.json["scenarios"].push_back(
        {{"name", scenario.name}, {"about", scenario.about}, {"engines", scenario.engines}});
  };
  for (const auto& scenario : scenarios()) add(scenario);
  for (const auto& scenario : special_scenarios()) add(scenario);
  return report;
}

std::vector<Outcome> measured(par::Session& session, const Options& options) {
  auto parameters = options.parameters;
  parameters.ranks = session.size();
  const auto* const scenario = find_scenario(options.scenario);
  if (scenario == nullptr)
    return find_special(options.scenario)->measure(session, parameters, options.engines, options.measure);
  std::vector<Problem> problems;
  par::collectively(session.comm(), "making the problems",
                    [&] { problems = scenario->problems(parameters); });
  std::vector<Outcome> outcomes;
  for (const auto& problem : problems) {
    if (session.is_root()) spdlog::info("{}, {}", problem.label, format_size(problem.bytes()));
    outcomes.push_back(measure(session, problem, options.engines, options.measure));
  }
  return outcomes;
}

void write_csv(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (!file) throw Error(ErrorKind::io, fmt::format("{}: cannot be written", path));
}

tool::Report work(par::Session& session, const Options& options) {
  const auto outcomes = measured(session, options);
  tool::Report report;
  par::on_root(session.comm(), "reporting", [&] {
    const auto& measure = options.measure;
    report.json = {{"schema", "pcgns-bench-run/1"},
                   {"scenario", options.scenario},
                   {"preset", options.parameters.is_published ? "published" : "laptop"},
                   {"repetitions", measure.repetitions},
                   {"warm_ups", measure.warm_ups},
                   {"single_calls", measure.single_calls},
                   {"context", context_of(session, options.run,
                                          {measure.folder, measure.is_cold, measure.engine.syncs})}};
    report.json["settings"] = {{"buffer", measure.engine.buffer},
                               {"alignment", measure.engine.alignment},
                               {"owners", measure.engine.owners_per_node},
                               {"writers", measure.engine.writers}};
    report.json["problems"] = Json::array();
    for (const auto& outcome : outcomes) report.json["problems"].push_back(json_of(outcome));
    report.text = table_of(report.json);
    if (!options.csv.empty()) write_csv(options.csv, csv_of(report.json));
  });
  return report;
}

}  // namespace

int run(int count, char** arguments) {
  Options options;
  return tool::run(count, arguments,
                   {.name = "pcgns-bench",
                    .command = "run",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { check(options); },
                    .answer = [&] { return listed(options); },
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}

}  // namespace pcgns::bench
