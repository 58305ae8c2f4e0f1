#include "pcgns/publish/detail/group.hpp"

#include <fcntl.h>

#include <algorithm>
#include <map>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::publish {

/// This rank's access to the files of the group, opened on demand.
class Group::Sinks : public io::Sink {
 public:
  explicit Sinks(const Group& group) : group_(group) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto& member = group_.member_at(offset);
    if (offset + static_cast<std::int64_t>(bytes.size()) > member.bytes().end)
      throw Error(ErrorKind::internal, "a write goes beyond the end of its file");
    of(member).write(offset - member.begin, bytes);
  }
  int clone(std::int64_t offset, const FileDescriptor& from, Range bytes) override {
    const auto& member = group_.member_at(offset);
    return of(member).clone(offset - member.begin, from, bytes);
  }
  void sync() override {
    for (auto& [path, sink] : sinks_) sink->sync();
  }
  [[nodiscard]] bool is_open(const std::string& path) const { return sinks_.contains(path); }
  void close() override {
    for (auto& [path, sink] : sinks_) sink->close();
    sinks_.clear();
  }

  io::Sink& of(const Member& member) {
    auto& sink = sinks_[member.path];
    if (!sink) {
      sink = group_.options_.io == "mpiio" ? io::mpiio_sink(member.path, group_.options_.mpiio_hints)
                                           : io::posix_sink(member.path);
    }
    return *sink;
  }

 private:
  const Group& group_;
  std::map<std::string, std::unique_ptr<io::Sink>> sinks_;
};

namespace {

/// Files begin at multiples of this in their byte space, which keeps values aligned to their widths.
constexpr std::int64_t begin_unit = 4096;

/// What the ranks must know of a file that one of them manages.
void put(const PartFile& file, ByteWriter& writer) {
  std::vector<std::int64_t> ends;
  for (const auto& range : file.done()) ends.insert(ends.end(), {range.begin, range.end});
  writer.put(file.was_published());
  writer.put(file.is_unchecked());
  writer.put(file.is_marked_checked());
  writer.put(file.layout().end);
  writer.put(file.layout().offsets);
  writer.put(ends);
  writer.put(file.chunks().size());
  for (const auto& table : file.chunks()) {
    writer.put(table.offsets);
    writer.put(table.sizes);
    writer.put(table.masks);
  }
}

void get(ByteReader& reader, Group::Member& member) {
  std::vector<std::int64_t> ends;
  std::size_t tables = 0;
  reader.get(member.was_published);
  reader.get(member.is_unchecked);
  reader.get(member.is_marked_checked);
  reader.get(member.layout.end);
  reader.get(member.layout.offsets);
  reader.get(ends);
  reader.get(tables);
  member.done.clear();
  for (std::size_t i = 0; i < ends.size(); i += 2) member.done.push_back({ends[i], ends[i + 1]});
  member.chunks.resize(tables);
  for (auto& table : member.chunks) {
    reader.get(table.offsets);
    reader.get(table.sizes);
    reader.get(table.masks);
  }
}

}  // namespace

Group::Group(par::Session& session, const StageOptions& options, const PlannedOutputs& planned,
             Outputs::Staged& staged)
    : session_(session),
      options_(options),
      planned_(planned),
      staged_(staged),
      first_(staged.names.size()),
      first_own_(staged.files.size()),
      input_lines_(planned.inputs, planned.names.size() > 1),
      clonable_(clonable(session, options, planned.names.front(), planned.inputs)),
      sinks_(std::make_unique<Sinks>(*this)) {
  for (const auto& name : planned.names) members_.push_back({.path = part_path(name)});
  staged_.names.insert(staged_.names.end(), planned.names.begin(), planned.names.end());
  open();
  share();
  for (const auto& member : members_) staged_.was_published.push_back(member.was_published);
}

Group::~Group() = default;

bool Group::is_mine(std::size_t index) const {
  return static_cast<int>(index % static_cast<std::size_t>(session_.size())) == session_.rank();
}

const Group::Member& Group::member_at(std::int64_t offset) const {
  const auto after = std::partition_point(members_.begin(), members_.end(),
                                          [&](const Member& member) { return member.begin <= offset; });
  return *(after - 1);
}

bool Group::was_published() const { return std::ranges::all_of(members_, &Member::was_published); }

