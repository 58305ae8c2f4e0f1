#include "pcgns/move/sink.hpp"

#include <fcntl.h>

#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::move {

namespace {

class PosixSink : public Sink {
 public:
  PosixSink(const std::string& path, Writeback writeback) : file_(path, O_WRONLY), writeback_(writeback) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    file_.write_at(offset, bytes);
    const auto size = static_cast<std::int64_t>(bytes.size());
    if (writeback_ == Writeback::early) ::sync_file_range(file_.get(), offset, size, SYNC_FILE_RANGE_WRITE);
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  FileDescriptor file_;
  Writeback writeback_;
};

}  // namespace

std::unique_ptr<Sink> posix_sink(const std::string& path, Writeback writeback) {
  return std::make_unique<PosixSink>(path, writeback);
}

}  // namespace pcgns::move
