// options.hpp: the command lines of pcgns-verify.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/parts.hpp"
#include "pcgns/digest/digest.hpp"
#include "pcgns/verify/check/check.hpp"
#include "pcgns/verify/compare/compare.hpp"

namespace pcgns::tool {

enum class Format { text, json, junit, sarif };

/// How words of the command line become a mesh.
struct InputOptions {
  std::string steps = "all";
  PartOptions parts;
};

void define(CLI::App& app, InputOptions& options);

[[nodiscard]] fileset::OpenRequest open_request(InputOptions& options, const std::vector<std::string>& files,
                                                const RunOptions& run);

struct CheckOptions {
  std::vector<std::string> files;
  InputOptions input;
  std::vector<std::string> layer_words;
  /// All but its inputs. Findings of Request::least or more are shown.
  verify::check::Request request = {.inputs = {}, .least = cgns::Severity::warning};
  bool each = false;       ///< Every file is a mesh of its own.
  std::int64_t most = 10;  ///< Findings of a rule that the text shows; 0: all.
  std::string explained;   ///< Code of a rule; nothing is checked then.
  bool lists_rules = false;
  Format format = Format::text;
  RunOptions run;
};

void define(CLI::App& app, CheckOptions& options);

/// Each finds what CLI11 cannot see, and completes the options. Throws Error{usage}.
void require_sound(CheckOptions& options);

enum class Match : std::uint8_t { automatic, name, ids, coordinates };

struct CompareOptions {
  std::vector<std::string> files;
  std::vector<std::string> others;  ///< Of --with, or the second of two files.
  InputOptions input;
  bool strict = false;
  Match match = Match::automatic;
  bool nan_is_equal = true;
  std::vector<std::string> tolerances;  ///< Of --tol, as they were given.
  verify::compare::Criteria criteria;
  RunOptions run;
};

void define(CLI::App& app, CompareOptions& options);

void require_sound(CompareOptions& options);

/// "Density*=rel:1e-6,abs:1e-9". Throws Error{usage}.
[[nodiscard]] verify::compare::Criteria::Rule parse_tolerance(const std::string& text);

struct DigestOptions {
  std::vector<std::string> files;
  bool each = false;
  bool tree = false;
  digest::Request request;  ///< All but its inputs.
  InputOptions input;
  RunOptions run;
};

void define(CLI::App& app, DigestOptions& options);
void require_sound(DigestOptions& options);

struct InfoOptions {
  std::vector<std::string> files;
  bool tree = false;
  std::int64_t most = 12;  ///< Entries of each list that are shown; 0: all.
  InputOptions input;
  RunOptions run;
};

void define(CLI::App& app, InfoOptions& options);

}  // namespace pcgns::tool
