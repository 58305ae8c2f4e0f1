#include "pcgns/repartition/repartition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "pcgns/base/words.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/assign.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/repartition/plan/cell_map.hpp"
#include "pcgns/repartition/plan/drawing.hpp"
#include "pcgns/repartition/plan/memory.hpp"
#include "pcgns/repartition/plan/output_names.hpp"
#include "pcgns/repartition/plan/preview.hpp"
#include "pcgns/repartition/run/source_digest.hpp"
#include "pcgns/repartition/run/write_files.hpp"
#include "pcgns/repartition/run/zone_arrays.hpp"

namespace pcgns::repartition {

namespace {

using partition::Method;

/// How the cells of `request` are assigned.
partition::Assignment assignment_of(const Request& request) {
  return {.method = request.partition.method,
          .field = request.field,
          .given_map = request.given_map,
          .weights = request.weights,
          .targets = request.targets,
          .constraints = request.partition.constraints,
          .order = request.order,
          .samples = request.drawing.empty() ? 0 : cells_of_figure,
          .guard = request.guard};
}

/// The request, with the plan that a file has.
Request completed(par::Session& session, Request request) {
  auto assignment = assignment_of(request);
  partition::read_plan(session, request.partition, assignment);
  request.given_map = std::move(assignment.given_map);
  request.partition.keeps_planes = true;
  return request;
}

/// A solver that restarts has something to do on each rank.
void require_cells(const partition::Mesh& mesh) {
  std::int64_t cells = 0;
  for (const auto& zone : mesh.decomposition.zones) cells += zone.cell_count();
  for (const auto& zone : mesh.unstructured) cells += partition::cells_of(zone);
  const auto parts = mesh.decomposition.partitions;
  if (cells == 0 || parts <= cells) return;
  throw Error(ErrorKind::usage, fmt::format("--parts {}: the mesh has only {}; ask for at most {}", parts,
                                            plural(cells, "cell"), plural(cells, "part")));
}

class Repartition {
 public:
  Repartition(par::Session& session, const Request& request, const Listener& listener)
      : session_(session),
        listener_(listener),
        request_(completed(session, request)),
        memory_(request.machine.memory),
        known_(memory_.share(64)),
        output_(std::filesystem::absolute(request.output.output).string()) {}

  Report run() {
    const auto files = read();
    report_.seconds.reading = timer_.lap();
    with_files(files.name(), [&] { work(); });
    return std::move(report_);
  }

 private:
  void work() {
    partition::read_lists(session_, whole(), whole_);
    assign_cells();
    preflight();
    distribute();
    describe();
    report_.seconds.planning = timer_.lap();
    if (request_.dry_run) {
      write_plan();
    } else {
      write_parts();
      tell_shared();
    }
  }

  [[nodiscard]] bool is_checked() const { return request_.output.check == publish::Check::full; }
  [[nodiscard]] bool wants_digest() const {
    return !request_.dry_run && (request_.keep_digest || is_checked());
  }
  [[nodiscard]] mesh::Dataset whole() {
    return {.plan = whole_, .inputs = inputs_, .memory = memory_, .shared = &shared_, .known = &known_};
  }

  fileset::FileList read() {
    const auto& wanted = request_.inputs;
    auto select = request_.select;
    select.output = output_;
    const auto files =
        fileset::input_files(session_, wanted.names, fileset::rules_of(wanted, request_.strict), listener_);
    inputs_ = fileset::read_files(session_, files, {.guard = request_.guard}, listener_);
    auto mesh = fileset::whole_mesh(session_, inputs_, wanted, std::move(select),
                                    {.memory = memory_, .strict = request_.strict}, listener_);
    whole_ = std::move(mesh.plan);
    report_.notes = whole_.notes;  // They have been reported.
    scratch_ = std::move(mesh.scratch);
    inputs_.trees = {};
    name_read_files(wanted);
    tell_needs();
    return {.names = files.names};
  }

  void tell_needs() {
    report_.needs = {.trees = io::bytes_of_trees(whole_, inputs_),
                     .mesh = bytes_of_mesh(whole_.output,
                                           {.method = request_.partition.method,
                                            .order = request_.order,
                                            .has_weights = !request_.weights.empty()},
                                           memory_, session_.size())};
    plan::tell(report_.needs, memory_, listener_);
  }

