#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <mpi.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/par/info.hpp"

namespace pcgns::io {

std::span<std::byte> Sink::memory_of(Range) { return {}; }

int Sink::clone(std::int64_t, const FileDescriptor&, Range) { return EOPNOTSUPP; }

namespace {

/// File systems take page cache in units as large as the call, and large units are what a virtual machine has
/// returned to its host, which gives them back slowly. In tmpfs, whose units are pages, short calls of two
/// ranks only alternate at the lock.
std::size_t most_per_call(const FileDescriptor& file) {
  struct statfs facts = {};
  const bool is_tmpfs = ::fstatfs(file.get(), &facts) == 0 && facts.f_type == TMPFS_MAGIC;
  return static_cast<std::size_t>(is_tmpfs ? gibi : mebi);
}

class PosixSink : public Sink {
 public:
  PosixSink(const std::string& path, Writeback writeback)
      : file_(path, O_WRONLY), most_per_call_(most_per_call(file_)), writeback_(writeback) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    for (std::size_t at = 0; at < bytes.size(); at += most_per_call_) {
      const auto call = bytes.subspan(at, std::min(most_per_call_, bytes.size() - at));
      file_.write_at(offset + static_cast<std::int64_t>(at), call);
    }
    const auto size = static_cast<std::int64_t>(bytes.size());
    if (writeback_ == Writeback::early) ::sync_file_range(file_.get(), offset, size, SYNC_FILE_RANGE_WRITE);
  }
  int clone(std::int64_t offset, const FileDescriptor& from, Range bytes) override {
    return clone_blocks(from, bytes, file_, offset);
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  FileDescriptor file_;
  std::size_t most_per_call_;
  Writeback writeback_;
};

}  // namespace

std::unique_ptr<Sink> posix_sink(const std::string& path, Writeback writeback) {
  return std::make_unique<PosixSink>(path, writeback);
}

namespace {

void require(int code, std::string_view what, const std::string& path) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text = {};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(ErrorKind::io, fmt::format("{}: {}: {}", what, path, text.data()));
}

class MpiIoSink : public Sink {
 public:
  MpiIoSink(std::string path, const std::string& hints) : path_(std::move(path)) {
    MPI_Info info = par::info_of(hints);
    const int code = MPI_File_open(MPI_COMM_SELF, path_.c_str(), MPI_MODE_WRONLY, info, &file_);
    MPI_Info_free(&info);
    require(code, "cannot open through MPI-IO", path_);
  }
  ~MpiIoSink() override {
    if (file_ != MPI_FILE_NULL) MPI_File_close(&file_);
  }

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const int size =
          static_cast<int>(std::min<std::int64_t>(static_cast<std::int64_t>(bytes.size()), gibi));
      MPI_Status status;
      require(MPI_File_write_at(file_, offset, bytes.data(), size, MPI_BYTE, &status), "cannot write", path_);
      // Open MPI reports success on a full disk; only the count shows the failure.
      int written = 0;
      MPI_Get_count(&status, MPI_BYTE, &written);
      if (written != size) {
        throw Error(ErrorKind::io, fmt::format("cannot write: {}: {} of {} bytes", path_, written, size));
      }
      offset += size;
      bytes = bytes.subspan(static_cast<std::size_t>(size));
    }
  }
  void sync() override { require(MPI_File_sync(file_), "cannot sync to the device", path_); }
  void close() override { require(MPI_File_close(&file_), "cannot close", path_); }

 private:
  std::string path_;
  MPI_File file_ = MPI_FILE_NULL;
};

}  // namespace

std::unique_ptr<Sink> mpiio_sink(const std::string& path, const std::string& hints) {
  return std::make_unique<MpiIoSink>(path, hints);
}

}  // namespace pcgns::io
