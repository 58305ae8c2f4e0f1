// options.hpp: the command lines of pcgns-verify.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/verify/compare/pairing.hpp"

namespace pcgns::tool {

enum class Format { text, json, junit, sarif };

struct CheckOptions {
  std::vector<std::string> files;
  InputOptions input;
  std::vector<std::string> layer_words;
  std::set<cgns::Layer> layers;  ///< Those that are looked at.
  cgns::Profile profile = cgns::Profile::sids;
  cgns::Severity severity = cgns::Severity::warning;  ///< The least that is shown.
  cgns::Severity fail_on = cgns::Severity::error;     ///< The least that makes the answer no.
  std::vector<std::string> enabled;
  std::vector<std::string> disabled;
  std::int64_t most = 100;  ///< Findings that are shown; 0: all.
  std::string explained;    ///< Code of a rule; nothing is checked then.
  bool lists_rules = false;
  Format format = Format::text;
  RunOptions run;

  /// Whether a rule is looked for at all.
  [[nodiscard]] bool wants(const cgns::Rule& rule) const;
};

void define(CLI::App& app, CheckOptions& options);

/// Each finds what CLI11 cannot see, and completes the options. Throws Error{usage}.
void require_sound(CheckOptions& options);

enum class Match : std::uint8_t { automatic, name, ids, coordinates };

struct CompareOptions {
  std::vector<std::string> files;
  std::vector<std::string> others;
  InputOptions input;
  Match match = Match::automatic;
  bool nan_is_equal = true;
  std::vector<std::string> tolerances;  ///< Of --tol, as they were given.
  verify::compare::CompareRequest request;
  RunOptions run;
};

void define(CLI::App& app, CompareOptions& options);

void require_sound(CompareOptions& options);

/// "Density*=rel:1e-6,abs:1e-9". Throws Error{usage}.
[[nodiscard]] verify::compare::CompareRequest::Rule parse_tolerance(const std::string& text);

struct DigestOptions {
  std::vector<std::string> files;
  bool each = false;
  bool tree = false;
  std::string list;   ///< To write.
  std::string check;  ///< To compare with.
  bool check_stored = false;
  bool store = false;
  bool ignore_missing = false;
  bool overwrite = false;
  InputOptions input;
  RunOptions run;

  [[nodiscard]] bool checks() const { return check_stored || !check.empty(); }
};

void define(CLI::App& app, DigestOptions& options);
void require_sound(const DigestOptions& options);

}  // namespace pcgns::tool
