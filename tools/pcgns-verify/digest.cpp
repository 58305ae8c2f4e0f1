#include "pcgns/verify/digest.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/help.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/digest_manifest.hpp"
#include "pcgns/verify/digest_store.hpp"

namespace pcgns::verify {

namespace {

using plan::NodeChange;
using plan::NodeDigest;

struct Options {
  std::vector<std::string> files;
  bool each = false;
  bool tree = false;
  std::string list;   ///< To write.
  std::string check;  ///< To compare with.
  bool check_stored = false;
  bool store = false;
  bool ignore_missing = false;
  bool overwrite = false;
  InputOptions input;
  tool::RunOptions run;

  [[nodiscard]] bool checks() const { return check_stored || !check.empty(); }
};

void define(CLI::App& app, Options& options) {
  app.description("Print 32 digits that are the same for the same content.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-verify digest [OPTIONS] FILE..."));
  app.add_option("FILE", options.files, "One file, or the files of many ranks")->type_name("")->required();
  auto* const group = tool::add_group(app, "Digest");
  group->add_flag("--each", options.each, "Every file is a mesh of its own");
  group->add_flag("--tree", options.tree, "A line for every node, with all that is below it");
  group->add_option("--manifest", options.list, "Write a list of the digests of all nodes")
      ->type_name("FILE");
  group->add_flag("-O,--overwrite", options.overwrite, "Replace a list that exists");
  auto* const check =
      group->add_option("--check-manifest", options.check, "Say what is not as in such a list")
          ->type_name("FILE");
  group->add_flag("--ignore-missing", options.ignore_missing,
                  "Nodes of the list that are not there are no difference");
  group->add_flag("--store", options.store, "Put the list into the file, where no reader looks");
  group->add_flag("--check-stored", options.check_stored, "Say what is not as in the list in the file")
      ->excludes(check);
  define(app, options.input);
  tool::define(app, options.run);
  app.footer("Exit status: 0 done, or all is as in the list; 1 it is not; 2 could not tell; 3 stopped.");
}

void require_sound(const Options& options) {
  if (options.store && options.checks())
    throw Error(ErrorKind::usage, "--store replaces what --check-stored needs: one after the other");
  if (options.ignore_missing && !options.checks())
    throw Error(ErrorKind::usage, "--ignore-missing: there is nothing to compare with");
  if (options.overwrite && options.list.empty())
    throw Error(ErrorKind::usage, "--overwrite: there is no list to be written");
  if (options.each && options.files.size() > 1 && !(options.list.empty() && options.check.empty()))
    throw Error(ErrorKind::usage, "a list has the digests of one mesh; --each makes several of the files");
}

/// What comes of one mesh; on rank 0.
class Answer {
 public:
  Answer(const Options& options, const Dataset& dataset, std::vector<NodeDigest> nodes)
      : options_(options), manifest_{.name = dataset.name(), .nodes = std::move(nodes)} {
    json_ = {{"name", manifest_.name},
             {"files", dataset.names.size()},
             {"digest", to_string(manifest_.nodes.front().tree)},
             {"nodes", manifest_.nodes.size()}};
  }

  [[nodiscard]] const plan::Manifest& manifest() const { return manifest_; }

  void print() {
    if (!options_.tree) {
      text_ += plan::digest_line(manifest_.nodes.front().tree, manifest_.name);
      return;
    }
    auto list = nlohmann::ordered_json::array();
    for (const auto& node : manifest_.nodes) {
      text_ += plan::digest_line(node.tree, options_.each ? manifest_.name + ":" + node.path : node.path);
      list.push_back({{"path", node.path}, {"digest", to_string(node.tree)}});
    }
    json_["tree"] = std::move(list);
  }

