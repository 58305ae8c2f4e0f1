// What each rank has, in one piece: side by side in one file, which is the limit of what any way of writing
// one file can reach; or in a file for each process.

#include <fcntl.h>
#include <fmt/format.h>

#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

/// Of all ranks before this one. @note Collective.
std::int64_t bytes_before(const Task& task, int rank) {
  std::int64_t mine = 0;
  for (const auto& piece : task.problem.pieces(rank)) {
    mine += cgns::bytes_of(task.problem.arrays[static_cast<std::size_t>(piece.array)].type, piece.count);
  }
  std::int64_t before = 0;
  MPI_Exscan(&mine, &before, 1, MPI_INT64_T, MPI_SUM, task.comm);
  return rank == 0 ? 0 : before;
}

class ContiguousEngine : public Engine {
 public:
  ContiguousEngine(const Task& task, bool shares) : task_(task), shares_(shares), rank_(rank_of(task.comm)) {
    if (shares) begin_ = bytes_before(task, rank_);
  }

  void create(const std::string& path) override {
    const auto make = [&] { FileDescriptor(own_file(path), O_WRONLY | O_CREAT | O_TRUNC).close(); };
    if (shares_) {
      par::on_root(task_.comm, "making the file", make);
    } else {
      make();
    }
    file_.sink = sink_of(task_, own_file(path));
    at_ = begin_;
  }
  void open(const std::string& path) override {
    file_.descriptor = FileDescriptor(own_file(path), O_RDONLY);
    at_ = begin_;
  }
  void write(Range, std::span<Block> blocks) override {
    for (const auto& block : blocks) {
      file_.sink->write(at_, bytes_of(block.slab));
      at_ += static_cast<std::int64_t>(bytes_of(block.slab).size());
    }
  }
  void read(Range, std::span<Block> blocks) override {
    for (const auto& block : blocks) {
      file_.descriptor.read_at(at_, bytes_of(block.slab));
      at_ += static_cast<std::int64_t>(bytes_of(block.slab).size());
    }
  }
  void close() override { file_.close(task_.options.syncs); }
  [[nodiscard]] std::string own_file(const std::string& path) const override {
    return shares_ ? path : fmt::format("{}.{}", path, rank_);
  }

 private:
  Task task_;
  bool shares_;
  int rank_;
  std::int64_t begin_ = 0;  ///< What the ranks before this one have comes first.
  std::int64_t at_ = 0;
  OpenFile file_;
};

}  // namespace

std::unique_ptr<Engine> posix_engine(const Task& task) {
  return std::make_unique<ContiguousEngine>(task, true);
}

std::unique_ptr<Engine> file_per_process_engine(const Task& task) {
  return std::make_unique<ContiguousEngine>(task, false);
}

}  // namespace pcgns::bench
