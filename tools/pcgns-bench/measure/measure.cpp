#include "pcgns-bench/measure/measure.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "pcgns-bench/measure/turns.hpp"
#include "pcgns-bench/measure/values.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

/// Arrays that are handed over together.
struct Group {
  std::string name;
  Range arrays;
  std::int64_t bytes = 0;
};

std::vector<Group> groups_of(const Problem& problem, bool single_calls) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) {
    const auto& array = problem.arrays[i];
    const auto number = static_cast<std::int64_t>(i);
    const auto& name = single_calls ? array.name : array.phase;
    if (groups.empty() || single_calls || groups.back().name != name)
      groups.push_back({name, {number, number}, 0});
    groups.back().arrays.end = number + 1;
    groups.back().bytes += array.bytes();
  }
  return groups;
}

/// The memory of one rank.
class Memory {
 public:
  Memory(const Problem& problem, int rank) : problem_(problem) {
    for (const auto& piece : problem.pieces(rank)) add(piece);
    for (std::size_t i = 0; i < blocks_.size(); ++i) fill(blocks_[i].slab, blocks_[i].array);
  }

  /// Those of the arrays `arrays`.
  [[nodiscard]] std::span<Block> of(Range arrays) {
    const auto before = [](const Block& block, std::int64_t array) { return block.array < array; };
    const auto begin = std::lower_bound(blocks_.begin(), blocks_.end(), arrays.begin, before);
    const auto end = std::lower_bound(begin, blocks_.end(), arrays.end, before);
    return {begin, end};
  }
  void forget() {
    for (const auto& block : blocks_) poison(block.slab);
  }
  void check() const {
    for (const auto& block : blocks_) {
      require_filled(block.slab, block.array, problem_.arrays[static_cast<std::size_t>(block.array)].name);
    }
  }

 private:
  void add(const Piece& piece) {
    const auto& array = problem_.arrays[static_cast<std::size_t>(piece.array)];
    auto in_memory = piece.count;
    for (std::size_t i = 0; i < piece.axes.size(); ++i) {
      in_memory[static_cast<std::size_t>(piece.axes[i])] = piece.count[i];
    }
    buffers_.emplace_back(static_cast<std::size_t>(cgns::bytes_of(array.type, piece.count)));
    blocks_.push_back(
        {piece.array,
         {.box = {.type = array.type, .dims = array.dims, .begin = piece.begin, .count = piece.count},
          .memory = buffers_.back().data(),
          .memory_type = array.type,
          .strides = io::strides_of(in_memory, piece.axes)}});
  }

  const Problem& problem_;
  std::vector<std::vector<std::byte>> buffers_;
  std::vector<Block> blocks_;  ///< By array.
};

class Runner {
 public:
  Runner(par::Session& session, const Problem& problem, const MeasureOptions& options)
      : session_(session),
        problem_(problem),
        options_(options),
        groups_(groups_of(problem, options.single_calls)),
        memory_(problem, session.rank()),
        path_(unused_name(session, options.folder)) {}
  ~Runner() { remove(); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Sample write(Engine& engine) {
    own_ = engine.own_file(path_);
    return timed(
        engine, [&] { engine.create(path_); },
        [&](Range arrays) { engine.write(arrays, memory_.of(arrays)); });
  }
  Sample read(Engine& engine) {
    if (options_.is_cold) drop();
    memory_.forget();
    auto sample = timed(
        engine, [&] { engine.open(path_); }, [&](Range arrays) { engine.read(arrays, memory_.of(arrays)); });
    checked("checking what was read", [&] { memory_.check(); });
    return sample;
  }
  /// An empty file with these stripes, which the engine fills.
  void make_striped(const publish::Striping& striping) {
    if (!striping.is_asked_for()) return;
    par::on_root(session_.comm(), "making the file", [&] {
      static_cast<void>(publish::make_striped(path_, publish::file_system(options_.folder).kind, striping));
    });
  }
  /// What the engine has written, read by other means, and in large pieces, whoever has them in memory.
  void check_file(const std::vector<std::int64_t>& offsets) {
    if (offsets.empty()) return;
    checked("checking what was written", [&] {
      const FileDescriptor file(path_, O_RDONLY);
      for (std::size_t i = 0; i < offsets.size(); ++i) check_array(file, i, offsets[i]);
    });
  }
  void remove() {
    if (own_.empty()) return;
    std::error_code ignored;
    if (own_ != path_ || session_.is_root()) std::filesystem::remove(own_, ignored);
    own_.clear();
  }

 private:
  /// This rank's portion.
  void check_array(const FileDescriptor& file, std::size_t number, std::int64_t offset) {
    const auto& array = problem_.arrays[number];
    const auto size = cgns::bytes_of(array.type, {1});
    const auto values = array.bytes() / size;
    const auto mine = share(values, session_.size(), session_.rank());
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(4 * mebi, mine.size() * size)));
    for (auto at = mine.begin; at < mine.end;) {
      session_.alive();
      const auto count = std::min(std::ssize(buffer) / size, mine.end - at);
      file.read_at(offset + at * size, std::span(buffer).first(static_cast<std::size_t>(count * size)));
      const io::FileBox box{.type = array.type, .dims = {values}, .begin = {at}, .count = {count}};
      require_filled({box, buffer.data(), array.type, io::strides_of({count})}, static_cast<int>(number),
                     array.name);
      at += count;
    }
  }

  void checked(std::string_view what, const std::function<void()>& step) {
    par::agree(session_.comm(), what, par::failure_of(step, what));
  }

  template <typename Open, typename Move>
  Sample timed(Engine& engine, const Open& open, const Move& move) {
    session_.alive();
    static_cast<void>(par::all_sum(session_.comm(), 0));
    const double begin = MPI_Wtime();
    checked("opening the file", open);
    const double opened = MPI_Wtime();
    std::vector<double> seconds;
    for (const auto& group : groups_) {
      const double start = MPI_Wtime();
      const auto failure = par::failure_of([&] { move(group.arrays); }, "moving the values");
      seconds.push_back(MPI_Wtime() - start);
      par::agree(session_.comm(), "moving the values", failure);
    }
    const double moved = MPI_Wtime();
    checked("closing the file", [&] { engine.close(); });
    const double closed = MPI_Wtime();

    Sample sample{.seconds = spread_of(session_.comm(), closed - begin).max,
                  .data_seconds = spread_of(session_.comm(), moved - opened).max};
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      sample.phases.push_back({groups_[i].name, groups_[i].bytes, spread_of(session_.comm(), seconds[i])});
    }
    return sample;
  }

  void drop() {
    static_cast<void>(par::all_sum(session_.comm(), 0));
    checked("emptying the page cache", [&] { drop_from_cache(own_); });
  }

  par::Session& session_;
  const Problem& problem_;
  const MeasureOptions& options_;
  std::vector<Group> groups_;
  Memory memory_;
  std::string path_;
  std::string own_;
};

}  // namespace

