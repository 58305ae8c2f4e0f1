#include "pcgns/repartition/repartition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>

#include "pcgns/base/words.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/repartition/plan/cell_map.hpp"
#include "pcgns/repartition/plan/drawing.hpp"
#include "pcgns/repartition/plan/memory.hpp"
#include "pcgns/repartition/plan/output_names.hpp"
#include "pcgns/repartition/run/write_files.hpp"

namespace pcgns::repartition {

namespace {

using partition::Method;

/// The request, with the plan that a file has.
Request completed(par::Session& session, Request request) {
  auto& wanted = request.partition;
  if (wanted.plan_file.empty()) return request;
  wanted.plan = file::read_text(session, wanted.plan_file, "the plan");
  auto map = partition::map_of_plan(wanted.plan);
  if (map.empty()) return request;
  wanted.method = Method::file;
  request.given_map = std::move(map);
  return request;
}

void put(cgns::Node& node, int target, const std::vector<std::byte>& bytes) {
  if (node.array == target) node.data = bytes;
  for (auto& child : node.children) put(child, target, bytes);
}

/// Another file with the same zones.
struct CellMap {
  cgns::InputSet inputs;
  plan::Plan plan;
};

CellMap read_map(par::Session& session, const std::string& name, Budget memory, const Listener& listener) {
  CellMap map;
  const auto files = fileset::input_files(session, {name}, {}, listener);
  map.inputs = fileset::read_files(session, files, {}, listener);
  map.plan = fileset::whole_mesh(session, map.inputs, {}, {}, {.memory = memory}, listener).plan;
  return map;
}

using AtVertices = std::array<bool, 3>;
constexpr std::array<AtVertices, 3> at_faces = {
    {{true, false, false}, {false, true, false}, {false, false, true}}};

std::int64_t points_of(const partition::ZoneSize& zone, const AtVertices& at_vertices) {
  std::int64_t points = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d)
    points *= zone.cells[d] + (at_vertices[d] ? 1 : 0);
  return points;
}

std::int64_t vertices_of(const partition::ZoneSize& zone) { return points_of(zone, {true, true, true}); }

/// Most points of a kind that a zone has.
std::int64_t most_points(const partition::ZoneSize& zone) {
  std::int64_t faces = 0;
  for (const auto& normal : at_faces) faces += points_of(zone, normal);
  return std::max(vertices_of(zone), zone.dimension == 3 ? faces : 0);
}

class Repartition {
 public:
  Repartition(par::Session& session, const Request& request, const Listener& listener)
      : session_(session),
        listener_(listener),
        request_(completed(session, request)),
        memory_(request.machine.memory),
        output_(std::filesystem::absolute(request.output.output).string()) {}

