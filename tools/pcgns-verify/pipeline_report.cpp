// The formats that pipelines read: JUnit XML and SARIF.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "common/version.hpp"
#include "pcgns-verify/check_report.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using nlohmann::ordered_json;

/// Foreign text as XML has it.
std::string escaped(std::string_view text) {
  std::string xml;
  for (const char c : printable(text)) {
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
        xml += c;
    }
  }
  return xml;
}

/// What made a mesh invalid must not be missing where a service derives its verdict from the findings.
std::vector<const Judged*> findings_of(const CheckedMesh& mesh, const CheckOptions& options) {
  return mesh.findings(std::min(options.request.least, options.request.fail_on));
}

const std::string& file_of(const Judged& judged, const CheckedMesh& mesh) {
  return judged.finding.file.empty() ? mesh.name : judged.finding.file;
}

std::string place_of(const Judged& judged, const CheckedMesh& mesh) {
  const auto& path = judged.finding.path;
  return path.empty() ? file_of(judged, mesh) : file_of(judged, mesh) + ":" + path;
}

std::string junit_case(const Judged& judged, const CheckedMesh& mesh, cgns::Severity fail_on) {
  const auto& finding = judged.finding;
  const auto text = escaped(sentence(judged));
  const auto severity = cgns::to_string(judged.severity);
  const auto body = judged.severity >= fail_on
                        ? fmt::format("<failure type=\"{}\" message=\"{}\">{}</failure>", severity, text,
                                      escaped(judged.rule->help))
                        : fmt::format("<system-out>{}: {}</system-out>", severity, text);
  return fmt::format("    <testcase classname=\"{}\" name=\"{} {}\">\n      {}\n    </testcase>\n",
                     cgns::to_string(cgns::layer_of(finding.code)), finding.code,
                     escaped(place_of(judged, mesh)), body);
}

std::string junit_suite(const CheckedMesh& mesh, const CheckOptions& options) {
  const auto fail_on = options.request.fail_on;
  const auto findings = findings_of(mesh, options);
  std::string cases;
  std::size_t failures = 0;
  for (const auto* const judged : findings) {
    cases += junit_case(*judged, mesh, fail_on);
    failures += judged->severity >= fail_on ? 1 : 0;
  }
  // A suite without a case would look as if nothing had been tested.
  if (cases.empty()) {
    const auto error = mesh.error.empty() ? "" : fmt::format("<error message=\"{}\"/>", escaped(mesh.error));
    cases = fmt::format("    <testcase classname=\"check\" name=\"{}\">{}</testcase>\n", escaped(mesh.name),
                        error);
  }
  return fmt::format(
      "  <testsuite name=\"pcgns-verify check {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n"
      "{}"
      "  </testsuite>\n",
      escaped(mesh.name), std::max<std::size_t>(1, findings.size()), failures, mesh.error.empty() ? 0 : 1,
      cases);
}

/// The name of a file as the URI that SARIF requires.
std::string uri_of(std::string_view file) {
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte < 0x80 && std::isalnum(byte) != 0;
    uri += is_plain || std::string_view("-._~/").find(c) != std::string_view::npos
               ? std::string(1, c)
               : fmt::format("%{:02X}", byte);
  }
  return uri;
}

ordered_json sarif_rule(const cgns::Rule& rule, cgns::Profile profile) {
  return {{"id", rule.code},
          {"shortDescription", {{"text", rule.title}}},
          {"fullDescription", {{"text", rule.title}}},
          {"help", {{"text", rule.help}}},
          {"defaultConfiguration",
           {{"level", cgns::to_string(cgns::severity_of(rule, profile))}, {"enabled", !rule.off}}},
          {"properties", {{"tags", {"CGNS", cgns::to_string(cgns::layer_of(rule.code))}}}}};
}

ordered_json sarif_result(const Judged& judged, const CheckedMesh& mesh) {
  const auto& finding = judged.finding;
  const auto& file = file_of(judged, mesh);
  // What concerns a whole set is shown at its first file: there is none of the name of the set.
  const auto uri = uri_of(finding.file.empty() ? mesh.first_file : finding.file);
  // Services want a line, and follow a finding from run to run by its fingerprint.
  const ordered_json location = {
      {"physicalLocation", {{"artifactLocation", {{"uri", uri}}}, {"region", {{"startLine", 1}}}}},
      {"logicalLocations", {{{"fullyQualifiedName", printable(finding.path)}, {"kind", "element"}}}}};
  const auto rule = judged.rule - cgns::rules().data();
  const auto text = fmt::format("{}: {}", printable(place_of(judged, mesh)), sentence(judged));
  Hasher identity;
  for (const auto& word : {finding.code, file, finding.path}) identity.add(std::string_view(word));
  return {{"ruleId", finding.code},
          {"ruleIndex", rule},
          {"level", cgns::to_string(judged.severity)},
          {"message", {{"text", text}}},
          {"locations", {location}},
          {"partialFingerprints", {{"primaryLocationLineHash", to_string(identity.value())}}}};
}

ordered_json sarif_invocation(const std::vector<CheckedMesh>& meshes) {
  auto notifications = ordered_json::array();
  for (const auto& mesh : meshes) {
    if (mesh.error.empty()) continue;
    notifications.push_back({{"level", "error"}, {"message", {{"text", printable(mesh.error)}}}});
  }
  return {{"executionSuccessful", notifications.empty()},
          {"toolExecutionNotifications", std::move(notifications)}};
}

}  // namespace

std::string junit_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options) {
  std::string suites;
  for (const auto& mesh : meshes) suites += junit_suite(mesh, options);
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n{}</testsuites>\n", suites);
}

std::string sarif_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options) {
  auto rules = ordered_json::array();
  for (const auto& rule : cgns::rules()) rules.push_back(sarif_rule(rule, options.request.rules.profile));
  auto results = ordered_json::array();
  for (const auto& mesh : meshes) {
    for (const auto* const judged : findings_of(mesh, options))
      results.push_back(sarif_result(*judged, mesh));
  }
  const ordered_json driver = {{"name", "pcgns-verify"}, {"version", version()}, {"rules", std::move(rules)}};
  const ordered_json run = {{"tool", {{"driver", driver}}},
                            {"automationDetails", {{"id", "pcgns-verify/check/"}}},
                            {"invocations", {sarif_invocation(meshes)}},
                            {"results", std::move(results)}};
  return document_of({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", ordered_json::array({run})}});
}

}  // namespace pcgns::tool
