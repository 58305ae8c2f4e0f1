#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "common/log.hpp"
#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/series.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/publish/command.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::bench {

namespace {

/// Drawn by gnuplot as a staged file, so that the figure is whole or not there.
void draw(const Figure& figure, const PlotOptions& options) {
  publish::require_possible({.overwrite = options.overwrite}, {&options.output, 1}, options.files);
  publish::StagedFile drawn(options.output);
  const publish::StagedFile script(options.output + ".gnuplot");
  const auto text = gnuplot_of(figure, options.terminal(), drawn.path());
  script.file().write_at(0, std::as_bytes(std::span(text)));
  const auto result = publish::run_command({"gnuplot", script.path()});
  if (result && result->status == 0) return drawn.publish(options.overwrite);
  if (!result)
    throw Error(ErrorKind::io, "gnuplot, which draws the figures, is not installed (Debian: gnuplot-nox)");
  throw Error(ErrorKind::io, fmt::format("gnuplot failed: {}", result->output));
}

Json json_of(const Figure& figure) {
  Json curves = Json::array();
  for (const auto& curve : figure.curves) {
    Json points = Json::array();
    for (const auto& point : curve.points) {
      points.push_back({{"x", point.x}, {"median", point.value}, {"worst", point.low}, {"best", point.high}});
    }
    curves.push_back({{"engine", curve.engine}, {"what", curve.what}, {"points", std::move(points)}});
  }
  return {{"schema", "pcgns-bench-plot/1"},
          {"scenario", figure.title},
          {"x", figure.x_name},
          {"y", figure.y_name},
          {"problems", figure.problems},
          {"curves", std::move(curves)}};
}

std::string key_of(const Record& record) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", record.ranks, record.bytes, record.label, record.engine,
                     record.what);
}

/// Of what several files have, a figure shows the first. `seen`: what earlier files have.
void warn_of_repeated(const std::vector<Record>& records, const std::string& path,
                      std::set<std::string>& seen) {
  const auto repeated =
      std::ranges::find_if(records, [&](const Record& record) { return seen.contains(key_of(record)); });
  if (repeated != records.end() && par::launched_as().rank == 0)
    tool::warn("{}: {} with {} of '{}' on {} is in an earlier file, too, which is shown", path,
               repeated->what, repeated->engine, repeated->label, plural(repeated->ranks, "rank"));
  for (const auto& record : records) seen.insert(key_of(record));
}

/// Throws Error{usage} for an engine that the user has named, which is in none of the reports.
void require_plotted(const PlotOptions& options, const std::vector<std::string>& engines) {
  for (const auto& engine : options.engines) {
    if (std::ranges::find(engines, engine) == engines.end())
      throw Error(ErrorKind::usage, fmt::format("--engines: '{}' is in none of the reports{}", engine,
                                                suggestion(engine, engines)));
  }
}

tool::Report plotted(const PlotOptions& options) {
  std::vector<Record> records;
  std::vector<std::string> engines;
  std::set<std::string> seen;
  for (const auto& path : options.files) {
    auto found = records_of(path, read_document(path, true));
    for (const auto& record : found) engines.push_back(record.engine);
    std::erase_if(found, [&](const Record& record) { return !is_chosen(record, options.engines); });
    warn_of_repeated(found, path, seen);
    std::ranges::move(found, std::back_inserter(records));
  }
  require_plotted(options, engines);
  const auto figure = figure_of(records, options.against);
  if (!options.output.empty() && par::launched_as().rank == 0) draw(figure, options);
  tool::Report report(json_of(figure), table_of(figure));
  report.in_place = options.output;
  return report;
}

}  // namespace

int plot(int count, char** arguments) {
  PlotOptions options;
  return tool::run(count, arguments,
                   {.name = "pcgns-bench",
                    .command = "plot",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { check(options); },
                    .answer = [&] { return std::optional(plotted(options)); },
                    .work = [](par::Session&, const Listener&) { return tool::Report(); },
                    .options = options.run});
}

}  // namespace pcgns::bench
