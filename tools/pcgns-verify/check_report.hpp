// check_report.hpp: what pcgns-verify check says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pcgns-verify/check_options.hpp"
#include "pcgns/check/findings.hpp"

namespace pcgns::verify {

/// A finding with its rule, and how much it weighs for the profile.
struct Judged {
  check::Finding finding;
  const check::Rule* rule = nullptr;
  check::Severity severity = check::Severity::error;
};

/// All that was found of one mesh.
struct Judgement {
  std::string name;  ///< Of the mesh.
  std::int64_t files = 1;
  std::vector<Judged> findings;  ///< Of the rules that are wanted, by file, path and code.

  [[nodiscard]] std::int64_t count(check::Severity severity) const;
  /// False if there is a finding of `fail_on` or more.
  [[nodiscard]] bool is_valid(check::Severity fail_on) const;
};

/// `findings`: by file, path and code. Where two rules tell the same of a node, the closer one stays.
[[nodiscard]] Judgement judged(const std::vector<check::Finding>& findings, const CheckOptions& options);

/// "element 18, node 3: an element has a vertex that is not there: 9001, expected 1 to 8000 (and 3 more)"
[[nodiscard]] std::string sentence(const Judged& judged);

/// Each shows findings of CheckOptions::severity or more, CheckOptions::most of them; `colour`: with escapes
/// of a terminal.
[[nodiscard]] std::string text_report(const Judgement& judgement, const CheckOptions& options, bool colour);
[[nodiscard]] nlohmann::ordered_json json_report(const Judgement& judgement, const CheckOptions& options);
[[nodiscard]] std::string junit_report(const Judgement& judgement, const CheckOptions& options);
[[nodiscard]] std::string sarif_report(const Judgement& judgement, const CheckOptions& options);

/// What --list-rules and --explain say.
[[nodiscard]] std::string text_of_rules();
[[nodiscard]] nlohmann::ordered_json json_of_rules();
[[nodiscard]] std::string text_of_rule(const check::Rule& rule);

/// The findings that a report shows, and how many it leaves out because of CheckOptions::most.
struct Shown {
  std::vector<const Judged*> findings;
  std::int64_t left_out = 0;
};
[[nodiscard]] Shown shown(const Judgement& judgement, const CheckOptions& options);

}  // namespace pcgns::verify
