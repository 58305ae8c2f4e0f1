#include "pcgns-repartition/options.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "pcgns/plan/numbered_set.hpp"

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
    "Exit status: 0 done, 2 could not do it (nothing was published), 3 stopped (--resume goes on).\n"
    "Examples:\n"
    "  mpirun -n 16 pcgns-repartition --parts 384 -o 'restart_%04d.cgns' out_*.cgns\n"
    "  pcgns-repartition --parts 64 --plan -o x.cgns mesh.cgns\n"
    "More: man pcgns-repartition";

constexpr std::string_view from_file = "file:";

void parse_method(Options& options) {
  using partition::Method;
  auto& method = options.request.method;
  if (options.method.starts_with(from_file) && options.method.size() > from_file.size()) {
    method = Method::file;
    options.part_field = options.method.substr(from_file.size());
    return;
  }
  for (const auto& [name, known] : {std::pair{"rcb", Method::rcb}, std::pair{"hilbert", Method::hilbert},
                                    std::pair{"block", Method::block}, std::pair{"keep", Method::keep}}) {
    if (options.method != name) continue;
    method = known;
    return;
  }
  throw Error(ErrorKind::usage,
              fmt::format("--method: '{}' is none of rcb, hilbert, block, keep, file:NAME", options.method));
}

}  // namespace

void define(CLI::App& app, Options& options) {
  app.description("Cut a mesh for another number of processes.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-repartition [OPTIONS] --parts N -o OUT INPUT..."));
  app.footer(footer);
  app.add_option("INPUT", options.inputs,
                 "Files, @LIST (one name a line), or a pattern such as 'out_%04d.cgns'")
      ->type_name("")
      ->required();
  auto* const group = tool::add_group(app, "Partition");
  group->add_option("--parts", options.request.partitions, "Processes that the solver will run on")
      ->type_name("N");
  group->add_option("--method", options.method, "Unstructured zones: rcb, hilbert, block, keep or file:NAME")
      ->type_name("METHOD")
      ->capture_default_str();
  tool::add_choice(*group, "--order", options.order, orders, "In unstructured parts: keep, hilbert or rcm")
      ->type_name("ORDER");
  group
      ->add_option("--min-cells", options.request.constraints.least,
                   "Cells of a part in each direction; default: 2 K + 1 of --ghosts")
      ->type_name("N");
  group->add_option("--no-split", options.no_split, "Do not cut across i, j or k")
      ->type_name("i|j|k")
      ->allow_extra_args(false);
  group->add_option("--multigrid", options.multigrid, "Cut at multiples of 2^K cells")
      ->type_name("K")
      ->capture_default_str();
  group->add_option("--ghosts", options.request.ghosts, "Layers of cells beyond the cuts, as Rind")
      ->type_name("K")
      ->capture_default_str();
  tool::add_choice(*group, "--style", options.request.style, styles,
                   "Whose names and marks: maia, seacas, cassiopee, or flat (none)")
      ->type_name("NAME");
  group->add_flag("--full-numbering", options.full_numbering,
                  "Parts have the numbers of all vertices, faces, cells");
  group->add_flag("--plan", options.prints_plan, "Print how good the partition is, and stop there");
  group
      ->add_option("--plan-plot", options.plot,
                   "The same, and draw the parts: FILE.svg, or FILE.vtu of boxes")
      ->type_name("FILE");
  group->add_option("--from-plan", options.request.plan_file, "Cut as --plan --json has it, perhaps edited")
      ->type_name("FILE");
  auto* const input = tool::add_group(app, "Input");
  input->add_flag("--allow-missing", options.allow_missing, "A numbered set may have gaps");
  input->add_option("--steps", options.steps, "common, all, last, or A:B[:STRIDE], from 1")
      ->type_name("STEPS")
      ->capture_default_str();
  input->add_option("--only", options.merge.only, "Only zones, solutions, fields like this; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  input->add_option("--omit", options.merge.omit, "All but zones, solutions, fields like this")
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
    throw Error(ErrorKind::usage, fmt::format("--parts: 1 to {}", partition::most_partitions));
  }
  if (count != 0)
    throw Error(ErrorKind::usage, "--from-plan says how many parts there are: leave out --parts");
}

void check_plot(Options& options) {
  if (options.plot.empty()) return;
  options.prints_plan = true;
  if (options.plot.ends_with(".svg") || options.plot.ends_with(".vtu")) return;
  throw Error(ErrorKind::usage,
              fmt::format("--plan-plot: '{}' ends neither in .svg nor in .vtu", options.plot));
}

}  // namespace

void check(Options& options) {
  check_plot(options);
  tool::require_sound(options.output);
  auto& constraints = options.request.constraints;
  require_partitions(options);
  if (options.request.ghosts < 0 || options.request.ghosts > most_ghosts)
    throw Error(ErrorKind::usage, fmt::format("--ghosts: 0 to {}", most_ghosts));
  if (constraints.least == -1) constraints.least = 2 * options.request.ghosts + 1;
  if (constraints.least < 1) throw Error(ErrorKind::usage, "--min-cells: at least 1");
  if (options.multigrid < 0 || options.multigrid > 20) throw Error(ErrorKind::usage, "--multigrid: 0 to 20");
  constraints.align = std::int64_t{1} << options.multigrid;
  constraints.one_part_per_zone = options.request.style == partition::Style::seacas;
  for (const auto& direction : options.no_split) {
    if (direction != "i" && direction != "j" && direction != "k")
      throw Error(ErrorKind::usage, fmt::format("--no-split: '{}' is none of i, j, k", direction));
    constraints.splits[static_cast<std::size_t>(direction[0] - 'i')] = false;
  }
  parse_method(options);
  options.merge.steps = plan::parse_steps(options.steps);
  tool::check(options.parts);
  options.parts.request.allow_missing = options.allow_missing;
  options.merge.output = std::filesystem::absolute(options.output.output).string();
  (void)plan::number_pattern(options.output.output);
}

bool writes_many(const Options& options) {
  return plan::number_pattern(options.output.output) || options.request.style == partition::Style::seacas;
}

std::string output_name(const Options& options, std::int64_t partitions, std::int64_t rank) {
  const auto pattern = plan::number_pattern(options.output.output);
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
