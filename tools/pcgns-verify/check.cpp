#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "common/log.hpp"
#include "common/run.hpp"
#include "pcgns-verify/check_report.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/check.hpp"
#include "pcgns/verify/check/check_tree.hpp"
#include "pcgns/verify/check/judge_set.hpp"

namespace pcgns::tool {

namespace {

/// A layer that looks at the files as one mesh.
struct MeshLayer {
  cgns::Layer layer;
  void (*run)(par::Session&, const verify::check::Subject&, cgns::Findings&);
};
constexpr std::array<MeshLayer, 4> mesh_layers = {{{cgns::Layer::mesh, verify::check::check_mesh},
                                                   {cgns::Layer::interfaces, verify::check::check_interfaces},
                                                   {cgns::Layer::boundary, verify::check::check_boundary},
                                                   {cgns::Layer::values, verify::check::check_values}}};

/// Rules T: each file by itself, shared out over the ranks.
void check_trees(par::Session& session, const Dataset& dataset, cgns::Findings& findings) {
  const auto& trees = dataset.inputs.trees;
  par::collectively(session.comm(), "checking the trees", [&] {
    verify::check::SetNames names;
    for (const auto& tree : trees) names.add(tree);
    for (auto i = static_cast<std::size_t>(session.rank()); i < trees.size();
         i += static_cast<std::size_t>(session.size())) {
      verify::check::check_tree(trees[i], dataset.names[i], findings, names);
    }
  });
}

bool shows_colour(When when) {
  if (when != When::automatic) return when == When::always;
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
                       cgns::Findings& findings) {
  const auto least = std::min(options.severity, options.fail_on);
  const verify::check::Subject subject{
      .data = dataset.view(),
      .file = dataset.names.size() == 1 ? dataset.names.front() : "",
      .wants_notes = least == cgns::Severity::note || !options.enabled.empty()};
  for (const auto& [layer, run] : mesh_layers) {
    // Parts are compared at the points that they share while values are looked at.
    const bool is_for_set = layer == cgns::Layer::values && options.layers.contains(cgns::Layer::set);
    if (options.layers.contains(layer) || is_for_set) run(session, subject, findings);
  }
}

bool wants_mesh(const CheckOptions& options) {
  return options.layers.contains(cgns::Layer::set) ||
         std::any_of(mesh_layers.begin(), mesh_layers.end(),
                     [&](const MeshLayer& layer) { return options.layers.contains(layer.layer); });
}

/// The answer; or Error{input} where the files make no mesh and no finding says so.
Judgement check_content(par::Session& session, Dataset& dataset, const CheckOptions& options,
                        cgns::Findings& findings) {
  if (options.layers.contains(cgns::Layer::tree)) check_trees(session, dataset, findings);
  std::optional<Error> refusal;
  if (wants_mesh(options)) {
    par::on_root(session.comm(), "checking the set",
                 [&] { verify::check::check_set(dataset.inputs, findings); });
    refusal = refusal_of(session, dataset, options);
    if (!refusal) check_mesh_layers(session, dataset, options, findings);
  }
  if (refusal) {
    par::on_root(session.comm(), "checking the set",
                 [&] { verify::check::judge_refusal(*refusal, dataset.inputs, findings); });
  }
  auto judgement = judged(verify::check::gathered(session, findings), options);
  if (refusal && judgement.is_valid(options.fail_on)) throw *refusal;
  if (refusal && !options.layers.contains(cgns::Layer::set))
    warn("the mesh was not checked: {}", refusal->what());
  return judgement;
}

Report report_of_judgement(const Judgement& judgement, const CheckOptions& options) {
  Report report;
  switch (options.format) {
    case Format::text:
      report.text = text_report(judgement, options, shows_colour(options.run.colour));
      break;
    case Format::json:
      report = json_report(judgement, options);
      break;
    case Format::junit:
      report.text = junit_report(judgement, options);
      break;
    case Format::sarif:
      report.text = sarif_report(judgement, options);
      break;
  }
  report.exit_code = judgement.is_valid(options.fail_on) ? ExitCode::ok : ExitCode::no;
  return report;
}

Report work(par::Session& session, const CheckOptions& options) {
  cgns::Findings findings;
  const bool finds_damage = options.layers.contains(cgns::Layer::file);
  auto dataset =
      read_files(session, options.files, options.input, options.run, finds_damage ? &findings : nullptr);
  auto judgement = dataset.whole ? check_content(session, dataset, options, findings)
                                 : judged(verify::check::gathered(session, findings), options);
  if (!dataset.whole && judgement.is_valid(options.fail_on)) {
    throw Error(ErrorKind::input, dataset.name() + " cannot be read; findings about it are not shown");
  }
  judgement.name = dataset.name();
  judgement.files = static_cast<std::int64_t>(dataset.names.size());
  return report_of_judgement(judgement, options);
}

/// What needs no file; nothing otherwise.
std::optional<Report> told(const CheckOptions& options) {
  if (options.lists_rules) return report_of_rules();
  if (options.explained.empty()) return std::nullopt;
  Report report;
  report.text = text_of_rule(*cgns::rule_of(options.explained));
  return report;
}

}  // namespace

int check_files(int count, char** arguments) {
  CheckOptions options;
  return run(count, arguments,
             {.name = "pcgns-verify",
              .command = "check",
              .define = [&](CLI::App& app) { define(app, options); },
              .check = [&] { require_sound(options); },
              .answer = [&] { return told(options); },
              .before_mpi = guarded(options.input),
              .work = [&](par::Session& session) { return work(session, options); },
              .options = options.run});
}

}  // namespace pcgns::tool
