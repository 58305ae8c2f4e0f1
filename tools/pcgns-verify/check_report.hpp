// check_report.hpp: what pcgns-verify check says of meshes, in every format, and of its rules.
#pragma once

#include <string>
#include <vector>

#include "common/report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/verify/check/check.hpp"

namespace pcgns::tool {

using verify::check::Judged;

/// A mesh with what was found in it, or why that cannot be told.
struct CheckedMesh {
  std::string name;
  std::size_t files = 1;
  std::string first_file = {};
  verify::check::Judgement judgement = {};
  std::string error = {};

  /// "valid", "invalid" or "failed".
  [[nodiscard]] std::string_view status(cgns::Severity fail_on) const;
  /// The findings of `least` or more.
  [[nodiscard]] std::vector<const Judged*> findings(cgns::Severity least) const;
};

/// "element 18, node 3: an element has a vertex that is not there: 9001, expected 1 to 8000 (and 3 more)"
[[nodiscard]] std::string sentence(const Judged& judged);
/// The same without what the rule says.
[[nodiscard]] std::string details(const Judged& judged);

// `meshes`: one, or with --each one for each file. The formats for programs have all findings.

/// Findings by rule, the first few places of each.
[[nodiscard]] std::string text_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options,
                                      bool colour);
[[nodiscard]] Report json_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options);
/// JUnit XML: a suite for each mesh, and in it a case for each finding from --severity or --fail-on up; a
/// failure from --fail-on up.
[[nodiscard]] std::string junit_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options);
/// SARIF 2.1.0, as code scanning services take it, with the same findings.
[[nodiscard]] std::string sarif_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options);

/// What --rules and --explain say.
[[nodiscard]] Report report_of_rules();
[[nodiscard]] Report report_of_rule(const cgns::Rule& rule);

}  // namespace pcgns::tool
