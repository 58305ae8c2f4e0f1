#include "pcgns/publish/write_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/io/repack.hpp"

namespace pcgns::publish {

namespace {

/// The arrays of an output that come from chunks, or go into some: does with them what io::execute does with
/// all others. All functions but the last are collective.
class Chunks {
 public:
  Chunks(par::Session& session, const PlannedOutput& planned, bool keep_hashes, const Move& move);

  /// Before the nodes of the output are there.
  [[nodiscard]] file::ChunksInPlace pack(StagedFile& staged);
  /// After that.
  void unpack(StagedFile& staged);
  /// For --check full.
  void check(const StagedFile& staged);

  /// Of the arrays that are left to io::execute; -1 for those that are not.
  [[nodiscard]] std::vector<std::int64_t> offsets_of_others(const StagedFile& staged) const;
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }  ///< Of values that were brought.
  [[nodiscard]] double seconds_packing() const { return seconds_packing_; }

 private:
  par::Session& session_;
  const PlannedOutput& planned_;
  io::RepackTask task_;
  std::vector<bool> is_unpacked_;  ///< By target.
  io::Packed packed_;
  std::vector<io::UnitHash> hashes_;
  std::int64_t bytes_ = 0;
  double seconds_packing_ = 0;
};

Chunks::Chunks(par::Session& session, const PlannedOutput& planned, bool keep_hashes, const Move& move)
    : session_(session),
      planned_(planned),
      task_{.plan = planned.plan,
            .inputs = planned.inputs,
            .machine = planned.machine,
            .keep_hashes = keep_hashes,
            .progress = [this, &move](std::int64_t bytes) { move.moved(bytes_ + bytes); }},
      is_unpacked_(io::unpacked(planned.plan, planned.inputs)) {}

file::ChunksInPlace Chunks::pack(StagedFile& staged) {
  Timer timer;
  const io::PackJournal journal{
      .there = staged.chunks(),
      .wants_checkpoint = [&] { return staged.wants_checkpoint(); },
      .checkpoint = [&](const std::vector<cgns::ChunkTable>& tables) { staged.checkpoint(tables); }};
  packed_ = io::pack(session_, task_, file::begin_of_chunks(planned_.plan, planned_.machine.alignment),
                     staged.sink(), journal);
  for (const auto& target : planned_.plan.targets) bytes_ += target.is_chunked() ? target.bytes() : 0;
  seconds_packing_ = timer.total();
  return {packed_.tables, packed_.bytes};
}

void Chunks::unpack(StagedFile& staged) {
  if (std::find(is_unpacked_.begin(), is_unpacked_.end(), true) == is_unpacked_.end()) return;
  hashes_ = io::unpack(session_, task_, staged.layout().offsets, staged.sink());
  for (std::size_t i = 0; i < is_unpacked_.size(); ++i)
    bytes_ += is_unpacked_[i] ? planned_.plan.targets[i].bytes() : 0;
}

void Chunks::check(const StagedFile& staged) {
  if (bytes_ == 0) return;
  io::check_repacked(
      session_, task_,
      {.path = staged.path(), .offsets = staged.layout().offsets, .packed = packed_, .unpacked = hashes_});
}

std::vector<std::int64_t> Chunks::offsets_of_others(const StagedFile& staged) const {
  auto offsets = staged.layout().offsets;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (is_unpacked_[i]) offsets[i] = -1;
  }
  return offsets;
}

std::int64_t bytes_of(const std::vector<Range>& ranges) {
  std::int64_t bytes = 0;
  for (const auto& range : ranges) bytes += range.size();
  return bytes;
}

/// The inputs themselves were looked at before they were read.
std::vector<std::string> linked_files(const cgns::InputSet& inputs) {
  std::vector<std::string> paths;
  for (const auto& file : inputs.files) {
    if (file.linked) paths.push_back(file.path);
  }
  return paths;
}

void tell_striping(const PlannedOutput& planned, const StagedFile& staged, const Listener& listener,
                   WrittenOutput& written) {
  if (!planned.stage.striping.is_asked_for()) return;
  switch (staged.striped().way) {
    case Striped::Way::tool:
      written.striping = staged.striped().told;
      written.is_striped = true;
      break;
    case Striped::Way::hints:
      listener.warn(
          "the striping tool of the file system is missing: striping was requested through MPI-IO, which may "
          "ignore it");
      break;
    case Striped::Way::none:
      listener.warn("this file system does not support striping: only the alignment is applied");
  }
}

