#include "pcgns/verify/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "common/report.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using verify::compare::CompareFinding;
using verify::compare::NodeFinding;
using Compared = verify::compare::Report;
using Kind = NodeFinding::Kind;
using nlohmann::ordered_json;

/// 1-based indices in CGNS order of a value.
std::vector<std::int64_t> indices_of(const CompareFinding& finding, std::int64_t index) {
  std::vector<std::int64_t> indices;
  for (const auto extent : finding.dims) {
    indices.push_back(index % extent + 1);
    index /= extent;
  }
  return indices;
}

std::string place_of(const CompareFinding& finding, std::int64_t index) {
  const auto indices = indices_of(finding, index);
  if (indices.size() == 1) return fmt::format("{} {}", to_string(finding.entity), indices.front());
  return fmt::format("{} ({})", to_string(finding.entity), fmt::join(indices, ", "));
}

std::string values_at(const kernel::Sample& sample) { return fmt::format("{} and {}", sample.a, sample.b); }

std::string text_of(const kernel::Largest& largest, const CompareFinding& finding, std::string_view kind) {
  return fmt::format(", {} {:.6g} at {} ({})", kind, largest.distance, place_of(finding, largest.at.index),
                     values_at(largest.at));
}

std::string differing_values(const CompareFinding& finding) {
  const auto& values = finding.values;
  auto text = fmt::format("{} of {} differ", values.different, plural(finding.count, "value"));
  if (finding.node.kind == Kind::reordered) text += ": the same values in another order";
  if (values.absolute.at.index >= 0) {
    text += text_of(values.absolute, finding, "by at most");
    if (!finding.coordinates.empty()) text += fmt::format(" [{:.6g}]", fmt::join(finding.coordinates, ", "));
    text += text_of(values.relative, finding, "relative");
    text += fmt::format(", L2 {:.6g}", std::sqrt(values.squares.value()));
  }
  if (values.not_a_number > 0) text += fmt::format(", {} NaN", values.not_a_number);
  if (values.tolerated > 0) text += fmt::format(", {} more within the tolerance", values.tolerated);
  return text;
}

std::string nodes_below(const NodeFinding& node) {
  return node.nodes > 1 ? fmt::format(", with {} below", plural(node.nodes - 1, "node")) : "";
}

/// `text` with the names of the sides for %A and %B; these names may have such words, too.
std::string named(const std::string& text, const Compared& compared) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto word = std::string_view(text).substr(at, 2);
    const bool is_side = word == "%A" || word == "%B";
    result += is_side ? (word == "%A" ? compared.a : compared.b).name() : text.substr(at, 1);
    at += is_side ? 1 : 0;
  }
  return result;
}

std::string tolerated_values(const CompareFinding& finding) {
  return fmt::format("{} of {} differ within the tolerance, by at most {:.6g}", finding.values.tolerated,
                     plural(finding.count, "value"), finding.values.largest_tolerated);
}

/// What is said of a node, after its path.
std::string statement(const CompareFinding& finding, const Compared& compared) {
  const auto& node = finding.node;
  if (finding.has_values)
    return node.kind == Kind::tolerated ? tolerated_values(finding) : differing_values(finding);
  switch (node.kind) {
    case Kind::only_a:
      return fmt::format("only in {}: {}{}", compared.a.name(), node.a, nodes_below(node));
    case Kind::only_b:
      return fmt::format("only in {}: {}{}", compared.b.name(), node.b, nodes_below(node));
    case Kind::width:
      return fmt::format("the same, written as {} and as {}", node.a, node.b);
    case Kind::points:
      return named(node.a, compared);
    case Kind::renumbered:
    case Kind::note:
      return node.a;
    case Kind::name:
    case Kind::renamed:
      return fmt::format("called {} and {}", node.a, node.b);
    default:
      return fmt::format("{} and {}", node.a, node.b);
  }
}

std::string samples_of(const CompareFinding& finding) {
  if (finding.node.kind == Kind::tolerated) return {};
  std::string text;
  for (const auto& sample : finding.values.samples) {
    text += fmt::format("    {}: {}\n", place_of(finding, sample.index), values_at(sample));
  }
  const auto more = finding.values.different - static_cast<std::int64_t>(finding.values.samples.size());
  if (!finding.values.samples.empty() && more > 0) text += fmt::format("    and {} more\n", more);
  return text;
}

