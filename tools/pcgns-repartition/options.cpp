#include "pcgns-repartition/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "common/choice.hpp"
#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/partition/scotch.hpp"

namespace pcgns::repartition {

namespace {

const tool::Words<partition::Style> styles = {{"maia", partition::Style::maia},
                                              {"seacas", partition::Style::seacas},
                                              {"cassiopee", partition::Style::cassiopee},
                                              {"flat", partition::Style::flat}};

const tool::Words<partition::Order> orders = {
    {"keep", partition::Order::keep}, {"hilbert", partition::Order::hilbert}, {"rcm", partition::Order::rcm}};

constexpr std::int64_t most_ghosts = 64;

constexpr auto footer =
    "Exit status: 0 done, 2 could not do it (nothing was published), 3 stopped (--resume continues).\n"
    "Example: mpirun -n 16 pcgns-repartition --parts 384 -o 'restart_%04d.cgns' out_*.cgns\n"
    "More: man pcgns-repartition";

constexpr std::string_view from_file = "file:";
/// What the names of maps end with.
constexpr std::string_view map_suffix = ".cgns";

void parse_method(Options& options) {
  using partition::Method;
  auto& method = options.request.method;
  if (options.method.starts_with(from_file) && options.method.size() > from_file.size()) {
    method = Method::file;
    options.part_field = options.method.substr(from_file.size());
    if (options.part_field.ends_with(map_suffix)) use_map(options, options.method.substr(from_file.size()));
    return;
  }
  for (const auto& [name, known] : {std::pair{"rcb", Method::rcb}, std::pair{"hilbert", Method::hilbert},
                                    std::pair{"graph", Method::graph}, std::pair{"block", Method::block},
                                    std::pair{"keep", Method::keep}}) {
    if (options.method != name) continue;
    method = known;
    if (method != Method::graph || partition::scotch_most() > 0) return;
    throw Error(ErrorKind::usage, "--method graph: this program is built without PT-Scotch");
  }
  throw Error(ErrorKind::usage,
              fmt::format("--method: '{}' is not one of rcb, hilbert, graph, block, keep, file:NAME",
                          options.method));
}

}  // namespace

void use_map(Options& options, const std::string& file) {
  options.request.method = partition::Method::file;
  options.map_file = file;
  options.part_field = "Rank";
}

std::vector<double> parse_targets(const std::string& text) {
  std::vector<double> targets;
  for (std::size_t at = 0; (at = text.find_first_not_of(", \t\r\n", at)) != std::string::npos;) {
    const auto word = text.substr(at, text.find_first_of(", \t\r\n", at) - at);
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || !(value > 0) || !std::isfinite(value))
      throw Error(ErrorKind::usage, fmt::format("--targets: '{}' is not a positive number", word));
    targets.push_back(value);
    at += word.size();
  }
  return targets;
}

void define(CLI::App& app, Options& options) {
  app.description("Repartition a mesh for another number of ranks.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-repartition [OPTIONS] --parts N -o OUT INPUT..."));
  app.footer(footer);
  app.add_option("INPUT", options.inputs,
                 "Files, @LIST (one name per line), or a pattern such as 'out_%04d.cgns'")
      ->type_name("")
      ->option_text(tool::input_files)
      ->required();
  auto* const group = tool::add_group(app, "Partition");
  group->add_option("--parts", options.request.partitions, "Number of parts: ranks of the solver")
      ->type_name("N");
  group
      ->add_option("--method", options.method,
                   "Unstructured zones: rcb, hilbert, graph, block, keep, file:NAME")
      ->type_name("METHOD")
      ->option_text("rcb hilbert graph block keep file:")
      ->capture_default_str();
  group->add_option("--weights", options.weights, "Cell field to balance instead of the number of cells")
      ->type_name("FIELD");
  group->add_option("--targets", options.targets, "Relative speeds of the ranks: 1,1,2,... or @FILE")
      ->type_name("LIST");
  group->add_option("--map", options.map, "Write the rank of every cell, for --method file:FILE")
      ->type_name("FILE")
      ->option_text("*.cgns");
  tool::add_choice(*group, "--order", options.order, orders,
                   "Order in unstructured pieces: keep, hilbert or rcm")
      ->type_name("ORDER");
  group
      ->add_option("--min-cells", options.request.constraints.least,
                   "Minimum cells of a piece per direction; default: 2 ghosts + 1")
      ->type_name("N")
      ->option_text("1 2 5");
  group->add_option("--no-split", options.no_split, "Do not split in i, j, k, or boundary conditions")
      ->type_name("i|j|k|BC[:NAME]")
      ->option_text("i j k BC BC:")
      ->allow_extra_args(false);
  group->add_option("--multigrid", options.multigrid, "Split only at multiples of 2^K cells")
      ->type_name("K")
      ->option_text("0 1 2 3")
      ->capture_default_str();
  group->add_option("--ghosts", options.request.ghosts, "Ghost layers across pieces and interfaces, as Rind")
      ->type_name("K")
      ->option_text("0 1 2")
      ->capture_default_str();
  tool::add_choice(*group, "--style", options.request.style, styles,
                   "Names and metadata: maia, seacas, cassiopee, or flat (none)")
      ->type_name("NAME");
  group->add_flag("--full-numbering", options.full_numbering,
                  "Store global numbers of all vertices, faces and cells");
  group->add_flag("--no-digest", options.no_digest,
                  "Do not store the digest of the original mesh in the parts");
  group->add_flag("--plan", options.prints_plan, "Print the quality of the partition and stop");
  group->add_option("--plan-plot", options.plot, "--plan with a drawing: FILE.svg, or FILE.vtu (boxes)")
      ->type_name("FILE")
      ->option_text("*.svg *.vtu");
  group->add_option("--from-plan", options.request.plan_file, "Partition from a document of --plan --json")
      ->type_name("FILE")
      ->option_text("*.json");
  auto* const input = tool::add_group(app, "Input");
  input->add_flag("--allow-missing", options.allow_missing, "Accept gaps in a numbered set");
  input->add_option("--steps", options.steps, "Time steps: common, all, last, or A:B[:STRIDE], from 1")
      ->type_name("STEPS")
      ->option_text("common all last")
      ->capture_default_str();
  input->add_option("--only", options.merge.only, "Only matching zones, solutions, fields; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  input->add_option("--omit", options.merge.omit, "Omit matching zones, solutions, fields; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  tool::define(app, options.parts);
  tool::define(app, options.output);
  tool::define(app, options.run);
}

