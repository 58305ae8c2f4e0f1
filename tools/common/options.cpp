#include "common/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "common/parts.hpp"
#include "common/version.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/fileset/numbered_set.hpp"

namespace pcgns::tool {

namespace {

const Words<When> whens = {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
const Words<publish::Clone> clones = {{"auto", publish::Clone::automatic},
                                      {"always", publish::Clone::always},
                                      {"never", publish::Clone::never}};
const Words<publish::Check> checks = {
    {"none", publish::Check::none}, {"meta", publish::Check::meta}, {"full", publish::Check::full}};

const Words<plan::SharedPoints> shared_rules = {{"first", plan::SharedPoints::first},
                                                {"average", plan::SharedPoints::average},
                                                {"error", plan::SharedPoints::error}};

std::string_view without_blanks_around(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

void add_hint(Hints& hints, std::string_view word) {
  const auto equals = word.find('=');
  const auto key = without_blanks_around(word.substr(0, equals));
  if (equals == std::string_view::npos || key.empty()) {
    throw Error(ErrorKind::usage, fmt::format("hint '{}' is not of the form key=value", word));
  }
  hints[std::string(key)] = without_blanks_around(word.substr(equals + 1));
}

void add_hints_of_environment(Hints& hints) {
  const char* text = std::getenv("PCGNS_HINTS");
  std::string_view rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const auto word = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (!without_blanks_around(word).empty()) add_hint(hints, word);
  }
}

std::string value_of(const Hints& hints, const std::string& key, const std::string& otherwise) {
  const auto found = hints.find(key);
  return found == hints.end() ? otherwise : found->second;
}

/// 0 where it is not given.
std::int64_t hinted_size(const Hints& hints, const std::string& key) {
  return parse_size(value_of(hints, key, "0"), "hint " + key);
}

/// More than a run takes, and no clock overflows.
constexpr double most_seconds = 1e8;

double seconds_of(const std::string& text, std::string_view what) {
  double seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failure != std::errc{} || end != text.data() + text.size() || !(seconds >= 0) ||
      seconds > most_seconds) {
    throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a number of seconds", what, text));
  }
  return seconds;
}

void require_known(const Hints& hints) {
  const std::vector<std::string> own_hints = {"pcgns_alignment", "pcgns_buffer", "pcgns_checkpoint",
                                              "pcgns_io"};
  for (const auto& [key, value] : hints) {
    if (!key.starts_with("pcgns_")) continue;
    if (std::ranges::find(own_hints, key) == own_hints.end())
      throw Error(ErrorKind::usage, fmt::format("unknown hint '{}'{}", key, suggestion(key, own_hints)));
  }
  const auto io = value_of(hints, "pcgns_io", "posix");
  if (io != "posix" && io != "mpiio") {
    throw Error(ErrorKind::usage, fmt::format("hint pcgns_io must be 'posix' or 'mpiio', not '{}'", io));
  }
}

std::string repetition_of(const CLI::Option& option) {
  if (option.get_delimiter() != '\0') return "list";
  const bool is_vector =
      option.get_expected_max() > 1 && (option.get_positional() || !option.get_allow_extra_args());
  return is_vector || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll ? "repeats" : "";
}

std::string row_of(const CLI::Option& option, const std::string& group) {
  std::vector<std::string> excluded;
  for (const auto* other : option.get_excludes()) excluded.push_back(other->get_name());
  const auto names = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  return fmt::format("{}\n", fmt::join({group, names, value_name(option), option.get_default_str(),
                                        std::string(option.get_required() ? "required" : ""),
                                        repetition_of(option), fmt::format("{}", fmt::join(excluded, ",")),
                                        option.get_option_text(), option.get_description()},
                                       "\t"));
}

/// What completions/generate.py reads: what the program does, then a line for each option.
std::string table_of(const CLI::App& app) {
  auto table = app.get_description() + "\n";
  for (const auto* group : app.get_subcommands({})) {
    for (const auto* option : group->get_options()) {
      if (is_offered(*option)) table += row_of(*option, group->get_group());
    }
  }
  for (const auto* option : app.get_options()) {
    if (is_offered(*option)) table += row_of(*option, "");
  }
  return table;
}

}  // namespace

std::optional<std::string> parse(int argc, char** argv, const std::string& name,
                                 const std::function<void(CLI::App&)>& define_options,
                                 const RunOptions& options) {
  CLI::App app;
  app.name(name);
  app.set_help_flag("-h,--help", "Print the common options");
  app.set_help_all_flag("--help-all", "Print all options");
  define_options(app);
  if (argc > 1 && argv[1] == describe_option) return table_of(app);
  take_whole_words(app);
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  auto taken = whole_words({words.begin() + std::min(argc, 1), words.end()});
  std::ranges::reverse(taken);  // as CLI11 takes them
  try {
    app.parse(std::move(taken));
    require_two_dashes(app, words.subspan(1));
    require_joined_values(app, words.subspan(1));
    require_values(app);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::CallForAllHelp&) {
    return app.help("", CLI::AppFormatMode::All);
  } catch (const CLI::ParseError& error) {
    // --version needs no inputs, so it is looked for before CLI11 asks for them.
    if (options.show_version) return std::nullopt;
    require_two_dashes(app, words.subspan(1));
    const auto what = what_is_wrong(app, of_whole_words(error.what()));
    throw Error(ErrorKind::usage,
                fmt::format("{}{} {} --help", what, what.ends_with('?') ? " See" : "; see", name));
  }
  return std::nullopt;
}

CLI::Option* add_choice(CLI::App& group, const std::string& name, const Choice& choice,
                        const std::string& description) {
  const auto choose = [name, choice](const std::string& word) {
    if (choice.take(word)) return;
    if (choice.known.size() == 1)
      throw CLI::ValidationError(name + " " + word, fmt::format("only {} is possible", choice.known.front()));
    throw CLI::ValidationError(name,
                               fmt::format("'{}' is not one of {}{}", word, fmt::join(choice.known, ", "),
                                           suggestion(word, choice.known)));
  };
  auto* const option = group.add_option_function<std::string>(name, choose, description);
  if (choice.present) option->default_str(*choice.present);
  return option->option_text(fmt::format("{}", fmt::join(choice.known, " ")));
}

Hints RunOptions::hints() const {
  Hints hints;
  add_hints_of_environment(hints);
  for (const auto& word : hint_words) add_hint(hints, word);
  return hints;
}

std::int64_t RunOptions::memory_bytes() const { return parse_size(memory, "--memory"); }

CLI::Option_group* add_group(CLI::App& app, const std::string& name) {
  auto* const group = app.add_option_group(name);
  group->set_help_flag();
  group->set_help_all_flag();
  return group;
}

void define_inputs(CLI::App& app, std::vector<std::string>& names) {
  app.add_option("INPUT", names, "Files, @LIST (one name per line), or a pattern such as 'out_%04d.cgns'")
      ->type_name("")
      ->option_text(input_files)
      ->required();
}

void define_steps(CLI::App& group, std::string& steps) {
  group.add_option("--steps", steps, "Time steps: common, all, last, or A:B[:STRIDE], from 1")
      ->type_name("STEPS")
      ->option_text("common all last")
      ->capture_default_str();
}

void define_patterns(CLI::App& group, std::vector<std::string>& only, std::vector<std::string>& omit) {
  group.add_option("--only", only, "Only matching zones, solutions, fields; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group.add_option("--omit", omit, "Omit matching zones, solutions, fields; may be repeated")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
}

void define(CLI::App& app, OutputOptions& options) {
  auto* const group = add_group(app, "Output");
  group->add_option("-o,--output", options.output, "File to write")->type_name("FILE");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace an existing output");
  group->add_flag("-n,--dry-run", options.dry_run, "Print the plan and stop");
  group->add_flag("--resume", options.resume, "Continue an interrupted run");
  group->add_flag("--keep-partial", options.keep_partial, "Keep the files for --resume after a failure");
  group->add_flag("--strict", options.strict, "Treat anything that cannot be carried over as an error");
  add_choice(*group, "--check", options.check, checks,
             "Check of the output: none, meta (structure) or full (all bytes)")
      ->type_name("LEVEL");
  add_choice(*group, "--clone", options.clone, clones,
             "Share blocks with the inputs instead of copying: auto, always or never")
      ->type_name("WHEN");
  group->add_option("--wisdom", options.wisdom, "Tuned settings to use, or none; default: those kept here")
      ->type_name("FILE")
      ->option_text("*.json none");
  group->add_flag("--wisdom-layout", options.wisdom_layout,
                  "Use tuned alignment and stripes, too, which change the output");
}

void define(CLI::App& app, RunOptions& options) {
  app.parse_complete_callback([&app, &options] { options.given = given_to(app); });
  auto* const group = add_group(app, "Run");
  group->add_option("--memory", options.memory, "Memory per rank for moving data")
      ->type_name("SIZE")
      ->option_text("64M 256M 1G 4G")
      ->capture_default_str();
  group->add_option("--hint", options.hint_words, "I/O hint; may be repeated")
      ->type_name("KEY=VALUE")
      ->option_text("pcgns_alignment= pcgns_buffer= pcgns_checkpoint= pcgns_io=posix pcgns_io=mpiio")
      ->allow_extra_args(false);
  group->add_option("--progress", options.progress, "Progress: auto, always, never, or seconds between lines")
      ->type_name("WHEN")
      ->option_text(words_of(whens))
      ->capture_default_str();
  add_choice(*group, "--color", options.colour, whens, "Colour in messages: auto, always or never")
      ->type_name("WHEN");
  add_number(*group, "--stall-timeout", options.stall_timeout,
             "Time without progress after which to give up; 0: never", {.least = 0})
      ->type_name("SECONDS")
      ->option_text("0 60 600 3600")
      ->capture_default_str();
  group->add_flag("--json", options.json, "Print the report as one JSON document");
  group->add_flag("-q,--quiet", options.quiet, "Print errors only");
  group->add_flag("-v,--verbose", options.verbose, "Print more detail; twice: from all ranks");
  group->add_flag("--version", options.show_version, "Print the version; with -v also build details");
}

void define_missing(CLI::App& group, fileset::Request& request) {
  group.add_flag("--allow-missing", request.allow_missing,
                 "Accept gaps in a numbered set, and missing zones");
  add_choice(group, "--fill", request.fill_holes, Words<bool>{{"nan", true}},
             "Value in missing pieces of structured zones: nan; otherwise an error")
      ->type_name("VALUE");
  add_number(group, "--expect", request.expected_files, "Number of input files; any other is an error",
             {.least = 1})
      ->type_name("N");
  add_number(group, "--expect-zones", request.expected_zones, "Number of whole zones; any other is an error",
             {.least = 1})
      ->type_name("N");
}

CLI::Option_group* define(CLI::App& app, PartOptions& options) {
  auto* const group = add_group(app, "Split zones");
  add_choice(*group, "--convention", options.request.convention, conventions(),
             "Partition metadata: own, maia, cassiopee, seacas, xcore, assembly")
      ->type_name("NAME");
  group
      ->add_option("--assembly", options.request.assembly_path,
                   "JSON file that describes the pieces; see man pcgns-assembly")
      ->type_name("FILE")
      ->option_text("*.json");
  group
      ->add_flag("--match-coordinates", options.match,
                 "Merge pieces by coordinates: bitwise equal, or within =TOL")
      ->type_name("")
      ->option_text("[=TOL]");
  group->add_flag("--keep-zones", options.request.keep_zones,
                  "Keep pieces as zones of their own, with interfaces");
  add_choice(*group, "--shared", options.request.shared, shared_rules,
             "Value where pieces differ at a point: first, average, error")
      ->type_name("RULE");
  group
      ->add_option("--shared-tolerance", options.shared_tolerance,
                   "Largest distance of a vertex between pieces; default: 8 ulp")
      ->type_name("DISTANCE")
      ->option_text("0 1e-12 1e-9 1e-6");
  return group;
}

namespace {

void require_file_name(const std::string& output) {
  if (output == "-")
    throw Error(ErrorKind::usage, "--output: the output cannot be standard output; ./- names a file");
  const auto advice = fileset::advice_on_tilde(output);
  std::error_code failure;
  if (!advice.empty() && !std::filesystem::exists("~", failure))
    throw Error(ErrorKind::usage,
                fmt::format("--output {}: the directory '~' does not exist{}", output, advice));
  const auto name = std::filesystem::path(output).filename();
  if (name.empty() || name == "." || name == "..")
    throw Error(ErrorKind::usage,
                fmt::format("--output {}: is a directory; give the name of a file in it", output));
}

}  // namespace

void require_sound(OutputOptions& output, bool is_written, const std::string& example) {
  if (output.output.empty() && is_written)
    throw Error(
        ErrorKind::usage,
        fmt::format("--output is required: the name of the file to write, for example -o {}", example));
  output.is_given = !output.output.empty();
  if (!output.is_given) output.output = example;
  require_file_name(output.output);
}

void require_sound(const RunOptions& run) {
  const auto ranks = par::launched_as().size;
  if (run.memory_bytes() < Budget::least(ranks)) {
    throw Error(ErrorKind::usage, fmt::format("--memory {}: must be at least {} on {}", run.memory,
                                              format_size(Budget::least(ranks)), plural(ranks, "rank")));
  }
  const auto hints = run.hints();
  require_known(hints);
  (void)hinted_size(hints, "pcgns_alignment");
  (void)hinted_size(hints, "pcgns_buffer");
  (void)seconds_of(value_of(hints, "pcgns_checkpoint", "5"), "the hint pcgns_checkpoint");
  if (!whens.contains(run.progress)) (void)seconds_of(run.progress, "--progress");
}

std::string mpiio_hints(const Hints& hints) {
  std::string text;
  for (const auto& [key, value] : hints) {
    if (!key.starts_with("pcgns_")) text += fmt::format("{}={};", key, value);
  }
  return text;
}

publish::StageOptions stage_options(const OutputOptions& output, const RunOptions& run) {
  const auto hints = run.hints();
  const auto checkpoint = seconds_of(value_of(hints, "pcgns_checkpoint", "5"), "the hint pcgns_checkpoint");
  auto settings = run.given;
  settings.push_back("pcgns " + version());
  return {.output = output.output,
          .is_examined = output.is_given,
          .wisdom_files = output.wisdom_files,
          .overwrite = output.overwrite,
          .resume = output.resume,
          .keep_partial = output.keep_partial,
          .check = output.check,
          .clone = output.clone,
          .keep_alignment = hinted_size(hints, "pcgns_alignment") > 0 || output.striping.is_asked_for(),
          .io = value_of(hints, "pcgns_io", "posix"),
          .mpiio_hints = mpiio_hints(hints),
          .checkpoint_every = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * checkpoint)),
          .settings = std::move(settings)};
}

