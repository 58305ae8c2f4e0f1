#include "pcgns-verify/check_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "common/output.hpp"

namespace pcgns::tool {

namespace {

using cgns::Severity;
using Findings = std::vector<const Judged*>;

constexpr std::array<Severity, 3> from_worst = {Severity::error, Severity::warning, Severity::note};

std::string coloured(std::string_view text, Severity severity, bool colour) {
  constexpr std::array<std::string_view, 3> codes = {"36", "33", "31"};  // cyan, yellow, red
  if (!colour) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(severity)], text);
}

std::int64_t count(const std::vector<CheckedMesh>& meshes, Severity severity) {
  return std::accumulate(
      meshes.begin(), meshes.end(), std::int64_t{0},
      [&](std::int64_t sum, const CheckedMesh& mesh) { return sum + mesh.judgement.count(severity); });
}

std::int64_t count(const std::vector<CheckedMesh>& meshes, std::string_view status, Severity fail_on) {
  return std::count_if(meshes.begin(), meshes.end(),
                       [&](const CheckedMesh& mesh) { return mesh.status(fail_on) == status; });
}

/// "invalid" if any mesh is, "failed" if any could not be checked, "valid" otherwise.
std::string_view status_of(const std::vector<CheckedMesh>& meshes, Severity fail_on) {
  for (const std::string_view status : {"failed", "invalid"}) {
    if (count(meshes, status, fail_on) > 0) return status;
  }
  return "valid";
}

std::size_t files_of(const std::vector<CheckedMesh>& meshes) {
  return std::accumulate(meshes.begin(), meshes.end(), std::size_t{0},
                         [](std::size_t sum, const CheckedMesh& mesh) { return sum + mesh.files; });
}

/// ", 2 errors, 1 note"
std::string counts_of(const std::vector<CheckedMesh>& meshes) {
  std::string text;
  for (const auto severity : from_worst) {
    if (const auto found = count(meshes, severity); found > 0)
      text += ", " + plural(found, cgns::to_string(severity));
  }
  return text;
}

/// How to see the findings that are counted, but too slight to be shown.
std::string advice_on(const std::vector<CheckedMesh>& meshes, Severity least) {
  for (const auto severity : {Severity::note, Severity::warning}) {
    if (severity < least && count(meshes, severity) > 0)
      return fmt::format("; --severity {} shows all", cgns::to_string(severity));
  }
  return {};
}

std::string headline(const CheckedMesh& mesh, const CheckOptions& options) {
  if (!mesh.error.empty())
    return fmt::format("{}: not checked: {}\n", printable(mesh.name), printable(mesh.error));
  const auto* const verdict = mesh.judgement.is_valid(options.request.fail_on) ? "valid" : "not valid";
  // Of several, the totals say it.
  const auto advice = options.each ? std::string() : advice_on({mesh}, options.request.least);
  const auto* const as_what = mesh.files > 1 ? ", as one set" : "";
  return fmt::format("{}{}: {}{}{}\n", printable(mesh.name), as_what, verdict, counts_of({mesh}), advice);
}

std::string totals(const std::vector<CheckedMesh>& meshes, const CheckOptions& options) {
  const auto fail_on = options.request.fail_on;
  auto text = fmt::format("{}: {} valid, {} not valid", plural(std::ssize(meshes), "file"),
                          count(meshes, "valid", fail_on), count(meshes, "invalid", fail_on));
  if (const auto failed = count(meshes, "failed", fail_on); failed > 0)
    text += fmt::format(", {} not checked", failed);
  return text + counts_of(meshes) + advice_on(meshes, options.request.least) + "\n";
}

/// By severity from the worst, then by rule; the order of places stays.
Findings grouped(Findings findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Judged* a, const Judged* b) {
    if (a->severity != b->severity) return a->severity > b->severity;
    return a->finding.code < b->finding.code;
  });
  return findings;
}

std::string place_of(const Judged& judged, bool names_file) {
  const auto& finding = judged.finding;
  if (finding.path.empty()) return printable(finding.file);
  const auto file = names_file && !finding.file.empty() ? finding.file + ":" : "";
  return printable(file + finding.path);
}

