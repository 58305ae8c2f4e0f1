#include "pcgns/move/sink.hpp"

#include <fcntl.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/storage/storage.hpp"

namespace pcgns::move {

namespace {

/// Bytes per call of pwrite. A local file system backs a large call with large pieces of page cache, which a
/// virtual machine must often fetch from its host first: 0.9 GB took 3 to 7 s in calls of 512 KiB and more,
/// 0.3 to 0.8 s in calls of 128 KiB, which is what cat writes. Network file systems want large calls.
std::int64_t bytes_per_call(const std::string& path) {
  const auto kind = storage::file_system(path).kind;
  const bool is_local =
      kind == "ext4" || kind == "xfs" || kind == "btrfs" || kind == "tmpfs" || kind == "overlay";
  return is_local ? 128 * kibi : gibi;
}

class PosixSink : public Sink {
 public:
  PosixSink(const std::string& path, Writeback writeback)
      : file_(path, O_WRONLY), bytes_per_call_(bytes_per_call(path)), writeback_(writeback) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto size = static_cast<std::int64_t>(bytes.size());
    for (std::int64_t from = 0; from < size; from += bytes_per_call_) {
      const auto count = std::min(bytes_per_call_, size - from);
      file_.write_at(offset + from,
                     bytes.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(count)));
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
