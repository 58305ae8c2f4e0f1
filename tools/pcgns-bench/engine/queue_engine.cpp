// Ours: the queue exchanges what is not contiguous, then every owner writes by itself.

#include <fcntl.h>

#include <algorithm>
#include <optional>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/queue/queue.hpp"

namespace pcgns::bench {

namespace {

class QueueEngine : public Engine {
 public:
  QueueEngine(const Task& task, const queue::QueueOptions& options) : task_(task), options_(options) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    queue_.emplace(task_.comm, options_);
    failure_ = par::failure_of([&] { file_.sink = sink_of(task_, path); }, "opening the file");
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    queue_.emplace(task_.comm, options_);
    failure_ =
        par::failure_of([&] { file_.descriptor = FileDescriptor(path, O_RDONLY); }, "opening the file");
  }
  void write(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    queue_->write(*file_.sink, slabs_of(blocks), failure_);
  }
  void read(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    queue_->read(file_.descriptor, slabs_of(blocks), failure_);
  }
  void close() override {
    queue_->close();
    queue_.reset();
    file_.close(task_.options.syncs);
  }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  Task task_;
  queue::QueueOptions options_;
  std::vector<std::int64_t> offsets_;
  std::optional<queue::Queue> queue_;
  OpenFile file_;
  std::optional<Error> failure_;
};

queue::QueueOptions options_of(const Task& task) {
  queue::QueueOptions options;
  if (task.options.buffer > 0) options.buffer = task.options.buffer;
  if (task.options.alignment > 0) options.alignment = task.options.alignment;
  options.aggregators_per_node = task.options.owners_per_node;
  if (options.aggregators_per_node > 0) options.direct_from = 0;  // only the staging processes write
  return options;
}

}  // namespace

std::unique_ptr<Engine> queue_engine(const Task& task) {
  return std::make_unique<QueueEngine>(task, options_of(task));
}

/// As pcgnslib.h takes settings: a file block has at least one unit of alignment.
std::unique_ptr<Engine> tuned_engine(const Task& task) {
  using plan::Setting;
  queue::QueueOptions options;
  if (task.options.alignment > 0) options.alignment = task.options.alignment;
  const auto set = [&](Setting setting, auto& option) {
    const auto found = task.options.tuned.find(setting);
    if (found != task.options.tuned.end())
      option = static_cast<std::decay_t<decltype(option)>>(found->second);
  };
  set(Setting::buffer, options.buffer);
  set(Setting::direct, options.direct_from);
  set(Setting::aggregators_per_node, options.aggregators_per_node);
  set(Setting::writers, options.writers);
  options.buffer = std::max(options.buffer, options.alignment);
  return std::make_unique<QueueEngine>(task, options);
}

/// The file is in fixed blocks that the ranks own in turn; all bytes go through their owners.
std::unique_ptr<Engine> donio_engine(const Task& task) {
  constexpr std::int64_t block = 64 * kibi;
  return std::make_unique<QueueEngine>(
      task, queue::QueueOptions{.buffer = block, .alignment = block, .direct_from = 0, .in_turn = true});
}

std::unique_ptr<Engine> relay_engine(const Task& task) {
  auto options = options_of(task);
  int ranks = 1;
  MPI_Comm_size(task.comm, &ranks);
  options.writers = task.options.writers > 0 ? task.options.writers : std::max(ranks / 2, 1);
  return std::make_unique<QueueEngine>(task, options);
}

}  // namespace pcgns::bench
