// check_report.hpp: what pcgns-verify check says.
#pragma once

#include <string>
#include <vector>

#include "common/report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/verify/check/check.hpp"

namespace pcgns::tool {

using CheckReport = verify::check::Report;
using verify::check::Judged;

/// "element 18, node 3: an element has a vertex that is not there: 9001, expected 1 to 8000 (and 3 more)"
[[nodiscard]] std::string sentence(const Judged& judged);

/// Each shows findings of Request::least or more, CheckOptions::most of them; `colour`: with escapes
/// of a terminal.
[[nodiscard]] std::string text_report(const CheckReport& checked, const CheckOptions& options, bool colour);
[[nodiscard]] Report json_report(const CheckReport& checked, const CheckOptions& options);
[[nodiscard]] std::string junit_report(const CheckReport& checked, const CheckOptions& options);
[[nodiscard]] std::string sarif_report(const CheckReport& checked, const CheckOptions& options);

/// What --list-rules and --explain say.
[[nodiscard]] Report report_of_rules();
[[nodiscard]] std::string text_of_rule(const cgns::Rule& rule);

/// The findings that a report shows, and how many it leaves out because of CheckOptions::most.
struct Shown {
  std::vector<const Judged*> findings;
  std::int64_t left_out = 0;
};
[[nodiscard]] Shown shown(const CheckReport& checked, const CheckOptions& options);

}  // namespace pcgns::tool
