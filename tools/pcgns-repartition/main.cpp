// pcgns-repartition: makes the files that a solver restarts from on another number of processes.
//
//   read the trees -> put zones together in the plan -> cut them -> move the data -> publish the files

#include <spdlog/spdlog.h>

#include <deque>
#include <memory>

#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-repartition/options.hpp"
#include "pcgns/deal/deal_zones.hpp"
#include "pcgns/file/input_names.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/domains.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace {

using namespace pcgns;
using repartition::Options;

/// The whole mesh as a plan; nothing of it is ever written.
struct Whole {
  tree::InputSet inputs;
  plan::Plan plan;
  /// Has arrays of the inputs, if parts were matched by coordinates.
  std::unique_ptr<move::ScratchFile> scratch = {};
};

Whole read_whole(par::Session& session, const Options& options) {
  Whole whole;
  const auto memory = options.run.memory_bytes();
  auto set = file::input_names(session, options.inputs, options.allow_missing);
  if (!set.problem.empty()) spdlog::warn("{}", set.problem);
  spdlog::info("reading {}", tool::plural(static_cast<std::int64_t>(set.names.size()), "file"));
  whole.inputs = file::read_trees(session, set.names, {});
  for (std::size_t i = 0; i < set.names.size(); ++i) whole.inputs.files[i].number = set.numbers[i];
  auto request = options.merge;
  auto assembly = tool::assemble_inputs(session, whole.inputs, options.parts, request, memory);
  const auto arrays = plan::arrays_to_compare(whole.inputs);
  const auto hashes = move::hash_arrays(session, whole.inputs, arrays, memory);
  plan::Survey survey;
  for (std::size_t i = 0; i < arrays.size(); ++i) survey.contents[arrays[i]] = hashes[i];
  par::collectively(session.comm(), "planning", [&] {
    whole.plan =
        plan::merge(whole.inputs, survey, request, std::move(assembly.composites), std::move(assembly.notes));
    tool::tell_notes(whole.plan, options.output.strict);
  });
  whole.scratch = std::move(assembly.scratch);
  whole.inputs.trees = {};
  return whole;
}

void put(tree::Node& node, int target, const std::vector<std::byte>& bytes) {
  if (node.array == target) node.data = bytes;
  for (auto& child : node.children) put(child, target, bytes);
}

/// Values that cutting must look at come into the tree.
void read_lists(par::Session& session, Whole& whole, std::int64_t memory) {
  for (const int target : partition::arrays_to_read(whole.plan)) {
    const auto share =
        mesh::read_share(session, {.plan = whole.plan, .inputs = whole.inputs, .memory = memory}, target);
    std::vector<std::byte> bytes;
    for (const auto& piece : par::gather_all(session.comm(), share.bytes))
      bytes.insert(bytes.end(), piece.begin(), piece.end());
    put(whole.plan.output, target, bytes);
  }
}

/// The unstructured zones; their arrays lie in the scratch file from now on.
void deal(par::Session& session, Whole& whole, const Options& options, partition::Mesh& mesh) {
  if (mesh.unstructured.empty()) return;
  const bool only_plan = options.prints_plan || options.output.dry_run;
  if (!only_plan && !whole.scratch)
    whole.scratch = std::make_unique<move::ScratchFile>(session, whole.inputs, options.merge.output);
  spdlog::info("cutting {}", tool::plural(std::ssize(mesh.unstructured), "unstructured zone"));
  deal::deal_zones(session,
                   {.plan = whole.plan, .inputs = whole.inputs, .memory = options.run.memory_bytes()},
                   only_plan ? nullptr : whole.scratch.get(),
                   {.method = options.request.method, .field = options.part_field}, mesh);
}

