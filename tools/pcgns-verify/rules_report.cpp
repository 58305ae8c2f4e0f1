// The table of rules.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "pcgns-verify/check_report.hpp"

namespace pcgns::tool {

namespace {

using cgns::Profile;

constexpr std::array profiles = {Profile::sids, Profile::mll, Profile::restart, Profile::archive};

nlohmann::ordered_json severities_of(const cgns::Rule& rule) {
  nlohmann::ordered_json json;
  for (const auto profile : profiles)
    json[std::string(to_string(profile))] = to_string(severity_of(rule, profile));
  return json;
}

nlohmann::ordered_json json_of(const cgns::Rule& rule) {
  const auto others = other_checkers_of(rule);
  return {{"code", rule.code},
          {"layer", cgns::to_string(cgns::layer_of(rule.code))},
          {"severity", cgns::to_string(rule.severity)},
          {"severities", severities_of(rule)},
          {"title", rule.title},
          {"help", rule.help},
          {"off", rule.off},
          {"clause", clause_of(rule)},
          {"cgnscheck", others.cgnscheck},
          {"pycgns", others.pycgns}};
}

/// ", restart: error"
std::string text_of_profiles(const cgns::Rule& rule) {
  std::string text;
  for (const auto profile : profiles) {
    const auto severity = severity_of(rule, profile);
    if (severity != rule.severity) text += fmt::format(", {}: {}", to_string(profile), to_string(severity));
  }
  return text;
}

}  // namespace

Report report_of_rules() {
  Report report;
  auto rules = nlohmann::ordered_json::array();
  for (const auto& rule : cgns::rules()) {
    const auto profiles_text = text_of_profiles(rule);
    report.text += fmt::format("{} {:7} {:8} {}{}{}\n", rule.code, to_string(rule.severity),
                               to_string(cgns::layer_of(rule.code)), rule.title, rule.off ? " (off)" : "",
                               profiles_text.empty() ? "" : fmt::format(" ({})", profiles_text.substr(2)));
    rules.push_back(json_of(rule));
  }
  report.json() = {{"schema", "pcgns-verify-rules/2"}, {"rules", std::move(rules)}};
  return report;
}

Report report_of_rule(const cgns::Rule& rule) {
  const auto clause = clause_of(rule);
  auto text =
      fmt::format("{}: {} ({}{}, layer {}{})\n{}\n{}", rule.code, rule.title, to_string(rule.severity),
                  text_of_profiles(rule), to_string(cgns::layer_of(rule.code)),
                  rule.off ? ", only looked for with --enable" : "", rule.help,
                  clause.empty() ? "" : fmt::format("{}\n", clause));
  return {{{"schema", "pcgns-verify-rules/2"}, {"rules", nlohmann::ordered_json::array({json_of(rule)})}},
          std::move(text)};
}

}  // namespace pcgns::tool
