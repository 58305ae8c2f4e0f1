#include "pcgns-bench/run_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <filesystem>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::bench {

namespace {

const tool::Words<bool> presets = {{"laptop", false}, {"published", true}};
const tool::Words<bool> caches = {{"warm", false}, {"cold", true}};

constexpr auto footer =
    "Exit status: 0 done, 2 could not do it, or wrong values were read, 3 stopped.\n"
    "Examples:\n"
    "  mpirun -n 4 pcgns-bench run blocks --grid 1x1x4,4x1x1,2x2x1 --json >blocks.json\n"
    "  mpirun -n 8 pcgns-bench run groundwater --engines one,std,donio --folder /scratch\n"
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

std::vector<Extents> parse_all(const std::string& option, const std::vector<std::string>& words) {
  std::vector<Extents> all;
  for (const auto& word : words) all.push_back(parse_extents(option, word));
  return all;
}

std::int64_t size_of(const std::string& option, const std::string& text) {
  if (text.empty()) return 0;
  const auto size = parse_size(text);
  constexpr std::int64_t most = std::int64_t{1} << 50;
  if (size < 1 || size > most)
    throw Error(ErrorKind::usage, fmt::format("{} {}: no sensible size", option, text));
  return size;
}

void define_problem(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Problem");
  auto& parameters = options.parameters;
  const auto count = CLI::Range(0, 1 << 24).description("");
  tool::add_choice(*group, "--preset", parameters.is_published, presets, "Sizes: laptop, or as published")
      ->type_name("NAME");
  group->add_option("--size", options.words.sizes, "a to e: bytes of one double array; several: A,B")
      ->type_name("SIZE")
      ->delimiter(',');
  group->add_option("--zones", parameters.zones, "a, e, open: zones of the file; c: of each rank")
      ->type_name("N")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20).description(""));
  group->add_option("--ranks-per-zone", parameters.ranks_per_zone, "d: that share a zone")
      ->type_name("N")
      ->check(count);
  group->add_option("--extents", options.words.extents, "Of the array: 256x256x256; several: A,B")
      ->type_name("AxBxC")
      ->delimiter(',');
  group->add_option("--grid", options.words.grids, "Ranks along each axis of the array; several: A,B")
      ->type_name("AxBxC")
      ->delimiter(',');
  group->add_option("--elements", parameters.elements, "pentahedra: how many")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 50).description(""));
  group->add_option("--bytes-per-rank", options.words.bytes_per_rank, "dns: what each rank has")
      ->type_name("SIZE");
  group->add_option("--parts", parameters.parts, "merge: input files; repartition: parts made")
      ->type_name("N")
      ->check(count);
}

void define_measure(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Measurement");
  auto& measure = options.measure;
  const auto count = CLI::Range(0, 1 << 20).description("");
  group->add_option("--engines", options.engines, "Ways to write and read, in turn; default: all that suit")
      ->type_name("A,B,...")
      ->delimiter(',');
  group->add_option("--repetitions", measure.repetitions, "That count")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20).description(""))
      ->capture_default_str();
  group->add_option("--warm-ups", measure.warm_ups, "Repetitions before, that do not")
      ->type_name("N")
      ->check(count)
      ->capture_default_str();
  tool::add_choice(*group, "--cache", measure.is_cold, caches,
                   "cold: files leave the page cache before reads")
      ->type_name("STATE");
  group->add_flag("--sync", measure.engine.syncs, "Closing ends when the file is on the device");
  group->add_flag("--single-calls", measure.single_calls, "Arrays one after another, not together");
  group->add_option("--writers", measure.engine.writers, "relay: ranks that write at the same time")
      ->type_name("N")
      ->check(count);
  group->add_option("--owners", measure.engine.owners_per_node, "queue: staging processes of each node")
      ->type_name("N")
      ->check(count);
  group->add_option("--buffer", options.words.buffer, "queue: bytes written at once")->type_name("SIZE");
  group->add_option("--alignment", options.words.alignment, "Of arrays in the file")->type_name("SIZE");
}

void define_result(CLI::App& app, Options& options) {
  auto* const group = tool::add_group(app, "Result");
  group->add_option("--folder", options.measure.folder, "Where the files are made, and removed")
      ->type_name("FOLDER")
      ->capture_default_str();
  group->add_option("--csv", options.csv, "Write every sample as a line of this file, too")
      ->type_name("FILE");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace a CSV file that exists");
  group->add_flag("--list", options.lists, "Tell the scenarios and engines, and stop there");
}

std::string mpiio_hints(const tool::Hints& hints) {
  std::string text;
  for (const auto& [key, value] : hints) {
    if (!key.starts_with("pcgns_")) text += fmt::format("{}={};", key, value);
  }
  return text;
}

void check_scenario(Options& options) {
  if (options.scenario.empty()) throw Error(ErrorKind::usage, "name a scenario; --list tells them");
  const auto* const scenario = find_scenario(options.scenario);
  const auto known = scenario == nullptr ? special_engines(options.scenario) : engine_names();
  if (known.empty())
    throw Error(ErrorKind::usage,
                fmt::format("there is no scenario '{}'; --list tells them", options.scenario));
  if (options.engines.empty()) options.engines = scenario == nullptr ? known : scenario->engines;
  for (const auto& name : options.engines) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw Error(ErrorKind::usage,
                  fmt::format("--engines: '{}' is none of {}", name, fmt::join(known, ", ")));
  }
}

}  // namespace

void define(CLI::App& app, Options& options) {
  app.description("Write and read the files of a published experiment, in several ways side by side.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-bench run [OPTIONS] SCENARIO"));
  app.footer(footer);
  app.add_option("SCENARIO", options.scenario, "a to e, blocks, groundwater, ...: --list tells them")
      ->type_name("");
  define_problem(app, options);
  define_measure(app, options);
  define_result(app, options);
  tool::define(app, options.run);
}

void check(Options& options) {
  if (options.lists) return;
  check_scenario(options);
  auto& parameters = options.parameters;
  for (const auto& size : options.words.sizes) parameters.sizes.push_back(size_of("--size", size));
  parameters.extents = parse_all("--extents", options.words.extents);
  parameters.grids = parse_all("--grid", options.words.grids);
  parameters.bytes_per_rank = size_of("--bytes-per-rank", options.words.bytes_per_rank);
  options.measure.engine.buffer = size_of("--buffer", options.words.buffer);
  options.measure.engine.alignment = size_of("--alignment", options.words.alignment);
  options.measure.engine.hints = mpiio_hints(options.run.hints());
  if (!std::filesystem::is_directory(options.measure.folder))
    throw Error(ErrorKind::usage, fmt::format("--folder: '{}' is no folder", options.measure.folder));
  if (!options.csv.empty() && !options.overwrite && std::filesystem::exists(options.csv))
    throw Error(ErrorKind::usage, fmt::format("{} exists; use --overwrite", options.csv));
}

}  // namespace pcgns::bench