void tell_start(const PlannedOutput& planned, const StagedFile& staged, const Listener& listener) {
  if (!staged.done().empty()) {
    listener.info(fmt::format("resuming: the first {} of the file are already written",
                              format_size(bytes_of(staged.done()))));
  }
  listener.info("moving " + format_size(planned.plan.bytes()));
  const io::FileBlocks domains(staged.layout().end, planned.machine);
  listener.detail(fmt::format("{} on {}; file blocks of {}, arrays aligned to {}; staged as {}",
                              plural(domains.rounds(), "round"), plural(planned.machine.ranks, "rank"),
                              format_size(domains.size()), format_size(planned.machine.alignment),
                              staged.path()));
}

/// What the values were that parts have for the same points.
void tell_shared(const io::SharedDifferences& shared, const Listener& listener, WrittenOutput& written) {
  if (shared.compared + shared.differing == 0) return;
  written.has_shared_points = true;
  written.shared = shared;
  if (shared.differing == 0) return;
  listener.warn(fmt::format("{} of {} values at shared points differ between pieces, by at most {} ({})",
                            shared.differing, shared.compared, shared.largest, shared.where));
}

std::int64_t zone_count(const plan::Plan& plan) {
  std::int64_t zones = 0;
  for (const auto& base : plan.output.children) {
    zones += std::count_if(base.children.begin(), base.children.end(), [](const cgns::Node& node) {
      return node.label == "Zone_t" || node.label == "ParticleZone_t";
    });
  }
  return zones;
}

std::int64_t base_count(const plan::Plan& plan) {
  return std::count_if(plan.output.children.begin(), plan.output.children.end(),
                       [](const cgns::Node& node) { return node.label == "CGNSBase_t"; });
}

}  // namespace

Summary summary_of(const PlannedOutput& planned, int ranks) {
  const auto budget = io::budget(planned.plan, planned.inputs, planned.machine);
  return {.inputs = std::ssize(planned.inputs.trees),
          .bases = base_count(planned.plan),
          .zones = zone_count(planned.plan),
          .nodes = cgns::count_nodes(planned.plan.output),
          .arrays = std::ssize(planned.plan.targets),
          .bytes = planned.plan.bytes(),
          .ranks = ranks,
          .rounds = budget.rounds,
          .bytes_per_round = budget.bytes_per_round,
          .memory_per_rank = budget.peak_bytes_per_rank,
          .alignment = planned.machine.alignment,
          .notes = planned.plan.notes};
}

StagedOutput write_output(par::Session& session, const PlannedOutput& planned, Timer& timer,
                          const Listener& listener) {
  const auto& stage = planned.stage;
  const bool is_full = stage.check == Check::full;
  preflight(session, stage, linked_files(planned.inputs));
  const Move move(listener, planned.plan.bytes());
  Chunks chunks(session, planned, is_full, move);
  StagedOutput output{.file = std::make_unique<StagedFile>(
                          session, stage, planned.plan, planned.inputs, planned.machine.alignment,
                          [&](StagedFile& target) { return chunks.pack(target); }),
                      .written = {}};
  auto& staged = *output.file;
  auto& written = output.written;
  if (staged.was_published()) {
    written.was_complete = true;
    written.seconds.laying_out = timer.lap();
    return output;
  }
  written.seconds.laying_out = timer.lap() - chunks.seconds_packing();
  tell_start(planned, staged, listener);
  tell_striping(planned, staged, listener, written);

  chunks.unpack(staged);
  const auto offsets = chunks.offsets_of_others(staged);
  const io::Task task{.plan = planned.plan,
                      .inputs = planned.inputs,
                      .offsets = offsets,
                      .end = staged.layout().end,
                      .done = staged.done(),
                      .machine = planned.machine,
                      .keep_hashes = is_full};
  const auto outcome =
      io::execute(session, task, staged.sink(),
                  {.progress = [&](std::int64_t bytes) { move.moved(chunks.bytes() + bytes); },
                   .wants_checkpoint = [&] { return staged.wants_checkpoint(); },
                   .checkpoint = [&](Range done) { staged.checkpoint(done); }});
  written.seconds.moving = timer.lap() + chunks.seconds_packing();
  staged.finish_writing();
  written.seconds.syncing = timer.lap();
  if (stage.check != Check::none) staged.check_structure();
  if (is_full) {
    io::check_written(session, task, staged.path(), outcome.hashes);
    chunks.check(staged);
    if (planned.check_content) written.digest = planned.check_content(staged.path());
  }
  file::require_unchanged(session, planned.inputs);
  written.bytes_moved = outcome.bytes + chunks.bytes();
  tell_shared(outcome.shared, listener, written);
  written.seconds.checking = timer.lap();
  written.seconds.so_far = timer.total();
  return output;
}

}  // namespace pcgns::publish
