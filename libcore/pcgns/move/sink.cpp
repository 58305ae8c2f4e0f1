#include "pcgns/move/sink.hpp"

#include <fcntl.h>

#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::move {

namespace {

class PosixSink : public Sink {
 public:
  explicit PosixSink(const std::string& path) : file_(path, O_WRONLY) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    file_.write_at(offset, bytes);
    start_writeback(offset, static_cast<std::int64_t>(bytes.size()));
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  /// The device works while the next round is read, and the sync at the end has little left to wait for.
  void start_writeback(std::int64_t offset, std::int64_t size) const {
    ::sync_file_range(file_.get(), offset, size, SYNC_FILE_RANGE_WRITE);
  }

  FileDescriptor file_;
};

}  // namespace

std::unique_ptr<Sink> posix_sink(const std::string& path) { return std::make_unique<PosixSink>(path); }

}  // namespace pcgns::move
