#include "pcgns-merge/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/fileset/numbered_set.hpp"

namespace pcgns::tool {

namespace {

const Words<fileset::OnConflict> conflicts = {{"error", fileset::OnConflict::error},
                                              {"first", fileset::OnConflict::first}};
const Words<cgns::Links> linked_data = {{"copy", cgns::Links::copy}, {"keep", cgns::Links::keep}};

constexpr auto merge_footer =
    "Exit status: 0 done, 2 nothing was published, 3 stopped (--resume continues),\n"
    "  4 the output is in place, but something after it failed.\n"
    "Examples:\n"
    "  mpirun -n 64 pcgns-merge -o out.cgns out_*.cgns\n"
    "  mpirun -n 8 pcgns-merge -o out.cgns 'out_%04d.cgns' --steps last\n"
    "More: man pcgns-merge";

void require_one_name(const std::string& output) {
  if (!fileset::number_pattern(output)) return;
  throw Error(ErrorKind::usage,
              fmt::format("--output {}: merge writes one file, but a name with '%d' stands for several; "
                          "give a name without it",
                          output));
}

}  // namespace

void define(CLI::App& app, MergeOptions& options) {
  app.description("Merge the per-rank CGNS files of a solver into one file.");
  app.formatter(help_page(
      "[mpirun -n N] pcgns-merge [OPTIONS] -o OUT INPUT...",
      {"--output",   "--overwrite", "--dry-run",       "--resume", "--check",   "--steps",
       "--only",     "--omit",      "--allow-missing", "--expect", "--explain", "--match-coordinates",
       "--assembly", "--shared",    "--strict",        "--memory", "--json",    "--quiet",
       "--verbose",  "--version",   "--help"}));
  app.footer(merge_footer);
  define_inputs(app, options.parts.request.names);
  auto* const group = add_group(app, "Input");
  define_missing(*group, options.parts.request);
  define_steps(*group, options.steps);
  add_choice(*group, "--on-conflict", options.select.on_conflict, conflicts,
             "Conflicting nodes: error, or take the first")
      ->type_name("RULE");
  define_patterns(*group, options.select.only, options.select.omit);
  add_choice(*group, "--links", options.select.links, linked_data,
             "Links in the inputs: copy their targets, or keep them")
      ->type_name("RULE");
  group->add_flag("--virtual", options.select.only_links, "Write links to the zones of the inputs, no data");
  define(app, options.parts)
      ->add_flag("--explain", options.explain, "Print how the pieces of each zone were recognised");
  define(app, options.output);
  define(app, options.run);
}

void check(MergeOptions& options) {
  require_sound(options.output, !options.output.dry_run, "out.cgns");
  require_one_name(options.output.output);
  check(options.parts);
  options.select.steps = fileset::parse_steps(options.steps);
}

merge::Request request_of(const MergeOptions& options) {
  return {.inputs = options.parts.request,
          .select = options.select,
          .output = stage_options(options.output, options.run),
          .machine = machine_request(options.output, options.run),
          .dry_run = options.output.dry_run,
          .strict = options.output.strict,
          .guard = options.run.guard.get()};
}

}  // namespace pcgns::tool
