#include "pcgns-verify/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "common/output.hpp"
#include "common/version.hpp"

namespace pcgns::tool {

namespace {

using cgns::Severity;

constexpr std::array<Severity, 3> from_worst = {Severity::error, Severity::warning, Severity::note};

std::string coloured(std::string_view text, Severity severity, bool colour) {
  constexpr std::array<std::string_view, 3> codes = {"36", "33", "31"};  // cyan, yellow, red
  if (!colour) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(severity)], text);
}

std::string headline(const CheckReport& checked, const CheckOptions& options) {
  std::string text = checked.inputs.name() + ": " +
                     (checked.judgement.is_valid(options.request.fail_on) ? "valid" : "not valid");
  for (const auto severity : from_worst) {
    if (const auto count = checked.judgement.count(severity); count > 0)
      text += ", " + plural(count, cgns::to_string(severity));
  }
  return text;
}

nlohmann::ordered_json json_of(const Judged& judged) {
  const auto& finding = judged.finding;
  return {{"code", finding.code},
          {"severity", cgns::to_string(judged.severity)},
          {"layer", cgns::to_string(cgns::layer_of(finding.code))},
          {"file", finding.file},
          {"path", finding.path},
          {"position", finding.position},
          {"title", judged.rule->title},
          {"expected", finding.expected},
          {"found", finding.found},
          {"count", finding.count}};
}

}  // namespace

Shown shown(const CheckReport& checked, const CheckOptions& options) {
  Shown list;
  for (const auto& judged : checked.judgement.findings) {
    if (judged.severity < options.request.least) continue;
    if (options.most > 0 && static_cast<std::int64_t>(list.findings.size()) == options.most) {
      ++list.left_out;
    } else {
      list.findings.push_back(&judged);
    }
  }
  return list;
}

std::string sentence(const Judged& judged) {
  const auto& finding = judged.finding;
  auto text = finding.position.empty() ? "" : finding.position + ": ";
  text += judged.rule->title;
  if (!finding.found.empty()) text += ": " + finding.found;
  if (!finding.expected.empty())
    text += (finding.found.empty() ? ": expected " : ", expected ") + finding.expected;
  if (finding.count > 1) text += fmt::format(" (and {} more)", finding.count - 1);
  return text;
}

std::string text_report(const CheckReport& checked, const CheckOptions& options, bool colour) {
  const auto list = shown(checked, options);
  std::string text;
  const std::string* file = nullptr;
  for (const auto* const judged : list.findings) {
    const auto& finding = judged->finding;
    if (file == nullptr || *file != finding.file) {
      file = &finding.file;
      text += (file->empty() ? checked.inputs.name() + " as one mesh" : *file) + "\n";
    }
    const auto severity = fmt::format("{:7}", cgns::to_string(judged->severity));
    text += fmt::format("  {} {} {}: {}\n", coloured(severity, judged->severity, colour), finding.code,
                        finding.path, sentence(*judged));
  }
  if (list.left_out > 0)
    text += fmt::format("  … {} not shown; --max 0 shows all\n", plural(list.left_out, "finding"));
  return text + headline(checked, options) + "\n";
}

Report json_report(const CheckReport& checked, const CheckOptions& options) {
  const auto list = shown(checked, options);
  auto findings = nlohmann::ordered_json::array();
  for (const auto* const judged : list.findings) findings.push_back(json_of(*judged));
  Report report;
  report.json() = {{"schema", "pcgns-verify-check/2"},
                   {"status", checked.judgement.is_valid(options.request.fail_on) ? "valid" : "invalid"},
                   {"name", checked.inputs.name()},
                   {"files", checked.inputs.names.size()},
                   {"errors", checked.judgement.count(Severity::error)},
                   {"warnings", checked.judgement.count(Severity::warning)},
                   {"notes", checked.judgement.count(Severity::note)},
                   {"not_shown", list.left_out},
                   {"findings", std::move(findings)}};
  return report;
}

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
      cgns::to_string(cgns::layer_of(finding.code)), finding.code, escaped(place),
      cgns::to_string(judged.severity), escaped(sentence(judged)), escaped(judged.rule->help));
}

nlohmann::ordered_json sarif_rule(const cgns::Rule& rule) {
  return {{"id", rule.code},
          {"shortDescription", {{"text", rule.title}}},
          {"help", {{"text", rule.help}}},
          {"defaultConfiguration", {{"level", cgns::to_string(rule.severity)}, {"enabled", !rule.off}}}};
}

nlohmann::ordered_json sarif_result(const Judged& judged, const std::string& name) {
  const auto& finding = judged.finding;
  const nlohmann::ordered_json location = {
      {"physicalLocation", {{"artifactLocation", {{"uri", finding.file.empty() ? name : finding.file}}}}},
      {"logicalLocations", {{{"fullyQualifiedName", finding.path}, {"kind", "element"}}}}};
  return {{"ruleId", finding.code},
          {"level", cgns::to_string(judged.severity)},
          {"message", {{"text", sentence(judged)}}},
          {"locations", {location}}};
}

}  // namespace

std::string junit_report(const CheckReport& checked, const CheckOptions& options) {
  const auto list = shown(checked, options);
  std::string cases;
  for (const auto* const judged : list.findings) cases += junit_case(*judged, checked.inputs.name());
  const auto failures = list.findings.size();
  // A suite without a case would look as if nothing had been tested.
  if (failures == 0)
    cases = fmt::format("    <testcase classname=\"check\" name=\"{}\"/>\n", escaped(checked.inputs.name()));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"pcgns-verify check {}\" tests=\"{}\" failures=\"{}\">\n"
      "{}"
      "  </testsuite>\n"
      "</testsuites>\n",
      escaped(checked.inputs.name()), failures == 0 ? 1 : failures, failures, cases);
}

std::string sarif_report(const CheckReport& checked, const CheckOptions& options) {
  auto rules = nlohmann::ordered_json::array();
  for (const auto& rule : cgns::rules()) rules.push_back(sarif_rule(rule));
  auto results = nlohmann::ordered_json::array();
  for (const auto* const judged : shown(checked, options).findings)
    results.push_back(sarif_result(*judged, checked.inputs.name()));
  const nlohmann::ordered_json driver = {
      {"name", "pcgns-verify"}, {"version", version()}, {"rules", std::move(rules)}};
  const nlohmann::ordered_json run = {{"tool", {{"driver", driver}}}, {"results", std::move(results)}};
  const nlohmann::ordered_json log = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  return log.dump(2) + "\n";
}

}  // namespace pcgns::tool
