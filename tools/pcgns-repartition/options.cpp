#include "pcgns-repartition/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/partition/assign.hpp"

namespace pcgns::tool {

namespace {

const Words<partition::Style> styles = {{"maia", partition::Style::maia},
                                        {"seacas", partition::Style::seacas},
                                        {"cassiopee", partition::Style::cassiopee},
                                        {"flat", partition::Style::flat}};

constexpr std::int64_t most_ghosts = 64;

constexpr std::string_view parts_missing =
    "--parts is required: the number of ranks that the solver will run on, for example "
    "pcgns-repartition --parts 384 -o 'restart_%04d.cgns' out_*.cgns";

constexpr auto repartition_footer =
    "Exit status: 0 done, 2 nothing was published, 3 stopped (--resume continues),\n"
    "  4 the output is in place, but something after it failed.\n"
    "Example:\n"
    "  mpirun -n 16 pcgns-repartition --parts 96 -o 'new_%04d.cgns' out_*.cgns\n"
    "More: man pcgns-repartition";

void parse_method(RepartitionOptions& options) {
  auto& request = options.request;
  partition::Assignment assignment;
  partition::parse_method("--method", options.method, assignment);
  request.partition.method = assignment.method;
  request.field = std::move(assignment.field);
  request.given_map = std::move(assignment.given_map);
}

void define_balance(CLI::App& group, RepartitionOptions& options) {
  add_number(group, "--parts", options.request.partition.partitions, "Number of parts: ranks of the solver",
             {.least = 1, .most = partition::most_partitions})
      ->type_name("N");
  group
      .add_option("--method", options.method,
                  "Unstructured zones: rcb, hilbert, graph, block, keep, file:NAME")
      ->type_name("METHOD")
      ->option_text("rcb hilbert graph block keep file:")
      ->capture_default_str();
  group.add_option("--weights", options.request.weights, "Cell field to balance instead of cell counts")
      ->type_name("FIELD");
  group.add_option("--targets", options.request.targets, "Relative speeds of the ranks: 1,1,2,... or @FILE")
      ->type_name("LIST");
  group.add_option("--map", options.request.map, "Write the rank of every cell, for --method file:FILE")
      ->type_name("FILE")
      ->option_text("*.cgns");
  add_choice(group, "--order", options.request.order, partition::order_words(),
             "Order in unstructured pieces: keep, hilbert or rcm")
      ->type_name("ORDER");
}

void define_pieces(CLI::App& group, RepartitionOptions& options) {
  add_number(group, "--min-cells", options.request.partition.constraints.least,
             "Minimum cells of a piece per direction; default: 2 ghosts + 1", {.least = 1})
      ->type_name("N")
      ->option_text("1 2 5");
  group.add_option("--no-split", options.no_split, "Do not split in i, j, k, or boundary conditions")
      ->type_name("i|j|k|BC[:NAME]")
      ->option_text("i j k BC BC:")
      ->allow_extra_args(false);
  add_number(group, "--multigrid", options.multigrid, "Split only at multiples of 2^K cells",
             {.least = 0, .most = 20})
      ->type_name("K")
      ->option_text("0 1 2 3")
      ->capture_default_str();
  add_number(group, "--ghosts", options.request.partition.ghosts,
             "Ghost layers across pieces and interfaces, as Rind", {.least = 0, .most = most_ghosts})
      ->type_name("K")
      ->option_text("0 1 2")
      ->capture_default_str();
  add_choice(group, "--style", options.request.partition.style, styles,
             "Names and metadata: maia, seacas, cassiopee, or flat (none)")
      ->type_name("NAME");
  group.add_flag("--single-file", options.request.single_file, "One file for all parts: pieces become zones");
  group.add_flag("--full-numbering", options.request.full_numbering,
                 "Store global numbers of all vertices, faces and cells");
  group.add_flag("--no-digest", options.no_digest,
                 "Do not store the digest of the original mesh in the parts");
}

void define_plans(CLI::App& group, RepartitionOptions& options) {
  group.add_flag("--plan", options.prints_plan, "Print the quality of the partition and stop");
  group.add_option("--plan-plot", options.request.drawing, "--plan with a figure, FILE.svg or FILE.vtu")
      ->type_name("FILE")
      ->option_text("*.svg *.vtu");
  group
      .add_option("--plan-file", options.request.preview,
                  "--plan with the mesh and the part of each cell, for ParaView")
      ->type_name("FILE")
      ->option_text("*.cgns");
  group
      .add_option("--from-plan", options.request.partition.plan_file,
                  "Partition from a document of --plan --json")
      ->type_name("FILE")
      ->option_text("*.json");
}

void define_input(CLI::App& app, RepartitionOptions& options) {
  auto* const group = add_group(app, "Input");
  define_missing(*group, options.parts.request);
  define_steps(*group, options.steps);
  define_patterns(*group, options.request.select.only, options.request.select.omit);
}

}  // namespace

void define(CLI::App& app, RepartitionOptions& options) {
  app.description("Repartition a mesh for another number of ranks.");
  app.formatter(
      help_page("[mpirun -n N] pcgns-repartition [OPTIONS] --parts N -o OUT INPUT...",
                {"--parts",   "--output", "--single-file", "--overwrite", "--method",    "--weights",
                 "--ghosts",  "--order",  "--style",       "--plan",      "--plan-file", "--plan-plot",
                 "--dry-run", "--resume", "--check",       "--steps",     "--only",      "--omit",
                 "--memory",  "--json",   "--quiet",       "--verbose",   "--version",   "--help"}));
  app.footer(repartition_footer);
  define_inputs(app, options.parts.request.names);
  auto& group = *add_group(app, "Partition");
  define_balance(group, options);
  define_pieces(group, options);
  define_plans(group, options);
  define_input(app, options);
  define(app, options.parts);
  define(app, options.output);
  app.get_option("--output")->description("File, or pattern such as 'new_%04d.cgns'");
  define(app, options.run);
}

namespace {

void require_partitions(const partition::Request& request) {
  const auto count = request.partitions;
  if (request.plan_file.empty()) {
    if (count == 0) throw Error(ErrorKind::usage, std::string(parts_missing));
    return;
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

void check_drawing(RepartitionOptions& options) {
  const auto& drawing = options.request.drawing;
  if (drawing.empty()) return;
  options.prints_plan = true;
  if (drawing.ends_with(".svg") || drawing.ends_with(".vtu")) return;
  throw Error(ErrorKind::usage, fmt::format("--plan-plot: '{}' must end in .svg or .vtu", drawing));
}

void check_preview(RepartitionOptions& options) {
  const auto& preview = options.request.preview;
  if (preview.empty()) return;
  options.prints_plan = true;
  if (!preview.ends_with(partition::map_suffix))
    throw Error(ErrorKind::usage,
                fmt::format("--plan-file: '{}' does not end in {}", preview, partition::map_suffix));
}

/// Who says the rank of every cell leaves nothing to balance.
void check_balance(const repartition::Request& request) {
  using partition::Method;
  const auto method = request.partition.method;
  const bool is_given = method == Method::file || !request.partition.plan_file.empty();
  if (!request.partition.plan_file.empty() && method != Method::rcb)
    throw Error(ErrorKind::usage, "--method: has no effect with --from-plan");
  if (is_given && !request.weights.empty())
    throw Error(ErrorKind::usage, "--weights: has no effect if a file gives the rank of each cell");
  if ((is_given || method == Method::keep) && !request.targets.empty())
    throw Error(ErrorKind::usage, "--targets: has no effect with --method keep or file, or with --from-plan");
  if (!request.targets.empty() && !request.targets.starts_with('@'))
    (void)partition::parse_targets(request.targets);
  if (!request.map.empty() && !request.map.ends_with(partition::map_suffix))
    throw Error(ErrorKind::usage,
                fmt::format("--map: '{}' does not end in {}", request.map, partition::map_suffix));
}

}  // namespace

void check(RepartitionOptions& options) {
  check_drawing(options);
  check_preview(options);
  require_sound(options.output, !options.prints_plan && !options.output.dry_run, "part_%04d.cgns");
  auto& request = options.request;
  auto& wanted = request.partition;
  auto& constraints = wanted.constraints;
  require_partitions(wanted);
  if (constraints.least == -1) constraints.least = wanted.plan_file.empty() ? 2 * wanted.ghosts + 1 : 1;
  constraints.align = std::int64_t{1} << options.multigrid;
  constraints.one_piece_per_zone = wanted.style == partition::Style::seacas;
  for (const auto& what : options.no_split) forbid(what, wanted);
  parse_method(options);
  wanted.method_name = options.method;
  check_balance(request);
  request.select.steps = fileset::parse_steps(options.steps);
  check(options.parts);
  request.output.output = options.output.output;
  if (options.examines_output() && wanted.partitions > 0)
    repartition::require_names(request, wanted.partitions);
}

repartition::Request request_of(const RepartitionOptions& options) {
  auto request = options.request;
  request.inputs = options.parts.request;
  request.output = stage_options(options.output, options.run);
  request.output.is_examined = options.examines_output();
  request.machine = machine_request(options.output, options.run);
  request.keep_digest = !options.no_digest;
  request.dry_run = options.prints_plan || options.output.dry_run;
  request.lists_pieces = options.prints_plan && options.run.json;
  request.strict = options.output.strict;
  request.guard = options.run.guard.get();
  return request;
}

}  // namespace pcgns::tool