std::int64_t largest_buffer(const RunOptions& run) { return Budget(run.memory_bytes()).share(4).bytes(); }

void warn_of_large_buffer(const RunOptions& run, const Listener& listener) {
  const auto hints = run.hints();
  if (hinted_size(hints, "pcgns_buffer") <= largest_buffer(run)) return;
  listener.warn(fmt::format("hint pcgns_buffer={}: cut to {}, a quarter of --memory {}",
                            value_of(hints, "pcgns_buffer", ""), format_size(largest_buffer(run)),
                            run.memory));
}

void warn_of_idle_hints(const RunOptions& run, const Listener& listener) {
  if (value_of(run.hints(), "pcgns_io", "posix") == "mpiio") return;
  Hints given;
  for (const auto& word : run.hint_words) add_hint(given, word);
  for (const auto& [key, value] : given) {
    if (!key.starts_with("pcgns_"))
      listener.warn(fmt::format("--hint {}={}: has no effect without --hint pcgns_io=mpiio", key, value));
  }
}

publish::MachineRequest machine_request(const OutputOptions& output, const RunOptions& run) {
  const auto hints = run.hints();
  return {.memory = run.memory_bytes(),
          .alignment = hinted_size(hints, "pcgns_alignment"),
          .buffer = std::min(hinted_size(hints, "pcgns_buffer"), largest_buffer(run)),
          .striping = output.striping};
}

}  // namespace pcgns::tool
