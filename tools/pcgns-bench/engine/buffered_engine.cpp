// Every rank seeks to its runs and writes them through the buffer of the C library.

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

namespace {

struct Close {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};

class BufferedEngine : public Engine {
 public:
  explicit BufferedEngine(const Task& task) : task_(task) {}

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    open_with(path, "r+b");
    writes_ = true;
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    open_with(path, "rb");
    writes_ = false;
  }
  void write(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) {
      in_runs(block.slab, [&](const io::Run& run, std::vector<std::byte>& values) {
        io::pack(block.slab, run, values.data());
        return std::fwrite(values.data(), 1, values.size(), file_.get());
      });
    }
  }
  void read(Range, std::span<Block> blocks) override {
    place(blocks, offsets_);
    for (const auto& block : blocks) {
      in_runs(block.slab, [&](const io::Run& run, std::vector<std::byte>& values) {
        const auto count = std::fread(values.data(), 1, values.size(), file_.get());
        io::unpack(block.slab, run, values.data());
        return count;
      });
    }
  }
  void close() override {
    const bool flushed = !writes_ || std::fflush(file_.get()) == 0;
    const bool synced = !writes_ || !task_.options.syncs || ::fdatasync(::fileno(file_.get())) == 0;
    const bool closed = std::fclose(file_.release()) == 0;
    if (!flushed || !synced || !closed) throw system_error("cannot write", path_, errno);
  }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  void open_with(const std::string& path, const char* mode) {
    constexpr std::size_t buffer = 128 * kibi;
    path_ = path;
    file_.reset(std::fopen(path.c_str(), mode));
    if (!file_) throw system_error("cannot open", path_, errno);
    static_cast<void>(std::setvbuf(file_.get(), nullptr, _IOFBF, buffer));
  }

  template <typename Transfer>
  void in_runs(const io::Slab& slab, const Transfer& transfer) {
    const io::Runs runs(slab);
    std::vector<std::byte> values;
    runs.each({0, runs.volume()}, [&](const io::Run& run) {
      values.resize(static_cast<std::size_t>(run.count * runs.value_size()));
      errno = 0;
      if (::fseeko(file_.get(), run.at, SEEK_SET) != 0 || transfer(run, values) != values.size())
        throw system_error("cannot transfer", path_, errno == 0 ? EIO : errno);
    });
  }

  Task task_;
  std::string path_;
  bool writes_ = false;
  std::vector<std::int64_t> offsets_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace

std::unique_ptr<Engine> buffered_engine(const Task& task) { return std::make_unique<BufferedEngine>(task); }

}  // namespace pcgns::bench