/// JSON knows neither NaN, which has no sign here, nor infinity.
ordered_json number(double value) {
  if (std::isnan(value)) return "nan";
  return std::isfinite(value) ? ordered_json(value) : ordered_json(fmt::format("{}", value));
}

ordered_json json_of(const kernel::Sample& sample, const CompareFinding& finding) {
  return {{"index", indices_of(finding, sample.index)}, {"a", sample.a}, {"b", sample.b}};
}

ordered_json json_of(const kernel::Largest& largest, const CompareFinding& finding) {
  auto json = json_of(largest.at, finding);
  json["difference"] = number(largest.distance);
  return json;
}

ordered_json values_json(const CompareFinding& finding) {
  const auto& values = finding.values;
  ordered_json json = {{"count", finding.count},
                       {"different", values.different},
                       {"tolerated", values.tolerated},
                       {"nan", values.not_a_number},
                       {"of", to_string(finding.entity)}};
  if (values.absolute.at.index >= 0) {
    json["largest_absolute"] = json_of(values.absolute, finding);
    for (const auto value : finding.coordinates)
      json["largest_absolute"]["coordinates"].push_back(number(value));
    json["largest_relative"] = json_of(values.relative, finding);
    json["norm_max"] = number(values.absolute.distance);
    json["norm_l2"] = number(std::sqrt(values.squares.value()));
  }
  auto samples = ordered_json::array();
  for (const auto& sample : values.samples) samples.push_back(json_of(sample, finding));
  json["first"] = std::move(samples);
  return json;
}

ordered_json json_of(const CompareFinding& finding, const Compared& compared) {
  const auto& node = finding.node;
  ordered_json json = {{"path", node.path},
                       {"kind", to_string(node.kind)},
                       {"counts", node.counts},
                       {"text", statement(finding, compared)}};
  const bool is_text = node.kind == Kind::points || node.kind == Kind::renumbered || node.kind == Kind::note;
  if (!node.a.empty() && !is_text) json["a"] = node.a;
  if (!node.b.empty()) json["b"] = node.b;
  if (node.nodes > 1) json["nodes"] = node.nodes;
  if (finding.has_values) json["values"] = values_json(finding);
  return json;
}

bool is_told(const CompareFinding& finding, bool tell_notes) {
  const auto kind = finding.node.kind;
  const bool is_left_over = kind == Kind::only_b && !finding.node.counts;
  return finding.node.counts || is_left_over || kind == Kind::note || tell_notes;
}

/// `tell_notes`: in the text; the JSON document always has them.
Report report_of(const Compared& compared, int ranks, bool tell_notes) {
  Report report;
  const auto different = compared.different();
  report.exit_code = different == 0 ? ExitCode::ok : ExitCode::no;
  auto findings = ordered_json::array();
  for (const auto& finding : compared.findings) {
    findings.push_back(json_of(finding, compared));
    if (!is_told(finding, tell_notes)) continue;
    report.text +=
        fmt::format("{}{}: {}\n", finding.node.counts ? "" : "note: ", printable(finding.node.path),
                    printable(statement(finding, compared)));
    report.text += samples_of(finding);
  }
  report.text += different == 0 ? fmt::format("same: {}, {}\n", plural(compared.nodes, "node"),
                                              plural(compared.values, "value"))
                                : fmt::format("different: {}\n", plural(different, "node"));
  report.json() = {{"schema", "pcgns-verify-compare/1"},
                   {"status", different == 0 ? "same" : "different"},
                   {"a", compared.a.names},
                   {"b", compared.b.names},
                   {"nodes", compared.nodes},
                   {"values", compared.values},
                   {"different", different},
                   {"ranks", ranks},
                   {"findings", std::move(findings)}};
  return report;
}

Report compare_meshes(par::Session& session, CompareOptions& options, const Listener& listener) {
  const verify::compare::Request request{.a = open_request(options.input, options.files, options.run),
                                         .b = open_request(options.input, options.others, options.run),
                                         .criteria = options.criteria,
                                         .by_coordinates = options.match == Match::coordinates,
                                         .strict = options.strict};
  return report_of(verify::compare::run(session, request, listener), session.size(), options.run.verbose > 0);
}

}  // namespace

Program program_of(CompareOptions& options) {
  return {.name = "pcgns-verify",
          .command = "compare",
          .done = "read",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { require_sound(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return compare_meshes(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
