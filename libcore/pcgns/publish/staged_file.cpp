#include "pcgns/publish/staged_file.hpp"

#include <algorithm>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/rename.hpp"

namespace pcgns::publish {

StagedFile::StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
                       const tree::InputSet& inputs, std::int64_t alignment, const Pack& pack)
    : session_(session),
      options_(options),
      plan_(plan),
      input_lines_(publish::input_lines(inputs)),
      part_(part_path(options.output)) {
  session_.enter("laying out the output");
  const auto lay_out = [&](const file::ChunksInPlace& chunks) {
    par::fault_point("skeleton", session_.rank());
    file_->lay_out(alignment, chunks);
  };
  par::on_root(session.comm(), "laying out the output", [&] {
    file_ = std::make_unique<PartFile>(options_, plan_, inputs, input_lines_);
    file_->open(options_.one_of_many);
    if (file_->is_empty() && !plan_.has_chunks()) lay_out({});
  });
  share_state();
  if (was_published_) return;
  par::collectively(session.comm(), "opening the output", [&] {
    sink_ = options_.io == "mpiio" ? move::mpiio_sink(part_, options_.mpiio_hints) : move::posix_sink(part_);
  });
  if (plan.has_chunks()) {
    share_chunks();
    const auto chunks = pack(*this);
    session_.enter("laying out the output");
    par::on_root(session.comm(), "laying out the output", [&] { lay_out(chunks); });
    share_state();
  }
}

void StagedFile::share_state() {
  ByteWriter writer;
  if (file_) {
    layout_ = file_->layout();
    done_ = file_->done();
    striped_ = file_->striped();
    was_published_ = file_->was_published();
    std::vector<std::int64_t> ends;
    for (const auto& range : done_) ends.insert(ends.end(), {range.begin, range.end});
    writer.put(was_published_);
    writer.put(layout_.end);
    writer.put(layout_.offsets);
    writer.put(ends);
  }
  auto bytes = writer.take();
  par::broadcast(session_.comm(), bytes);
  ByteReader reader(bytes);
  std::vector<std::int64_t> ends;
  reader.get(was_published_);
  reader.get(layout_.end);
  reader.get(layout_.offsets);
  reader.get(ends);
  done_.clear();
  for (std::size_t i = 0; i < ends.size(); i += 2) done_.push_back({ends[i], ends[i + 1]});
}

void StagedFile::share_chunks() {
  ByteWriter writer;
  if (file_) {
    for (const auto& table : file_->chunks()) {
      writer.put(table.offsets);
      writer.put(table.sizes);
      writer.put(table.masks);
    }
  }
  auto bytes = writer.take();
  par::broadcast(session_.comm(), bytes);
  for (ByteReader reader(bytes); reader.rest() > 0;) {
    auto& table = chunks_.emplace_back();
    reader.get(table.offsets);
    reader.get(table.sizes);
    reader.get(table.masks);
  }
}

bool StagedFile::wants_checkpoint() const {
  return std::chrono::steady_clock::now() - last_checkpoint_ >= options_.checkpoint_every;
}

void StagedFile::checkpoint(Range written) {
  sync(par::Stops::ignore);
  par::on_root(
      session_.comm(), "writing the journal", [&] { file_->enter(written); }, par::Stops::ignore);
  last_checkpoint_ = std::chrono::steady_clock::now();
}

void StagedFile::checkpoint(const std::vector<tree::ChunkTable>& chunks) {
  sync(par::Stops::ignore);
  par::on_root(
      session_.comm(), "writing the journal", [&] { file_->enter(chunks); }, par::Stops::ignore);
  last_checkpoint_ = std::chrono::steady_clock::now();
}

void StagedFile::sync(par::Stops stops) {
  const auto step = [&] {
    // The device may take its time, but a rank that waits for another may not wait for ever.
    const par::Unwatched unwatched(session_);
    par::fault_point("sync", session_.rank());
    sink_->sync();
  };
  session_.enter("waiting for the device");
  par::collectively(session_.comm(), "waiting for the device", step, stops);
  session_.enter("moving data");
}

void StagedFile::finish_writing() {
  sync(par::Stops::ignore);
  par::collectively(
      session_.comm(), "closing the output", [&] { sink_->close(); }, par::Stops::ignore);
}

void StagedFile::check_structure() {
  session_.enter("checking the output");
  par::collectively(
      session_.comm(), "checking the output",
      [&] {
        par::fault_point("check", session_.rank());
        const auto found = file::read_layout(part_, plan_, {session_.rank(), session_.size()});
        const auto as_laid_out = [](std::int64_t is, std::int64_t was) { return is < 0 || is == was; };
        if (std::ranges::equal(found.offsets, layout_.offsets, as_laid_out)) return;
        throw Error(ErrorKind::io,
                    at(part_, "", "check failed: the arrays are not where they were laid out"));
      },
      par::Stops::ignore);
}

void StagedFile::settle() {
  par::on_root(
      session_.comm(), "closing the output", [&] { file_->settle(); }, par::Stops::ignore);
}

void StagedFile::publish() {
  session_.enter("publishing the output");
  const auto step = [&] {
    par::fault_point("publish", session_.rank());
    give_name(part_, options_.output, options_.overwrite);
    file_->mark_published();
  };
  par::on_root(session_.comm(), "publishing the output", step, par::Stops::ignore);
}

void publish_all(par::Session& session, std::span<const std::unique_ptr<StagedFile>> files) {
  session.enter("publishing the outputs");
  const auto step = [&] {
    std::vector<Naming> names;
    for (const auto& file : files) {
      // Who is stopped between two names finds in the journals which files have theirs.
      file->file_->enter_all(false);
      if (!file->was_published()) names.push_back({file->part_, file->options_.output});
    }
    const bool overwrite = !files.empty() && files.front()->options_.overwrite;
    give_names(names, overwrite,
               [&](std::size_t i) { par::fault_point("publish", session.rank(), static_cast<long>(i)); });
    for (const auto& file : files) file->file_->mark_published();
  };
  par::on_root(session.comm(), "publishing the outputs", step, par::Stops::ignore);
}

}  // namespace pcgns::publish
