#include "pcgns-verify/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "common/number.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

void define(CLI::App& app, InputOptions& options) {
  auto* const group = add_group(app, "Input");
  define_missing(*group, options.parts.request);
  define_steps(*group, options.steps);
  define(app, options.parts);
}

fileset::OpenRequest open_request(InputOptions& options, const std::vector<std::string>& files,
                                  const RunOptions& run) {
  fileset::OpenRequest request{.files = options.parts.request,
                               .steps = fileset::parse_steps(options.steps),
                               .memory = run.memory_bytes(),
                               .guard = run.guard.get()};
  request.files.names = files;
  return request;
}

namespace {

using cgns::Layer;
using cgns::Profile;
using cgns::Severity;

const Words<Layer> layers = {{"file", Layer::file},        {"tree", Layer::tree},
                             {"mesh", Layer::mesh},        {"interfaces", Layer::interfaces},
                             {"joins", Layer::interfaces}, {"boundary", Layer::boundary},
                             {"values", Layer::values},    {"set", Layer::set}};
const Words<Profile> profiles = {{"sids", Profile::sids},
                                 {"mll", Profile::mll},
                                 {"restart", Profile::restart},
                                 {"archive", Profile::archive}};
const Words<Severity> severities = {
    {"note", Severity::note}, {"warning", Severity::warning}, {"error", Severity::error}};
const Words<Format> formats = {
    {"text", Format::text}, {"json", Format::json}, {"junit", Format::junit}, {"sarif", Format::sarif}};

constexpr auto check_footer =
    "Exit status: 0 valid, 1 not valid, 2 could not tell, 3 stopped.\n"
    "Examples:\n"
    "  pcgns-verify check restart.cgns\n"
    "  mpirun -n 64 pcgns-verify check --profile restart 'out_%04d.cgns'\n"
    "  pcgns-verify check --each --format junit results/*.cgns\n"
    "  pcgns-verify check --explain M0101\n"
    "More: man pcgns-verify";

void require_known(const std::string& option, const std::string& code) {
  if (cgns::rule_of(code) != nullptr) return;
  std::vector<std::string> codes;
  for (const auto& rule : cgns::rules()) codes.emplace_back(rule.code);
  const auto meant = suggestion(code, codes);
  throw Error(ErrorKind::usage, fmt::format("{}: unknown rule '{}'{}", option, code,
                                            meant.empty() ? "; --rules shows them" : meant));
}

/// What CLI11 cannot see; completes `options`. Throws Error{usage}.
void require_sound(InputOptions& options) {
  check(options.parts);
  (void)fileset::parse_steps(options.steps);
}

}  // namespace

