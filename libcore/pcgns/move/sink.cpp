#include "pcgns/move/sink.hpp"

#include <fcntl.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/storage/storage.hpp"

namespace pcgns::move {

namespace {

/// Bytes per call of pwrite, each call up to a multiple of it. A local file system with a disk backs a call
/// with pieces of page cache as large as its size and alignment allow. Pieces of 1 MiB and more are memory
/// that a virtual machine may have returned to its host (0.9 GB: 0.7 to 4 s); 512 KiB are recycled (0.4 s; in
/// calls of 128 KiB 0.45 s, not aligned 0.55 s). tmpfs takes single pages, unless mounted otherwise, and
/// is faster with writers that seldom change. Network file systems want large calls.
std::int64_t bytes_per_call(const std::string& path) {
  const auto kind = storage::file_system(path).kind;
  const bool has_large_pages = kind == "ext4" || kind == "xfs" || kind == "btrfs" || kind == "overlay";
  return has_large_pages ? 512 * kibi : gibi;
}

class PosixSink : public Sink {
 public:
  PosixSink(const std::string& path, Writeback writeback)
      : file_(path, O_WRONLY), bytes_per_call_(bytes_per_call(path)), writeback_(writeback) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto size = static_cast<std::int64_t>(bytes.size());
    for (std::int64_t from = 0; from < size;) {
      const auto count = std::min(bytes_per_call_ - (offset + from) % bytes_per_call_, size - from);
      file_.write_at(offset + from,
                     bytes.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(count)));
      from += count;
    }
    if (writeback_ == Writeback::early) ::sync_file_range(file_.get(), offset, size, SYNC_FILE_RANGE_WRITE);
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  FileDescriptor file_;
  std::int64_t bytes_per_call_;
  Writeback writeback_;
};

}  // namespace

std::unique_ptr<Sink> posix_sink(const std::string& path, Writeback writeback) {
  return std::make_unique<PosixSink>(path, writeback);
}

}  // namespace pcgns::move
