#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/options.hpp"
#include "pcgns-bench/series.hpp"
#include "pcgns/publish/command.hpp"

namespace pcgns::bench {

namespace {

/// Made by gnuplot under another name, so that the figure is whole or not there.
void draw(const Figure& figure, const PlotOptions& options) {
  const auto stem = fmt::format("{}.{}", options.output, ::getpid());
  const auto script = stem + ".gnuplot";
  const auto drawn = stem + "." + options.terminal();
  std::ofstream file(script);
  file << gnuplot_of(figure, options.terminal(), drawn);
  file.close();
  if (!file) throw Error(ErrorKind::io, fmt::format("{}: cannot be written", script));
  const auto result = publish::run_command({"gnuplot", script});
  std::error_code failure;
  std::filesystem::remove(script, failure);
  if (result && result->status == 0) {
    std::filesystem::rename(drawn, options.output, failure);
    if (!failure) return;
    throw Error(ErrorKind::io, fmt::format("{}: {}", options.output, failure.message()));
  }
  std::filesystem::remove(drawn, failure);
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

tool::Report plotted(const PlotOptions& options) {
  std::vector<Record> records;
  for (const auto& path : options.files) {
    for (auto& record : records_of(path, read_document(path))) {
      const bool wanted = options.engines.empty() || std::find(options.engines.begin(), options.engines.end(),
                                                               record.engine) != options.engines.end();
      if (wanted) records.push_back(std::move(record));
    }
  }
  const auto figure = figure_of(records, options.against);
  if (!options.output.empty() && par::launched_as().rank == 0) draw(figure, options);
  return {json_of(figure), table_of(figure)};
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
                    .work = [](par::Session&) { return tool::Report(); },
                    .options = options.run});
}

}  // namespace pcgns::bench
