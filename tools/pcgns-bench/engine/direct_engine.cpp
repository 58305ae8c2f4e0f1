// Every rank writes its own runs, one after another, at their places: the queue switched off.

#include <fcntl.h>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/queue/queue.hpp"

namespace pcgns::bench {

namespace {

class DirectEngine : public Engine {
 public:
  DirectEngine(const Task& task, bool is_plain) : task_(task), is_plain_(is_plain) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    file_.sink = is_plain_ ? io::posix_sink(path, io::Writeback::late) : sink_of(task_, path);
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    file_.descriptor = FileDescriptor(path, O_RDONLY);
  }
  void write(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) queue::write_alone(*file_.sink, block.slab);
  }
  void read(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) queue::read_alone(file_.descriptor, block.slab);
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