tool::Report report_of(const Options& options, const partition::Mesh& mesh) {
  const auto quality = partition::quality_of(mesh);
  const auto zones = std::ssize(mesh.zones) + std::ssize(mesh.unstructured);
  auto parts = std::ssize(mesh.decomposition.parts);
  for (const auto& zone : mesh.unstructured) parts += std::ssize(zone.parts);
  tool::Report report;
  report.json = {{"schema", "pcgns-repartition/1"},
                 {"status", "planned"},
                 {"output", options.output.output},
                 {"partitions", mesh.decomposition.partitions},
                 {"zones", zones},
                 {"parts", parts},
                 {"most_cells", quality.most_cells},
                 {"least_cells", quality.least_cells},
                 {"max_over_mean", quality.max_over_mean},
                 {"thinnest_side", quality.thinnest},
                 {"cut_faces", quality.cut_faces},
                 {"vertex_inflation", quality.inflation}};
  const auto thinnest =
      mesh.zones.empty() ? std::string() : fmt::format(", thinnest side {}", quality.thinnest);
  report.text =
      fmt::format("{}: {} of {} on {}; cells {} to {}, max/mean {:.3f}{}, cut faces {}, vertices × {:.3f}\n",
                  options.output.output, tool::plural(parts, "part"), tool::plural(zones, "zone"),
                  tool::plural(mesh.decomposition.partitions, "rank"), quality.least_cells,
                  quality.most_cells, quality.max_over_mean, thinnest, quality.cut_faces, quality.inflation);
  return report;
}

/// One output file on its way; the plan must live as long as the file is staged.
struct Output {
  plan::Plan plan;
  std::unique_ptr<publish::StagedFile> staged;
};

void stage(par::Session& session, const Whole& whole, const Options& options, const std::string& name,
           Output& output) {
  auto out = options.output;
  out.output = name;
  const auto machine = plan::suited(tool::machine_for(session, name, options.run), output.plan);
  const auto stage_options = tool::stage_options(out, options.run);
  publish::preflight(session, stage_options, {});
  output.staged = std::make_unique<publish::StagedFile>(session, stage_options, output.plan, whole.inputs,
                                                        machine.alignment);
  auto& staged = *output.staged;
  const move::Task task{.plan = output.plan,
                        .inputs = whole.inputs,
                        .offsets = staged.layout().offsets,
                        .end = staged.layout().end,
                        .done = staged.done(),
                        .machine = machine,
                        .keep_hashes = stage_options.check == publish::Check::full};
  const auto outcome = move::execute(session, task, staged.sink(),
                                     {.progress = [](std::int64_t) {},
                                      .wants_checkpoint = [&] { return staged.wants_checkpoint(); },
                                      .checkpoint = [&](Range written) { staged.checkpoint(written); }});
  staged.finish_writing();
  if (stage_options.check != publish::Check::none) staged.check_structure();
  if (stage_options.check == publish::Check::full)
    move::check_written(session, task, staged.path(), outcome.hashes);
  // Only its name is left to be given.
  output.plan = {};
}

tool::Report work(par::Session& session, const Options& options) {
  auto whole = read_whole(session, options);
  read_lists(session, whole, options.run.memory_bytes());
  partition::Mesh mesh;
  par::collectively(session.comm(), "planning",
                    [&] { mesh = partition::mesh_of(whole.plan, options.request); });
  deal(session, whole, options, mesh);
  auto report = report_of(options, mesh);
  if (options.prints_plan || options.output.dry_run) return report;

  std::deque<Output> outputs;
  const auto partitions = mesh.decomposition.partitions;
  const auto per_file = repartition::writes_many(options) ? 1 : partitions;
  plan::Notes notes;
  for (std::int64_t rank = 0; rank < partitions; rank += per_file) {
    auto& output = outputs.emplace_back();
    par::collectively(session.comm(), "planning", [&] {
      output.plan = partition::file_of_ranks(whole.plan, mesh, {rank, rank + per_file}, notes);
    });
    stage(session, whole, options, repartition::output_name(options, rank), output);
  }
  file::require_unchanged(session, whole.inputs);
  for (auto& output : outputs) output.staged->publish();
  report.json["status"] = "done";
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return tool::run(argc, argv,
                   {.name = "pcgns-repartition",
                    .resumes = true,
                    .define = [&](CLI::App& app) { repartition::define(app, options); },
                    .check = [&] { repartition::check(options); },
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}
