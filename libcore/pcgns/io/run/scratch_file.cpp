#include "pcgns/io/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <numeric>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"

namespace pcgns::io {

namespace {

constexpr std::int64_t page = 4096;
constexpr std::int64_t numbers_at_once = 65536;  // numbers written at once

Error is_in_use(const std::string& path) {
  return {ErrorKind::io, at(path, "", "another run is writing this output")};
}

bool is_file_at(const FileDescriptor& file, const std::string& path) {
  struct stat open = {};
  struct stat there = {};
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &there) == 0 &&
         open.st_dev == there.st_dev && open.st_ino == there.st_ino;
}

/// Removes a file left by a crash: no process holds its lock. A creator locks its file and then checks that
/// it is still the one at this path, so of two concurrent runs one fails.
void remove_abandoned(const std::string& path) {
  const FileDescriptor left(path, O_RDWR | O_CLOEXEC);
  if (::flock(left.get(), LOCK_EX | LOCK_NB) != 0 || !is_file_at(left, path)) throw is_in_use(path);
  if (::unlink(path.c_str()) != 0) throw system_error("cannot remove the scratch file", path, errno);
}

FileDescriptor make(const std::string& path) {
  constexpr auto flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  int made = ::open(path.c_str(), flags, 0600);
  if (made < 0 && errno == EEXIST) {
    remove_abandoned(path);
    made = ::open(path.c_str(), flags, 0600);
  }
  if (made < 0) throw system_error("cannot create the scratch file", path, errno);
  auto file = FileDescriptor::adopt(made, path);
  const bool is_locked = ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
  if (!is_locked || !is_file_at(file, path)) throw is_in_use(path);
  return file;
}

void write_run(ScratchFile& scratch, std::int64_t offset, const plan::NumberRun& run) {
  std::vector<std::int64_t> numbers;
  for (std::int64_t begin = 0; begin < run.count; begin += numbers_at_once) {
    numbers.resize(static_cast<std::size_t>(std::min(numbers_at_once, run.count - begin)));
    std::iota(numbers.begin(), numbers.end(), run.first + begin);
    scratch.write(offset + begin * 8, numbers);
  }
}

}  // namespace

std::string scratch_path(const std::string& output) {
  const auto path = std::filesystem::absolute(output);
  return (path.parent_path() / fmt::format(".{}.pcgns-scratch", path.filename().string())).string();
}

ScratchFile::ScratchFile(par::Session& session, cgns::InputSet& inputs, const std::string& output,
                         const Listener& listener)
    : session_(session), inputs_(inputs), listener_(listener), path_(scratch_path(output)) {
  // Ignores stop requests: an exception in the constructor would leave the file behind.
  par::on_root(
      session.comm(), "making the scratch file",
      [&] {
        lock_ = make(path_);
        is_mine_ = true;
      },
      par::Stops::ignore);
  join(inputs);
}

ScratchFile::ScratchFile(par::Session& session, cgns::InputSet& inputs)
    : session_(session), inputs_(inputs), is_memory_(true) {
  file::FileIdentity made;
  par::on_root(
      session.comm(), "making room for shared data",
      [&] {
        const int memory = ::memfd_create("pcgns-scratch", MFD_CLOEXEC);
        if (memory < 0) throw system_error("cannot create", "shared memory", errno);
        lock_ = FileDescriptor::adopt(memory, "shared memory");
        path_ = fmt::format("/proc/{}/fd/{}", ::getpid(), memory);
        made = file::identity_of(path_).value();
        is_mine_ = true;
      },
      par::Stops::ignore);
  par::broadcast(session.comm(), path_);
  par::broadcast(session.comm(), made);
  par::collectively(
      session.comm(), "joining shared data",
      [&] {
        // In another container, the same path may be a file of another process.
        static_cast<void>(open());
        if (file::identity_of(path_) == made) return;
        throw Error(ErrorKind::io,
                    at(path_, "", "is not the memory of rank 0: run all ranks of a node in one container"));
      },
      par::Stops::ignore);
  join(inputs);
}

void ScratchFile::join(cgns::InputSet& inputs) {
  file_ = static_cast<int>(inputs.files.size());
  inputs.files.push_back({.path = path_, .is_scratch = true});
}

ScratchFile::~ScratchFile() {
  if (!is_mine_ || is_memory_ || ::unlink(path_.c_str()) == 0 || errno == ENOENT) return;
  listener_.warn(
      fmt::format("cannot remove the scratch file: {}: {}; remove it", path_, std::strerror(errno)));
}

std::int64_t ScratchFile::add_room(std::int64_t bytes) {
  const auto offset = end_;
  end_ += round_up(bytes, page);
  return offset;
}

int ScratchFile::add_array(std::string path, std::int64_t offset, std::int64_t count, cgns::DataType type) {
  inputs_.arrays.push_back(
      {.file = file_, .path = std::move(path), .type = type, .dims = {count}, .offset = offset});
  return static_cast<int>(inputs_.arrays.size()) - 1;
}

FileDescriptor& ScratchFile::open() {
  if (!descriptor_) descriptor_ = FileDescriptor(path_, O_RDWR | O_CLOEXEC);
  return *descriptor_;
}

void ScratchFile::write(std::int64_t offset, std::span<const std::byte> from) {
  if (from.empty()) return;
  par::fault_point("scratch", session_.rank(), writes_++);
  open().write_at(offset, from);
}

void ScratchFile::read(std::int64_t offset, std::span<std::byte> to) {
  if (to.empty()) return;
  par::fault_point("scratch_read", session_.rank());
  open().read_at(offset, to);
}

void ScratchFile::settle() {
  par::collectively(session_.comm(), "writing the scratch file", [&] {
    if (is_mine_ && within_size_limit([&] { return ::ftruncate(open().get(), end_); }) != 0) {
      throw system_error("cannot enlarge the scratch file", path_, errno);
    }
    if (descriptor_) descriptor_->close();
    descriptor_.reset();
  });
}

std::vector<int> add_runs(par::Session& session, ScratchFile& scratch,
                          const std::vector<std::vector<plan::NumberRun>>& arrays) {
  std::vector<int> indices;
  std::vector<std::int64_t> offsets;
  for (const auto& runs : arrays) {
    std::int64_t count = 0;
    for (const auto& run : runs) count += run.count;
    offsets.push_back(scratch.add_room(count * 8));
    indices.push_back(scratch.add_array("numbers", offsets.back(), count));
  }
  scratch.settle();
  par::collectively(session.comm(), "writing the scratch file", [&] {
    for (auto i = static_cast<std::size_t>(session.rank()); i < arrays.size();
         i += static_cast<std::size_t>(session.size())) {
      auto offset = offsets[i];
      for (const auto& run : arrays[i]) {
        write_run(scratch, offset, run);
        offset += run.count * 8;
      }
    }
  });
  scratch.settle();
  return indices;
}

}  // namespace pcgns::io