void define(CLI::App& app, CheckOptions& options) {
  app.description("Check files against the standard, and the mesh for errors.");
  app.formatter(
      help_page("[mpirun -n N] pcgns-verify check [OPTIONS] FILE...",
                {"--profile", "--severity", "--fail-on", "--layer", "--enable", "--disable", "--explain",
                 "--rules", "--each", "--format", "--max", "--allow-missing", "--match-coordinates",
                 "--memory", "--json", "--quiet", "--verbose", "--version", "--help"}));
  app.footer(check_footer);
  app.add_option("FILE", options.files, "A file or a file set: names, @LIST, or a pattern")
      ->type_name("")
      ->option_text(input_files);
  auto* const group = add_group(app, "Rules");
  group->add_flag("--each", options.each, "Treat every file as a mesh of its own");
  group
      ->add_option("--layer", options.layer_words,
                   "Layers to check: file, tree, mesh, interfaces, boundary, values, set")
      ->type_name("NAME,...")
      ->option_text(words_of(layers))
      ->delimiter(',')
      ->allow_extra_args(false);
  add_choice(*group, "--profile", options.request.rules.profile, profiles,
             "Purpose: sids, mll, restart or archive")
      ->type_name("NAME");
  add_choice(*group, "--severity", options.request.least, severities,
             "Lowest severity to show: note, warning or error")
      ->type_name("LEVEL");
  add_choice(*group, "--fail-on", options.request.fail_on, severities, "Lowest severity for exit status 1")
      ->type_name("LEVEL");
  group->add_option("--enable", options.request.rules.enabled, "Rules to check in addition")
      ->type_name("CODE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  group->add_option("--disable", options.request.rules.disabled, "Rules to skip")
      ->type_name("CODE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  group->add_option("--explain", options.explained, "Explain a rule")->type_name("CODE");
  group->add_flag("--rules", options.lists_rules, "List all rules");
  group->add_flag("--list-rules", options.lists_rules, "The former name of --rules")->group("");
  auto* const report = add_group(app, "Report");
  add_choice(*report, "--format", options.format, formats, "Report format: text, json, junit or sarif")
      ->type_name("NAME");
  add_number(*report, "--max", options.most, "Findings of a rule to show in the text; 0: all", {.least = 0})
      ->type_name("N")
      ->capture_default_str();
  define(app, options.input);
  define(app, options.run);
}

void require_sound(CheckOptions& options) {
  auto& rules = options.request.rules;
  for (const auto& code : rules.enabled) require_known("--enable", code);
  for (const auto& code : rules.disabled) require_known("--disable", code);
  if (!options.explained.empty()) require_known("--explain", options.explained);
  if (options.files.empty() && options.explained.empty() && !options.lists_rules)
    throw Error(ErrorKind::usage, "FILE is required; see pcgns-verify check --help");
  if (!options.layer_words.empty()) rules.layers.clear();
  for (const auto& word : options.layer_words) {
    const auto found = layers.find(word);
    if (found == layers.end())
      throw Error(ErrorKind::usage,
                  fmt::format("--layer: '{}' is not one of {}{}", word, fmt::join(list_of(layers), ", "),
                              suggestion(word, list_of(layers))));
    rules.layers.insert(found->second);
  }
  require_sound(options.input);
  const bool is_pipeline = options.format == Format::junit || options.format == Format::sarif;
  if (options.run.json && is_pipeline)
    throw Error(ErrorKind::usage, "--json and --format ask for different formats; give one of them");
  if (options.run.json) options.format = Format::json;
  options.run.json = options.format == Format::json;
}

namespace {

const Words<Match> matches = {
    {"name", Match::name}, {"ids", Match::ids}, {"coordinates", Match::coordinates}};
const Words<bool> nan_rules = {{"equal", true}, {"different", false}};

constexpr auto compare_footer =
    "A value passes if it is within any tolerance that is given.\n"
    "A NaN equals only a NaN.\n"
    "Exit status: 0 the same, 1 different, 2 could not tell, 3 stopped.\n"
    "Examples:\n"
    "  mpirun -n 8 pcgns-verify compare out_*.cgns --with whole.cgns --subset\n"
    "  pcgns-verify compare new.cgns old.cgns --rel 1e-12 --tol 'Turbulent*=rel:1e-6'\n"
    "More: man pcgns-verify";

template <typename Number>
Number number_of(std::string_view text, const std::string& whole) {
  Number number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = failure == std::errc{} && end == text.data() + text.size() && number >= 0;
  if (!is_number || number > std::numeric_limits<Number>::max())
    throw Error(ErrorKind::usage,
                fmt::format("--tol: '{}' is not a tolerance: '{}' is not a finite number of at least 0",
                            whole, text));
  return number;
}

template <typename Number>
void set_once(std::optional<Number>& limit, std::string_view word, const std::string& whole) {
  const auto kind = word.substr(0, 3);
  if (limit) throw Error(ErrorKind::usage, fmt::format("--tol: '{}' has {} twice", whole, kind));
  limit = number_of<Number>(word.substr(4), whole);
}

void add_limit(std::string_view word, const std::string& whole, kernel::Tolerance& tolerance) {
  if (word.starts_with("abs:")) {
    set_once(tolerance.absolute, word, whole);
  } else if (word.starts_with("rel:")) {
    set_once(tolerance.relative, word, whole);
  } else if (word.starts_with("ulp:")) {
    set_once(tolerance.ulps, word, whole);
  } else {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is not of the form PATTERN=rel:X, abs:X or ulp:N", whole));
  }
}

void define_differences(CLI::App& app, CompareOptions& options) {
  auto* const group = add_group(app, "Differences");
  auto& criteria = options.criteria;
  add_choice(*group, "--match", options.match, matches,
             "Match points by name, ids (same as name), or coordinates")
      ->type_name("RULE");
  add_number(*group, "--abs", criteria.tolerance.absolute, "Absolute tolerance for reals", {.least = 0})
      ->type_name("X");
  add_number(*group, "--rel", criteria.tolerance.relative, "Relative tolerance for reals", {.least = 0})
      ->type_name("X");
  add_number(*group, "--ulp", criteria.tolerance.ulps, "Tolerance in floating-point steps", {.least = 0})
      ->type_name("N");
  group
      ->add_option("--tol", options.tolerances,
                   "Tolerance per node: 'Density*=rel:1e-6,abs:1e-9'; repeatable")
      ->type_name("PATTERN=...")
      ->allow_extra_args(false);
  add_choice(*group, "--nan", options.nan_is_equal, nan_rules, "Treatment of two NaN: equal or different")
      ->type_name("RULE");
  group->add_option("--only", criteria.only, "Only matching nodes and their subtrees; repeatable")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group->add_option("--ignore", criteria.ignore, "Omit matching nodes and their subtrees; repeatable")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group->add_flag("--subset", criteria.subset, "Ignore nodes that only the files after --with have");
  group->add_flag("--strict", options.strict, "Treat a pattern that matches nothing as an error");
  add_number(*group, "--max", criteria.most_samples, "Differing values to show per node; 0: all",
             {.least = 0})
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

verify::compare::Criteria::Rule parse_tolerance(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorKind::usage, fmt::format("'{}' is not of the form PATTERN=rel:X, abs:X or ulp:N", text));
  verify::compare::Criteria::Rule rule{.pattern = text.substr(0, equals), .tolerance = {}};
  std::string_view rest = std::string_view(text).substr(equals + 1);
  while (true) {
    const auto comma = rest.find(',');
    add_limit(rest.substr(0, comma), text, rule.tolerance);
    if (comma == std::string_view::npos) return rule;
    rest.remove_prefix(comma + 1);
  }
}

void define(CLI::App& app, CompareOptions& options) {
  app.description("Compare two meshes, and show where they differ.");
  app.formatter(help_page(
      "[mpirun -n N] pcgns-verify compare [OPTIONS] FILE FILE | FILE... --with FILE...",
      {"--with", "--abs", "--rel", "--ulp", "--tol", "--nan", "--match", "--only", "--ignore", "--subset",
       "--max", "--allow-missing", "--memory", "--json", "--quiet", "--verbose", "--version", "--help"}));
  app.footer(compare_footer);
  app.add_option("FILE", options.files, "Two files; or, before --with, a file or a file set")
      ->type_name("")
      ->option_text(input_files)
      ->required();
  auto* const group = add_group(app, "Compare with");
  group->add_option("--with", options.others, "A file or a file set to compare with")
      ->type_name("FILE...")
      ->option_text(input_files);
  define_differences(app, options);
  define(app, options.input);
  define(app, options.run);
}

void require_sound(CompareOptions& options) {
  if (options.others.empty()) {
    if (options.files.size() != 2) {
      throw Error(ErrorKind::usage, fmt::format("two files are required, or --with FILE... after the first "
                                                "file set, for example out.cgns --with "
                                                "out_*.cgns; found {}",
                                                plural(std::ssize(options.files), "file")));
    }
    options.others = {std::move(options.files.back())};
    options.files.pop_back();
  }
  auto& criteria = options.criteria;
  criteria.tolerance.nan_is_equal = options.nan_is_equal;
  for (const auto& text : options.tolerances) {
    criteria.rules.push_back(parse_tolerance(text));
    criteria.rules.back().tolerance.nan_is_equal = options.nan_is_equal;
  }
  require_sound(options.input);
}

void define(CLI::App& app, DigestOptions& options) {
  app.description("Print a digest of the content, independent of its storage.");
  app.formatter(help_page("[mpirun -n N] pcgns-verify digest [OPTIONS] FILE...",
                          {"--each", "--tree", "--manifest", "--overwrite", "--check-manifest",
                           "--ignore-missing", "--store", "--check-stored", "--allow-missing", "--steps",
                           "--memory", "--json", "--quiet", "--verbose", "--version", "--help"}));
  app.add_option("FILE", options.files, "A file or a file set")
      ->type_name("")
      ->option_text(input_files)
      ->required();
  auto& request = options.request;
  auto* const group = add_group(app, "Digest");
  group->add_flag("--each", options.each, "Treat every file as a mesh of its own");
  group->add_flag("--tree", options.tree, "One line for every node with its subtree");
  group->add_option("--manifest", request.manifest, "Also write a manifest of all digests")
      ->type_name("FILE");
  group->add_flag("-O,--overwrite", request.overwrite, "Replace an existing manifest");
  auto* const check =
      group->add_option("--check-manifest", request.known, "Compare with a manifest")->type_name("FILE");
  group->add_flag("--ignore-missing", request.ignore_missing,
                  "Ignore nodes of the manifest that are missing");
  group->add_flag("--store", request.store, "Store the manifest in the file");
  group->add_flag("--check-stored", request.known_is_stored, "Compare with the manifest stored in the file")
      ->excludes(check);
  define(app, options.input);
  define(app, options.run);
  app.footer(
      "Exit status: 0 done, or as in the manifest; 1 different; 2 could not tell;\n"
      "  3 stopped; 4 the manifest is in place, but something after it failed.\n"
      "More: man pcgns-verify");
}

void require_sound(DigestOptions& options) {
  const auto& request = options.request;
  if (request.store && request.compares())
    throw Error(ErrorKind::usage, "--store cannot be combined with --check-stored or --check-manifest");
  if (request.ignore_missing && !request.compares())
    throw Error(ErrorKind::usage, "--ignore-missing: requires --check-manifest or --check-stored");
  if (request.overwrite && request.manifest.empty())
    throw Error(ErrorKind::usage, "--overwrite: requires --manifest");
  if (options.each && options.files.size() > 1 && !(request.manifest.empty() && request.known.empty()))
    throw Error(ErrorKind::usage, "a manifest describes one mesh; it cannot be combined with --each");
  require_sound(options.input);
}

void define(CLI::App& app, InfoOptions& options) {
  constexpr auto info_footer =
      "Exit status: 0 done, 2 could not tell, 3 stopped.\n"
      "Examples:\n"
      "  pcgns-verify info restart.cgns\n"
      "  mpirun -n 8 pcgns-verify info 'out_%04d.cgns'\n"
      "More: man pcgns-verify";
  app.description("Show what is in a file or a file set: zones, fields, storage, partition.");
  app.formatter(help_page("[mpirun -n N] pcgns-verify info [OPTIONS] FILE..."));
  app.add_option("FILE", options.files, "A file or a file set: names, @LIST, or a pattern")
      ->type_name("")
      ->option_text(input_files)
      ->required();
  auto* const group = add_group(app, "Info");
  group->add_flag("--tree", options.tree, "One line for every node, file by file");
  add_number(*group, "--max", options.most, "Entries of each list to show; 0: all", {.least = 0})
      ->type_name("N")
      ->capture_default_str();
  group->add_flag("--allow-missing", options.input.parts.request.allow_missing,
                  "Accept gaps in a numbered set");
  define(app, options.run);
  app.footer(info_footer);
}

}  // namespace pcgns::tool
