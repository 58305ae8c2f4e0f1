// One process writes everything, in blocks of 128 KiB in the order of the file; the others send it what it
// asks for, when it asks.

#include <fcntl.h>

#include <algorithm>
#include <optional>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

constexpr std::int64_t block_bytes = 128 * kibi;
enum Tag : int { go = 1, values = 2 };

/// What a rank has of an array, as the root sees it: where it lies in the file.
struct Part {
  int rank;
  io::Runs runs;
};

class GatherEngine : public Engine {
 public:
  explicit GatherEngine(const Task& task) : task_(task) {
    MPI_Comm_rank(task.comm, &rank_);
    MPI_Comm_size(task.comm, &size_);
  }

  void create(const std::string& path) override {
    offsets_ = make_file(task_, path, task_.problem.is_plain);
    find_parts();
    par::on_root(task_.comm, "opening the file", [&] { file_.sink = sink_of(task_, path); });
  }
  void open(const std::string& path) override {
    offsets_ = look_into_file(task_, path, task_.problem.is_plain);
    find_parts();
    par::on_root(task_.comm, "opening the file", [&] { file_.descriptor = FileDescriptor(path, O_RDONLY); });
  }
  void write(Range arrays, std::span<Block> blocks) override {
    place(blocks, offsets_);
    in_blocks(arrays, blocks, [&](std::size_t array, Range bytes, const Block* mine) {
      if (rank_ == 0) {
        collect(array, bytes, mine);
      } else if (mine != nullptr) {
        send_if_any(io::Runs(mine->slab), bytes, *mine);
      }
    });
    if (failure_) throw Error(*failure_);
  }
  void read(Range arrays, std::span<Block> blocks) override {
    place(blocks, offsets_);
    in_blocks(arrays, blocks, [&](std::size_t array, Range bytes, const Block* mine) {
      if (rank_ == 0) {
        distribute(array, bytes, mine);
      } else if (mine != nullptr) {
        receive_if_any(io::Runs(mine->slab), bytes, *mine);
      }
    });
    if (failure_) throw Error(*failure_);
  }
  void close() override { file_.close(task_.options.syncs); }
  [[nodiscard]] std::vector<std::int64_t> offsets() const override { return offsets_; }

 private:
  /// The root must know who has what.
  void find_parts() {
    failure_.reset();
    parts_.assign(task_.problem.arrays.size(), {});
    if (rank_ != 0) return;
    for (int rank = 0; rank < size_; ++rank) {
      for (const auto& piece : task_.problem.pieces(rank)) {
        const auto index = static_cast<std::size_t>(piece.array);
        const auto& array = task_.problem.arrays[index];
        parts_[index].push_back({rank, io::Runs(io::FileBox{.offset = offsets_[index],
                                                            .type = array.type,
                                                            .dims = array.dims,
                                                            .begin = piece.begin,
                                                            .count = piece.count})});
      }
    }
  }

  template <typename Use>
  void in_blocks(Range arrays, std::span<const Block> blocks, const Use& use) {
    for (auto array = arrays.begin; array < arrays.end; ++array) {
      const auto index = static_cast<std::size_t>(array);
      const Block* mine = nullptr;
      for (const auto& block : blocks) {
        if (block.array == array) mine = &block;
      }
      const auto end = offsets_[index] + task_.problem.arrays[index].bytes();
      for (auto begin = offsets_[index]; begin < end; begin += block_bytes) {
        use(index, Range{begin, std::min(begin + block_bytes, end)}, mine);
      }
    }
  }

  /// Calls `use(part, numbers)` for the ranks that have something of `bytes`.
  template <typename Use>
  void each_part(std::size_t array, Range bytes, const Use& use) {
    for (const auto& part : parts_[array]) {
      const auto numbers = part.runs.in(bytes);
      if (!numbers.empty()) use(part, numbers);
    }
  }

