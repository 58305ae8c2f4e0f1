#include "pcgns/publish/staged_set.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/publish/rename.hpp"
#include "pcgns/publish/staged_file.hpp"

namespace pcgns::publish {

/// A file of the group and its place in the byte space.
struct StagedSet::Member {
  std::string path;  ///< Of the staged file.
  Range bytes;
  file::Layout layout;
};

/// This rank's access to the files of the group, opened on demand.
class StagedSet::Ways : public io::Sink {
 public:
  explicit Ways(const StagedSet& set) : set_(set) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto& member = set_.member_at(offset);
    if (offset + static_cast<std::int64_t>(bytes.size()) > member.bytes.end)
      throw Error(ErrorKind::internal, "a write goes beyond the end of its file");
    auto& sink = sinks_[member.path];
    if (!sink) {
      sink = set_.options_.io == "mpiio" ? io::mpiio_sink(member.path, set_.options_.mpiio_hints)
                                         : io::posix_sink(member.path);
    }
    sink->write(offset - member.bytes.begin, bytes);
  }
  void sync() override {
    for (auto& [path, sink] : sinks_) sink->sync();
  }
  void close() override {
    for (auto& [path, sink] : sinks_) sink->close();
    sinks_.clear();
  }

 private:
  const StagedSet& set_;
  std::map<std::string, std::unique_ptr<io::Sink>> sinks_;
};

namespace {

/// Files begin at multiples of this in their byte space, which keeps values aligned to their widths.
constexpr std::int64_t begin_unit = 4096;

/// Short digest of the identity, because every file has it in its journal.
std::vector<std::string> digest_of(const std::vector<std::string>& lines) {
  Hasher hasher;
  for (const auto& line : lines) hasher.add(line);
  return {"digest " + to_string(hasher.value())};
}

std::string folder_of(const std::string& output) {
  return std::filesystem::absolute(output).parent_path().string();
}

}  // namespace

StagedSet::StagedSet(par::Session& session, StageOptions options, std::vector<std::string> outputs,
                     const cgns::InputSet& inputs, std::int64_t bytes)
    : session_(session),
      options_(std::move(options)),
      outputs_(std::move(outputs)),
      inputs_(inputs),
      input_lines_(digest_of(publish::input_lines(inputs))),
      files_(outputs_.size()),
      was_published_(outputs_.size()) {
  std::vector<std::string> paths;
  for (const auto& file : inputs.files) paths.push_back(file.path);
  par::collectively(session_.comm(), "examining the outputs", [&] {
    auto one = options_;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      one.output = outputs_[i];
      if (is_mine(i)) require_possible(one, paths, true);
    }
    if (session_.is_root() && !options_.resume && !outputs_.empty())
      require_room(folder_of(outputs_.front()), bytes);
  });
}

StagedSet::~StagedSet() = default;

bool StagedSet::is_mine(std::size_t index) const {
  return static_cast<int>(index % static_cast<std::size_t>(session_.size())) == session_.rank();
}

const StagedSet::Member& StagedSet::member_at(std::int64_t offset) const {
  const auto after = std::partition_point(members_.begin(), members_.end(),
                                          [&](const Member& member) { return member.bytes.begin <= offset; });
  return *(after - 1);
}

void StagedSet::open_group(std::span<const plan::Plan> plans, std::int64_t alignment) {
  session_.enter("laying out the outputs");
  plans_ = plans;
  par::collectively(session_.comm(), "laying out the outputs", [&] {
    auto one = options_;
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const auto index = first_ + i;
      if (!is_mine(index)) continue;
      one.output = outputs_[index];
      auto& file = files_[index];
      file = std::make_unique<PartFile>(one, plans[i], inputs_, input_lines_);
      file->open(true);
      par::fault_point("skeleton", session_.rank(), static_cast<long>(index));
      if (file->is_empty()) file->lay_out(alignment, {});
      session_.alive();
    }
  });
  share_states(plans);
  ways_ = std::make_unique<Ways>(*this);
}

/// Appends offsets, end, completed ranges, and whether the file is published.
void StagedSet::append_state(std::size_t index, std::vector<std::int64_t>& numbers) const {
  const auto& file = *files_[index];
  numbers.insert(numbers.end(), {file.was_published() ? 1 : 0, file.layout().end, std::ssize(file.done())});
  for (const auto& range : file.done()) numbers.insert(numbers.end(), {range.begin, range.end});
  numbers.insert(numbers.end(), file.layout().offsets.begin(), file.layout().offsets.end());
}

