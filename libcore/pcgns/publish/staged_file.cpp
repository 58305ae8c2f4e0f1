#include "pcgns/publish/staged_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/rename.hpp"

namespace pcgns::publish {

StagedFile::StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
                       const cgns::InputSet& inputs, std::int64_t alignment, const Pack& pack)
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
    sink_ = options_.io == "mpiio" ? io::mpiio_sink(part_, options_.mpiio_hints) : io::posix_sink(part_);
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

void StagedFile::checkpoint(const std::vector<cgns::ChunkTable>& chunks) {
  sync(par::Stops::ignore);
  par::on_root(
      session_.comm(), "writing the journal", [&] { file_->enter(chunks); }, par::Stops::ignore);
  last_checkpoint_ = std::chrono::steady_clock::now();
}

void StagedFile::sync(par::Stops stops) {
  const auto step = [&] {
    // The device may take long, and ranks that wait for it must not trip the watchdog.
    const par::Unwatched unwatched(session_);
    par::fault_point("sync", session_.rank());
    sink_->sync();
  };
  session_.enter("syncing to the device");
  par::collectively(session_.comm(), "syncing to the device", step, stops);
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
                    at(part_, "", "check failed: the arrays are not at their planned offsets"));
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
      // If killed between renames, the journals record which outputs are already in place.
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

namespace {

std::optional<struct stat> facts_of(const std::string& path) {
  struct stat facts = {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  return facts;
}

bool is_same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void require_folder(const std::string& output) {
  const auto folder = std::filesystem::path(part_path(output)).parent_path().string();
  const auto facts = facts_of(folder);
  if (!facts) throw system_error("cannot write the output", folder, errno);
  if (!S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", folder, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw system_error("cannot write the output", folder, errno);
}

void require_free_name(const StageOptions& options, const std::vector<std::string>& inputs,
                       bool is_one_of_many) {
  const auto facts = facts_of(options.output);
  if (!facts && std::filesystem::is_symlink(options.output)) {
    throw Error(ErrorKind::usage, at(options.output, "", "is a dangling symbolic link"));
  }
  if (!facts) return;
  if (S_ISDIR(facts->st_mode)) throw system_error("cannot write the output", options.output, EISDIR);
  if (!S_ISREG(facts->st_mode))
    throw Error(ErrorKind::usage, at(options.output, "", "the output is not a regular file"));
  for (const auto& input : inputs) {
    const auto other = facts_of(input);
    if (other && is_same_file(*facts, *other)) {
      throw Error(ErrorKind::usage, at(options.output, "", "the output is one of the inputs"));
    }
  }
  const bool is_of_the_same_run = is_one_of_many && options.resume && was_published(options.output);
  if (!options.overwrite && !is_of_the_same_run) {
    throw Error(ErrorKind::usage, at(options.output, "", "already exists; --overwrite replaces it"));
  }
}

void require_no_part(const StageOptions& options) {
  if (options.resume) return;
  const auto part = part_path(options.output);
  if (facts_of(part)) throw part_exists(part);
}

}  // namespace

Error part_exists(const std::string& part) {
  return {ErrorKind::io, at(part, "",
                            "another run is writing this output, or a run was interrupted; continue it with "
                            "--resume, or remove the file to start again")};
}

std::string part_path(const std::string& output) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.pcgns-part", path.filename().string())).string();
}

std::string journal_path(const std::string& output) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.pcgns-journal", path.filename().string())).string();
}

void require_possible(const StageOptions& options, const std::vector<std::string>& inputs,
                      bool is_one_of_many) {
  require_folder(options.output);
  require_free_name(options, inputs, is_one_of_many);
  require_no_part(options);
}

void preflight(par::Session& session, const StageOptions& options, const std::vector<std::string>& inputs) {
  par::on_root(session.comm(), "examining the output",
               [&] { require_possible(options, inputs, options.one_of_many); });
}

}  // namespace pcgns::publish