bool Group::is_unchecked() const { return std::ranges::any_of(members_, &Member::is_unchecked); }

std::string Group::unchecked() const {
  for (std::size_t i = 0; i < members_.size(); ++i)
    if (members_[i].is_unchecked && !members_[i].is_marked_checked) return planned_.names[i];
  return {};
}

void Group::open() {
  const auto step = step_of(options_, "laying out");
  session_.enter(step);
  std::vector<std::size_t> empty;
  par::collectively(session_.comm(), step, [&] {
    auto one = options_;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (!is_mine(i)) continue;
      one.output = planned_.names[i];
      const auto& plan = planned_.plans[i];
      auto& file = *staged_.files.emplace_back(std::make_unique<PartFile>(
          one, plan, planned_.machine.alignment, planned_.inputs, input_lines_, clonable_, staged_.listener));
      members_[i].file = &file;
      file.open(planned_.striping);
      if (file.is_empty() && !plan.has_chunks()) empty.push_back(i);
    }
  });
  create_nodes(par::gather_joined(session_.comm(), empty), {});
}

/// Few files: all ranks create one after the other. Otherwise each rank creates those that it manages.
void Group::create_nodes(const std::vector<std::size_t>& files,
                         const std::vector<file::ChunksInPlace>& chunks) {
  const auto step = step_of(options_, "laying out");
  const auto chunks_of = [&](std::size_t i) { return chunks.empty() ? file::ChunksInPlace{} : chunks[i]; };
  if (std::ssize(members_) >= session_.size()) {
    par::collectively(session_.comm(), step, [&] {
      for (const auto i : files) {
        if (is_mine(i)) take_up(i, create_nodes(i, chunks_of(i), {}), chunks_of(i));
      }
    });
    return;
  }
  for (const auto i : files) {
    auto layout = create_nodes(i, chunks_of(i), {session_.comm(), static_cast<int>(i)});
    par::collectively(session_.comm(), step, [&] {
      if (is_mine(i)) take_up(i, std::move(layout), chunks_of(i));
    });
  }
}

file::Layout Group::create_nodes(std::size_t index, const file::ChunksInPlace& chunks,
                                 const file::Ranks& ranks) {
  const auto& plan = planned_.plans[index];
  created_.push_back(members_[index].path);
  auto layout =
      file::write_skeleton(members_[index].path, plan, planned_.inputs, planned_.machine.alignment, chunks,
                           congruence_of(options_, plan, planned_.inputs, clonable_), ranks);
  if (layout.fell_back)
    staged_.listener.detail(
        members_[index].path +
        ": one rank has created all nodes, because HDF5 did not keep to the places of those "
        "that were to be shared out");
  session_.alive();
  return layout;
}

void Group::take_up(std::size_t index, file::Layout layout, const file::ChunksInPlace& chunks) {
  par::fault_point("skeleton", session_.rank(), number_of(index));
  members_[index].file->take_up(std::move(layout), chunks);
}

void Group::lay_out(const std::vector<file::ChunksInPlace>& chunks) {
  session_.enter(step_of(options_, "laying out"));
  std::vector<std::size_t> files;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (planned_.plans[i].has_chunks() && !members_[i].was_published) files.push_back(i);
  }
  create_nodes(files, chunks);
  share();
}

void Group::share() {
  ByteWriter writer;
  for (const auto& member : members_) {
    if (member.file != nullptr) put(*member.file, writer);
  }
  const auto all = par::gather_all(session_.comm(), writer.take());
  std::vector<ByteReader> readers;
  for (const auto& bytes : all) readers.emplace_back(bytes);
  offsets_.clear();
  done_.clear();
  std::int64_t end = 0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& member = members_[i];
    get(readers[i % readers.size()], member);
    member.layout.offsets.resize(planned_.plans[i].targets.size(), -1);
    member.begin = round_up(end, begin_unit);
    end = member.bytes().end;
    for (const auto offset : member.layout.offsets)
      offsets_.push_back(offset < 0 ? -1 : member.begin + offset);
    for (const auto& range : member.done)
      done_.push_back({member.begin + range.begin, member.begin + range.end});
  }
  done_ = united(std::move(done_));
}