/// The findings from `begin` to `end` are of one rule.
std::string text_of_group(Findings::const_iterator begin, Findings::const_iterator end, std::int64_t most,
                          bool names_files, bool colour) {
  const auto& rule = **begin;
  auto text = fmt::format("{} {}: {} ({})\n", coloured(cgns::to_string(rule.severity), rule.severity, colour),
                          rule.finding.code, rule.rule->title, plural(end - begin, "node"));
  const auto shown = most > 0 ? std::min<std::int64_t>(most, end - begin) : end - begin;
  std::for_each(begin, begin + shown, [&](const Judged* judged) {
    const auto more = details(*judged);
    text += fmt::format("  {}{}{}\n", place_of(*judged, names_files), more.empty() ? "" : ": ", more);
  });
  if (shown < end - begin) text += fmt::format("  … {} more; --max 0 shows all\n", end - begin - shown);
  return text;
}

std::string text_of(const CheckedMesh& mesh, const CheckOptions& options, bool colour) {
  const auto findings = grouped(mesh.findings(options.request.least));
  std::string text;
  for (auto group = findings.begin(); group != findings.end();) {
    const auto end = std::find_if(group, findings.end(),
                                  [&](const Judged* other) { return other->rule != (*group)->rule; });
    text += text_of_group(group, end, options.most, mesh.files > 1 || options.each, colour);
    group = end;
  }
  return text + headline(mesh, options);
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

void put_counts(const std::vector<CheckedMesh>& meshes, nlohmann::ordered_json& json) {
  json["errors"] = count(meshes, Severity::error);
  json["warnings"] = count(meshes, Severity::warning);
  json["notes"] = count(meshes, Severity::note);
}

nlohmann::ordered_json json_of(const CheckedMesh& mesh, Severity fail_on) {
  nlohmann::ordered_json json = {
      {"name", mesh.name}, {"status", mesh.status(fail_on)}, {"files", mesh.files}};
  put_counts({mesh}, json);
  if (!mesh.error.empty()) json["error"] = mesh.error;
  return json;
}

}  // namespace

std::string_view CheckedMesh::status(Severity fail_on) const {
  if (!error.empty()) return "failed";
  return judgement.is_valid(fail_on) ? "valid" : "invalid";
}

std::vector<const Judged*> CheckedMesh::findings(Severity least) const {
  std::vector<const Judged*> list;
  for (const auto& judged : judgement.findings) {
    if (judged.severity >= least) list.push_back(&judged);
  }
  return list;
}

std::string details(const Judged& judged) {
  constexpr std::size_t longest = 256;
  const auto& finding = judged.finding;
  const auto found = printable(finding.found, longest);
  auto text = printable(finding.position, longest);
  if (!found.empty()) text += (text.empty() ? "" : ": ") + found;
  if (!finding.expected.empty()) {
    const auto* const separator = !found.empty() ? ", " : text.empty() ? "" : ": ";
    text += separator + ("expected " + printable(finding.expected, longest));
  }
  if (finding.count > 1) text += fmt::format(" (and {} more)", finding.count - 1);
  return text;
}

std::string sentence(const Judged& judged) {
  const auto more = details(judged);
  return fmt::format("{}{}{}", judged.rule->title, more.empty() ? "" : ": ", more);
}

std::string text_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options, bool colour) {
  std::string text;
  for (const auto& mesh : meshes) text += text_of(mesh, options, colour);
  return options.each ? text + totals(meshes, options) : text;
}

Report json_report(const std::vector<CheckedMesh>& meshes, const CheckOptions& options) {
  const auto fail_on = options.request.fail_on;
  const auto files = files_of(meshes);
  auto findings = nlohmann::ordered_json::array();
  auto each = nlohmann::ordered_json::array();
  for (const auto& mesh : meshes) {
    for (const auto* const judged : mesh.findings(options.request.least))
      findings.push_back(json_of(*judged));
    each.push_back(json_of(mesh, fail_on));
  }
  Report report;
  auto& json = report.json();
  json = {{"schema", "pcgns-verify-check/2"},
          {"status", status_of(meshes, fail_on)},
          {"name", meshes.size() == 1 ? meshes.front().name : plural(std::ssize(meshes), "file")},
          {"files", files}};
  put_counts(meshes, json);
  json["not_shown"] = 0;
  if (options.each) json["meshes"] = std::move(each);
  json["findings"] = std::move(findings);
  return report;
}

}  // namespace pcgns::tool
