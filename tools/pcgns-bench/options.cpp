#include "pcgns-bench/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <filesystem>
#include <set>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "pcgns-bench/effect.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::bench {

namespace {

const tool::Words<bool> presets = {{"laptop", false}, {"published", true}};

constexpr auto run_footer =
    "Exit status: 0 done, 2 could not do it, or wrong values were read, 3 stopped,\n"
    "  4 the CSV file is in place, but something after it failed.\n"
    "Examples:\n"
    "  mpirun -n 4 pcgns-bench run blocks --grid 1x1x4,2x2x1 --json >blocks.json\n"
    "  mpirun -n 8 pcgns-bench run groundwater --engines one,std --folder /scratch\n"
    "More: man pcgns-bench";

/// "256x256x11".
Extents parse_extents(const std::string& option, const std::string& text) {
  Extents extents;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::int64_t number = 0;
    const auto [next, failure] = std::from_chars(at, end, number);
    constexpr std::int64_t most = std::int64_t{1} << 31;
    if (failure != std::errc{} || number < 1 || number > most || (next != end && *next != 'x'))
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not of the form 256x256x11", option, text));
    extents.push_back(number);
    if (next == end) return extents;
    at = next + 1;
  }
}

std::int64_t size_of(const std::string& option, const std::string& text) {
  if (text.empty()) return 0;
  const auto size = parse_size(text, option);
  constexpr std::int64_t most = std::int64_t{1} << 50;
  if (size < 1 || size > most)
    throw Error(ErrorKind::usage, fmt::format("{} {}: not a valid size", option, text));
  return size;
}

const tool::Words<Against> axes = {{"auto", Against::automatic},
                                   {"ranks", Against::ranks},
                                   {"size", Against::size},
                                   {"problem", Against::problem}};

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& scenario : scenarios()) names.push_back(scenario.name);
  for (const auto& scenario : special_scenarios()) names.push_back(scenario.name);
  return names;
}

std::string advice_for(const std::string& scenario) {
  const auto meant = suggestion(scenario, scenario_names());
  return meant.empty() ? "; pcgns-bench list shows them" : meant;
}

std::string all_engines() {
  std::set<std::string> names(engine_names().begin(), engine_names().end());
  for (const auto& scenario : special_scenarios())
    names.insert(scenario.engines.begin(), scenario.engines.end());
  return fmt::format("{}", fmt::join(names, " "));
}

void define_problem(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Problem");
  auto& parameters = options.parameters;
  constexpr tool::Limits<int> count = {.least = 1, .most = 1 << 24};
  tool::add_choice(*group, "--preset", parameters.is_published, presets, "Problem sizes: laptop or published")
      ->type_name("NAME");
  group->add_option("--size", options.words.sizes, "Bytes of one double array (a to e: several A,B; scatter)")
      ->type_name("SIZE")
      ->delimiter(',');
  tool::add_number(*group, "--zones", parameters.zones, "Zones per file (a, e, open) or per rank (c)",
                   {.least = 1, .most = 1 << 20})
      ->type_name("N")
      ->delimiter(',');
  tool::add_number(*group, "--ranks-per-zone", parameters.ranks_per_zone, "Ranks that share a zone (d)",
                   count)
      ->type_name("N");
  group->add_option("--extents", options.words.extents, "Extents of the array: 256x256x256; several: A,B")
      ->type_name("AxBxC")
      ->delimiter(',');
  group->add_option("--grid", options.words.grids, "Ranks along each axis of the array (blocks: several A,B)")
      ->type_name("AxBxC")
      ->delimiter(',');
  tool::add_number(*group, "--elements", parameters.elements, "Number of elements (pentahedra)",
                   {.least = 1, .most = std::int64_t{1} << 50})
      ->type_name("N");
  group->add_option("--bytes-per-rank", options.words.bytes_per_rank, "Bytes per rank (dns)")
      ->type_name("SIZE");
  tool::add_number(*group, "--list-values", parameters.lists, "Values per list (scatter); several: A,B",
                   {.least = 1, .most = std::int64_t{1} << 32})
      ->type_name("N")
      ->delimiter(',');
  tool::add_number(*group, "--parts", parameters.parts, "Number of part files (merge, repartition)", count)
      ->type_name("N");
}