std::vector<io::CloneRun> Group::clone_runs() const {
  std::vector<io::CloneRun> runs;
  if (!clonable_.any()) return runs;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const auto& member = members_[i];
    if (member.was_published) continue;
    for (auto run : io::clone_runs(planned_.plans[i], planned_.inputs, member.layout.offsets, clonable_.block,
                                   member.done)) {
      run.bytes = {member.begin + run.bytes.begin, member.begin + run.bytes.end};
      runs.push_back(run);
    }
  }
  return runs;
}

io::Sink& Group::sink() { return *sinks_; }

io::Sink& Group::sink_of(const Member& member) {
  par::collectively(session_.comm(), "opening the output", [&] { (void)sinks_->of(member); });
  return sinks_->of(member);
}

io::ReadBack Group::read_back() const {
  struct Last {
    std::string path;
    io::ReadBack read;
  };
  return [this, last = std::make_shared<Last>()](std::int64_t offset, std::span<std::byte> to) {
    const auto& member = member_at(offset);
    if (last->path != member.path) *last = {member.path, io::read_back_from(member.path)};
    last->read(offset - member.begin, to);
  };
}

bool Group::wants_checkpoint() const {
  return std::chrono::steady_clock::now() - staged_.last_checkpoint >= options_.checkpoint_every;
}

void Group::sync() {
  session_.enter("syncing to the device");
  par::collectively(
      session_.comm(), "syncing to the device",
      [&] {
        // The device may take long, and ranks that wait for it must not trip the watchdog.
        const par::Unwatched unwatched(session_);
        par::fault_point("sync", session_.rank());
        sinks_->sync();
        // Files to which this rank writes no values have no sink.
        for (const auto& path : created_) {
          if (!sinks_->is_open(path)) FileDescriptor(path, O_WRONLY).sync();
        }
        created_.clear();
      },
      par::Stops::ignore);
  session_.enter("moving data");
}

void Group::checkpoint(const io::Checkpoint& reached, const Member& member) {
  sync();
  const auto enter_bytes = [&](const Member& other) {
    const auto part = intersect(reached.bytes, other.bytes());
    if (!part.empty()) other.file->enter({part.begin - other.begin, part.end - other.begin});
  };
  par::collectively(
      session_.comm(), "writing the journal",
      [&] {
        for (std::size_t i = 0; i < first_own_; ++i) staged_.files[i]->enter_all(true);
        if (!reached.chunks.empty() && member.file != nullptr) member.file->enter(reached.chunks);
        for (const auto& other : members_) {
          if (other.file != nullptr && !other.was_published) enter_bytes(other);
        }
      },
      par::Stops::ignore);
  staged_.last_checkpoint = std::chrono::steady_clock::now();
}

void Group::finish_writing() {
  sync();
  par::collectively(
      session_.comm(), step_of(options_, "closing"), [&] { sinks_->close(); }, par::Stops::ignore);
}

void Group::check_structure() {
  const auto step = step_of(options_, "checking");
  session_.enter(step);
  const bool is_alone = members_.size() == 1;
  const auto share = is_alone ? file::Share{session_.rank(), session_.size()} : file::Share{};
  const auto as_laid_out = [](std::int64_t is, std::int64_t was) { return is < 0 || is == was; };
  par::collectively(
      session_.comm(), step,
      [&] {
        for (std::size_t i = 0; i < members_.size(); ++i) {
          const auto& member = members_[i];
          const bool is_checked = member.was_published && !member.is_unchecked;
          // Another rank than the one that laid out the file, if there is one; of a single file, all.
          if (is_checked || !(is_alone || is_mine(i + 1))) continue;
          par::fault_point("check", session_.rank(), number_of(i));
          const auto& path = member.is_unchecked ? planned_.names[i] : member.path;
          const auto found = file::read_layout(path, planned_.plans[i], share);
          session_.alive();
          if (member.is_unchecked || std::ranges::equal(found.offsets, member.layout.offsets, as_laid_out))
            continue;
          throw Error(ErrorKind::io,
                      at(path, "", "check failed: the arrays are not at their planned offsets"));
        }
      },
      par::Stops::ignore);
}

void Group::settle() {
  par::collectively(
      session_.comm(), step_of(options_, "closing"),
      [&] {
        for (const auto& member : members_) {
          if (member.file != nullptr) member.file->settle();
        }
      },
      par::Stops::ignore);
}

}  // namespace pcgns::publish
