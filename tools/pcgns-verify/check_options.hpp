// check_options.hpp: the command line of pcgns-verify check.
#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns/check/rules.hpp"

namespace pcgns::verify {

enum class Format { text, json, junit, sarif };

struct CheckOptions {
  std::vector<std::string> files;
  InputOptions input;
  std::vector<std::string> layer_words;
  std::set<check::Layer> layers;  ///< Those that are looked at.
  check::Profile profile = check::Profile::sids;
  check::Severity severity = check::Severity::warning;  ///< The least that is shown.
  check::Severity fail_on = check::Severity::error;     ///< The least that makes the answer no.
  std::vector<std::string> enabled;
  std::vector<std::string> disabled;
  std::int64_t most = 100;  ///< Findings that are shown; 0: all.
  std::string explained;    ///< Code of a rule; nothing is checked then.
  bool lists_rules = false;
  Format format = Format::text;
  tool::RunOptions run;

  /// Whether a rule is looked for at all.
  [[nodiscard]] bool wants(const check::Rule& rule) const;
};

void define(CLI::App& app, CheckOptions& options);

/// What CLI11 cannot see. Throws Error{usage}.
void require_sound(CheckOptions& options);

}  // namespace pcgns::verify
