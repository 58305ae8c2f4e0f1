#include "pcgns/digest/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/log.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "common/run.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/digest/manifest.hpp"
#include "pcgns/digest/store.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

using digest::NodeChange;
using digest::NodeDigest;

/// What comes of one mesh; on rank 0.
class Answer {
 public:
  Answer(const DigestOptions& options, const Dataset& dataset, std::vector<NodeDigest> nodes)
      : options_(options), manifest_{.name = dataset.name(), .nodes = std::move(nodes)} {
    json_ = {{"name", manifest_.name},
             {"files", dataset.names.size()},
             {"digest", to_string(manifest_.nodes.front().tree)},
             {"nodes", manifest_.nodes.size()}};
  }

  [[nodiscard]] const digest::Manifest& manifest() const { return manifest_; }

  void print() {
    if (!options_.tree) {
      text_ += digest::digest_line(manifest_.nodes.front().tree, manifest_.name);
      return;
    }
    auto list = nlohmann::ordered_json::array();
    for (const auto& node : manifest_.nodes) {
      text_ += digest::digest_line(node.tree, options_.each ? manifest_.name + ":" + node.path : node.path);
      list.push_back({{"path", node.path}, {"digest", to_string(node.tree)}});
    }
    json_["tree"] = std::move(list);
  }

  /// Says what is not as in `before`; true if nothing is that counts.
  bool compare(const digest::Manifest& before) {
    auto list = nlohmann::ordered_json::array();
    std::int64_t counted = 0;
    for (const auto& change : digest::changes_of(before.nodes, manifest_.nodes)) {
      const bool counts = !(options_.ignore_missing && change.kind == NodeChange::Kind::missing);
      counted += counts ? 1 + change.below : 0;
      text_ += fmt::format("{}: {}{}{}\n", manifest_.name, line_of(change), below(change),
                           counts ? "" : ", ignored");
      list.push_back({{"path", change.path},
                      {"change", digest::to_string(change.kind)},
                      {"below", change.below},
                      {"ignored", !counts}});
    }
    const bool same = counted == 0;
    text_ += same ? fmt::format("{}: OK\n", manifest_.name)
                  : fmt::format("{}: FAILED: {}\n", manifest_.name, plural(counted, "node"));
    json_["same"] = same;
    json_["changes"] = std::move(list);
    return same;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const nlohmann::ordered_json& json() const { return json_; }

 private:
  static std::string line_of(const NodeChange& change) {
    return fmt::format("{} {}", digest::to_string(change.kind), change.path);
  }
  static std::string below(const NodeChange& change) {
    return change.below == 0 ? "" : fmt::format(" and {} below it", plural(change.below, "node"));
  }

  const DigestOptions& options_;
  digest::Manifest manifest_;
  std::string text_;
  nlohmann::ordered_json json_;
};

void require_one_file(const DigestOptions& options, const Dataset& dataset) {
  if (dataset.names.size() == 1) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} stores the manifest in a single file; for several files use {} or --each",
                          options.store ? "--store" : "--check-stored",
                          options.store ? "--manifest" : "--check-manifest"));
}

digest::Manifest parsed(const std::string& where, const std::string& text) {
  try {
    return digest::parse_manifest(text);
  } catch (const Error& error) {
    throw input_error(where, "", error.what());
  }
}

/// What the mesh is to be compared with.
digest::Manifest known_digests(const DigestOptions& options, const Dataset& dataset) {
  if (!options.check_stored) return parsed(options.check, digest::read_list(options.check));
  const auto text = digest::stored_digests(dataset.names.front());
  if (!text) throw input_error(dataset.names.front(), "", "has no stored manifest; --store adds one");
  return parsed(dataset.names.front(), *text);
}

/// On rank 0; true if all is as it was.
bool answer(const DigestOptions& options, const Dataset& dataset, const digest::Manifest& known,
            Answer& answer) {
  bool same = true;
  if (options.checks()) {
    same = answer.compare(known);
  } else {
    answer.print();
  }
  if (!options.list.empty())
    digest::write_list(options.list, digest::manifest_text(answer.manifest()), options.overwrite);
  if (options.store) {
    const auto& file = dataset.inputs.files.front();
    digest::store_digests(file.path, {.size = file.size, .modified_ns = file.modified_ns},
                          digest::manifest_text(answer.manifest()));
  }
  return same;
}

std::vector<NodeDigest> hashed(par::Session& session, const Dataset& dataset, const RunOptions& run) {
  const auto total = dataset.plan.bytes();
  info("hashing {}", format_size(total));
  Progress progress(run.progress, session.is_root() && !run.quiet, total, "hashed");
  return digest::digest(session, dataset.view(),
                        [&](std::int64_t bytes) { progress.update(std::min(bytes, total)); });
}

void digest_one(par::Session& session, const DigestOptions& options, const std::vector<std::string>& words,
                Report& report) {
  auto dataset = read_files(session, words, options.input, options.run);
  digest::Manifest known;
  par::on_root(session.comm(), "reading the manifest", [&] {
    if (options.store || options.check_stored) require_one_file(options, dataset);
    if (options.checks()) known = known_digests(options, dataset);
  });
  put_together(session, dataset, options.input);
  auto nodes = hashed(session, dataset, options.run);
  file::require_unchanged(session, dataset.inputs);
  bool same = true;
  par::on_root(session.comm(), "printing the digest", [&] {
    const par::Unwatched storing(session);
    Answer made(options, dataset, std::move(nodes));
    same = answer(options, dataset, known, made);
    report.text += made.text();
    report.json()["meshes"].push_back(made.json());
  });
  if (par::all_min(session.comm(), same ? 1 : 0) == 0 && report.exit_code == ExitCode::ok)
    report.exit_code = ExitCode::no;
}

/// The other files may be better. The same on every rank, as the error is.
void go_on_after(par::Session& session, const Error& error, const std::string& word, Report& report) {
  if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw error;
  if (session.is_root()) say(Level::error, error.what());
  report.json()["meshes"].push_back({{"name", word}, {"error", error.what()}});
  report.exit_code = ExitCode::failed;
}

Report work(par::Session& session, const DigestOptions& options) {
  Report report;
  report.json() = {{"schema", "pcgns-verify-digest/1"}, {"meshes", nlohmann::ordered_json::array()}};
  if (!options.each) {
    digest_one(session, options, options.files, report);
    return report;
  }
  for (const auto& word : options.files) {
    try {
      digest_one(session, options, {word}, report);
    } catch (const Error& error) {
      go_on_after(session, error, word, report);
    }
  }
  return report;
}

}  // namespace

int digest_files(int count, char** arguments) {
  DigestOptions options;
  return run(count, arguments,
             {.name = "pcgns-verify",
              .command = "digest",
              .define = [&](CLI::App& app) { define(app, options); },
              .check = [&] { require_sound(options); },
              .before_mpi = guarded(options.input),
              .work = [&](par::Session& session) { return work(session, options); },
              .options = options.run});
}

}  // namespace pcgns::tool
