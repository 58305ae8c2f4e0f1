// Every rank writes its own runs, one after another, at their places: the queue switched off.

#include <fcntl.h>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/move/queue.hpp"

namespace pcgns::bench {

namespace {

/// pwrite and nothing else. Ours also starts the device after each write, which short runs pay dearly.
class PlainSink : public move::Sink {
 public:
  explicit PlainSink(const std::string& path) : file_(path, O_WRONLY) {}
  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    file_.write_at(offset, bytes);
  }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  FileDescriptor file_;
};

class DirectEngine : public Engine {
 public:
  DirectEngine(const Task& task, bool is_plain) : task_(task), is_plain_(is_plain) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    if (is_plain_) {
      file_.sink = std::make_unique<PlainSink>(path);
    } else {
      file_.sink = move::posix_sink(path);
    }
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    file_.descriptor = FileDescriptor(path, O_RDONLY);
  }
  void write(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) move::write_alone(*file_.sink, block.slab);
  }
  void read(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) move::read_alone(file_.descriptor, block.slab);
  }
  void close() override { file_.close(task_.options.syncs); }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  Task task_;
  bool is_plain_;
  std::vector<std::int64_t> offsets_;
  OpenFile file_;
};

}  // namespace

std::unique_ptr<Engine> direct_engine(const Task& task) {
  return std::make_unique<DirectEngine>(task, false);
}
std::unique_ptr<Engine> std_engine(const Task& task) { return std::make_unique<DirectEngine>(task, true); }

}  // namespace pcgns::bench