void define_measure(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Measurement");
  auto& measure = options.measure;
  constexpr tool::Limits<int> count = {.least = 0, .most = 1 << 20};
  group->add_option("--engines", options.engines, "Engines to measure, in turn; default: all suitable")
      ->type_name("A,B,...")
      ->option_text(all_engines())
      ->delimiter(',');
  tool::add_number(*group, "--repetitions", measure.repetitions, "Timed repetitions",
                   {.least = 1, .most = 1 << 20})
      ->type_name("N")
      ->capture_default_str();
  tool::add_number(*group, "--warm-ups", measure.warm_ups, "Untimed warm-up repetitions", count)
      ->type_name("N")
      ->capture_default_str();
  add_cache(*group, measure.is_cold);
  group->add_flag("--sync", measure.engine.syncs, "Include the sync to the device in the closing time");
  group->add_flag("--single-calls", measure.single_calls, "Pass arrays one at a time, not together");
  tool::add_number(*group, "--writers", measure.engine.writers, "Ranks that write at the same time (relay)",
                   count)
      ->type_name("N");
  tool::add_number(*group, "--owners", measure.engine.owners_per_node, "Aggregators per node (queue, relay)",
                   count)
      ->type_name("N");
  group
      ->add_option("--buffer", options.words.buffer,
                   "Bytes that an aggregator writes at once (queue, relay), or of a block (cache)")
      ->type_name("SIZE");
  group->add_option("--wisdom", options.wisdom, "Settings of the engine tuned; default: those kept here")
      ->type_name("FILE")
      ->option_text("*.json none");
  group
      ->add_option("--cache-memory", options.words.cache_memory,
                   "Bytes of blocks per rank (cache); default: 1M, or the whole file (scatter)")
      ->type_name("SIZE");
  group->add_option("--alignment", options.words.alignment, "Alignment of the arrays in the file")
      ->type_name("SIZE");
}

void define_result(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Result");
  group->add_option("--folder", options.measure.folder, "Directory for the files")
      ->type_name("FOLDER")
      ->capture_default_str();
  group->add_option("--csv", options.csv, "Also write every sample as a line of this file")
      ->type_name("FILE");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace an existing CSV file");
  group->add_flag("--list", options.lists, "List the scenarios and engines and stop");
}

void check_scenario(Options& options) {
  if (options.scenario.empty())
    throw Error(ErrorKind::usage, "a scenario is required; pcgns-bench list shows them");
  const auto* const scenario = find_scenario(options.scenario);
  const auto known = scenario == nullptr ? special_engines(options.scenario) : engine_names();
  if (known.empty())
    throw Error(ErrorKind::usage,
                fmt::format("unknown scenario '{}'{}", options.scenario, advice_for(options.scenario)));
  if (options.engines.empty()) options.engines = scenario == nullptr ? known : scenario->engines;
  for (const auto& name : options.engines) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(ErrorKind::usage, fmt::format("--engines: '{}' is not one of {}{}", name,
                                                fmt::join(known, ", "), suggestion(name, known)));
    if (std::ranges::count(options.engines, name) > 1)
      throw Error(ErrorKind::usage, fmt::format("--engines: '{}' is named more than once", name));
  }
}

}  // namespace

std::vector<Extents> parse_all(const std::string& option, const std::vector<std::string>& words) {
  std::vector<Extents> all;
  for (const auto& word : words) all.push_back(parse_extents(option, word));
  return all;
}

void add_cache(CLI::App& group, bool& is_cold) {
  const tool::Words<bool> caches = {{"warm", false}, {"cold", true}};
  tool::add_choice(group, "--cache", is_cold, caches, "Page cache before reads: warm, or cold (dropped)")
      ->type_name("STATE");
}

void require_folder(const std::string& folder) {
  if (!std::filesystem::is_directory(folder))
    throw Error(ErrorKind::usage, fmt::format("--folder: '{}' is not a directory", folder));
}

void require_free(const std::string& file, bool overwrite) {
  if (!overwrite && std::filesystem::exists(file))
    throw Error(ErrorKind::usage, fmt::format("{} exists; use --overwrite", file));
}

void require_free_alone(const std::string& file, bool overwrite) {
  if (par::launched_as().rank == 0) require_free(file, overwrite);
}

void define(CLI::App& app, Options& options) {
  app.description("Write and read the files of a published experiment with several engines.");
  app.formatter(tool::help_page(
      "[mpirun -n N] pcgns-bench run [OPTIONS] SCENARIO",
      {"--list",        "--preset", "--size",  "--extents", "--grid",    "--zones",     "--engines",
       "--repetitions", "--cache",  "--sync",  "--folder",  "--csv",     "--overwrite", "--memory",
       "--hint",        "--json",   "--quiet", "--verbose", "--version", "--help"}));
  app.footer(run_footer);
  app.add_option("SCENARIO", options.scenario, "Scenario: a to e, blocks, groundwater, ...; see --list")
      ->type_name("")
      ->option_text(fmt::format("{}", fmt::join(scenario_names(), " ")));
  define_problem(app, options);
  define_measure(app, options);
  define_result(app, options);
  tool::define(app, options.run);
}