namespace {

void require_partitions(const Options& options) {
  const auto count = options.request.partitions;
  if (options.request.plan_file.empty()) {
    if (count >= 1 && count <= partition::most_partitions) return;
    throw Error(ErrorKind::usage, fmt::format("--parts: must be 1 to {}", partition::most_partitions));
  }
  if (count != 0)
    throw Error(ErrorKind::usage, "--from-plan already gives the number of parts: omit --parts");
}

/// --no-split.
void forbid(const std::string& what, partition::Request& request) {
  constexpr std::string_view condition = "BC:";
  if (what == "i" || what == "j" || what == "k") {
    request.constraints.splits[static_cast<std::size_t>(what[0] - 'i')] = false;
  } else if (what == "BC") {
    request.whole_conditions.emplace_back("*");
  } else if (what.starts_with(condition) && what.size() > condition.size()) {
    request.whole_conditions.push_back(what.substr(condition.size()));
  } else {
    throw Error(ErrorKind::usage, fmt::format("--no-split: '{}' is not one of i, j, k, BC, BC:NAME", what));
  }
}

void check_plot(Options& options) {
  if (options.plot.empty()) return;
  options.prints_plan = true;
  if (options.plot.ends_with(".svg") || options.plot.ends_with(".vtu")) return;
  throw Error(ErrorKind::usage, fmt::format("--plan-plot: '{}' must end in .svg or .vtu", options.plot));
}

/// Who says the rank of every cell leaves nothing to balance.
void check_balance(const Options& options) {
  using partition::Method;
  const auto method = options.request.method;
  const bool is_given = method == Method::file || !options.request.plan_file.empty();
  if (is_given && !options.weights.empty())
    throw Error(ErrorKind::usage, "--weights: has no effect if a file gives the rank of each cell");
  if ((is_given || method == Method::keep) && !options.targets.empty())
    throw Error(ErrorKind::usage, "--targets: has no effect with --method keep or file, or with --from-plan");
  if (!options.targets.empty() && !options.targets.starts_with('@')) (void)parse_targets(options.targets);
  if (!options.map.empty() && !options.map.ends_with(map_suffix))
    throw Error(ErrorKind::usage, fmt::format("--map: '{}' does not end in {}", options.map, map_suffix));
}

}  // namespace

void check(Options& options) {
  check_plot(options);
  tool::require_sound(options.output);
  auto& constraints = options.request.constraints;
  require_partitions(options);
  if (options.request.ghosts < 0 || options.request.ghosts > most_ghosts)
    throw Error(ErrorKind::usage, fmt::format("--ghosts: must be 0 to {}", most_ghosts));
  if (constraints.least == -1)
    constraints.least = options.request.plan_file.empty() ? 2 * options.request.ghosts + 1 : 1;
  if (constraints.least < 1) throw Error(ErrorKind::usage, "--min-cells: must be at least 1");
  if (options.multigrid < 0 || options.multigrid > 20)
    throw Error(ErrorKind::usage, "--multigrid: must be 0 to 20");
  constraints.align = std::int64_t{1} << options.multigrid;
  constraints.one_part_per_zone = options.request.style == partition::Style::seacas;
  for (const auto& what : options.no_split) forbid(what, options.request);
  parse_method(options);
  options.request.method_name = options.method;
  check_balance(options);
  options.merge.steps = fileset::parse_steps(options.steps);
  tool::check(options.parts);
  options.parts.request.allow_missing = options.allow_missing;
  options.merge.output = std::filesystem::absolute(options.output.output).string();
  (void)fileset::number_pattern(options.output.output);
}

bool writes_many(const Options& options) {
  return fileset::number_pattern(options.output.output) || options.request.style == partition::Style::seacas;
}

std::string output_name(const Options& options, std::int64_t partitions, std::int64_t rank) {
  const auto pattern = fileset::number_pattern(options.output.output);
  if (!pattern && writes_many(options) && partitions > 1) {
    const auto count = std::to_string(partitions);
    return fmt::format("{}.{}.{:0{}}", options.output.output, count, rank, count.size());
  }
  if (!pattern) return options.output.output;
  return pattern->before +
         (pattern->zeros ? fmt::format("{:0{}}", rank, pattern->width)
                         : fmt::format("{:{}}", rank, pattern->width)) +
         pattern->after;
}

}  // namespace pcgns::repartition
