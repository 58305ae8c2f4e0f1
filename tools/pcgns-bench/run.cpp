#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "common/log.hpp"
#include "common/run.hpp"
#include "common/wisdom.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/effect.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/report.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::bench {

namespace {

/// For the engine "tuned". Throws Error if there is none. @note Collective.
publish::FoundWisdom take_wisdom(par::Session& session, Options& options) {
  const auto& engines = options.engines;
  if (std::find(engines.begin(), engines.end(), "tuned") == engines.end()) return {};
  const auto& folder = options.measure.folder;
  auto found = tool::find_wisdom(session, {.use = plan::WisdomUse::queue, .file = options.wisdom}, folder);
  if (found.file.empty())
    throw Error(ErrorKind::usage,
                fmt::format("--engines tuned: there is no wisdom for queues of {} in {}{}; make it with: "
                            "pcgns-bench tune --folder {}",
                            plural(session.size(), "rank"), folder,
                            found.warning.empty() ? "" : fmt::format(" ({})", found.warning), folder));
  if (!found.warning.empty()) tool::warn("{}", found.warning);
  if (session.is_root()) tool::info("tuned: {}, of {}", plan::text_of(found.settings), found.file);
  options.measure.engine.tuned = found.settings;
  return found;
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
    if (session.is_root()) tool::info("{}, {}", problem.label, format_size(problem.bytes()));
    outcomes.push_back(measure(session, problem, options.engines, options.measure));
  }
  return outcomes;
}

tool::Report work(par::Session& session, Options& options) {
  if (!options.csv.empty()) {
    par::on_root(session.comm(), "examining the output", [&] {
      publish::require_possible({.overwrite = options.overwrite}, {&options.csv, 1},
                                {options.wisdom, publish::users_wisdom()});
    });
  }
  if (session.is_root()) {
    for (const auto& sentence : without_effect(options)) tool::warn("{}", sentence);
  }
  const auto wisdom = take_wisdom(session, options);
  const auto outcomes = measured(session, options);
  tool::Report report;
  par::on_root(session.comm(), "reporting", [&] {
    report = report_of(session, options, outcomes);
    tool::describe(wisdom, report);
    if (!options.csv.empty()) publish::write_text(options.csv, csv_of(report.json()), options.overwrite);
  });
  report.in_place = options.csv;
  return report;
}

}  // namespace

int run(int count, char** arguments) {
  Options options;
  return tool::run(
      count, arguments,
      {.name = "pcgns-bench",
       .command = "run",
       .define = [&](CLI::App& app) { define(app, options); },
       .check = [&] { check(options); },
       .answer = [&] { return options.lists ? std::optional(report_of_scenarios()) : std::nullopt; },
       .work = [&](par::Session& session, const Listener&) { return work(session, options); },
       .options = options.run});
}

}  // namespace pcgns::bench
