#include "pcgns/publish/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/io/cloning.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/plan/joined.hpp"
#include "pcgns/publish/detail/group.hpp"
#include "pcgns/publish/rename.hpp"

namespace pcgns::publish {

namespace {

std::int64_t bytes_of(const std::vector<Range>& ranges) {
  std::int64_t bytes = 0;
  for (const auto& range : ranges) bytes += range.size();
  return bytes;
}

/// Of the file, by an earlier run. Ranges that are done may include chunks.
std::int64_t bytes_before(const Group::Member& member) {
  auto ranges = member.done;
  for (const auto& table : member.chunks) {
    for (std::size_t i = 0; i < table.offsets.size(); ++i)
      ranges.push_back({table.offsets[i], table.offsets[i] + table.sizes[i]});
  }
  return bytes_of(united(std::move(ranges)));
}

/// The bytes of `run` in an array at `offset`.
Range bytes_of(const plan::Plan& plan, const plan::Direct& run, std::int64_t offset) {
  const auto size =
      static_cast<std::int64_t>(cgns::size_of(plan.targets[static_cast<std::size_t>(run.target)].type));
  return {offset + run.target_begin * size, offset + (run.target_begin + run.count) * size};
}

/// The arrays of a file that come from chunks, or go into some: moved one file at a time.
struct Repacked {
  io::RepackTask task;
  std::vector<bool> is_unpacked;  ///< By target.
  io::Packed packed = {};
  std::vector<io::UnitHash> unpacked = {};
  bool is_moved = false;
};

/// The steps from files with their nodes to files that only lack their names.
class Writer {
 public:
  Writer(par::Session& session, const StageOptions& options, const PlannedOutputs& planned, Group& group,
         WrittenOutput& written, const Listener& listener);

  void run(Timer& timer);

 private:
  /// Before the nodes of files with chunks are there. Returns where the chunks are, by file.
  [[nodiscard]] std::vector<file::ChunksInPlace> pack();
  void unpack();
  /// Writes what no move brings, which precedes the first journal record of a file. Returns all ranges that
  /// are done.
  [[nodiscard]] std::vector<Range> fill();
  /// Clones what can be cloned. Returns it.
  [[nodiscard]] std::vector<Range> clone();
  void check(const io::Task& task, const io::Outcome& outcome);

  void tell_start();
  void tell_blocks() const;
  void tell_striping();
  void tell_shared(const io::SharedDifferences& differences);

  void moved(std::int64_t bytes) const {
    if (listener_.moved) listener_.moved(written_.bytes_moved + bytes);
  }
  [[nodiscard]] io::Hooks hooks(const Group::Member& member);