  /// Says what is not as in `before`; true if nothing is that counts.
  bool compare(const plan::Manifest& before) {
    auto list = nlohmann::ordered_json::array();
    std::int64_t counted = 0;
    for (const auto& change : plan::changes_of(before.nodes, manifest_.nodes)) {
      const bool counts = !(options_.ignore_missing && change.kind == NodeChange::Kind::missing);
      counted += counts ? 1 + change.below : 0;
      text_ += fmt::format("{}: {}{}{}\n", manifest_.name, line_of(change), below(change),
                           counts ? "" : ", ignored");
      list.push_back({{"path", change.path},
                      {"change", plan::to_string(change.kind)},
                      {"below", change.below},
                      {"ignored", !counts}});
    }
    const bool same = counted == 0;
    text_ += same ? fmt::format("{}: OK\n", manifest_.name)
                  : fmt::format("{}: FAILED: {}\n", manifest_.name, tool::plural(counted, "node"));
    json_["same"] = same;
    json_["changes"] = std::move(list);
    return same;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const nlohmann::ordered_json& json() const { return json_; }

 private:
  static std::string line_of(const NodeChange& change) {
    return fmt::format("{} {}", plan::to_string(change.kind), change.path);
  }
  static std::string below(const NodeChange& change) {
    return change.below == 0 ? "" : fmt::format(" and {} below it", tool::plural(change.below, "node"));
  }

  const Options& options_;
  plan::Manifest manifest_;
  std::string text_;
  nlohmann::ordered_json json_;
};

void require_one_file(const Options& options, const Dataset& dataset) {
  if (dataset.names.size() == 1) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} keeps the digests in the file; of several files use {}, or --each",
                          options.store ? "--store" : "--check-stored",
                          options.store ? "--manifest" : "--check-manifest"));
}

plan::Manifest parsed(const std::string& where, const std::string& text) {
  try {
    return plan::parse_manifest(text);
  } catch (const Error& error) {
    throw input_error(where, "", error.what());
  }
}

/// What the mesh is to be compared with.
plan::Manifest known_digests(const Options& options, const Dataset& dataset) {
  if (!options.check_stored) return parsed(options.check, read_list(options.check));
  const auto text = stored_digests(dataset.names.front());
  if (!text) throw input_error(dataset.names.front(), "", "has no stored digests; --store puts them there");
  return parsed(dataset.names.front(), *text);
}

/// On rank 0; true if all is as it was.
bool answer(const Options& options, const Dataset& dataset, const plan::Manifest& known, Answer& answer) {
  bool same = true;
  if (options.checks()) {
    same = answer.compare(known);
  } else {
    answer.print();
  }
  if (!options.list.empty())
    write_list(options.list, plan::manifest_text(answer.manifest()), options.overwrite);
  if (options.store) {
    const auto& file = dataset.inputs.files.front();
    store_digests(file.path, {.size = file.size, .modified_ns = file.modified_ns},
                  plan::manifest_text(answer.manifest()));
  }
  return same;
}

std::vector<NodeDigest> hashed(par::Session& session, const Dataset& dataset, const tool::RunOptions& run) {
  const auto total = dataset.plan.bytes();
  spdlog::info("hashing {}", format_size(total));
  tool::Progress progress(run.progress, session.is_root() && !run.quiet, total, "hashed");
  return digest(session, dataset.view(),
                [&](std::int64_t bytes) { progress.update(std::min(bytes, total)); });
}

void digest_one(par::Session& session, const Options& options, const std::vector<std::string>& words,
                tool::Report& report) {
  auto dataset = read_files(session, words, options.input, options.run);
  plan::Manifest known;
  par::on_root(session.comm(), "reading the known digests", [&] {
    if (options.store || options.check_stored) require_one_file(options, dataset);
    if (options.checks()) known = known_digests(options, dataset);
  });
  put_together(session, dataset, options.input);
  auto nodes = hashed(session, dataset, options.run);
  file::require_unchanged(session, dataset.inputs);
  bool same = true;
  par::on_root(session.comm(), "saying what the digest is", [&] {
    const par::Unwatched storing(session);
    Answer made(options, dataset, std::move(nodes));
    same = answer(options, dataset, known, made);
    report.text += made.text();
    report.json["meshes"].push_back(made.json());
  });
  if (par::all_min(session.comm(), same ? 1 : 0) == 0 && report.exit_code == ExitCode::ok)
    report.exit_code = ExitCode::no;
}

/// The other files may be better. The same on every rank, as the error is.
void go_on_after(par::Session& session, const Error& error, const std::string& word, tool::Report& report) {
  if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw error;
  if (session.is_root()) spdlog::error("{}", error.what());
  report.json["meshes"].push_back({{"name", word}, {"error", error.what()}});
  report.exit_code = ExitCode::failed;
}

tool::Report work(par::Session& session, const Options& options) {
  tool::Report report;
  report.json = {{"schema", "pcgns-verify-digest/1"}, {"meshes", nlohmann::ordered_json::array()}};
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

int digest(int count, char** arguments) {
  Options options;
  return tool::run(count, arguments,
                   {.name = "pcgns-verify",
                    .command = "digest",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { require_sound(options); },
                    .before_mpi = guarded(options.input),
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}

}  // namespace pcgns::verify
