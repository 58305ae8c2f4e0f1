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
  explicit PosixSink(const std::string& path)
      : file_(path, O_WRONLY), bytes_per_call_(bytes_per_call(path)) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto size = static_cast<std::int64_t>(bytes.size());
    for (std::int64_t from = 0; from < size; from += bytes_per_call_) {
      const auto count = std::min(bytes_per_call_, size - from);
      file_.write_at(offset + from,
                     bytes.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(count)));
    }
    start_writeback(offset, size);
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  /// The device works while the next round is read, and the sync at the end has little left to wait for.
  void start_writeback(std::int64_t offset, std::int64_t size) const {
    ::sync_file_range(file_.get(), offset, size, SYNC_FILE_RANGE_WRITE);
  }

  FileDescriptor file_;
  std::int64_t bytes_per_call_;
};

}  // namespace

std::unique_ptr<Sink> posix_sink(const std::string& path) { return std::make_unique<PosixSink>(path); }

}  // namespace pcgns::move