  Report run() {
    read();
    report_.seconds.reading = timer_.lap();
    read_lists();
    assign_cells();
    preflight();
    distribute();
    describe();
    report_.seconds.planning = timer_.lap();
    if (request_.dry_run) {
      write_plan();
    } else {
      compare_shared();
      write_parts();
      tell_shared();
    }
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool is_checked() const { return request_.output.check == publish::Check::full; }
  [[nodiscard]] bool wants_digest() const {
    return !request_.dry_run && (request_.keep_digest || is_checked());
  }
  [[nodiscard]] bool is_balanced() const { return !request_.weights.empty() || !request_.targets.empty(); }
  [[nodiscard]] mesh::Dataset whole() {
    return {.plan = whole_, .inputs = inputs_, .memory = memory_, .shared = &shared_};
  }

  void read() {
    const auto& wanted = request_.inputs;
    auto select = request_.select;
    select.output = output_;
    const auto files =
        fileset::input_files(session_, wanted.names, fileset::rules_of(wanted, request_.strict), listener_);
    inputs_ = fileset::read_files(session_, files, {}, listener_);
    auto mesh = fileset::whole_mesh(session_, inputs_, wanted, std::move(select),
                                    {.memory = memory_, .strict = request_.strict}, listener_);
    whole_ = std::move(mesh.plan);
    scratch_ = std::move(mesh.scratch);
    inputs_.trees = {};
    name_read_files(wanted);
    tell_needs();
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

  /// Of structured zones, each point is read from one piece only: the copies are compared before.
  void compare_shared() {
    const auto found = io::compare_shared(session_, whole_, inputs_, memory_);
    if (found) shared_.emplace(-1, *found);
  }

  void tell_shared() const {
    io::SharedSummary all;
    for (const auto& [_, found] : shared_) all.add(found);
    if (all.differing > 0) listener_.warn(all.text());
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
    auto names = request_.dry_run ? std::vector<std::string>() : parts();
    for (const auto& name : {request_.map, request_.drawing}) {
      if (!name.empty()) names.push_back(name);
    }
    auto stage = request_.output;
    stage.one_of_many = true;
    publish::preflight(session_, stage, names, read_);
  }

  /// Values that the partition depends on come into the tree.
  void read_lists() {
    for (const int target : partition::arrays_to_read(whole_)) {
      const auto share = mesh::read_share(session_, whole(), target);
      put(whole_.output, target, par::gather_joined(session_.comm(), share.bytes));
    }
  }

  void assign_cells() {
    par::collectively(session_.comm(), "planning", [&] {
      plan::Notes notes;
      mesh_ = partition::mesh_of(whole_, request_.partition, notes);
      require_boxes();
      plan::tell_notes({.notes = notes.folded()}, request_.strict, listener_);
    });
  }

  /// Pieces of unstructured zones are no boxes of indices, which alone are drawn.
  void require_boxes() const {
    if (request_.drawing.empty() || mesh_.unstructured.empty()) return;
    if (mesh_.zones.empty())
      throw Error(ErrorKind::usage, "--plan-plot draws structured zones only, and there are none");
    listener_.warn(fmt::format("--plan-plot draws structured zones only: {} is not drawn",
                               mesh_.unstructured.front().path));
  }

  [[nodiscard]] std::vector<double> targets() const {
    const auto& given = request_.targets;
    if (given.empty()) return {};
    auto targets = partition::parse_targets(
        given.starts_with('@') ? file::read_text(session_, given.substr(1), "the targets") : given);
    if (std::ssize(targets) != mesh_.decomposition.partitions)
      throw Error(ErrorKind::usage, fmt::format("--targets: {} for {}", plural(std::ssize(targets), "number"),
                                                plural(mesh_.decomposition.partitions, "part")));
    return targets;
  }

  /// How much each rank gets, if cells have weights or ranks have speeds.
  partition::CellWeights balance(const mesh::Dataset& dataset) {
    if (!is_balanced()) return {};
    if (!mesh_.zones.empty())
      throw Error(ErrorKind::usage, "--weights and --targets are for unstructured zones only, and " +
                                        mesh_.decomposition.zones.front().path + " is structured");
    const auto speeds = targets();
    partition::CellWeights weights;
    if (!request_.weights.empty())
      weights = partition::weigh_cells(session_, dataset, mesh_, request_.weights);
    partition::size_pieces(mesh_, request_.partition.method, weights.totals, speeds);
    return weights;
  }

  /// Arrays of unstructured zones come out of the scratch file and of `direct_` from now on.
  void distribute() {
    auto dataset = whole();
    if (wants_digest()) dataset.sums = &sums_;
    partition::Division division{.method = request_.partition.method,
                                 .field = request_.given_map.empty() ? request_.field : rank_field,
                                 .map_name = request_.given_map,
                                 .weights = balance(dataset),
                                 .order = request_.order};
    const bool has_map = !request_.map.empty();
    if (mesh_.unstructured.empty() && has_map)
      throw Error(ErrorKind::usage, "--map: there are no unstructured zones");
    if (mesh_.unstructured.empty() && (request_.dry_run || !partition::has_particles(whole_))) return;
    if (!request_.dry_run || has_map)
      need_scratch(request_.dry_run ? std::filesystem::absolute(request_.map).string() : output_);
    if (has_map) division.ranks = scratch_.get();
    if (!mesh_.unstructured.empty())
      listener_.info("partitioning " + plural(std::ssize(mesh_.unstructured), "unstructured zone"));
    distribute(dataset, division);
  }

  void distribute(const mesh::Dataset& dataset, partition::Division& division) {
    CellMap map;
    const mesh::Dataset mapped{.plan = map.plan, .inputs = map.inputs, .memory = memory_};
    if (!request_.given_map.empty()) {
      map = read_map(session_, request_.given_map, memory_, listener_);
      for (auto& path : cgns::paths_of(map.inputs)) read_.push_back(std::move(path));
      division.map = &mapped;
    }
    direct_ = partition::distribute_zones(session_, dataset, request_.dry_run ? nullptr : scratch_.get(),
                                          division, mesh_);
    if (division.map == nullptr) return;
    file::require_unchanged(session_, map.inputs);
    if (auto method = method_of(map.plan); !method.empty()) mesh_.method = std::move(method);
  }

  void need_scratch(const std::string& beside) {
    if (!scratch_) scratch_ = std::make_unique<io::ScratchFile>(session_, inputs_, beside);
  }

  void describe() {
    report_.partitions = mesh_.decomposition.partitions;
    report_.structured_zones = std::ssize(mesh_.zones);
    report_.unstructured_zones = std::ssize(mesh_.unstructured);
    report_.pieces = std::ssize(mesh_.decomposition.pieces);
    for (const auto& zone : mesh_.unstructured) report_.pieces += std::ssize(zone.pieces);
    report_.quality = partition::quality_of(mesh_);
    if (is_balanced()) report_.most_over_target = partition::most_over_target(mesh_);
  }

  void write_plan() {
    par::on_root(session_.comm(), "planning",
                 [&] { report_.forecast = partition::forecast_of(mesh_, request_.lists_pieces); });
    auto unmeasured = report_.seconds;
    if (!request_.map.empty())
      write(
          {request_.map}, [&](std::size_t) { return map_of(whole_, mesh_); }, unmeasured);
    if (!request_.drawing.empty()) after_publishing(request_.map, [&] { write_drawing(); });
  }

  void write_drawing() {
    const auto& drawing = request_.drawing;
    par::on_root(session_.comm(), "writing the drawing", [&] {
      publish::require_possible({.overwrite = request_.output.overwrite}, {&drawing, 1}, read_);
      publish::write_text(drawing, drawing.ends_with(".svg") ? svg_of(mesh_) : vtu_of(mesh_),
                          request_.output.overwrite);
    });
  }

  /// Numbers 1, 2, …, which `mesh_` can take for fields of its zones.
  void add_numbers() {
    need_scratch(request_.output.output);
    std::int64_t most = 0;
    for (const auto& zone : mesh_.decomposition.zones) most = std::max(most, most_points(zone));
    const auto at = scratch_->add_room(most * width);
    write_numbers(at, most);
    for (const auto& zone : mesh_.decomposition.zones) {
      partition::ZoneNumbers numbers;
      numbers.vertices = scratch_->add_array(zone.path + "/Vertex", at, vertices_of(zone));
      numbers.cells = scratch_->add_array(zone.path + "/Cell", at, zone.cell_count());
      auto from = at;
      for (std::size_t d = 0; d < 3 && zone.dimension == 3; ++d) {
        const auto count = points_of(zone, at_faces[d]);
        numbers.faces[d] = scratch_->add_array(zone.path + "/Face", from, count);
        from += count * width;
      }
      mesh_.numbers.push_back(numbers);
    }
  }

  /// Each rank writes its portion.
  void write_numbers(std::int64_t at, std::int64_t count) {
    par::collectively(session_.comm(), "numbering", [&] {
      const auto each = (count + session_.size() - 1) / session_.size();
      const auto end = std::min(count, (session_.rank() + 1) * each);
      std::vector<std::int64_t> numbers;
      for (auto first = session_.rank() * each; first < end; first += numbers_at_once) {
        numbers.resize(static_cast<std::size_t>(std::min(numbers_at_once, end - first)));
        std::iota(numbers.begin(), numbers.end(), first + 1);
        scratch_->write(at + first * width, numbers);
        session_.alive();
      }
    });
    scratch_->settle();
  }

  /// The digest of the whole mesh, if parts are to keep it or their content is to be checked.
  std::string source_digest() {
    if (!wants_digest()) return {};
    bool is_exact = false;
    par::collectively(session_.comm(), "planning",
                      [&] { is_exact = partition::comes_back_exactly(whole_, mesh_); });
    if (is_exact) return digest::content_digest(session_, whole_, inputs_, memory_, std::move(sums_));
    listener_.say(is_checked() ? Listener::Kind::warning : Listener::Kind::info,
                  "point ranges or zone names come back in another form after a merge: no digest is stored");
    return {};
  }

  void write_parts() {
    if (request_.full_numbering) add_numbers();
    report_.digest = source_digest();
    if (request_.keep_digest) mesh_.source_digest = digest::recorded(report_.digest);
    const auto partitions = mesh_.decomposition.partitions;
    auto names = parts();
    const auto files = std::ssize(names);
    const auto per_file = files == 1 ? partitions : 1;
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
  [[nodiscard]] plan::Plan plan_of(Range ranks) const {
    plan::Notes notes;
    auto plan = partition::file_of_ranks(whole_, mesh_, ranks, notes);
    plan.notes = notes.folded();
    plan::tell_notes(plan, request_.strict, listener_);
    return plan;
  }

  Report::Written write(std::vector<std::string> names, std::function<plan::Plan(std::size_t)> plan,
                        Report::Seconds& seconds) {
    PlannedFiles files{.inputs = inputs_,
                       .names = std::move(names),
                       .read = read_,
                       .plan = std::move(plan),
                       .stage = request_.output,
                       .machine = request_.machine};
    if (!request_.dry_run) files.bytes = whole_.bytes();
    if (direct_) {
      files.fill = [&](const io::Task& task, io::Sink& sink, const auto& progress) {
        return partition::write_direct(session_, whole(), *direct_, task, sink, progress);
      };
    }
    if (!report_.digest.empty() && is_checked()) files.check = [&](auto paths) { require_content(paths); };
    return write_files(session_, files, listener_, timer_, seconds);
  }

  /// Reads the files `paths` as pcgns-merge would. Throws Error{io} on every rank unless together they have
  /// the content of the whole mesh.
  void require_content(std::vector<std::string> paths) {
    if (!request_.map.empty()) paths.pop_back();
    fileset::NumberedSet files{.names = std::move(paths)};
    files.numbers.resize(files.names.size());
    std::iota(files.numbers.begin(), files.numbers.end(), 0);
    auto inputs = fileset::read_files(session_, files, {}, listener_);
    const auto mesh = fileset::whole_mesh(session_, inputs, {}, {.output = output_},
                                          {.memory = memory_, .strict = request_.strict}, listener_);
    const auto found = digest::content_digest(session_, mesh.plan, inputs, memory_);
    if (found == report_.digest) return;
    throw Error(ErrorKind::io,
                fmt::format("{}: check failed: the content of the parts has the digest {}, not {}",
                            request_.output.output, found, report_.digest));
  }

  static constexpr std::int64_t width = sizeof(std::int64_t);
  static constexpr std::int64_t numbers_at_once = 1 << 17;

  Timer timer_;
  par::Session& session_;
  const Listener& listener_;
  const Request request_;
  const Budget memory_;
  const std::string output_;  ///< Absolute.
  Report report_;
  cgns::InputSet inputs_;
  std::vector<std::string> read_;  ///< All files that are read, which nothing may replace.
  plan::Plan whole_;               ///< The mesh in whole zones; nothing of it is ever written.
  /// Has arrays of the inputs: if pieces were matched by coordinates, or all points are numbered.
  std::unique_ptr<io::ScratchFile> scratch_;
  partition::Mesh mesh_;
  std::shared_ptr<const partition::DirectArrays> direct_;  ///< Of unstructured zones.
  std::map<int, io::SharedSummary> shared_;                ///< By target; -1: of structured zones.
  cgns::ArraySums sums_;                                   ///< Of arrays read on the way, for the digest.
};

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  return Repartition(session, request, listener).run();
}

}  // namespace pcgns::repartition