  /// Throws Error{input} if the job is strict and there is a loss.
  void tell(const plan::Notes& notes) {
    const auto folded = notes.folded();
    plan::tell_notes({.notes = folded}, request_.strict, listener_);
    report_.notes.insert(report_.notes.end(), folded.begin(), folded.end());
  }

  void tell_shared() {
    io::SharedSummary all;
    for (const auto& [_, found] : shared_) all.add(found);
    plan::Notes notes;
    for (auto& text : all.warnings()) notes.add(plan::Note::Kind::warning, text, text);
    tell(notes);
  }

  /// Nothing that is written may be one of them.
  void name_read_files(const fileset::Request& wanted) {
    read_ = cgns::paths_of(inputs_);
    for (auto& name : fileset::files_named(wanted)) read_.push_back(std::move(name));
    for (auto& name : fileset::files_named({.names = {request_.targets, request_.given_map}}))
      read_.push_back(std::move(name));
    for (const auto& name : {request_.given_map, request_.partition.plan_file}) {
      if (!name.empty()) read_.push_back(name);
    }
  }

  /// The names of the parts.
  [[nodiscard]] std::vector<std::string> parts() const {
    return output_names(request_.output.output, request_.partition.style, mesh_.decomposition.partitions);
  }

  /// Before the work: nothing that is written may be a file that is read.
  void preflight() {
    const bool is_examined = request_.output.is_examined;
    if (is_examined) require_names(request_, mesh_.decomposition.partitions);
    auto names = is_examined ? parts() : std::vector<std::string>();
    for (const auto& name : {request_.map, request_.preview, request_.drawing}) {
      if (!name.empty()) names.push_back(name);
    }
    auto stage = request_.output;
    stage.one_of_many = true;
    publish::preflight(session_, stage, names, read_);
    if (is_examined) par::on_root(session_.comm(), "planning", [&] { tell_older_part(); });
  }

  /// A part beyond these is of an older set, and would be read as one of this.
  void tell_older_part() const {
    const auto partitions = mesh_.decomposition.partitions;
    const auto name = name_beyond(request_.output.output, partitions);
    std::error_code none;
    if (name.empty() || !std::filesystem::exists(name, none)) return;
    listener_.warn(fmt::format("{} is of another set than these {}: remove it, or {} will name both", name,
                               plural(partitions, "part"), request_.output.output));
  }

  void assign_cells() {
    par::collectively(session_.comm(), "planning", [&] {
      plan::Notes notes;
      mesh_ = partition::mesh_of(whole_, request_.partition, notes);
      // A map or a saved plan may leave parts empty on purpose.
      const auto& wanted = request_.partition;
      if (wanted.plan.empty() && wanted.method != Method::file) require_cells(mesh_);
      if (request_.drawing.ends_with(".vtu")) require_boxes();
      tell(notes);
    });
  }

  /// Pieces of unstructured zones are no boxes of indices, which alone are drawn.
  void require_boxes() const {
    if (mesh_.unstructured.empty()) return;
    if (mesh_.zones.empty())
      throw Error(ErrorKind::usage,
                  "--plan-plot FILE.vtu draws structured zones only, and there are none: use --plan-file");
    listener_.warn(fmt::format("--plan-plot FILE.vtu draws structured zones only: {} is not drawn",
                               mesh_.unstructured.front().path));
  }

  /// Arrays of unstructured zones come out of the scratch file and of `direct_` from now on.
  void distribute() {
    auto dataset = whole();
    if (wants_digest()) dataset.sums = &sums_;
    const auto assignment = assignment_of(request_);
    auto weights = partition::balance(session_, dataset, assignment, mesh_);
    if (mesh_.unstructured.empty() && !request_.map.empty())
      throw Error(ErrorKind::usage, "--map: there are no unstructured zones");
    const auto& shown = request_.map.empty() ? request_.preview : request_.map;
    const bool keeps_ranks = !shown.empty();
    const bool has_unstructured = !mesh_.unstructured.empty();
    const bool is_distributed = !request_.dry_run && (has_unstructured || partition::has_particles(whole_));
    if (keeps_ranks || is_distributed)
      need_scratch(request_.dry_run ? std::filesystem::absolute(shown).string() : output_);
    if (has_unstructured)
      listener_.info("partitioning " + plural(std::ssize(mesh_.unstructured), "unstructured zone"));
    const partition::ScratchFiles files{.scratch = request_.dry_run ? nullptr : scratch_.get(),
                                        .ranks = keeps_ranks ? scratch_.get() : nullptr};
    auto assigned =
        partition::assign(session_, dataset, assignment, std::move(weights), files, mesh_, listener_);
    direct_ = std::move(assigned.direct);
    for (auto& path : assigned.read) read_.push_back(std::move(path));
    if (has_unstructured) note_basis(assignment, assigned.map);
  }