  void collect(std::size_t array, Range bytes, const Block* mine) {
    block_.resize(static_cast<std::size_t>(bytes.size()));
    each_part(array, bytes, [&](const Part& part, Range numbers) {
      message_.resize(static_cast<std::size_t>(numbers.size() * part.runs.value_size()));
      if (part.rank == 0) {
        pack_into(message_, io::Runs(mine->slab), numbers, *mine);
      } else {
        MPI_Send(nullptr, 0, MPI_BYTE, part.rank, go, task_.comm);
        MPI_Recv(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, part.rank, values, task_.comm,
                 MPI_STATUS_IGNORE);
      }
      copy(part, numbers, bytes.begin, [](std::byte* block, std::byte* message, std::int64_t size) {
        std::copy_n(message, size, block);
      });
    });
    attempt([&] { file_.sink->write(bytes.begin, block_); });
  }

  void distribute(std::size_t array, Range bytes, const Block* mine) {
    block_.resize(static_cast<std::size_t>(bytes.size()));
    attempt([&] { file_.descriptor.read_at(bytes.begin, block_); });
    each_part(array, bytes, [&](const Part& part, Range numbers) {
      message_.resize(static_cast<std::size_t>(numbers.size() * part.runs.value_size()));
      copy(part, numbers, bytes.begin, [](std::byte* block, std::byte* message, std::int64_t size) {
        std::copy_n(block, size, message);
      });
      if (part.rank == 0) {
        unpack_from(message_, io::Runs(mine->slab), numbers, *mine);
      } else {
        MPI_Send(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, part.rank, values, task_.comm);
      }
    });
  }

  void send_if_any(const io::Runs& runs, Range bytes, const Block& mine) {
    const auto numbers = runs.in(bytes);
    if (numbers.empty()) return;
    message_.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    pack_into(message_, runs, numbers, mine);
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, go, task_.comm, MPI_STATUS_IGNORE);
    MPI_Send(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, 0, values, task_.comm);
  }

  void receive_if_any(const io::Runs& runs, Range bytes, const Block& mine) {
    const auto numbers = runs.in(bytes);
    if (numbers.empty()) return;
    message_.resize(static_cast<std::size_t>(numbers.size() * runs.value_size()));
    MPI_Recv(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, 0, values, task_.comm,
             MPI_STATUS_IGNORE);
    unpack_from(message_, runs, numbers, mine);
  }

  static void pack_into(std::vector<std::byte>& message, const io::Runs& runs, Range numbers,
                        const Block& mine) {
    auto* to = message.data();
    runs.each(numbers, [&](const io::Run& run) {
      io::pack(mine.slab, run, to);
      to += run.count * runs.value_size();
    });
  }

  static void unpack_from(const std::vector<std::byte>& message, const io::Runs& runs, Range numbers,
                          const Block& mine) {
    const auto* from = message.data();
    runs.each(numbers, [&](const io::Run& run) {
      io::unpack(mine.slab, run, from);
      from += run.count * runs.value_size();
    });
  }

  template <typename Copy>
  void copy(const Part& part, Range numbers, std::int64_t begin, const Copy& one) {
    auto* message = message_.data();
    part.runs.each(numbers, [&](const io::Run& run) {
      const auto size = run.count * part.runs.value_size();
      one(block_.data() + (run.at - begin), message, size);
      message += size;
    });
  }

  /// The others go on, and must be served, whatever becomes of the file.
  void attempt(const std::function<void()>& step) {
    auto failure = par::failure_of(step, "moving the values");
    if (failure && !failure_) failure_ = std::move(failure);
  }

  Task task_;
  int rank_ = 0;
  int size_ = 1;
  std::vector<std::int64_t> offsets_;
  std::vector<std::vector<Part>> parts_;  ///< By array; on the root.
  std::vector<std::byte> block_;
  std::vector<std::byte> message_;
  std::optional<Error> failure_;
  OpenFile file_;
};

}  // namespace

std::unique_ptr<Engine> gather_engine(const Task& task) { return std::make_unique<GatherEngine>(task); }

}  // namespace pcgns::bench
