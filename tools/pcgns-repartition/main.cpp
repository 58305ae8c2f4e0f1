// pcgns-repartition: makes the files that a solver restarts from on another number of processes.
//
//   read the trees -> put zones together in the plan -> cut them -> move the data -> publish the files

#include <spdlog/spdlog.h>

#include <memory>

#include "common/output.hpp"
#include "common/run.hpp"
#include "common/text_file.hpp"
#include "common/whole_mesh.hpp"
#include "pcgns-repartition/full_numbering.hpp"
#include "pcgns-repartition/options.hpp"
#include "pcgns-repartition/report.hpp"
#include "pcgns-repartition/write_files.hpp"
#include "pcgns/deal/deal_zones.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using repartition::Options;

/// The whole mesh as a plan; nothing of it is ever written.
struct Whole {
  tree::InputSet inputs;
  plan::Plan plan;
  /// Has arrays of the inputs: if parts were matched by coordinates, or all points are numbered.
  std::unique_ptr<move::ScratchFile> scratch = {};
};

Whole read_whole(par::Session& session, const Options& options) {
  Whole whole;
  const auto memory = options.run.memory_bytes();
  const auto files = tool::input_files(session, options.inputs, options.allow_missing);
  whole.inputs = tool::read_files(session, files, {});
  auto mesh =
      tool::put_together(session, whole.inputs, options.parts, options.merge, memory, options.output.strict);
  whole.plan = std::move(mesh.plan);
  whole.scratch = std::move(mesh.scratch);
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
  deal::deal_zones(
      session, {.plan = whole.plan, .inputs = whole.inputs, .memory = options.run.memory_bytes()},
      only_plan ? nullptr : whole.scratch.get(),
      {.method = options.request.method, .field = options.part_field, .order = options.order}, mesh);
}

/// The plans of the files; what cannot be carried over is told once.
class FilePlans {
 public:
  FilePlans(const Whole& whole, const partition::Mesh& mesh, const Options& options)
      : whole_(whole), mesh_(mesh), options_(options) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (std::int64_t rank = 0; rank < mesh_.decomposition.partitions; rank += per_file())
      names.push_back(repartition::output_name(options_, mesh_.decomposition.partitions, rank));
    return names;
  }

  plan::Plan make(std::size_t index) {
    const auto rank = static_cast<std::int64_t>(index) * per_file();
    plan::Notes notes;
    auto plan = partition::file_of_ranks(whole_.plan, mesh_, {rank, rank + per_file()}, notes);
    plan.notes = notes.folded();
    tool::tell_notes(plan, options_.output.strict);
    return plan;
  }

 private:
  [[nodiscard]] std::int64_t per_file() const {
    return repartition::writes_many(options_) ? 1 : mesh_.decomposition.partitions;
  }

  const Whole& whole_;
  const partition::Mesh& mesh_;
  const Options& options_;
};

/// What only --plan tells; drawn, too, if that is asked for.
void tell_plan(par::Session& session, const Options& options, const partition::Mesh& mesh,
               tool::Report& report) {
  par::on_root(session.comm(), "planning",
               [&] { repartition::add_plan(mesh, options.prints_plan && options.run.json, report); });
  if (options.plot.empty()) return;
  tool::write_text(session, options.plot, "the picture", [&] {
    return options.plot.ends_with(".svg") ? repartition::svg_of(mesh) : repartition::vtu_of(mesh);
  });
}

tool::Report work(par::Session& session, const Options& options) {
  tool::Timer timer;
  auto whole = read_whole(session, options);
  const double seconds_reading = timer.lap();
  read_lists(session, whole, options.run.memory_bytes());
  auto request = options.request;
  if (!request.plan_file.empty()) request.plan = tool::read_text(session, request.plan_file, "the plan");
  partition::Mesh mesh;
  par::collectively(session.comm(), "planning", [&] { mesh = partition::mesh_of(whole.plan, request); });
  deal(session, whole, options, mesh);
  auto report = repartition::report_of(options.output.output, mesh);
  report.json["ranks"] = session.size();
  report.json["seconds"] = {{"reading", seconds_reading}, {"planning", timer.lap()}};
  if (options.prints_plan || options.output.dry_run) {
    tell_plan(session, options, mesh, report);
    return report;
  }

  if (options.full_numbering)
    repartition::add_numbers(session, whole.inputs, options.output.output, whole.scratch, mesh);
  FilePlans plans(whole, mesh, options);
  repartition::write_files(session,
                           {.inputs = whole.inputs,
                            .outputs = plans.names(),
                            .plan = [&](std::size_t index) { return plans.make(index); },
                            .bytes = whole.plan.bytes(),
                            .output = options.output,
                            .run = options.run},
                           timer, report);
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
