#include "pcgns/digest/digest.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pcgns-verify/commands.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/fileset/fileset.hpp"

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

/// Adds a mesh: its changes if it was compared with a manifest, its digest otherwise. @pre This is rank 0.
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

void digest_one(par::Session& session, DigestOptions& options, const Listener& listener,
                const std::vector<std::string>& files, Report& report) {
  auto request = options.request;
  request.inputs = open_request(options.input, files, options.run);
  request.inputs.files.takes_one = options.each;
  const auto digested = digest::run(session, request, listener);
  if (session.is_root()) describe(digested, options, report);
  for (const auto& written : {request.manifest, request.store ? files.front() : std::string()}) {
    if (!written.empty()) report.in_place += (report.in_place.empty() ? "" : ", ") + written;
  }
  if (digested.changed > 0 && report.exit_code == ExitCode::ok) report.exit_code = ExitCode::no;
}

/// The other files may be better. The same on every rank, as the error is.
void go_on_after(const Error& error, const std::string& file, Report& report) {
  if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw error;
  report.json()["meshes"].push_back({{"name", file}, {"error", error.what()}});
  if (error.kind() == ErrorKind::in_place && report.exit_code != ExitCode::failed)
    report.exit_code = ExitCode::in_place;
  else
    report.exit_code = ExitCode::failed;
}

Report digest_meshes(par::Session& session, DigestOptions& options, const Listener& listener) {
  Report report;
  report.is_for_quiet = !options.request.compares();
  report.json() = {{"schema", "pcgns-verify-digest/1"}, {"meshes", nlohmann::ordered_json::array()}};
  if (!options.each) {
    digest_one(session, options, listener, options.files, report);
    return report;
  }
  const auto go_on = [&](const std::string& word, const auto& step) {
    try {
      step();
    } catch (const Error& error) {
      go_on_after(error, word, report);
      if (session.is_root()) listener.error(error.what());
    }
  };
  for (const auto& word : options.files) {
    std::vector<std::string> files;
    go_on(word, [&] { files = fileset::input_files(session, {word}, {.allow_missing = true}).names; });
    for (const auto& file : files)
      go_on(file, [&] { digest_one(session, options, listener, {file}, report); });
  }
  return report;
}

}  // namespace

Program program_of(DigestOptions& options) {
  return {.name = "pcgns-verify",
          .command = "digest",
          .done = "hashed",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { require_sound(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return digest_meshes(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
