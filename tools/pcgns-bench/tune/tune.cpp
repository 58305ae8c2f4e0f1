// pcgns-bench tune: describe the job, choose candidates, try them, judge, keep what was found.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/log.hpp"
#include "common/run.hpp"
#include "common/version.hpp"
#include "common/wisdom.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/document.hpp"
#include "pcgns-bench/effect.hpp"
#include "pcgns-bench/report.hpp"
#include "pcgns-bench/tune/tuning.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/publish/wisdom.hpp"

namespace pcgns::bench {

namespace {

constexpr std::array<const char*, 4> efforts = {"estimate", "measure", "patient", "exhaustive"};

const char* name_of(Effort effort) { return efforts.at(static_cast<std::size_t>(effort)); }

/// The file to keep wisdom in, and what it has already.
struct Shelf {
  std::string file = {};  ///< Empty: nothing is kept.
  plan::Wisdom wisdom = {};
  std::string warning = {};
};

void require_writable(const std::string& file) {
  const auto folder = std::filesystem::absolute(file).parent_path();
  std::filesystem::create_directories(folder);
  const publish::StagedFile test(file + ".test");
}

/// Before the trials, which should not be in vain. Throws Error for a file that the user named; for the usual
/// one, `warning` says why nothing is kept.
Shelf shelf_of(const std::string& named) {
  Shelf shelf{.file = named == "none" ? "" : named.empty() ? publish::kept_wisdom() : named};
  if (shelf.file.empty()) return shelf;
  try {
    if (std::filesystem::exists(shelf.file)) shelf.wisdom = publish::read_wisdom(shelf.file);
    require_writable(shelf.file);
  } catch (const std::exception& error) {
    if (!named.empty()) {
      if (dynamic_cast<const Error*>(&error) != nullptr) throw;
      throw Error(ErrorKind::io, fmt::format("cannot keep wisdom in {}: {}", named, error.what()));
    }
    shelf = {.warning = fmt::format("{}: nothing is kept", error.what())};
  }
  return shelf;
}

plan::WisdomEntry entry_of(const TuneOptions& options, const TuneJob& job, const Tuning& tuning) {
  const auto place = publish::wisdom_place(options.use, options.measure.folder, job.ranks);
  const auto& verdict = tuning.verdict();
  return {.use = options.use,
          .file_system = place.file_system,
          .host = plan::host_pattern(place.host),
          .mpi = place.mpi,
          .least_ranks = (job.ranks + 1) / 2,
          .most_ranks = 2 * job.ranks,
          .settings = tuning.space().settings(verdict.best),
          .bytes = job.bytes,
          .trials = static_cast<int>(tuning.trials().size()),
          .speedup = verdict.speedup.value,
          .confidence = verdict.confidence,
          .date = now_as_text(),
          .version = tool::version()};
}

Json json_of(const Tuning& tuning) {
  const auto& verdict = tuning.verdict();
  Json trials = Json::array();
  for (const auto& trial : tuning.trials())
    trials.push_back(
        {{"settings", tool::json_of(tuning.space().settings(trial.candidate))}, {"seconds", trial.seconds}});
  Json pairs = Json::array();
  for (const auto& [usual, found] : tuning.pairs()) pairs.push_back({{"usual", usual}, {"found", found}});
  Json space = Json::array();
  for (const auto& axis : tuning.space().axes)
    space.push_back({{"setting", plan::name_of(axis.setting)}, {"values", axis.values}});
  return {{"candidates", tuning.space().size()},
          {"space", std::move(space)},
          {"trials", std::move(trials)},
          {"pairs", std::move(pairs)},
          {"seconds", tuning.seconds()},
          {"settings", tool::json_of(tuning.space().settings(verdict.best))},
          {"speedup",
           {{"value", verdict.speedup.value}, {"low", verdict.speedup.low}, {"high", verdict.speedup.high}}},
          {"confidence", verdict.confidence},
          {"noise", verdict.noise}};
}

std::string text_of(const TuneOptions& options, const TuneJob& job, const Tuning& tuning) {
  const auto& verdict = tuning.verdict();
  const auto found = readable(tuning.space().settings(verdict.best));
  auto text =
      fmt::format("{} for {}, {}: {} of {} candidates in {:.1f} s\n", plan::name_of(options.use),
                  plural(job.ranks, "rank"), format_size(job.bytes),
                  plural(std::ssize(tuning.trials()), "trial"), tuning.space().size(), tuning.seconds());
  if (options.effort() == Effort::estimate) return text + fmt::format("estimated, not measured: {}\n", found);
  if (tuning.was_short())
    text += fmt::format("few trials in {:.0f} s: more time (--time) may find more\n", options.seconds);
  if (verdict.best == tuning.space().usual())
    return text + "keep the defaults: the trials show no settings that are faster\n";
  text += fmt::format("{}\n{:.2f} times as fast as the defaults ({:.2f} to {:.2f})\n", found,
                      verdict.speedup.value, verdict.speedup.low, verdict.speedup.high);
  if (options.effort() == Effort::exhaustive) return text;
  return text + fmt::format("probability that at most 10 % more can be gained: {:.0f} %\n",
                            100 * verdict.confidence);
}

/// Throws Error where that fails.
void keep(const plan::WisdomEntry& entry, Shelf shelf, tool::Report& report) {
  if (std::filesystem::exists(shelf.file))
    shelf.wisdom = publish::read_wisdom(shelf.file);  // others tune, too
  if (plan::has_better(shelf.wisdom, entry)) {
    report.text += fmt::format("not kept: {} has what trials found\n", printable(shelf.file));
    return;
  }
  publish::write_text(shelf.file, plan::document_of(plan::merged(std::move(shelf.wisdom), {{entry}})), true);
  report.in_place = shelf.file;
  report.json()["wisdom"] = shelf.file;
  report.text += fmt::format("kept in {}\n", printable(shelf.file));
}

/// Makes the report, also of a search whose wisdom cannot be kept. @note Local; rank 0.
tool::Report report_of(const TuneOptions& options, const TuneJob& job, const Tuning& tuning, Shelf shelf,
                       const std::vector<std::string>& reasons) {
  tool::Report report;
  const auto entry = entry_of(options, job, tuning);
  report.json() = {{"schema", "pcgns-bench-tune/1"},
                   {"effort", name_of(options.effort())},
                   {"date", entry.date},
                   {"host", publish::wisdom_place(options.use, options.measure.folder, job.ranks).host},
                   {"mpi", entry.mpi},
                   {"file_system", entry.file_system},
                   {"use", plan::name_of(options.use)},
                   {"ranks", job.ranks},
                   {"nodes", job.nodes},
                   {"bytes", job.bytes}};
  report.json().update(json_of(tuning));
  report.json()["explanation"] = reasons;
  report.text = text_of(options, job, tuning);
  for (const auto& reason : reasons) report.text += reason + "\n";
  report.text += options.use == plan::WisdomUse::queue
                     ? "for solvers with the queue; for pcgns-merge and the like: tune --for programs\n"
                     : "for pcgns-merge and the like; for solvers with the queue: tune --for queue\n";
  if (shelf.file.empty()) return report;
  try {
    keep(entry, std::move(shelf), report);
  } catch (const Error& error) {
    report.json()["not_kept"] = error.what();
    report.text += fmt::format("not kept: {}\n", error.what());
    report.exit_code = ExitCode::failed;
  }
  return report;
}

tool::Report work(par::Session& session, const TuneOptions& options) {
  Shelf shelf;
  par::on_root(session.comm(), "examining the wisdom", [&] { shelf = shelf_of(options.wisdom); });
  if (!shelf.warning.empty()) tool::warn("{}", shelf.warning);
  if (session.is_root()) {
    for (const auto& sentence : without_effect(options)) tool::warn("{}", sentence);
  }
  const auto problem = tuned_problem(session, options);
  const auto job = tuned_job(session, problem, options);
  const auto trials =
      options.effort() == Effort::estimate ? nullptr : trials_of(session, problem, job, options);
  Tuning tuning(session, options, job, trials.get());
  tuning.run();
  std::vector<std::string> reasons;
  if (options.explain && options.effort() != Effort::estimate) {
    const auto parts = tuning.parts();
    if (session.is_root()) reasons = explained(job, tuning.space(), tuning.verdict(), parts);
  }
  tool::Report report;
  par::on_root(session.comm(), "reporting",
               [&] { report = report_of(options, job, tuning, std::move(shelf), reasons); });
  par::broadcast(session.comm(), report.in_place);
  return report;
}

}  // namespace

int tune(int count, char** arguments) {
  TuneOptions options;
  return tool::run(count, arguments,
                   {.name = "pcgns-bench",
                    .command = "tune",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { check(options); },
                    .work = [&](par::Session& session, const Listener&) { return work(session, options); },
                    .options = options.run});
}

}  // namespace pcgns::bench