void check(Options& options) {
  if (options.lists) return;
  check_scenario(options);
  require_single_values(options);
  auto& parameters = options.parameters;
  for (const auto& size : options.words.sizes) parameters.sizes.push_back(size_of("--size", size));
  parameters.extents = parse_all("--extents", options.words.extents);
  parameters.grids = parse_all("--grid", options.words.grids);
  parameters.bytes_per_rank = size_of("--bytes-per-rank", options.words.bytes_per_rank);
  options.measure.engine.buffer = size_of("--buffer", options.words.buffer);
  options.measure.engine.memory = size_of("--cache-memory", options.words.cache_memory);
  options.measure.engine.alignment = size_of("--alignment", options.words.alignment);
  options.measure.engine.hints = tool::mpiio_hints(options.run.hints());
  options.measure.programs = options.run;
  require_folder(options.measure.folder);
  if (!options.csv.empty()) require_free(options.csv, options.overwrite);
}

void define(CLI::App& app, PlotOptions& options) {
  app.description("Plot measurements, and print them as a table.");
  app.formatter(tool::help_page("pcgns-bench plot [OPTIONS] FILE... -o FIGURE"));
  app.add_option("FILE", options.files, "Reports of pcgns-bench run --json on one scenario, or of tune")
      ->type_name("")
      ->option_text("*.json")
      ->required();
  auto* const group = tool::add_group(app, "Figure");
  group->add_option("-o,--output", options.output, "FIGURE.svg or FIGURE.png; default: print the table only")
      ->type_name("FIGURE")
      ->option_text("*.svg *.png");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace an existing figure");
  tool::add_choice(*group, "--against", options.against, axes,
                   "Horizontal axis: ranks, size, problem, or auto")
      ->type_name("WHAT");
  group->add_option("--engines", options.engines, "Engines to show")
      ->type_name("A,B,...")
      ->option_text(all_engines())
      ->delimiter(',');
  tool::define(app, options.run);
  app.footer(
      "Figures are drawn by gnuplot (Debian package gnuplot-nox).\n"
      "Exit status: 0 done, 2 could not do it,\n"
      "  4 the figure is in place, but something after it failed.\n"
      "More: man pcgns-bench");
}

std::string PlotOptions::terminal() const {
  const auto extension = std::filesystem::path(output).extension().string();
  return extension.empty() ? "" : extension.substr(1);
}

void check(const PlotOptions& options) {
  if (options.output.empty()) return;
  if (options.terminal() != "svg" && options.terminal() != "png")
    throw Error(ErrorKind::usage, fmt::format("--output: '{}' must end in .svg or .png", options.output));
  require_free_alone(options.output, options.overwrite);
}

void define(CLI::App& app, CompareOptions& options) {
  app.description("Compare two measurements, and report what is slower.");
  app.formatter(tool::help_page("pcgns-bench compare [OPTIONS] OLD NEW"));
  app.add_option("OLD", options.before, "Old report of pcgns-bench run --json")
      ->type_name("")
      ->option_text("*.json")
      ->required();
  app.add_option("NEW", options.after, "New report of the same scenario")
      ->type_name("")
      ->option_text("*.json")
      ->required();
  auto* const group = tool::add_group(app, "Comparison");
  tool::add_number(*group, "--threshold", options.threshold, "Change in percent that does not count",
                   {.least = 0, .most = 1000})
      ->type_name("PERCENT")
      ->capture_default_str();
  tool::add_number(*group, "--detect", options.detect, "Slowdown in percent that must not go unnoticed",
                   {.least = 0, .most = 1000})
      ->type_name("PERCENT")
      ->capture_default_str();
  group->add_option("--engines", options.engines, "Engines to compare")
      ->type_name("A,B,...")
      ->option_text(all_engines())
      ->delimiter(',');
  tool::define(app, options.run);
  app.footer(
      "Slower: the whole interval of a ratio is above the threshold. Reports of the\n"
      "same program have such a ratio in less than 5 % of all cases.\n"
      "Exit status: 0 nothing slower, 1 something slower, 2 could not tell.\n"
      "More: man pcgns-bench");
}

}  // namespace pcgns::bench
