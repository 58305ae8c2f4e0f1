#include "pcgns/verify/check/judgement.hpp"

#include <algorithm>
#include <iterator>

#include "pcgns/base/error.hpp"

namespace pcgns::verify::check {

namespace {

bool is_at_one_node(const Judged& a, const Judged& b) {
  return a.finding.path == b.finding.path && a.finding.file == b.finding.file;
}

/// Leaves out what another finding at the same node tells better. `findings`: by file and path.
std::vector<Judged> without_told(const std::vector<Judged>& findings) {
  std::vector<Judged> kept;
  for (auto node = findings.begin(); node != findings.end();) {
    const auto end = std::find_if(node, findings.end(),
                                  [&](const Judged& other) { return !is_at_one_node(other, *node); });
    std::copy_if(node, end, std::back_inserter(kept), [&](const Judged& far) {
      return std::none_of(node, end, [&](const Judged& near) {
        return cgns::is_told_by(far.finding.code, near.finding.code);
      });
    });
    node = end;
  }
  return kept;
}

}  // namespace

bool Rules::has(const cgns::Rule& rule) const {
  const auto names = [&](const std::vector<std::string>& codes) {
    return std::find(codes.begin(), codes.end(), rule.code) != codes.end();
  };
  return names(enabled) || (!rule.off && !names(disabled) && has(cgns::layer_of(rule.code)));
}

bool Rules::looks_at(cgns::Layer layer) const {
  return has(layer) || std::any_of(enabled.begin(), enabled.end(),
                                   [&](const std::string& code) { return cgns::layer_of(code) == layer; });
}

std::int64_t Judgement::count(cgns::Severity severity) const {
  return std::count_if(findings.begin(), findings.end(),
                       [&](const Judged& found) { return found.severity == severity; });
}

bool Judgement::is_valid(cgns::Severity fail_on) const {
  return std::none_of(findings.begin(), findings.end(),
                      [&](const Judged& found) { return found.severity >= fail_on; });
}

Judgement judged(const std::vector<cgns::Finding>& findings, const Rules& rules) {
  std::vector<Judged> wanted;
  for (const auto& finding : findings) {
    const auto* const rule = cgns::rule_of(finding.code);
    if (rule == nullptr) throw Error(ErrorKind::internal, "there is no rule " + finding.code);
    if (rules.has(*rule)) wanted.push_back({finding, rule, cgns::severity_of(*rule, rules.profile)});
  }
  return {without_told(wanted)};
}

}  // namespace pcgns::verify::check
