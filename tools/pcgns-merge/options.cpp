#include "pcgns-merge/options.hpp"

#include <filesystem>

#include "common/choice.hpp"
#include "common/help.hpp"

namespace pcgns::merge {

namespace {

const tool::Words<plan::OnConflict> conflicts = {{"error", plan::OnConflict::error},
                                                 {"first", plan::OnConflict::first}};
const tool::Words<plan::Links> links = {{"copy", plan::Links::copy}, {"keep", plan::Links::keep}};

constexpr auto footer =
    "Exit status: 0 done, 2 could not do it (nothing was published), 3 stopped (--resume goes on).\n"
    "Examples:\n"
    "  mpirun -n 64 pcgns-merge -o out.cgns out_*.cgns\n"
    "  mpirun -n 8 pcgns-merge -o out.cgns 'out_%04d.cgns' --steps last\n"
    "More: man pcgns-merge";

}  // namespace

void define(CLI::App& app, Options& options) {
  app.description("Make one CGNS file of the files that the ranks of a solver wrote.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-merge [OPTIONS] -o OUT INPUT..."));
  app.footer(footer);
  app.add_option("INPUT", options.inputs,
                 "Files, @LIST (one name a line), or a pattern such as 'out_%04d.cgns'")
      ->type_name("")
      ->required();
  auto* const group = tool::add_group(app, "Input");
  group->add_flag("--allow-missing", options.allow_missing, "A numbered set may have gaps");
  group->add_option("--steps", options.steps, "common, all, last, or A:B[:STRIDE], from 1")
      ->type_name("STEPS")
      ->capture_default_str();
  group
      ->add_option("--on-conflict", options.request.on_conflict,
                   "Where inputs disagree: error, or first wins")
      ->transform(CLI::CheckedTransformer(conflicts).description(""))
      ->type_name("RULE")
      ->default_str("error");
  group
      ->add_option("--only", options.request.only, "Only zones, solutions, fields like this; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group->add_option("--omit", options.request.omit, "All but zones, solutions, fields like this")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  tool::add_choice(*group, "--links", options.request.links, links,
                   "copy what links lead to, or keep the links")
      ->type_name("RULE");
  group->add_flag("--virtual", options.request.only_links, "Write only links to the zones of the inputs");
  tool::define(app, options.parts)
      ->add_flag("--explain", options.explain, "Say how the parts of each zone are known");
  tool::define(app, options.output);
  tool::define(app, options.run);
}

void check(Options& options) {
  tool::require_sound(options.output);
  tool::check(options.parts);
  options.request.steps = plan::parse_steps(options.steps);
  options.parts.request.allow_missing = options.allow_missing;
  options.request.output = std::filesystem::absolute(options.output.output).string();
}

}  // namespace pcgns::merge
