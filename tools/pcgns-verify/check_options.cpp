#include "pcgns-verify/check_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/choice.hpp"
#include "common/help.hpp"

namespace pcgns::verify {

namespace {

using check::Layer;
using check::Profile;
using check::Severity;

const tool::Words<Layer> layers = {
    {"file", Layer::file},         {"tree", Layer::tree},     {"mesh", Layer::mesh}, {"joins", Layer::joins},
    {"boundary", Layer::boundary}, {"values", Layer::values}, {"set", Layer::set}};
const tool::Words<Profile> profiles = {{"sids", Profile::sids},
                                       {"mll", Profile::mll},
                                       {"restart", Profile::restart},
                                       {"archive", Profile::archive}};
const tool::Words<Severity> severities = {
    {"note", Severity::note}, {"warning", Severity::warning}, {"error", Severity::error}};
const tool::Words<Format> formats = {
    {"text", Format::text}, {"json", Format::json}, {"junit", Format::junit}, {"sarif", Format::sarif}};

constexpr auto footer =
    "Exit status: 0 valid, 1 not valid, 2 could not tell, 3 stopped.\n"
    "Examples:\n"
    "  pcgns-verify check restart.cgns\n"
    "  mpirun -n 64 pcgns-verify check --profile restart 'out_%04d.cgns'\n"
    "  pcgns-verify check --explain M0101\n"
    "More: man pcgns-verify";

void require_known(const std::string& option, const std::string& code) {
  if (check::rule_of(code) != nullptr) return;
  throw Error(ErrorKind::usage,
              fmt::format("{}: there is no rule '{}'; --list-rules shows them", option, code));
}

}  // namespace

bool CheckOptions::wants(const check::Rule& rule) const {
  const auto named = [&](const std::vector<std::string>& codes) {
    return std::find(codes.begin(), codes.end(), rule.code) != codes.end();
  };
  if (named(enabled)) return true;
  return !rule.off && !named(disabled) && layers.contains(check::layer_of(rule.code));
}

void define(CLI::App& app, CheckOptions& options) {
  app.description("Look for what is against the standard, or wrong in the mesh.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-verify check [OPTIONS] FILE..."));
  app.footer(footer);
  app.add_option("FILE", options.files,
                 "One file, or those of many ranks as one mesh: names, @LIST, a pattern")
      ->type_name("");
  auto* const group = tool::add_group(app, "Rules");
  group
      ->add_option("--layer", options.layer_words,
                   "Only these: file, tree, mesh, joins, boundary, values, set")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  tool::add_choice(*group, "--profile", options.profile, profiles, "For whom: sids, mll, restart, archive")
      ->type_name("NAME");
  tool::add_choice(*group, "--severity", options.severity, severities,
                   "Show note, warning or error and above")
      ->type_name("LEVEL");
  tool::add_choice(*group, "--fail-on", options.fail_on, severities, "From this severity on the answer is no")
      ->type_name("LEVEL");
  group->add_option("--enable", options.enabled, "Look for this, too")
      ->type_name("CODE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  group->add_option("--disable", options.disabled, "Do not look for this")
      ->type_name("CODE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  group->add_option("--explain", options.explained, "Say what a rule is about")->type_name("CODE");
  group->add_flag("--list-rules", options.lists_rules, "Show all rules");
  auto* const report = tool::add_group(app, "Report");
  tool::add_choice(*report, "--format", options.format, formats, "text, json, junit or sarif")
      ->type_name("NAME");
  report->add_option("--max", options.most, "Findings that are shown; 0: all")
      ->type_name("N")
      ->capture_default_str();
  define(app, options.input);
  tool::define(app, options.run);
}

void require_sound(CheckOptions& options) {
  for (const auto& code : options.enabled) require_known("--enable", code);
  for (const auto& code : options.disabled) require_known("--disable", code);
  if (!options.explained.empty()) require_known("--explain", options.explained);
  if (options.files.empty() && options.explained.empty() && !options.lists_rules)
    throw Error(ErrorKind::usage, "FILE is required; see pcgns-verify check --help");
  if (options.most < 0) throw Error(ErrorKind::usage, "--max: a number of findings, or 0 for all");
  for (const auto& word : options.layer_words) {
    const auto found = layers.find(word);
    if (found == layers.end())
      throw Error(ErrorKind::usage, fmt::format("--layer: there is no layer '{}'", word));
    options.layers.insert(found->second);
  }
  for (const auto& [word, layer] : layers) {
    if (options.layer_words.empty()) options.layers.insert(layer);
  }
  if (options.run.json) options.format = Format::json;
  options.run.json = options.format == Format::json;
}

}  // namespace pcgns::verify
