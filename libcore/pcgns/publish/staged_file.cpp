#include "pcgns/publish/staged_file.hpp"

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
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
    file_->open(false);
    if (file_->is_empty() && !plan_.has_chunks()) lay_out({});
  });
  par::collectively(session.comm(), "opening the output", [&] {
    sink_ = options_.io == "mpiio" ? move::mpiio_sink(part_, options_.mpiio_hints) : move::posix_sink(part_);
  });
  if (plan.has_chunks()) {
    const auto chunks = pack(*sink_);
    session_.enter("laying out the output");
    par::on_root(session.comm(), "laying out the output", [&] { lay_out(chunks); });
  }
  share_state();
}

void StagedFile::share_state() {
  if (file_) {
    layout_ = file_->layout();
    done_ = file_->done();
    striped_ = file_->striped();
  }
  std::vector<std::int64_t> numbers = {layout_.end, static_cast<std::int64_t>(done_.size())};
  for (const auto& range : done_) numbers.insert(numbers.end(), {range.begin, range.end});
  numbers.insert(numbers.end(), layout_.offsets.begin(), layout_.offsets.end());
  std::vector<std::byte> bytes(numbers.size() * sizeof numbers[0]);
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  par::broadcast(session_.comm(), bytes);
  numbers.resize(bytes.size() / sizeof numbers[0]);
  std::memcpy(numbers.data(), bytes.data(), bytes.size());

  layout_.end = numbers[0];
  done_.clear();
  auto next = numbers.begin() + 2;
  for (std::int64_t i = 0; i < numbers[1]; ++i, next += 2) done_.push_back({next[0], next[1]});
  layout_.offsets.assign(next, numbers.end());
}

bool StagedFile::wants_checkpoint() const {
  // The journal does not know chunks.
  return !plan_.has_chunks() &&
         std::chrono::steady_clock::now() - last_checkpoint_ >= options_.checkpoint_every;
}

void StagedFile::checkpoint(Range written) {
  sync(par::Stops::ignore);
  par::on_root(
      session_.comm(), "writing the journal", [&] { file_->enter(written); }, par::Stops::ignore);
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

void StagedFile::publish() {
  session_.enter("publishing the output");
  const auto step = [&] {
    par::fault_point("publish", session_.rank());
    give_name(part_, options_.output, options_.overwrite);
    file_->mark_published();
  };
  par::on_root(session_.comm(), "publishing the output", step, par::Stops::ignore);
}

}  // namespace pcgns::publish
