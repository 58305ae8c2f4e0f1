#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "pcgns-verify/check_options.hpp"
#include "pcgns-verify/check_report.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns/check/check_tree.hpp"
#include "pcgns/check/judge_set.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

namespace {

/// A layer that looks at the files as one mesh.
struct MeshLayer {
  check::Layer layer;
  void (*run)(par::Session&, const Subject&, check::Findings&);
};
constexpr std::array<MeshLayer, 4> mesh_layers = {{{check::Layer::mesh, check_mesh},
                                                   {check::Layer::joins, check_joins},
                                                   {check::Layer::boundary, check_boundary},
                                                   {check::Layer::values, check_values}}};

/// Rules T: each file by itself, shared out over the ranks.
void check_trees(par::Session& session, const Dataset& dataset, check::Findings& findings) {
  const auto& trees = dataset.inputs.trees;
  par::collectively(session.comm(), "checking the trees", [&] {
    check::SetNames names;
    for (const auto& tree : trees) names.add(tree);
    for (auto i = static_cast<std::size_t>(session.rank()); i < trees.size();
         i += static_cast<std::size_t>(session.size())) {
      check::check_tree(trees[i], dataset.names[i], findings, names);
    }
  });
}

bool shows_colour(tool::When when) {
  if (when != tool::When::automatic) return when == tool::When::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(STDOUT_FILENO) != 0;
}

/// What the files are refused with, the same on every rank, if they make no mesh.
std::optional<Error> refusal_of(par::Session& session, Dataset& dataset, const CheckOptions& options) {
  try {
    put_together(session, dataset, options.input);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return error;
  }
  return std::nullopt;
}

void check_mesh_layers(par::Session& session, const Dataset& dataset, const CheckOptions& options,
                       check::Findings& findings) {
  const auto least = std::min(options.severity, options.fail_on);
  const Subject subject{.data = dataset.view(),
                        .file = dataset.names.size() == 1 ? dataset.names.front() : "",
                        .wants_notes = least == check::Severity::note || !options.enabled.empty()};
  for (const auto& [layer, run] : mesh_layers) {
    // Parts are compared at the points that they share while values are looked at.
    const bool is_for_set = layer == check::Layer::values && options.layers.contains(check::Layer::set);
    if (options.layers.contains(layer) || is_for_set) run(session, subject, findings);
  }
}

bool wants_mesh(const CheckOptions& options) {
  return options.layers.contains(check::Layer::set) ||
         std::any_of(mesh_layers.begin(), mesh_layers.end(),
                     [&](const MeshLayer& layer) { return options.layers.contains(layer.layer); });
}

/// The answer; or Error{input} where the files make no mesh and no finding says so.
Judgement check_content(par::Session& session, Dataset& dataset, const CheckOptions& options,
                        check::Findings& findings) {
  if (options.layers.contains(check::Layer::tree)) check_trees(session, dataset, findings);
  std::optional<Error> refusal;
  if (wants_mesh(options)) {
    par::on_root(session.comm(), "checking the set", [&] { check::check_set(dataset.inputs, findings); });
    refusal = refusal_of(session, dataset, options);
    if (!refusal) check_mesh_layers(session, dataset, options, findings);
  }
  if (refusal) {
    par::on_root(session.comm(), "checking the set",
                 [&] { check::judge_refusal(*refusal, dataset.inputs, findings); });
  }
  auto judgement = judged(gathered(session, findings), options);
  if (refusal && judgement.is_valid(options.fail_on)) throw *refusal;
  if (refusal && !options.layers.contains(check::Layer::set))
    spdlog::warn("the mesh was not looked at: {}", refusal->what());
  return judgement;
}

tool::Report report_of(const Judgement& judgement, const CheckOptions& options) {
  tool::Report report;
  report.exit_code = judgement.is_valid(options.fail_on) ? ExitCode::ok : ExitCode::no;
  switch (options.format) {
    case Format::text:
      report.text = text_report(judgement, options, shows_colour(options.run.colour));
      break;
    case Format::json:
      report.json = json_report(judgement, options);
      break;
    case Format::junit:
      report.text = junit_report(judgement, options);
      break;
    case Format::sarif:
      report.text = sarif_report(judgement, options);
      break;
  }
  return report;
}

tool::Report work(par::Session& session, const CheckOptions& options) {
  check::Findings findings;
  const bool finds_damage = options.layers.contains(check::Layer::file);
  auto dataset =
      read_files(session, options.files, options.input, options.run, finds_damage ? &findings : nullptr);
  auto judgement = dataset.whole ? check_content(session, dataset, options, findings)
                                 : judged(gathered(session, findings), options);
  if (!dataset.whole && judgement.is_valid(options.fail_on)) {
    throw Error(ErrorKind::input,
                dataset.name() + " cannot be read, and what was found of that is not shown");
  }
  judgement.name = dataset.name();
  judgement.files = static_cast<std::int64_t>(dataset.names.size());
  return report_of(judgement, options);
}

/// What needs no file; nothing otherwise.
std::optional<tool::Report> told(const CheckOptions& options) {
  if (options.lists_rules) return tool::Report{.json = json_of_rules(), .text = text_of_rules()};
  if (options.explained.empty()) return std::nullopt;
  return tool::Report{.json = {}, .text = text_of_rule(*check::rule_of(options.explained))};
}

}  // namespace

int check(int count, char** arguments) {
  CheckOptions options;
  return tool::run(count, arguments,
                   {.name = "pcgns-verify",
                    .command = "check",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [&] { require_sound(options); },
                    .answer = [&] { return told(options); },
                    .before_mpi = guarded(options.input),
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}

}  // namespace pcgns::verify
