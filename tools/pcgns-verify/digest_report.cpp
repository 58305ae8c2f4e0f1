#include "pcgns-verify/digest_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

using digest::NodeChange;

std::string line_of(const NodeChange& change) {
  auto line = fmt::format("{} {}", digest::to_string(change.kind), change.path);
  if (change.below > 0) line += fmt::format(" and {} below it", plural(change.below, "node"));
  return change.counts ? line : line + ", ignored";
}

/// A line of a manifest as a line of a terminal.
std::string shown_line(const Fingerprint& digest, const std::string& name) {
  auto line = digest::digest_line(digest, name);
  line.pop_back();
  return printable(line) + "\n";
}

void describe_nodes(const digest::Manifest& manifest, bool names_mesh, std::string& text,
                    nlohmann::ordered_json& json) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& node : manifest.nodes) {
    text += shown_line(node.tree, names_mesh ? manifest.name + ":" + node.path : node.path);
    list.push_back({{"path", node.path}, {"digest", to_string(node.tree)}});
  }
  json["tree"] = std::move(list);
}

void describe_changes(const digest::Report& digested, std::string& text, nlohmann::ordered_json& json) {
  const auto name = printable(digested.inputs.name());
  const bool same = digested.changed == 0;
  auto list = nlohmann::ordered_json::array();
  for (const auto& change : digested.changes) {
    text += fmt::format("{}: {}\n", name, printable(line_of(change)));
    list.push_back({{"path", change.path},
                    {"change", digest::to_string(change.kind)},
                    {"below", change.below},
                    {"ignored", !change.counts}});
  }
  text += name + (same ? ": OK\n" : fmt::format(": FAILED: {}\n", plural(digested.changed, "node")));
  json["same"] = same;
  json["changes"] = std::move(list);
}

}  // namespace

void describe(const digest::Report& digested, const DigestOptions& options, Report& report) {
  const auto& manifest = digested.manifest;
  const auto& whole = manifest.nodes.front().tree;
  nlohmann::ordered_json mesh = {{"name", manifest.name},
                                 {"files", digested.inputs.names.size()},
                                 {"digest", to_string(whole)},
                                 {"nodes", manifest.nodes.size()}};
  if (options.request.compares()) {
    describe_changes(digested, report.text, mesh);
  } else if (options.tree) {
    describe_nodes(manifest, options.each, report.text, mesh);
  } else {
    report.text += shown_line(whole, manifest.name);
  }
  report.json()["meshes"].push_back(std::move(mesh));
}

}  // namespace pcgns::tool
