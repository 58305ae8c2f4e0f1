#include "pcgns/verify/check/judgement.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "pcgns/base/error.hpp"

namespace pcgns::verify::check {

namespace {

/// True if one of the findings at a node tells `far` better. `is_below`: `far` is at a child of the node.
bool is_told(std::span<const Judged> at_node, const Judged& far, bool is_below) {
  return std::ranges::any_of(at_node, [&](const Judged& near) {
    return cgns::is_told_by(far.finding.code, near.finding.code, is_below);
  });
}

/// The findings at a node. `findings`: by file and path.
std::span<const Judged> findings_at(std::span<const Judged> findings, std::string_view file,
                                    std::string_view path) {
  using Place = std::pair<std::string_view, std::string_view>;
  const auto place_of = [](const Judged& one) { return Place{one.finding.file, one.finding.path}; };
  const auto begin = std::ranges::lower_bound(findings, Place{file, path}, std::ranges::less(), place_of);
  const auto end = std::find_if(begin, findings.end(), [&](const Judged& one) {
    return place_of(one) != Place{file, path};
  });
  return {begin, end};
}

/// Leaves out what another finding at the same node, or at that above it, tells better. `findings`: by file
/// and path.
std::vector<Judged> without_told(const std::vector<Judged>& findings) {
  std::vector<Judged> kept;
  for (const auto& far : findings) {
    const std::string_view path = far.finding.path;
    const auto above = path.substr(0, std::min(path.rfind('/'), path.size()));
    if (is_told(findings_at(findings, far.finding.file, path), far, false) ||
        is_told(findings_at(findings, far.finding.file, above), far, true))
      continue;
    kept.push_back(far);
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
