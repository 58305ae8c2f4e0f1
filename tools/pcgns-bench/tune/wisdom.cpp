// pcgns-bench wisdom: what files of wisdom hold, and one file out of several.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/document.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/tune/explain.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/publish/wisdom.hpp"

namespace pcgns::bench {

namespace {

std::string how_found(const plan::WisdomEntry& entry) {
  if (entry.trials == 0) return fmt::format("guessed {}", entry.date);
  return fmt::format("{:.2f} times as fast, {}, {}", entry.speedup, plural(entry.trials, "trial"),
                     entry.date);
}

std::string line_of(const plan::WisdomEntry& entry) {
  const auto ranks = entry.least_ranks == entry.most_ranks
                         ? plural(entry.most_ranks, "rank")
                         : fmt::format("{} to {} ranks", entry.least_ranks, entry.most_ranks);
  return printable(fmt::format("{} on {}, {}, {}, {}: {} ({})", plan::name_of(entry.use), entry.file_system,
                               entry.host, entry.mpi, ranks, readable(entry.settings), how_found(entry))) +
         "\n";
}

tool::Report told(const WisdomOptions& options) {
  std::vector<plan::Wisdom> files;
  std::size_t entries = 0;
  for (const auto& file : options.files)
    entries += files.emplace_back(publish::read_wisdom(file)).entries.size();
  const auto wisdom = plan::joined(files);
  const auto document = plan::document_of(wisdom);
  tool::Report report(Json::parse(document), "");
  for (const auto& entry : wisdom.entries) report.text += line_of(entry);
  if (const auto others = entries - wisdom.entries.size(); others > 0)
    report.text += fmt::format("left out: {} for the same places as these\n", others);
  if (options.output.empty()) return report;
  if (par::launched_as().rank == 0) publish::write_text(options.output, document, options.overwrite);
  report.in_place = options.output;
  report.text += fmt::format("kept in {}\n", printable(options.output));
  return report;
}

}  // namespace

int wisdom(int count, char** arguments) {
  WisdomOptions options;
  return tool::run(count, arguments,
                   {.name = "pcgns-bench",
                    .command = "wisdom",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { check(options); },
                    .answer = [&] { return std::optional(told(options)); },
                    .work = [](par::Session&, const Listener&) { return tool::Report(); },
                    .options = options.run});
}

}  // namespace pcgns::bench