  par::Session& session_;
  const PlannedOutputs& planned_;
  Group& group_;
  WrittenOutput& written_;
  const Listener& listener_;
  const StageOptions& options_;
  const bool is_full_;
  const plan::Plan joined_;  ///< Of several files.
  const plan::Plan& plan_;
  const plan::Machine machine_;
  std::vector<Repacked> repacked_;     ///< By file.
  std::vector<std::int64_t> offsets_;  ///< By target; -1: nothing is left to move.
  std::vector<io::RunHash> run_hashes_;
};

Writer::Writer(par::Session& session, const StageOptions& options, const PlannedOutputs& planned,
               Group& group, WrittenOutput& written, const Listener& listener)
    : session_(session),
      planned_(planned),
      group_(group),
      written_(written),
      listener_(listener),
      options_(options),
      is_full_(options.check == Check::full),
      joined_(planned.plans.size() > 1 ? plan::joined(planned.plans) : plan::Plan{}),
      plan_(planned.plans.size() > 1 ? joined_ : planned.plans.front()),
      machine_(io::suited(planned.machine, plan_)) {
  for (std::size_t i = 0; i < planned.plans.size(); ++i) {
    repacked_.push_back({.task = {.plan = planned.plans[i],
                                  .inputs = planned.inputs,
                                  .machine = planned.machine,
                                  .done = group.members()[i].chunks,
                                  .keep_hashes = is_full_,
                                  .check_copies = options.check != Check::none},
                         .is_unpacked = io::unpacked(planned.plans[i], planned.inputs)});
  }
}

void Writer::run(Timer& timer) {
  auto& seconds = written_.seconds;
  seconds.laying_out += timer.lap();
  tell_start();
  if (std::ranges::any_of(planned_.plans, &plan::Plan::has_chunks)) {
    const auto chunks = pack();
    seconds.moving += timer.lap();
    group_.lay_out(chunks);
    seconds.laying_out += timer.lap();
  }
  tell_blocks();
  tell_striping();
  unpack();
  const auto cloned = clone();
  auto done = fill();
  done.insert(done.end(), cloned.begin(), cloned.end());
  const io::Task task{.plan = plan_,
                      .inputs = planned_.inputs,
                      .offsets = offsets_,
                      .end = group_.end(),
                      .done = united(std::move(done)),
                      .cloned = cloned,
                      .machine = machine_,
                      .keep_hashes = is_full_};
  const auto outcome = io::execute(session_, task, group_.sink(), hooks(group_.members().front()));
  written_.bytes_moved += outcome.bytes;
  seconds.moving += timer.lap();
  group_.finish_writing();
  seconds.syncing += timer.lap();
  check(task, outcome);
  group_.settle();
  tell_shared(outcome.shared);
  seconds.checking += timer.lap();
  seconds.so_far = timer.total();
}

io::Hooks Writer::hooks(const Group::Member& member) {
  return {.progress = [this](std::int64_t bytes) { moved(bytes); },
          .wants_checkpoint = [this] { return group_.wants_checkpoint(); },
          .checkpoint = [&](const io::Checkpoint& reached) { group_.checkpoint(reached, member); }};
}

std::vector<file::ChunksInPlace> Writer::pack() {
  std::vector<file::ChunksInPlace> in_place;
  for (std::size_t i = 0; i < repacked_.size(); ++i) {
    const auto& plan = planned_.plans[i];
    const auto& member = group_.members()[i];
    auto& [task, is_unpacked, packed, unpacked, is_moved] = repacked_[i];
    if (plan.has_chunks() && !member.was_published) {
      packed = io::pack(session_, task, file::begin_of_chunks(plan, machine_.alignment),
                        group_.sink_of(member), hooks(member));
      for (const auto& target : plan.targets)
        written_.bytes_moved += target.is_chunked() ? target.bytes() : 0;
      is_moved = true;
    }
    in_place.push_back({packed.tables, packed.bytes});
  }
  return in_place;
}

void Writer::unpack() {
  offsets_ = group_.offsets();
  std::size_t first = 0;
  for (std::size_t i = 0; i < repacked_.size(); ++i) {
    auto& file = repacked_[i];
    const auto& targets = planned_.plans[i].targets;
    const auto& member = group_.members()[i];
    if (!member.was_published && std::ranges::count(file.is_unpacked, true) > 0) {
      file.unpacked =
          io::unpack(session_, file.task, member.layout.offsets, group_.sink_of(member), hooks(member));
      file.is_moved = true;
      for (std::size_t k = 0; k < targets.size(); ++k) {
        if (!file.is_unpacked[k]) continue;
        written_.bytes_moved += targets[k].bytes();
        offsets_[first + k] = -1;
      }
    }
    first += targets.size();
  }
}

std::vector<Range> Writer::fill() {
  auto done = group_.done();
  auto offsets = offsets_;
  std::int64_t bytes = 0;
  for (const auto& run : plan_.direct) {
    const auto target = static_cast<std::size_t>(run.target);
    const auto offset = offsets_[target];
    if (offset < 0) continue;
    done.push_back(bytes_of(plan_, run, offset));
    if (group_.was_begun(offset)) {
      offsets[target] = -1;
    } else {
      bytes += done.back().size();
    }
  }
  done = united(std::move(done));
  if (bytes == 0) return done;
  const io::Task task{.plan = plan_,
                      .inputs = planned_.inputs,
                      .offsets = offsets,
                      .end = group_.end(),
                      .machine = machine_,
                      .keep_hashes = is_full_};
  const auto hashes = planned_.fill(task, group_.sink(), [this](std::int64_t written) { moved(written); });
  run_hashes_.insert(run_hashes_.end(), hashes.begin(), hashes.end());
  written_.bytes_moved += bytes;
  return done;
}

std::vector<Range> Writer::clone() {
  // Arrays that came out of chunks have no runs: those are not stored as they are.
  auto cloned =
      io::clone(session_, planned_.inputs, group_.clone_runs(), group_.sink(), machine_.memory, is_full_);
  if (!cloned.refusal.empty() && options_.clone == Clone::always)
    throw Error(ErrorKind::io,
                at(options_.output, "", "--clone always: cannot share blocks: " + cloned.refusal));
  if (!cloned.refusal.empty()) listener_.detail("copying what cannot be cloned: " + cloned.refusal);
  written_.bytes_cloned += bytes_of(cloned.ranges);
  written_.bytes_moved += bytes_of(cloned.ranges);
  run_hashes_ = std::move(cloned.hashes);
  return std::move(cloned.ranges);
}

void Writer::check(const io::Task& task, const io::Outcome& outcome) {
  if (options_.check != Check::none) group_.check_structure();
  if (!is_full_) return;
  const auto& members = group_.members();
  const auto& name = members.size() == 1 ? members.front().path : options_.output;
  io::check_written(session_, task, name, group_.read_back(), outcome.hashes);
  if (!plan_.direct.empty() || !task.cloned.empty())
    io::check_runs(session_, name, group_.read_back(), run_hashes_);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!repacked_[i].is_moved) continue;
    io::check_repacked(session_, repacked_[i].task,
                       {.path = members[i].path,
                        .offsets = members[i].layout.offsets,
                        .packed = repacked_[i].packed,
                        .unpacked = repacked_[i].unpacked});
  }
  if (planned_.check_content) written_.digest = planned_.check_content(members.front().path);
}

