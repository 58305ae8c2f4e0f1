// Every rank writes and reads its runs in blocks of the file that lie in the memory of all ranks.

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

/// Blocks that stay in the cache of a processor, and few of them: each run of a rank is used once.
constexpr std::int64_t small_block = 256 * kibi;
constexpr std::int64_t small_memory = mebi;

class CacheEngine : public Engine {
 public:
  explicit CacheEngine(const Task& task) : task_(task) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    open_with(path, true);
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    open_with(path, false);
  }
  void write(Range, std::span<Block> blocks) override {
    in_runs(blocks,
            [&](const io::Slab& slab, const io::Run& run, std::span<std::byte> values, bool is_plain) {
              if (!is_plain) io::pack(slab, run, values.data());
              cache_->write(run.at, values);
            });
  }
  void read(Range, std::span<Block> blocks) override {
    in_runs(blocks,
            [&](const io::Slab& slab, const io::Run& run, std::span<std::byte> values, bool is_plain) {
              cache_->read(run.at, values);
              if (!is_plain) io::unpack(slab, run, values.data());
            });
  }
  void close() override {
    // The first failure is everybody's, and all ranks end the cache.
    const auto flush = [&] {
      if (file_.sink) cache_->flush();
    };
    const auto failure = par::failure_of(flush, "flushing");
    cache_->close();
    cache_.reset();
    backing_.reset();
    if (failure) throw Error(*failure);
    file_.close(task_.options.syncs);
  }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  void open_with(const std::string& path, bool writes) {
    par::collectively(task_.comm, "opening the file", [&] {
      file_.descriptor = FileDescriptor(path, O_RDONLY);
      file_.sink = writes ? sink_of(task_, path) : nullptr;
    });
    backing_.emplace(file_.descriptor, file_.sink.get());
    auto options = cache_options(task_, offsets_);
    options.writes = writes;
    if (task_.options.buffer == 0) options.block = small_block;
    if (task_.options.memory == 0) options.memory = std::max(small_memory, options.block);
    require_room_for_block(options);
    cache_.emplace(task_.comm, *backing_, options);
  }

  template <typename Move>
  void in_runs(std::span<Block> blocks, const Move& move) {
    place(blocks, offsets_);
    std::vector<std::byte> buffer;
    for (const auto& block : blocks) {
      const io::Runs runs(block.slab);
      const bool is_plain = io::is_plain(block.slab, runs);
      runs.each({0, runs.volume()}, [&](const io::Run& run) {
        if (is_plain) return move(block.slab, run, io::memory_of(block.slab, runs, run), true);
        buffer.resize(static_cast<std::size_t>(run.count * runs.value_size()));
        move(block.slab, run, std::span(buffer), false);
      });
    }
  }

  Task task_;
  std::vector<std::int64_t> offsets_;
  OpenFile file_;
  std::optional<cache::FileBacking> backing_;
  std::optional<cache::Cache> cache_;
};

}  // namespace

cache::Options cache_options(const Task& task, const std::vector<std::int64_t>& offsets) {
  cache::Options options;
  if (task.options.buffer > 0) options.block = task.options.buffer;
  std::int64_t end = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i)
    end = std::max(end, offsets[i] + task.problem.arrays[i].bytes());
  const auto blocks = divide_up(divide_up(end, options.block), par::size_of(task.comm)) + 1;
  options.memory = task.options.memory > 0 ? task.options.memory : blocks * options.block;
  return options;
}

void require_room_for_block(const cache::Options& options) {
  if (options.memory < options.block)
    throw Error(ErrorKind::usage,
                fmt::format("--cache-memory {}: expected at least one block of {} bytes (--buffer)",
                            options.memory, options.block));
}

std::unique_ptr<Engine> cache_engine(const Task& task) { return std::make_unique<CacheEngine>(task); }

}  // namespace pcgns::bench