struct Repeated::State {
  par::Session& session;
  Runner runner;
  bool is_checked = false;
};

Repeated::Repeated(par::Session& session, const Problem& problem, const MeasureOptions& options)
    : state_(new State{session, Runner(session, problem, options)}) {}
Repeated::~Repeated() = default;

Repeated::Times Repeated::once(Engine& engine, const publish::Striping& striping) {
  auto& runner = state_->runner;
  runner.make_striped(striping);
  Times times{.written = runner.write(engine), .read = {}};
  if (!state_->is_checked) runner.check_file(engine.offsets());
  state_->is_checked = true;
  times.read = runner.read(engine);
  static_cast<void>(par::all_sum(state_->session.comm(), 0));
  runner.remove();
  return times;
}

Spread spread_of(MPI_Comm comm, double mine) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  Spread spread;
  double sum = 0;
  MPI_Allreduce(&mine, &spread.min, 1, MPI_DOUBLE, MPI_MIN, comm);
  MPI_Allreduce(&mine, &spread.max, 1, MPI_DOUBLE, MPI_MAX, comm);
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
  spread.mean = sum / size;
  return spread;
}

std::string unused_name(par::Session& session, const std::string& folder) {
  auto name = folder + "/.pcgns-bench.XXXXXX";
  par::on_root(session.comm(), "finding a name for the file", [&] {
    const int made = ::mkstemp(name.data());
    if (made < 0) throw system_error("cannot create a file in", folder, errno);
    ::close(made);
    // Engines make their files themselves, and file systems their stripes.
    if (::unlink(name.c_str()) != 0) throw system_error("cannot remove", name, errno);
  });
  par::broadcast(session.comm(), name);
  return name;
}

void drop_from_cache(const std::string& path) {
  const FileDescriptor file(path, O_RDWR);
  file.sync();
  // Only pages that are on the device can go.
  if (const int code = ::posix_fadvise(file.get(), 0, 0, POSIX_FADV_DONTNEED); code != 0)
    throw system_error("cannot empty the page cache", path, code);
}

Outcome measure(par::Session& session, const Problem& problem, const std::vector<std::string>& names,
                const MeasureOptions& options) {
  const Task task{.comm = session.comm(), .problem = problem, .options = options.engine};
  Outcome outcome{problem.label, problem.parameters, problem.bytes(), {}};
  std::vector<std::unique_ptr<Engine>> engines;
  for (const auto& name : names) {
    engines.push_back(make_engine(name, task));
    outcome.measurements.push_back({name, "write", {}});
    outcome.measurements.push_back({name, "read", {}});
  }
  Runner runner(session, problem, options);
  for (int repetition = -options.warm_ups; repetition < options.repetitions; ++repetition) {
    for (const auto i : turns_of(engines.size(), static_cast<std::size_t>(repetition + options.warm_ups))) {
      session.enter(names[i]);
      auto written = runner.write(*engines[i]);
      if (repetition < 0) runner.check_file(engines[i]->offsets());
      auto read = runner.read(*engines[i]);
      static_cast<void>(par::all_sum(session.comm(), 0));
      runner.remove();
      if (repetition < 0) continue;
      outcome.measurements[2 * i].samples.push_back(std::move(written));
      outcome.measurements[2 * i + 1].samples.push_back(std::move(read));
    }
  }
  return outcome;
}

}  // namespace pcgns::bench
