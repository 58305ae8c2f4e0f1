#include "common/chunks.hpp"

#include <algorithm>

namespace pcgns::tool {

Chunks::Chunks(par::Session& session, const Planned& planned, bool keep_hashes, Progress& progress)
    : session_(session),
      planned_(planned),
      task_{.plan = planned.plan,
            .inputs = planned.inputs,
            .machine = planned.machine,
            .keep_hashes = keep_hashes,
            .progress = [this, &progress](std::int64_t bytes) { progress.update(bytes_ + bytes); }},
      is_unpacked_(move::unpacked(planned.plan, planned.inputs)) {}

file::ChunksInPlace Chunks::pack(publish::StagedFile& staged) {
  Timer timer;
  const move::PackJournal journal{
      .there = staged.chunks(),
      .wants_checkpoint = [&] { return staged.wants_checkpoint(); },
      .checkpoint = [&](const std::vector<tree::ChunkTable>& tables) { staged.checkpoint(tables); }};
  packed_ = move::pack(session_, task_, file::begin_of_chunks(planned_.plan, planned_.machine.alignment),
                       staged.sink(), journal);
  for (const auto& target : planned_.plan.targets) bytes_ += target.is_chunked() ? target.bytes() : 0;
  seconds_packing_ = timer.total();
  return {packed_.tables, packed_.bytes};
}

void Chunks::unpack(publish::StagedFile& staged) {
  if (std::find(is_unpacked_.begin(), is_unpacked_.end(), true) == is_unpacked_.end()) return;
  hashes_ = move::unpack(session_, task_, staged.layout().offsets, staged.sink());
  for (std::size_t i = 0; i < is_unpacked_.size(); ++i)
    bytes_ += is_unpacked_[i] ? planned_.plan.targets[i].bytes() : 0;
}

void Chunks::check(const publish::StagedFile& staged) {
  if (bytes_ == 0) return;
  move::check_repacked(
      session_, task_,
      {.path = staged.path(), .offsets = staged.layout().offsets, .packed = packed_, .unpacked = hashes_});
}

std::vector<std::int64_t> Chunks::offsets_of_others(const publish::StagedFile& staged) const {
  auto offsets = staged.layout().offsets;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    if (is_unpacked_[i]) offsets[i] = -1;
  }
  return offsets;
}

}  // namespace pcgns::tool
