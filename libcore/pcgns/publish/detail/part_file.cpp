#include "pcgns/publish/detail/part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <tuple>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/cloning.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/file_system.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

namespace {

/// Reserve for nodes, gaps, and what other programs write meanwhile.
constexpr double room_factor = 1.02;

/// Lower bound: compressed chunk sizes are not known in advance, nor how much of an array can be cloned.
std::int64_t least_bytes(const plan::Plan& plan, const file::Congruence& congruence) {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const bool is_cloned = !congruence.residues.empty() && congruence.residues[i] >= 0;
    if (plan.targets[i].filters.empty() && !is_cloned) bytes += plan.targets[i].bytes();
  }
  return bytes;
}

/// Allocates blocks now, so that a full disk is reported before hours of writing. Lack of support is not an
/// error.
void allocate(const FileDescriptor& file, Range bytes) {
  if (bytes.empty() ||
      within_size_limit([&] { return ::fallocate(file.get(), 0, bytes.begin, bytes.size()); }) == 0)
    return;
  if (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL) {
    throw system_error("no space for the output", file.path(), errno);
  }
}

void lock(const FileDescriptor& file) {
  if (uninterrupted([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) == 0 || errno != EWOULDBLOCK)
    return;
  throw Error(ErrorKind::io, at(file.path(), "", "another run is writing it"));
}

/// Anything, a link to nowhere, too.
bool exists(const std::string& path) {
  struct stat facts = {};
  return ::lstat(path.c_str(), &facts) == 0;
}

std::string content_of(const std::string& path) {
  const auto file = open_left(path, O_RDONLY);
  struct stat facts = {};
  if (::fstat(file.get(), &facts) != 0) throw system_error("cannot examine", path, errno);
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::optional<Journal> read_journal(const std::string& path) {
  if (!exists(path)) return std::nullopt;
  return parse_journal(content_of(path));
}

/// The journal of a published output.
std::optional<Journal> journal_of_published(const std::string& output) {
  struct stat facts = {};
  if (::stat(output.c_str(), &facts) != 0) return std::nullopt;
  auto journal = read_journal(journal_path(output));
  const bool is_of_it = journal && journal->identity.device == facts.st_dev &&
                        journal->identity.inode == facts.st_ino &&
                        (journal->identity.size == 0 || journal->identity.size == facts.st_size);
  return is_of_it ? std::move(journal) : std::nullopt;
}

/// Whether there is a journal that can be read.
template <typename Read>
bool is_known(const Read& read) {
  try {
    return read().has_value();
  } catch (const Error&) {
    return false;
  }
}

/// A run was killed when it had linked the staged file to its output.
bool is_other_name(const std::string& part, const std::string& output) {
  struct stat one = {};
  struct stat other = {};
  return ::lstat(part.c_str(), &one) == 0 && ::lstat(output.c_str(), &other) == 0 &&
         one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

}  // namespace

void require_room(const std::string& folder, std::int64_t bytes) {
  const auto free = publish::file_system(folder).free_bytes;
  const auto needed = static_cast<std::int64_t>(static_cast<double>(bytes) * room_factor);
  if (free >= needed) return;
  throw Error(ErrorKind::io, at(folder, "",
                                fmt::format("the output needs {}, but only {} are free", format_size(needed),
                                            format_size(free))));
}

bool was_published(const std::string& output) { return journal_of_published(output).has_value(); }

/// A single output can be made anew, and journals do not record which checks were made.
bool accepts_published(const StageOptions& options) {
  return options.resume && (options.one_of_many || !(options.overwrite || options.check == Check::full));
}

Error part_exists(const std::string& output) {
  const auto has_journal = [&] { return is_known([&] { return read_journal(journal_path(output)); }); };
  return {
      ErrorKind::io,
      at(part_path(output), "",
         has_journal() ? "another run is writing this output, or a run was interrupted; continue it with "
                         "--resume, or remove the file to start again"
                       : "another run is writing this output, or a run was interrupted and left no journal "
                         "from which it could be resumed; remove the file to start again")};
}

/// A file with chunks has its place for nodes, and no more; in pages HDF5 decides.
file::Congruence congruence_of(const StageOptions& options, const plan::Plan& plan,
                               const cgns::InputSet& inputs, const Clonable& clonable) {
  const bool is_bound = options.keep_alignment || plan.has_chunks() || plan.format.page_size > 0;
  if (!clonable.any() || is_bound) return {};
  return {clonable.block, io::clone_residues(plan, inputs, clonable.files, clonable.block)};
}

PartFile::PartFile(StageOptions options, const plan::Plan& plan, std::int64_t alignment,
                   const cgns::InputSet& inputs, const InputLines& input_lines, const Clonable& clonable,
                   const Listener& listener)
    : options_(std::move(options)),
      plan_(&plan),
      alignment_(alignment),
      inputs_(inputs),
      input_lines_(input_lines),
      clonable_(clonable),
      listener_(listener),
      part_(part_path(options_.output)),
      journal_(journal_path(options_.output)) {}

PartFile::~PartFile() {
  if (!is_ours_ || is_published_) return;
  if (is_settled_ && (options_.keep_partial || par::Session::stop_requested())) {
    try {
      enter_all(true);
    } catch (const Error&) {  // Without a readable journal, nothing can be resumed.
    }
  }
  if (is_to_be_kept()) {
    if (has_journal_ && listener_.kept) listener_.kept(journal_);
    return;
  }
  for (const auto& path : {part_, journal_}) {
    try {
      remove_file(path);
    } catch (const Error& error) {
      listener_.warn(std::string(error.what()) + "; remove it before the next run");
    }
  }
}

bool PartFile::is_to_be_kept() const {
  return options_.keep_partial || was_taken_up_ || was_published_ ||
         (par::Session::stop_requested() && has_journal_);
}

/// The alignment is part of it only if it was asked for: its default depends on the node.
std::string PartFile::plan_line() const {
  auto line = to_string(plan::fingerprint(*plan_, inputs_));
  if (options_.keep_alignment) line += fmt::format(" aligned to {}", alignment_);
  if (options_.basis.empty()) return line;
  Hasher hasher;
  for (const auto& one : options_.basis) hasher.add(one);
  return line + " based on " + to_string(hasher.value());
}

bool PartFile::is_completed() const {
  if (!options_.resume || options_.overwrite) return false;
  const auto& output = options_.output;
  switch (completion_of(output, {plan_line(), input_lines_.digest.front(), options_.check})) {
    case Completion::of_this_run:
      return true;
    case Completion::of_another_run:
      throw Error(ErrorKind::usage, at(output, "",
                                       "already exists, made from other inputs or with other options; "
                                       "--overwrite makes it anew"));
    case Completion::with_less_check:
      throw Error(ErrorKind::usage, at(output, "",
                                       "is already complete, but was made with a weaker --check; "
                                       "--overwrite makes it anew"));
    case Completion::unknown:
      return false;
  }
  return false;
}

void PartFile::open(const Striping& striping) {
  if (accepts_published(options_)) {
    if (const auto journal = journal_of_published(options_.output)) {
      identity_ = std::make_unique<Identity>(journal->identity);
      identity_->plan = plan_line();
      identity_->inputs = input_lines_.to_enter();
      require_same(options_.output, *journal, *identity_);
      is_ours_ = has_journal_ = has_all_entered_ = was_published_ = true;
      const Making making{identity_->plan, input_lines_.digest.front(), options_.check};
      is_marked_checked_ = completion_of(options_.output, making) == Completion::of_this_run;
      return;
    }
  }
  if (is_completed()) {
    has_all_entered_ = was_published_ = true;
    return;
  }
  if (!options_.resume || !exists(part_)) {
    lock_ = make_striped(striping);
    lock(lock_);
    return begin();
  }
  auto part = open_left(part_, O_RDWR);
  lock(part);
  if (const auto journal = read_journal(journal_)) return resume(std::move(part), *journal);
  listener_.info("nothing to resume (no journal): starting from the beginning");
  lock_ = std::move(part);
  if (::ftruncate(lock_.get(), 0) != 0) throw system_error("cannot start again", part_, errno);
  begin();
}

/// Creates the staged file exclusively: of two concurrent programs for one output, one fails here.
FileDescriptor PartFile::make() const {
  const int made = ::open(part_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, staged_mode(options_.output));
  if (made < 0 && errno == EEXIST) throw part_exists(options_.output);
  if (made < 0) throw system_error("cannot create the output", part_, errno);
  return FileDescriptor::adopt(made, part_);
}

FileDescriptor PartFile::make_striped(const Striping& striping) {
  if (!striping.is_asked_for()) return make();
  // Striping tools do not report whether the file existed.
  if (exists(part_)) throw part_exists(options_.output);
  const auto kind = publish::file_system(std::filesystem::path(part_).parent_path().string()).kind;
  striped_ = publish::make_striped(part_, kind, striping);
  if (striped_.way == Striped::Way::none) return make();
  return open_left(part_, O_RDWR);
}

void PartFile::begin() {
  is_ours_ = is_empty_ = true;
  remove_file(journal_);  // left by a run whose staged file is gone
  require_room(std::filesystem::path(part_).parent_path().string(),
               least_bytes(*plan_, congruence_of(options_, *plan_, inputs_, clonable_)));
}

void PartFile::take_up(file::Layout layout, const file::ChunksInPlace& chunks) {
  layout_ = std::move(layout);
  chunks_.assign(chunks.tables.begin(), chunks.tables.end());
  std::vector<Range> cloned;
  if (clonable_.any()) {
    for (const auto& run : io::clone_runs(*plan_, inputs_, layout_.offsets, clonable_.block, {}))
      cloned.push_back(run.bytes);
  }
  for (const auto& left : without({0, layout_.end}, united(std::move(cloned)))) allocate(lock_, left);
  is_empty_ = false;
}

void PartFile::require_same(const std::string& path, const Journal& journal, Identity identity) const {
  if (journal.identity.inputs == input_lines_.digest) identity.inputs = input_lines_.digest;
  if (journal.identity == identity) return;
  auto difference = difference_from(journal, input_lines_, options_.settings);
  const auto file_of = [](const Identity& one) { return std::tie(one.device, one.inode, one.size); };
  if (difference.empty() && file_of(journal.identity) != file_of(identity))
    difference = "as another file, of which this may be a copy";
  if (difference.empty()) difference = edited_files(options_.settings);
  if (difference.empty()) difference = "from other inputs, with other options or by another version of pcgns";
  throw Error(ErrorKind::input, at(path, "",
                                   fmt::format("was started {}, and cannot be resumed; use the same inputs "
                                               "and options, or remove the file to start again",
                                               difference)));
}

void PartFile::resume(FileDescriptor part, const Journal& journal) {
  lock_ = std::move(part);
  require_same(part_, journal, identity());
  // After chunks, the nodes are laid out again: their progress is unknown and the result is the same.
  if (!plan_->has_chunks()) layout_ = file::read_layout(part_, *plan_);
  done_ = journal.done;
  chunks_ = journal.chunks;
  chunks_.resize(plan_->targets.size());
  for (const auto& table : chunks_) entered_.push_back(table.offsets.size());
  is_ours_ = was_taken_up_ = has_journal_ = true;
}

const Identity& PartFile::identity() {
  if (identity_) return *identity_;
  struct stat facts = {};
  if (::fstat(lock_.get(), &facts) != 0) throw system_error("cannot examine", part_, errno);
  owner_ = facts.st_uid;
  identity_ =
      std::make_unique<Identity>(Identity{plan_line(), facts.st_dev, facts.st_ino,
                                          plan_->has_chunks() ? 0 : facts.st_size, input_lines_.to_enter()});
  return *identity_;
}

void PartFile::enter(Range written, bool durable) { enter(chunks_to_enter() + line_of(written), durable); }

void PartFile::enter(std::span<const cgns::ChunkTable> chunks) {
  chunks_.assign(chunks.begin(), chunks.end());
  enter(chunks_to_enter(), true);
}

std::string PartFile::chunks_to_enter() {
  std::string lines;
  entered_.resize(chunks_.size());
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    lines += lines_of(i, chunks_[i], entered_[i]);
    entered_[i] = chunks_[i].offsets.size();
  }
  return lines;
}

void PartFile::enter(const std::string& lines, bool durable) {
  const auto journal =
      has_journal_ ? open_left(journal_, O_WRONLY | O_APPEND, owner_)
                   : FileDescriptor(journal_, O_WRONLY | O_CREAT | O_EXCL, staged_mode(options_.output));
  const auto text = (has_journal_ ? "" : header_of(identity(), options_.settings)) + lines;
  journal.append(std::as_bytes(std::span(text)));
  if (durable) journal.sync();
  has_journal_ = true;
}

void PartFile::settle() {
  if (is_settled_) return;
  if (!was_published_ || is_unchecked())
    making_ = {identity().plan, input_lines_.digest.front(), options_.check};
  // Of several outputs, some may have no journal any more when a run is killed that removes them.
  if (!was_published_ && (options_.resume || options_.one_of_many)) mark_complete(lock_, making_);
  plan_ = nullptr;
  if (lock_.get() >= 0) lock_.close();
  is_settled_ = true;
}

void PartFile::enter_all(bool durable) {
  if (has_all_entered_) return;
  enter(Range{0, layout_.end}, durable);
  has_all_entered_ = true;
}

/// Marks an output that an interrupted run published and that this run has checked.
void PartFile::mark_checked() const {
  const auto& output = options_.output;
  if (!options_.resume || completion_of(output, making_) == Completion::of_this_run) return;
  try {
    mark_complete(FileDescriptor(output, O_RDONLY), making_);
  } catch (const Error&) {  // Without the mark, another run says that there is nothing to resume.
  }
}

void PartFile::mark_published() {
  is_published_ = true;
  const auto& output = options_.output;
  if (is_unchecked()) mark_checked();
  // Another run may be making an output anew that is complete: what it has staged stays.
  if (is_ours_ || is_known([&] { return journal_of_published(output); })) remove_file(journal_);
  // The staged name may still hold the file that the output replaced.
  if (was_published_ && (is_ours_ || is_other_name(part_, output))) remove_file(part_);
}

}  // namespace pcgns::publish
