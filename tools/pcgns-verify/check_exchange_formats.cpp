#include <fmt/format.h>

#include "common/version.hpp"
#include "pcgns-verify/check_report.hpp"

namespace pcgns::verify {

namespace {

/// Text as XML has it; bytes that XML cannot have become question marks.
std::string escaped(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        xml += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return xml;
}

std::string junit_case(const Judged& judged, const std::string& name) {
  const auto& finding = judged.finding;
  const auto place = (finding.file.empty() ? name : finding.file) + ":" + finding.path;
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{} {}\">\n"
      "      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
      "    </testcase>\n",
      check::to_string(check::layer_of(finding.code)), finding.code, escaped(place),
      check::to_string(judged.severity), escaped(sentence(judged)), escaped(judged.rule->help));
}

nlohmann::ordered_json sarif_rule(const check::Rule& rule) {
  return {{"id", rule.code},
          {"shortDescription", {{"text", rule.title}}},
          {"help", {{"text", rule.help}}},
          {"defaultConfiguration", {{"level", check::to_string(rule.severity)}, {"enabled", !rule.off}}}};
}

nlohmann::ordered_json sarif_result(const Judged& judged, const std::string& name) {
  const auto& finding = judged.finding;
  const nlohmann::ordered_json location = {
      {"physicalLocation", {{"artifactLocation", {{"uri", finding.file.empty() ? name : finding.file}}}}},
      {"logicalLocations", {{{"fullyQualifiedName", finding.path}, {"kind", "element"}}}}};
  return {{"ruleId", finding.code},
          {"level", check::to_string(judged.severity)},
          {"message", {{"text", sentence(judged)}}},
          {"locations", {location}}};
}

}  // namespace

std::string junit_report(const Judgement& judgement, const CheckOptions& options) {
  const auto list = shown(judgement, options);
  std::string cases;
  for (const auto* const judged : list.findings) cases += junit_case(*judged, judgement.name);
  const auto failures = list.findings.size();
  // A suite without a case would look as if nothing had been tested.
  if (failures == 0)
    cases = fmt::format("    <testcase classname=\"check\" name=\"{}\"/>\n", escaped(judgement.name));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"pcgns-verify check {}\" tests=\"{}\" failures=\"{}\">\n"
      "{}"
      "  </testsuite>\n"
      "</testsuites>\n",
      escaped(judgement.name), failures == 0 ? 1 : failures, failures, cases);
}

std::string sarif_report(const Judgement& judgement, const CheckOptions& options) {
  auto rules = nlohmann::ordered_json::array();
  for (const auto& rule : check::rules()) rules.push_back(sarif_rule(rule));
  auto results = nlohmann::ordered_json::array();
  for (const auto* const judged : shown(judgement, options).findings)
    results.push_back(sarif_result(*judged, judgement.name));
  const nlohmann::ordered_json driver = {
      {"name", "pcgns-verify"}, {"version", tool::version()}, {"rules", std::move(rules)}};
  const nlohmann::ordered_json run = {{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
  const nlohmann::ordered_json log = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  return log.dump(2) + "\n";
}

}  // namespace pcgns::verify