  /// The plans only say where the numbers of unstructured pieces lie.
  void note_basis(const partition::Assignment& assignment, const std::vector<cgns::File>& map) {
    basis_ = {fmt::format("method {}, order {}", static_cast<int>(assignment.method),
                          static_cast<int>(assignment.order)),
              "field " + assignment.field, "weights " + assignment.weights, "targets " + assignment.targets};
    for (const auto& zone : mesh_.unstructured) {
      if (assignment.method != partition::Method::graph) break;
      const auto cells = cgns::integers_of(*zone.zone).at(1);
      basis_.push_back(fmt::format(
          "graph on {}",
          partition::holders_of_graph(cells, session_.size(), partition::most_in_graph(memory_))));
    }
    for (const auto& file : map)
      basis_.push_back(fmt::format("{} {} {}", file.size, file.modified_ns, file.path));
  }

  void need_scratch(const std::string& beside) {
    if (!scratch_) scratch_ = std::make_unique<io::ScratchFile>(session_, inputs_, beside, listener_);
  }

  void describe() {
    report_.partitions = mesh_.decomposition.partitions;
    report_.structured_zones = std::ssize(mesh_.zones);
    report_.unstructured_zones = std::ssize(mesh_.unstructured);
    report_.pieces = std::ssize(mesh_.decomposition.pieces);
    for (const auto& zone : mesh_.unstructured) report_.pieces += std::ssize(zone.pieces);
    report_.quality = partition::quality_of(mesh_);
    if (assignment_of(request_).is_balanced()) report_.most_over_target = partition::most_over_target(mesh_);
    tell_empty_parts();
  }

  void tell_empty_parts() const {
    const auto& wanted = request_.partition;
    const bool may_be_wanted =
        !wanted.plan.empty() || wanted.method == Method::keep || wanted.method == Method::file;
    const auto& quality = report_.quality;
    if (may_be_wanted || quality.empty_ranks == 0 || quality.most_cells == 0) return;
    listener_.warn(
        fmt::format("{} of {} parts {} no cells: ask for fewer --parts, or relax --weights, --targets, "
                    "--min-cells, --no-split or --multigrid",
                    quality.empty_ranks, report_.partitions, quality.empty_ranks == 1 ? "gets" : "get"));
  }

  void write_plan() {
    par::collectively(session_.comm(), "planning", [&] {
      plan::Notes notes;
      partition::note_losses(whole_, mesh_, notes);
      tell(notes);
    });
    par::on_root(session_.comm(), "planning", [&] {
      const bool lists_pieces = request_.lists_pieces || !request_.drawing.empty();
      report_.forecast = partition::forecast_of(mesh_, lists_pieces);
    });
    auto unmeasured = report_.seconds;
    std::vector<std::string> names;
    std::vector<plan::Plan> plans;
    const auto add = [&](const std::string& name, const auto& plan) {
      if (name.empty()) return;
      names.push_back(name);
      plans.push_back(plan());
    };
    add(request_.map, [&] { return map_of(whole_, mesh_); });
    add(request_.preview, [&] { return preview_of(whole_, mesh_, part_fields(session_, *scratch_, mesh_)); });
    if (!names.empty())
      write(
          names, [&](std::size_t index) { return plans[index]; }, unmeasured);
    const auto written = names.empty() ? std::string() : names.front();
    if (!request_.drawing.empty()) after_publishing(written, [&] { write_drawing(); });
  }

  void write_drawing() {
    const auto& drawing = request_.drawing;
    par::on_root(session_.comm(), "writing the drawing", [&] {
      publish::require_possible({.overwrite = request_.output.overwrite}, {&drawing, 1}, read_);
      publish::write_text(drawing,
                          drawing.ends_with(".svg") ? svg_of(mesh_, *report_.forecast) : vtu_of(mesh_),
                          request_.output.overwrite);
    });
  }

