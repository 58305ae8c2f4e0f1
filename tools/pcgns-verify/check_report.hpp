// check_report.hpp: what pcgns-verify check says.
#pragma once

#include <string>
#include <vector>

#include "common/report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/cgns/findings.hpp"

namespace pcgns::tool {

/// A finding with its rule, and how much it weighs for the profile.
struct Judged {
  cgns::Finding finding;
  const cgns::Rule* rule = nullptr;
  cgns::Severity severity = cgns::Severity::error;
};

/// All that was found of one mesh.
struct Judgement {
  std::string name;  ///< Of the mesh.
  std::int64_t files = 1;
  std::vector<Judged> findings;  ///< Of the rules that are wanted, by file, path and code.

  [[nodiscard]] std::int64_t count(cgns::Severity severity) const;
  /// False if there is a finding of `fail_on` or more.
  [[nodiscard]] bool is_valid(cgns::Severity fail_on) const;
};

/// `findings`: by file, path and code. Where two rules tell the same of a node, the closer one stays.
[[nodiscard]] Judgement judged(const std::vector<cgns::Finding>& findings, const CheckOptions& options);

/// "element 18, node 3: an element has a vertex that is not there: 9001, expected 1 to 8000 (and 3 more)"
[[nodiscard]] std::string sentence(const Judged& judged);

/// Each shows findings of CheckOptions::severity or more, CheckOptions::most of them; `colour`: with escapes
/// of a terminal.
[[nodiscard]] std::string text_report(const Judgement& judgement, const CheckOptions& options, bool colour);
[[nodiscard]] Report json_report(const Judgement& judgement, const CheckOptions& options);
[[nodiscard]] std::string junit_report(const Judgement& judgement, const CheckOptions& options);
[[nodiscard]] std::string sarif_report(const Judgement& judgement, const CheckOptions& options);

/// What --list-rules and --explain say.
[[nodiscard]] Report report_of_rules();
[[nodiscard]] std::string text_of_rule(const cgns::Rule& rule);

/// The findings that a report shows, and how many it leaves out because of CheckOptions::most.
struct Shown {
  std::vector<const Judged*> findings;
  std::int64_t left_out = 0;
};
[[nodiscard]] Shown shown(const Judgement& judgement, const CheckOptions& options);

}  // namespace pcgns::tool
