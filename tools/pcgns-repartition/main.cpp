// pcgns-repartition: makes the files that a solver restarts from on another number of processes.
//
//   read the trees -> put zones together in the plan -> cut them -> move the data -> publish the files

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "common/log.hpp"
#include "common/output.hpp"
#include "common/progress.hpp"
#include "common/run.hpp"
#include "pcgns-repartition/cell_map.hpp"
#include "pcgns-repartition/content.hpp"
#include "pcgns-repartition/distribute_unstructured.hpp"
#include "pcgns-repartition/full_numbering.hpp"
#include "pcgns-repartition/options.hpp"
#include "pcgns-repartition/report.hpp"
#include "pcgns-repartition/write_files.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/partition/ghost_sides.hpp"
#include "pcgns/partition/saved_plan.hpp"

namespace {

using namespace pcgns;
using repartition::Options;

/// The whole mesh as a plan; nothing of it is ever written.
struct Whole {
  cgns::InputSet inputs;
  plan::Plan plan;
  /// Has arrays of the inputs: if parts were matched by coordinates, or all points are numbered.
  std::unique_ptr<io::ScratchFile> scratch = {};
  partition::DirectArrays direct = {};  ///< Of unstructured zones.
};

Whole read_whole(par::Session& session, const Options& options) {
  Whole whole;
  const auto memory = options.run.memory_bytes();
  const auto log = tool::log_listener();
  const auto files = fileset::input_files(session, options.inputs, options.allow_missing, log);
  whole.inputs = fileset::read_files(session, files, {}, log);
  auto mesh = fileset::whole_mesh(session, whole.inputs, options.parts.request, options.merge,
                                  {.memory = memory, .strict = options.output.strict}, log);
  whole.plan = std::move(mesh.plan);
  whole.scratch = std::move(mesh.scratch);
  whole.inputs.trees = {};
  return whole;
}

void put(cgns::Node& node, int target, const std::vector<std::byte>& bytes) {
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

/// Parts of unstructured zones are no boxes of indices, which alone are drawn.
void require_boxes(const partition::Mesh& mesh, const Options& options) {
  if (options.plot.empty() || mesh.unstructured.empty()) return;
  if (mesh.zones.empty())
    throw Error(ErrorKind::usage, "--plan-plot draws structured zones only, and there are none");
  tool::warn("--plan-plot draws structured zones only: {} is not drawn", mesh.unstructured.front().path);
}

partition::Mesh cut(const plan::Plan& whole, const partition::Request& request, const Options& options) {
  auto mesh = partition::mesh_of(whole, request);
  require_boxes(mesh, options);
  plan::Notes notes;
  if (mesh.ghosts > 0) mesh.ghost_interfaces = partition::ghost_interfaces_of(mesh, notes);
  tool::tell_notes({.notes = notes.folded()}, options.output.strict);
  return mesh;
}

/// The plans of the files, and of the map behind them; what cannot be carried over is told once.
class FilePlans {
 public:
  FilePlans(const Whole& whole, const partition::Mesh& mesh, const Options& options)
      : whole_(whole), mesh_(mesh), options_(options) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (std::int64_t rank = 0; rank < mesh_.decomposition.partitions; rank += per_file())
      names.push_back(repartition::output_name(options_, mesh_.decomposition.partitions, rank));
    if (options_.map.empty()) return names;
    if (std::find(names.begin(), names.end(), options_.map) != names.end())
      throw Error(ErrorKind::usage, "--map: an output has the name " + options_.map);
    names.push_back(options_.map);
    return names;
  }

  plan::Plan make(std::size_t index) {
    const auto rank = static_cast<std::int64_t>(index) * per_file();
    if (rank >= mesh_.decomposition.partitions) return repartition::map_of(whole_.plan, mesh_);
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
  par::on_root(session.comm(), "planning", [&] {
    repartition::add_plan(mesh, options.map, options.prints_plan && options.run.json, report);
  });
  if (options.run.json && options.map.empty() && !mesh.unstructured.empty())
    tool::info("the plan does not cover unstructured zones: --map FILE.cgns stores the rank of each cell");
  if (options.plot.empty()) return;
  file::write_text(session, options.plot, "the picture", [&] {
    return options.plot.ends_with(".svg") ? repartition::svg_of(mesh) : repartition::vtu_of(mesh);
  });
}

/// The digest of what is cut, if parts are to keep it or their content is to be checked.
std::string source_digest(par::Session& session, const Whole& whole, const partition::Mesh& mesh,
                          cgns::ArraySums sums, const Options& options) {
  if (!repartition::wants_digest(options)) return {};
  bool is_exact = false;
  par::collectively(session.comm(), "planning",
                    [&] { is_exact = partition::comes_back_exactly(whole.plan, mesh); });
  if (!is_exact) {
    const bool is_checked = options.output.check == publish::Check::full;
    tool::say(is_checked ? tool::Level::warning : tool::Level::info,
              "point ranges or zone names come back in another form after a merge: no digest is stored");
    return {};
  }
  return digest::content_digest(session, whole.plan, whole.inputs, options.run.memory_bytes(),
                                std::move(sums));
}

/// The map alone, beside a plan.
void write_map(par::Session& session, const Whole& whole, const Options& options, const partition::Mesh& mesh,
               Timer& timer, const tool::Report& report) {
  auto told = report;
  repartition::write_files(session,
                           {.inputs = whole.inputs,
                            .outputs = {options.map},
                            .plan = [&](std::size_t) { return repartition::map_of(whole.plan, mesh); },
                            .bytes = 0,
                            .output = options.output,
                            .run = options.run},
                           timer, told);
}

/// The request, with the plan that a file has.
Options completed(par::Session& session, Options options) {
  auto& request = options.request;
  if (request.plan_file.empty()) return options;
  request.plan = file::read_text(session, request.plan_file, "the plan");
  if (const auto map = partition::map_of_plan(request.plan); !map.empty()) repartition::use_map(options, map);
  return options;
}

tool::Report work(par::Session& session, const Options& given) {
  Timer timer;
  const auto options = completed(session, given);
  auto whole = read_whole(session, options);
  const double seconds_reading = timer.lap();
  read_lists(session, whole, options.run.memory_bytes());
  partition::Mesh mesh;
  par::collectively(session.comm(), "planning", [&] { mesh = cut(whole.plan, options.request, options); });
  cgns::ArraySums sums;
  repartition::distribute_unstructured(session, whole.plan, whole.inputs, whole.scratch, whole.direct, sums,
                                       options, mesh);
  auto report = repartition::report_of(options.output.output, mesh);
  report.put("ranks", session.size());
  report.put("seconds/reading", seconds_reading);
  report.put("seconds/planning", timer.lap());
  if (!options.weights.empty() || !options.targets.empty()) repartition::add_balance(mesh, report);
  if (repartition::only_plans(options)) {
    tell_plan(session, options, mesh, report);
    if (!options.map.empty()) write_map(session, whole, options, mesh, timer, report);
    return report;
  }

  if (options.full_numbering)
    repartition::add_numbers(session, whole.inputs, options.output.output, whole.scratch, mesh);
  const auto digest = source_digest(session, whole, mesh, std::move(sums), options);
  if (!options.no_digest) mesh.source_digest = digest;
  std::function<void(const std::vector<std::string>&)> check;
  if (!digest.empty() && options.output.check == publish::Check::full)
    check = [&](auto paths) {
      if (!options.map.empty()) paths.pop_back();
      repartition::require_content(session, options, paths, digest);
    };
  FilePlans plans(whole, mesh, options);
  const mesh::Dataset dataset{
      .plan = whole.plan, .inputs = whole.inputs, .memory = options.run.memory_bytes()};
  repartition::write_files(
      session,
      {.inputs = whole.inputs,
       .outputs = plans.names(),
       .plan = [&](std::size_t index) { return plans.make(index); },
       .fill =
           [&](const io::Task& task, io::Sink& sink, const auto& progress) {
             return whole.direct.write(
                 session, dataset,
                 {.plan = task.plan, .offsets = task.offsets, .sink = sink, .keep_hashes = task.keep_hashes},
                 progress);
           },
       .check = check,
       .bytes = whole.plan.bytes(),
       .output = options.output,
       .run = options.run},
      timer, report);
  if (!digest.empty()) {
    report.put("digest", digest);
    if (options.output.check == publish::Check::full)
      report.text += fmt::format("digest of the content: {}\n", digest);
  }
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