  /// Whether parts are to keep the digest of the whole mesh, or their content is to be checked, and can be.
  bool has_digest() {
    if (!wants_digest()) return false;
    bool is_exact = false;
    par::collectively(session_.comm(), "planning",
                      [&] { is_exact = partition::comes_back_exactly(whole_, mesh_); });
    if (!is_exact)
      listener_.say(
          is_checked() ? Listener::Kind::warning : Listener::Kind::info,
          "point ranges or zone names come back in another form after a merge: no digest is stored");
    return is_exact;
  }

  void write_parts() {
    if (request_.full_numbering) {
      need_scratch(request_.output.output);
      mesh_.numbers = global_numbers(session_, *scratch_, mesh_.decomposition.zones);
    }
    if (has_digest()) digest_.emplace(session_, whole(), sums_, direct_ && mesh_.zones.empty());
    if (digest_ && request_.keep_digest) digest_->enter(mesh_);
    // Of structured zones, the parts get each point from one piece only: the copies are compared before.
    io::compare_shared(session_, whole_, inputs_, memory_, shared_);
    const auto partitions = mesh_.decomposition.partitions;
    auto names = parts();
    const auto per_file = names.size() == 1 ? partitions : 1;
    if (!request_.map.empty()) names.push_back(request_.map);
    report_.written = write(
        std::move(names),
        [&](std::size_t index) {
          const auto rank = static_cast<std::int64_t>(index) * per_file;
          return rank < partitions ? plan_of({rank, rank + per_file}) : map_of(whole_, mesh_);
        },
        report_.seconds);
  }

  /// The file of `ranks`. Its notes, which the listener gets, name what cannot be carried over.
  [[nodiscard]] plan::Plan plan_of(Range ranks) {
    plan::Notes notes;
    auto plan = partition::file_of_ranks(whole_, mesh_, ranks, notes);
    tell(notes);
    return plan;
  }

  Report::Written write(std::vector<std::string> names, std::function<plan::Plan(std::size_t)> plan,
                        Report::Seconds& seconds) {
    auto stage = request_.output;
    stage.basis = basis_;
    PlannedFiles files{.inputs = inputs_,
                       .names = std::move(names),
                       .read = read_,
                       .plan = std::move(plan),
                       .stage = stage,
                       .machine = request_.machine};
    if (!request_.dry_run) files.bytes = whole_.bytes();
    if (direct_) {
      files.fill = [&](const io::Task& task, io::Sink& sink, const auto& progress) {
        auto dataset = whole();
        if (digest_ && digest_->follows()) dataset.sums = &sums_;
        auto hashes = partition::write_direct(session_, dataset, *direct_, task, sink, progress);
        if (digest_) digest_->write(task, sink, hashes);
        return hashes;
      };
    }
    if (digest_) {
      files.check = [&](std::vector<std::string> paths) {
        report_.digest = digest_->value();
        if (!is_checked()) return;
        if (!request_.map.empty()) {
          require_map(paths.back());
          paths.pop_back();
        }
        digest_->require_in({.names = std::move(paths)}, request_.output.output,
                            {.memory = memory_, .strict = request_.strict}, listener_);
      };
    }
    return write_files(session_, files, listener_, timer_, seconds);
  }

  /// An earlier run may have written the map, or a part of it. Throws Error{io} on every rank unless it has
  /// the parts of the cells.
  void require_map(const std::string& path) {
    const auto plan = map_of(whole_, mesh_);
    (void)digest::check_content(
        session_, {.plan = plan, .inputs = inputs_, .output = request_.map, .memory = memory_}, path);
  }

  Timer timer_;
  par::Session& session_;
  const Listener& listener_;
  const Request request_;
  const Budget memory_;
  io::KnownNumbers known_;
  const std::string output_;  ///< Absolute.
  Report report_;
  cgns::InputSet inputs_;
  std::vector<std::string> read_;  ///< All files that are read, which nothing may replace.
  plan::Plan whole_;               ///< The mesh in whole zones; nothing of it is ever written.
  /// Has arrays of the inputs: if pieces were matched by coordinates, or all points are numbered.
  std::unique_ptr<io::ScratchFile> scratch_;
  partition::Mesh mesh_;
  std::shared_ptr<const partition::DirectArrays> direct_;  ///< Of unstructured zones.
  std::vector<std::string> basis_;                         ///< StageOptions::basis.
  io::SharedSummaries shared_;
  cgns::ArraySums sums_;  ///< Of arrays read on the way, for the digest.
  std::optional<SourceDigest> digest_;
};

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  return Repartition(session, request, listener).run();
}

}  // namespace pcgns::repartition