void Writer::tell_start() {
  const auto& members = group_.members();
  const auto in_place = std::ranges::count_if(members, &Group::Member::was_published);
  std::int64_t written = 0;
  for (const auto& member : members) written += bytes_before(member);
  written_.bytes_before += written;
  if (in_place > 0)
    group_.listener().info(fmt::format("resuming: {} of {} are already in place", in_place,
                                       plural(std::ssize(members), "output")));
  if (written > 0)
    group_.listener().info(fmt::format("resuming: {} are already written", format_size(written)));
  listener_.info("moving " + format_size(plan_.bytes()));
}

void Writer::tell_blocks() const {
  const io::FileBlocks blocks(group_.end(), machine_);
  listener_.detail(fmt::format("{} on {}; file blocks of {}, arrays aligned to {}; staged as {}",
                               plural(blocks.rounds(), "round"), plural(machine_.ranks, "rank"),
                               format_size(blocks.size()), format_size(machine_.alignment),
                               group_.members().front().path));
}

void Writer::tell_striping() {
  if (!planned_.striping.is_asked_for()) return;
  const auto striped = group_.striped();
  switch (striped.way) {
    case Striped::Way::tool:
      written_.striping = striped.told;
      written_.is_striped = true;
      break;
    case Striped::Way::hints:
      listener_.warn(
          "the striping tool of the file system is missing: striping was requested through MPI-IO, which may "
          "ignore it");
      break;
    case Striped::Way::none:
      listener_.warn("this file system does not support striping: only the alignment is applied");
  }
}

/// Of values that several pieces have for the same points.
void Writer::tell_shared(const io::SharedDifferences& differences) {
  const auto shared = io::summary_of(differences, plan_);
  if (shared.compared > 0) {
    written_.has_shared_points = true;
    written_.shared.add(shared);
  }
  for (auto text : shared.warnings()) {
    if (!group_.done().empty()) text += "; an earlier run compared the others";
    listener_.warn(text);
    written_.notes.push_back({plan::Note::Kind::warning, std::move(text)});
  }
}

}  // namespace

Outputs::Outputs(par::Session& session, StageOptions options, const Listener& listener)
    : session_(session),
      options_(std::move(options)),
      staged_(std::make_unique<Staged>(Staged{.listener = listener})) {}

Outputs::~Outputs() = default;

void Outputs::write(const PlannedOutputs& planned, WrittenOutput& written, Timer& timer,
                    const Listener& listener) {
  std::int64_t bytes = 0;
  for (const auto& plan : planned.plans) bytes += plan.bytes();
  const Move move(listener, bytes);
  Group group(session_, options_, planned, *staged_);
  const auto unchecked = group.unchecked();
  if (staged_->unchecked.empty() && options_.check == Check::full) staged_->unchecked = unchecked;
  if (!group.was_published()) return Writer(session_, options_, planned, group, written, listener).run(timer);
  written.seconds.laying_out += timer.lap();
  if (options_.check != Check::none) group.check_structure();
  if (options_.check == Check::full && planned.check_content && group.is_unchecked()) {
    written.digest = planned.check_content(planned.names.front());
    par::broadcast(session_.comm(), written.digest);  // Only rank 0 has it, and all decide by it.
  }
  if (!written.digest.empty() && staged_->unchecked == unchecked) staged_->unchecked.clear();
  group.settle();
  written.was_complete = true;
  written.seconds.checking += timer.lap();
}

void Outputs::require_checked() const {
  if (staged_->unchecked.empty()) return;
  throw Error(
      ErrorKind::usage,
      at(staged_->unchecked, "",
         "was published by an interrupted run, and without a digest its values cannot be checked: use "
         "--check meta, or remove what that run has published to make it anew"));
}

std::vector<std::string> Outputs::paths() const {
  auto paths = staged_->names;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!staged_->was_published[i]) paths[i] = part_path(paths[i]);
  }
  return paths;
}

void Outputs::publish() {
  const auto step = step_of(options_, "publishing");
  session_.enter(step);
  // If killed between renames, the journals record which outputs are already in place.
  if (options_.one_of_many) {
    par::collectively(
        session_.comm(), "writing the journals",
        [&] {
          for (const auto& file : staged_->files) file->enter_all(false);
        },
        par::Stops::ignore);
  }
  const auto renaming = par::failure_of([&] { rename(step); }, step);
  if (renaming && renaming->kind() != ErrorKind::in_place) throw Error(*renaming);
  after_publishing(options_.output, [&] {
    par::collectively(
        session_.comm(), "removing the journals",
        [&] {
          for (const auto& file : staged_->files) file->mark_published();
        },
        par::Stops::ignore);
  });
  if (renaming) throw Error(*renaming);
}

void Outputs::rename(const std::string& step) {
  par::on_root(
      session_.comm(), step,
      [&] {
        std::vector<Naming> names;
        for (std::size_t i = 0; i < staged_->names.size(); ++i) {
          const auto& name = staged_->names[i];
          if (!staged_->was_published[i]) names.push_back({part_path(name), name});
        }
        give_names(names, options_.overwrite, [&](std::size_t i) {
          par::fault_point("publish", session_.rank(), static_cast<long>(i));
        });
      },
      par::Stops::ignore);
}

}  // namespace pcgns::publish
