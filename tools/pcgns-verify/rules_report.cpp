// The table of rules.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pcgns-verify/check_report.hpp"

namespace pcgns::tool {

Report report_of_rules() {
  Report report;
  auto rules = nlohmann::ordered_json::array();
  for (const auto& rule : cgns::rules()) {
    report.text +=
        fmt::format("{} {:7} {:8} {}{}\n", rule.code, cgns::to_string(rule.severity),
                    cgns::to_string(cgns::layer_of(rule.code)), rule.title, rule.off ? " (off)" : "");
    rules.push_back({{"code", rule.code},
                     {"layer", cgns::to_string(cgns::layer_of(rule.code))},
                     {"severity", cgns::to_string(rule.severity)},
                     {"title", rule.title},
                     {"help", rule.help},
                     {"off", rule.off}});
  }
  report.json() = {{"schema", "pcgns-verify-rules/2"}, {"rules", std::move(rules)}};
  return report;
}

std::string text_of_rule(const cgns::Rule& rule) {
  return fmt::format("{}: {} ({}, layer {}{})\n{}\n", rule.code, rule.title, cgns::to_string(rule.severity),
                     cgns::to_string(cgns::layer_of(rule.code)),
                     rule.off ? ", only looked for with --enable" : "", rule.help);
}

}  // namespace pcgns::tool