void StagedSet::share_states(std::span<const plan::Plan> plans) {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (is_mine(first_ + i)) append_state(first_ + i, mine);
  }
  const auto all = par::gather_all(session_.comm(), mine);
  std::vector<std::vector<std::int64_t>::const_iterator> next;
  for (const auto& numbers : all) next.push_back(numbers.begin());
  members_.clear();
  offsets_.clear();
  done_.clear();
  end_ = 0;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    auto& at = next[(first_ + i) % next.size()];
    was_published_[first_ + i] = *at++ != 0;
    Member member{.path = part_path(outputs_[first_ + i]), .bytes = {end_, end_ + *at}, .layout = {{}, *at}};
    const auto ranges = *++at;
    for (std::int64_t k = 0; k < ranges; ++k, at += 2) done_.push_back({end_ + at[1], end_ + at[2]});
    ++at;
    const auto targets = was_published_[first_ + i] ? 0 : std::ssize(plans[i].targets);
    member.layout.offsets.assign(at, at + targets);
    at += targets;
    member.layout.offsets.resize(plans[i].targets.size(), -1);
    for (const auto offset : member.layout.offsets) offsets_.push_back(offset < 0 ? -1 : end_ + offset);
    end_ = round_up(member.bytes.end, begin_unit);
    members_.push_back(std::move(member));
  }
  done_ = united(std::move(done_));
}

bool StagedSet::was_begun(std::int64_t offset) const {
  const auto& bytes = member_at(offset).bytes;
  const auto range = std::partition_point(done_.begin(), done_.end(),
                                          [&](const Range& done) { return done.end <= bytes.begin; });
  return range != done_.end() && range->begin < bytes.end;
}

io::Sink& StagedSet::sink() { return *ways_; }

io::ReadBack StagedSet::read_back() const {
  struct Last {
    std::string path;
    io::ReadBack read;
  };
  return [this, last = std::make_shared<Last>()](std::int64_t offset, std::span<std::byte> to) {
    const auto& member = member_at(offset);
    if (last->path != member.path) *last = {member.path, io::read_back_from(member.path)};
    last->read(offset - member.bytes.begin, to);
  };
}

bool StagedSet::wants_checkpoint() const {
  return std::chrono::steady_clock::now() - last_checkpoint_ >= options_.checkpoint_every;
}

void StagedSet::sync() {
  session_.enter("syncing to the device");
  par::collectively(
      session_.comm(), "syncing to the device",
      [&] {
        // The device may take long, and ranks that wait for it must not trip the watchdog.
        const par::Unwatched unwatched(session_);
        par::fault_point("sync", session_.rank());
        ways_->sync();
      },
      par::Stops::ignore);
  session_.enter("moving data");
}

void StagedSet::checkpoint(Range written) {
  sync();
  par::collectively(
      session_.comm(), "writing the journals",
      [&] {
        for (std::size_t i = 0; i < first_ + members_.size(); ++i) {
          const auto& file = files_[i];
          if (!file || file->was_published()) continue;
          if (i < first_) {
            file->enter_all(true);
            continue;
          }
          const auto& bytes = members_[i - first_].bytes;
          const auto part = intersect(written, bytes);
          if (!part.empty()) file->enter({part.begin - bytes.begin, part.end - bytes.begin});
        }
      },
      par::Stops::ignore);
  last_checkpoint_ = std::chrono::steady_clock::now();
}

void StagedSet::finish_writing() {
  sync();
  par::collectively(
      session_.comm(), "closing the outputs", [&] { ways_->close(); }, par::Stops::ignore);
}

void StagedSet::check_structure() {
  session_.enter("checking the outputs");
  par::collectively(
      session_.comm(), "checking the outputs",
      [&] {
        for (std::size_t i = 0; i < members_.size(); ++i) {
          // A different rank than the one that laid out the file, if there is one.
          if (!is_mine(first_ + i + 1) || was_published_[first_ + i]) continue;
          par::fault_point("check", session_.rank(), static_cast<long>(first_ + i));
          const auto found = file::read_layout(members_[i].path, plans_[i]);
          session_.alive();
          if (found.offsets == members_[i].layout.offsets) continue;
          throw Error(ErrorKind::io,
                      at(members_[i].path, "", "check failed: the arrays are not at their planned offsets"));
        }
      },
      par::Stops::ignore);
}

void StagedSet::close_group() {
  par::collectively(
      session_.comm(), "closing the outputs",
      [&] {
        for (std::size_t i = 0; i < members_.size(); ++i) {
          if (is_mine(first_ + i)) files_[first_ + i]->settle();
        }
      },
      par::Stops::ignore);
  first_ += members_.size();
  members_.clear();
  plans_ = {};
  ways_.reset();
}

void StagedSet::publish() {
  session_.enter("publishing the outputs");
  // If killed between renames, the journals record which outputs are already in place.
  par::collectively(
      session_.comm(), "writing the journals",
      [&] {
        for (const auto& file : files_) {
          if (file) file->enter_all(false);
        }
      },
      par::Stops::ignore);
  par::on_root(
      session_.comm(), "publishing the outputs",
      [&] {
        std::vector<Naming> names;
        for (std::size_t i = 0; i < outputs_.size(); ++i) {
          if (!was_published_[i]) names.push_back({part_path(outputs_[i]), outputs_[i]});
        }
        give_names(names, options_.overwrite, [&](std::size_t i) {
          par::fault_point("publish", session_.rank(), static_cast<long>(i));
        });
      },
      par::Stops::ignore);
  for (const auto& file : files_) {
    if (file) file->mark_published();
  }
}

}  // namespace pcgns::publish
