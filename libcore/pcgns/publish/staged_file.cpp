#include "pcgns/publish/staged_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/storage/storage.hpp"

namespace pcgns::publish {

namespace {

/// A little more than the arrays: nodes, gaps, and what others write meanwhile.
constexpr double room_factor = 1.02;

void require_room(const std::string& folder, std::int64_t bytes) {
  const auto free = storage::file_system(folder).free_bytes;
  const auto needed = static_cast<std::int64_t>(static_cast<double>(bytes) * room_factor);
  if (free >= needed) return;
  throw Error(ErrorKind::io, at(folder, "",
                                fmt::format("the output needs {}, and {} are free", format_size(needed),
                                            format_size(free))));
}

/// How small chunks become is not known before.
std::int64_t least_bytes(const plan::Plan& plan) {
  std::int64_t bytes = 0;
  for (const auto& target : plan.targets) {
    if (target.filters.empty()) bytes += target.bytes();
  }
  return bytes;
}

/// Takes the blocks now, so that a full disk is told before hours of writing. File systems that cannot are no
/// failure.
void allocate(const FileDescriptor& file, std::int64_t bytes) {
  if (bytes == 0 || ::fallocate(file.get(), 0, 0, bytes) == 0) return;
  if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) {
    throw system_error("no room for the output", file.path(), errno);
  }
}

void lock(const FileDescriptor& file) {
  if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  throw Error(ErrorKind::io, at(file.path(), "", "another run is writing it"));
}

/// A part file that did not exist before: of two programs that race for an output, one fails here.
FileDescriptor make_plain(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made < 0 && errno == EEXIST) throw part_exists(path);
  if (made < 0) throw system_error("cannot make the output", path, errno);
  return FileDescriptor::adopt(made, path);
}

std::string content_of(const std::string& path) {
  const FileDescriptor file(path, O_RDONLY);
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0) throw system_error("cannot examine", path, errno);
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::optional<Journal> read_journal(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0) return std::nullopt;
  return parse_journal(content_of(path));
}

}  // namespace

StagedFile::StagedFile(par::Session& session, const StageOptions& options, const plan::Plan& plan,
                       const tree::InputSet& inputs, std::int64_t alignment, const Pack& pack)
    : session_(session),
      options_(options),
      plan_(plan),
      inputs_(inputs),
      alignment_(alignment),
      part_(part_path(options.output)),
      journal_(journal_path(options.output)) {
  session_.enter("laying out the output");
  try {
    par::on_root(session.comm(), "laying out the output", [&] { stage(); });
    par::collectively(session.comm(), "opening the output", [&] {
      sink_ =
          options_.io == "mpiio" ? move::mpiio_sink(part_, options_.mpiio_hints) : move::posix_sink(part_);
    });
    if (plan.has_chunks()) {
      const auto chunks = pack(*sink_);
      session_.enter("laying out the output");
      par::on_root(session.comm(), "laying out the output", [&] { lay_out(chunks); });
    }
    share_state();
  } catch (...) {
    if (!is_to_be_kept()) discard();
    throw;
  }
}

StagedFile::~StagedFile() {
  if (!is_to_be_kept()) discard();
}

bool StagedFile::is_to_be_kept() const {
  const bool can_be_resumed = journal_file_.get() >= 0;
  return published_ || options_.keep_partial || was_taken_up_ ||
         (par::Session::stop_requested() && can_be_resumed);
}

void StagedFile::discard() {
  if (lock_.get() < 0) return;  // not rank 0, or the part file is not ours
  ::unlink(part_.c_str());
  ::unlink(journal_.c_str());
}

void StagedFile::stage() {
  if (!options_.resume || ::access(part_.c_str(), F_OK) != 0) {
    lock_ = make_part();
    lock(lock_);
    return begin();
  }
  FileDescriptor part(part_, O_RDWR);
  lock(part);
  if (const auto journal = read_journal(journal_)) return take_up(std::move(part), *journal);
  lock_ = std::move(part);
  if (::ftruncate(lock_.get(), 0) != 0) throw system_error("cannot begin anew", part_, errno);
  begin();
}

FileDescriptor StagedFile::make_part() {
  if (!options_.striping.is_asked_for()) return make_plain(part_);
  // Tools that make striped files do not say whether one was there.
  if (::access(part_.c_str(), F_OK) == 0) throw part_exists(part_);
  const auto kind = storage::file_system(std::filesystem::path(part_).parent_path().string()).kind;
  striped_ = storage::make_striped(part_, kind, options_.striping);
  if (striped_.way == storage::Striped::Way::none) return make_plain(part_);
  return {part_, O_RDWR};
}

void StagedFile::begin() {
  ::unlink(journal_.c_str());  // of a run whose part file is gone
  require_room(std::filesystem::path(part_).parent_path().string(), least_bytes(plan_));
  if (!plan_.has_chunks()) lay_out({});
}

void StagedFile::lay_out(const file::ChunksInPlace& chunks) {
  par::fault_point("skeleton", session_.rank());
  layout_ = file::write_skeleton(part_, plan_, inputs_, alignment_, chunks);
  allocate(lock_, layout_.end);
}

void StagedFile::take_up(FileDescriptor part, const Journal& journal) {
  if (!(journal.identity == identity_of(part))) {
    throw Error(ErrorKind::input, at(part_, "",
                                     "was begun from other inputs or with other options, so it cannot be "
                                     "resumed; give the same ones, or "
                                     "remove the file to start anew"));
  }
  layout_ = file::read_layout(part_, plan_);
  lock_ = std::move(part);
  was_taken_up_ = true;
  done_ = journal.done;
  journal_file_ = FileDescriptor(journal_, O_WRONLY | O_APPEND);
}

Identity StagedFile::identity_of(const FileDescriptor& part) const {
  struct stat facts = {};
  if (::fstat(part.get(), &facts) != 0) throw system_error("cannot examine", part_, errno);
  return {to_string(plan::fingerprint(plan_, inputs_)), facts.st_dev, facts.st_ino, facts.st_size,
          input_lines(inputs_)};
}

void StagedFile::share_state() {
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
      session_.comm(), "writing the journal", [&] { enter(written); }, par::Stops::ignore);
  last_checkpoint_ = std::chrono::steady_clock::now();
}

void StagedFile::enter(Range written) {
  std::string text;
  if (journal_file_.get() < 0) {
    journal_file_ = FileDescriptor(journal_, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
    text = header_of(identity_of(lock_));
  }
  text += line_of(written);
  const auto bytes = std::as_bytes(std::span(text));
  const auto put = ::write(journal_file_.get(), bytes.data(), bytes.size());
  if (put != static_cast<std::int64_t>(bytes.size())) {
    throw system_error("cannot write the journal", journal_, put < 0 ? errno : ENOSPC);
  }
  journal_file_.sync();
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

}  // namespace pcgns::publish
