#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/run.hpp"
#include "pcgns-bench/commands.hpp"
#include "pcgns-bench/series.hpp"
#include "pcgns/storage/command.hpp"

namespace pcgns::bench {

namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
  bool overwrite = false;
  Against against = Against::automatic;
  std::vector<std::string> engines;
  tool::RunOptions run;
};

const tool::Words<Against> axes = {{"auto", Against::automatic},
                                   {"ranks", Against::ranks},
                                   {"size", Against::size},
                                   {"problem", Against::problem}};

void define(CLI::App& app, Options& options) {
  app.description("Draw what was measured, and print it as a table.");
  app.formatter(tool::help_page("pcgns-bench plot [OPTIONS] FILE... -o FIGURE"));
  app.add_option("FILE", options.files, "Reports of pcgns-bench run --json, all of one scenario")
      ->type_name("")
      ->required();
  auto* const group = tool::add_group(app, "Figure");
  group->add_option("-o,--output", options.output, "FIGURE.svg or FIGURE.png; none: the table only")
      ->type_name("FIGURE");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace a figure that exists");
  tool::add_choice(*group, "--against", options.against, axes,
                   "What runs along: ranks, size, problem, or auto")
      ->type_name("WHAT");
  group->add_option("--engines", options.engines, "Only these")->type_name("A,B,...")->delimiter(',');
  tool::define(app, options.run);
  app.footer(
      "Figures are drawn by gnuplot (Debian package gnuplot-nox).\n"
      "Exit status: 0 done, 2 could not do it.\n"
      "More: man pcgns-bench");
}

/// "svg" or "png".
std::string terminal_of(const Options& options) {
  const auto extension = std::filesystem::path(options.output).extension().string();
  return extension.empty() ? "" : extension.substr(1);
}

void check(const Options& options) {
  if (options.output.empty()) return;
  if (terminal_of(options) != "svg" && terminal_of(options) != "png")
    throw Error(ErrorKind::usage,
                fmt::format("--output: '{}' ends neither in .svg nor in .png", options.output));
  if (!options.overwrite && std::filesystem::exists(options.output))
    throw Error(ErrorKind::usage, fmt::format("{} exists; use --overwrite", options.output));
}

/// Made by gnuplot under another name, so that the figure is whole or not there.
void draw(const Figure& figure, const Options& options) {
  const auto stem = fmt::format("{}.{}", options.output, ::getpid());
  const auto script = stem + ".gnuplot";
  const auto drawn = stem + "." + terminal_of(options);
  std::ofstream file(script);
  file << gnuplot_of(figure, terminal_of(options), drawn);
  file.close();
  if (!file) throw Error(ErrorKind::io, fmt::format("{}: cannot be written", script));
  const auto result = storage::run_command({"gnuplot", script});
  std::error_code failure;
  std::filesystem::remove(script, failure);
  if (result && result->status == 0) {
    std::filesystem::rename(drawn, options.output, failure);
    if (!failure) return;
    throw Error(ErrorKind::io, fmt::format("{}: {}", options.output, failure.message()));
  }
  std::filesystem::remove(drawn, failure);
  if (!result)
    throw Error(ErrorKind::io, "there is no gnuplot, which draws the figures (Debian: gnuplot-nox)");
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

tool::Report plotted(const Options& options) {
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
  return {.json = json_of(figure), .text = table_of(figure)};
}

}  // namespace

int plot(int count, char** arguments) {
  Options options;
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
