// The command lines of tune and wisdom.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "pcgns-bench/options.hpp"

namespace pcgns::bench {

Effort TuneOptions::effort() const {
  if (is_estimate) return Effort::estimate;
  if (is_exhaustive) return Effort::exhaustive;
  return is_patient ? Effort::patient : Effort::measure;
}

namespace {

const tool::Words<plan::WisdomUse> uses = {{"queue", plan::WisdomUse::queue},
                                           {"programs", plan::WisdomUse::programs}};

void define_job(CLI::App& app, TuneOptions& options) {
  auto* const group = tool::add_group(app, "Job");
  tool::add_choice(*group, "--for", options.use, uses,
                   "What is tuned: queue (pcgnslib.h), or programs (pcgns-merge ...)")
      ->type_name("WHAT");
  group->add_option("--like", options.like, "File with the arrays of the job; default: see --extents")
      ->type_name("FILE")
      ->option_text("*.cgns");
  group
      ->add_option("--extents", options.words.extents, "Size of the job's seven arrays; default: 128x128x128")
      ->type_name("AxBxC");
  group->add_option("--grid", options.words.grids, "Ranks along each axis; default: as equal as possible")
      ->type_name("AxBxC");
  tool::add_number(*group, "--parts", options.parameters.parts, "Number of files to merge (programs)",
                   {.least = 1, .most = 1 << 20})
      ->type_name("N");
  group->add_flag("--sync", options.measure.engine.syncs, "Include the sync to the device (queue)");
  add_cache(*group, options.measure.is_cold);
}

void define_search(CLI::App& app, TuneOptions& options) {
  auto* const group = tool::add_group(app, "Search");
  auto* const estimate = group->add_flag("--estimate", options.is_estimate, "Guess without trials");
  auto* const measure = group->add_flag("--measure", options.is_measure, "A few trials (the default)");
  auto* const patient = group->add_flag("--patient", options.is_patient, "More trials, and more repetitions");
  group->add_flag("--exhaustive", options.is_exhaustive, "All candidates, three times each")
      ->excludes(estimate)
      ->excludes(measure)
      ->excludes(patient);
  estimate->excludes(measure)->excludes(patient);
  measure->excludes(patient);
  tool::add_number(*group, "--time", options.seconds, "Most seconds; default: 120 (patient, exhaustive: 600)",
                   {.least = 1, .most = 1e8})
      ->type_name("SECONDS");
  group->add_flag("--layout", options.layout, "Tune alignment and stripes, too; they change files");
  group->add_flag("--explain", options.explain, "Say what limits, and which settings matter");
  tool::add_number(*group, "--seed", options.seed, "Start of the random order of the trials")
      ->type_name("N")
      ->capture_default_str();
  group->add_option("--folder", options.measure.folder, "Directory on the file system that is tuned")
      ->type_name("FOLDER")
      ->capture_default_str();
  group->add_option("--wisdom", options.wisdom, "File to keep the settings in, or none; default: the user's")
      ->type_name("FILE")
      ->option_text("*.json none");
}

}  // namespace

void define(CLI::App& app, TuneOptions& options) {
  app.description("Find the settings with which files are moved fastest here, and keep them.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-bench tune [OPTIONS]",
                                {"--for", "--like", "--extents", "--estimate", "--measure", "--patient",
                                 "--time", "--layout", "--explain", "--folder", "--wisdom", "--memory",
                                 "--json", "--quiet", "--verbose", "--version", "--help"}));
  app.footer(
      "What is found is kept as wisdom, which programs and solvers then use;\n"
      "pcgns-bench wisdom FILE shows it.\n"
      "Exit status: 0 done, 2 could not do it, 3 stopped,\n"
      "  4 the wisdom is kept, but something after it failed.\n"
      "Examples:\n"
      "  mpirun -n 64 pcgns-bench tune --folder /scratch --like restart.cgns\n"
      "  mpirun -n 8 pcgns-bench tune --for programs --folder /scratch --patient\n"
      "More: man pcgns-bench");
  define_job(app, options);
  define_search(app, options);
  tool::define(app, options.run);
}

void check(TuneOptions& options) {
  options.parameters.extents = parse_all("--extents", options.words.extents);
  options.parameters.grids = parse_all("--grid", options.words.grids);
  if (!options.like.empty() && !options.parameters.extents.empty())
    throw Error(ErrorKind::usage, "--like and --extents exclude each other: both describe the job");
  if (!options.like.empty() && options.use == plan::WisdomUse::programs)
    throw Error(ErrorKind::usage, "--like is for --for queue: a merge is described by --extents and --parts");
  if (options.seconds == 0) options.seconds = options.is_patient || options.is_exhaustive ? 600 : 120;
  require_folder(options.measure.folder);
}

void define(CLI::App& app, WisdomOptions& options) {
  app.description("Show the wisdom in files, or join several of them.");
  app.formatter(tool::help_page("pcgns-bench wisdom [OPTIONS] FILE... [-o JOINED]"));
  app.add_option("FILE", options.files, "Files that pcgns-bench tune has made")
      ->type_name("")
      ->option_text("*.json")
      ->required();
  auto* const group = tool::add_group(app, "Result");
  group->add_option("-o,--output", options.output, "File for the joined entries; default: only print them")
      ->type_name("FILE")
      ->option_text("*.json");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace an existing file; it may be an input");
  tool::define(app, options.run);
  app.footer(
      "Of several entries for a place, the newest stays; a guess never replaces trials.\n"
      "Exit status: 0 done, 2 could not do it,\n"
      "  4 the file is in place, but something after it failed.\n"
      "Example:\n"
      "  pcgns-bench wisdom node*.json -o /etc/pcgns/wisdom.json\n"
      "More: man pcgns-bench");
}

void check(const WisdomOptions& options) {
  if (!options.output.empty()) require_free_alone(options.output, options.overwrite);
}

}  // namespace pcgns::bench
