// Lists of values of one array, read by every rank for itself, first with nothing in memory, then again.
//
//   cache             blocks in the memory of all ranks
//   ordered           the blocks that have the values, each read once in order, and nothing else
//   pread             a system call for each value
//   mmap              the file in the address space
//   hdf5-independent  one H5Dread of the points, independent of other ranks

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/mman.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <random>

#include "common/log.hpp"
#include "pcgns-bench/engine/one_file.hpp"
#include "pcgns-bench/measure/turns.hpp"
#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns-bench/special/special.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/h5/handle.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

using Indices = std::vector<std::int64_t>;

/// The file that is read, and what for.
struct Target {
  Task task;
  std::string path;
  std::int64_t offset = 0;  ///< Of the array.
  std::int64_t values = 0;
};

class Reader {
 public:
  explicit Reader(const Target& target) : target_(target) {}
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  Reader(Reader&&) = delete;
  Reader& operator=(Reader&&) = delete;

  /// Before the clock runs. @note Collective.
  virtual void prepare(const Indices&) {}
  /// @note Collective.
  virtual void open() = 0;
  virtual void read(const Indices& indices, std::vector<double>& to) = 0;
  virtual void close() = 0;
  /// Adds what happened since the last call. @note Collective.
  virtual void count(std::map<std::string, Spread>&) {}
  /// False: the values are not those of the list.
  [[nodiscard]] virtual bool brings_values() const { return true; }

 protected:
  [[nodiscard]] std::int64_t at(std::int64_t index) const {
    return target_.offset + (index - 1) * std::int64_t{sizeof(double)};
  }
  Target target_;
};

class CacheReader : public Reader {
 public:
  using Reader::Reader;
  void open() override {
    file_ = FileDescriptor(target_.path, O_RDONLY);
    backing_.emplace(file_, nullptr);
    const auto options = cache_options(target_.task, {target_.offset});
    require_room_for_block(options);
    cache_.emplace(target_.task.comm, *backing_, options);
    counted_ = {};
  }
  void read(const Indices& indices, std::vector<double>& to) override {
    cache_->read({target_.offset, sizeof(double), indices}, std::as_writable_bytes(std::span(to)).data());
  }
  void close() override {
    cache_->close();
    cache_.reset();
  }
  void count(std::map<std::string, Spread>& counters) override {
    const auto counts = cache_->counts();
    const auto add = [&](const char* name, std::int64_t cache::Counts::*count) {
      counters[name] = spread_of(target_.task.comm, static_cast<double>(counts.*count - counted_.*count));
    };
    add("hits", &cache::Counts::hits);
    add("misses", &cache::Counts::misses);
    add("bytes_read", &cache::Counts::bytes_read);
    add("messages", &cache::Counts::messages);
    counted_ = counts;
  }

 private:
  FileDescriptor file_;
  std::optional<cache::FileBacking> backing_;
  std::optional<cache::Cache> cache_;
  cache::Counts counted_ = {};  ///< That `count` has told.
};

class OrderedReader : public Reader {
 public:
  explicit OrderedReader(const Target& target)
      : Reader(target),
        block_(cache_options(target.task, {target.offset}).block),
        buffer_(static_cast<std::size_t>(block_)) {}
  /// What any rank touches is read by one of them.
  void prepare(const Indices& indices) override {
    const auto end = at(target_.values) + std::int64_t{sizeof(double)};
    std::vector<std::uint64_t> touched(static_cast<std::size_t>(end / block_ / 64 + 1));
    for (const auto index : indices) {
      const auto block = static_cast<std::size_t>(at(index) / block_);
      touched[block / 64] |= std::uint64_t{1} << (block % 64);
    }
    par::or_over_ranks(target_.task.comm, touched);
    std::vector<std::int64_t> all;
    for (std::int64_t block = 0; block * block_ < end; ++block) {
      const auto number = static_cast<std::size_t>(block);
      if ((touched[number / 64] >> (number % 64) & 1U) != 0) all.push_back(block);
    }
    const auto ranks = static_cast<std::size_t>(par::size_of(target_.task.comm));
    const auto rank = static_cast<std::size_t>(par::rank_in(target_.task.comm));
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(all.size() * rank / ranks);
    blocks_.assign(first, all.begin() + static_cast<std::ptrdiff_t>(all.size() * (rank + 1) / ranks));
  }
  void open() override {
    file_ = FileDescriptor(target_.path, O_RDONLY);
    size_ = static_cast<std::int64_t>(std::filesystem::file_size(target_.path));
  }
  void read(const Indices&, std::vector<double>&) override {
    for (const auto block : blocks_) {
      const auto begin = block * block_;
      file_.read_at(begin,
                    std::span(buffer_).first(static_cast<std::size_t>(std::min(block_, size_ - begin))));
    }
  }
  void close() override { file_ = {}; }
  [[nodiscard]] bool brings_values() const override { return false; }

 private:
  std::int64_t block_;
  std::vector<std::byte> buffer_;
  std::vector<std::int64_t> blocks_;
  FileDescriptor file_;
  std::int64_t size_ = 0;
};

class PreadReader : public Reader {
 public:
  using Reader::Reader;
  void open() override { file_ = FileDescriptor(target_.path, O_RDONLY); }
  void read(const Indices& indices, std::vector<double>& to) override {
    for (std::size_t i = 0; i < indices.size(); ++i)
      file_.read_at(at(indices[i]), std::as_writable_bytes(std::span(&to[i], 1)));
  }
  void close() override { file_ = {}; }

 private:
  FileDescriptor file_;
};

class MmapReader : public Reader {
 public:
  using Reader::Reader;
  ~MmapReader() override { close(); }
  void open() override {
    const FileDescriptor file(target_.path, O_RDONLY);
    size_ = std::filesystem::file_size(target_.path);
    memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.get(), 0);
    if (memory_ == MAP_FAILED) throw system_error("cannot map", target_.path, errno);
  }
  void read(const Indices& indices, std::vector<double>& to) override {
    const auto* const bytes = static_cast<const std::byte*>(memory_);
    for (std::size_t i = 0; i < indices.size(); ++i)
      std::memcpy(&to[i], bytes + at(indices[i]), sizeof(double));
  }
  void close() override {
    if (memory_ != MAP_FAILED) ::munmap(memory_, size_);
    memory_ = MAP_FAILED;
  }

 private:
  std::size_t size_ = 0;
  void* memory_ = MAP_FAILED;
};

class Hdf5Reader : public Reader {
 public:
  using Reader::Reader;
  void open() override {
    const h5::Quiet quiet;
    const auto access = h5::own(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "cannot create a property list");
    h5::check(H5Pset_fapl_mpio(access, target_.task.comm, MPI_INFO_NULL), "cannot use MPI-IO");
    h5::switch_locking_off(access);
    file_ = h5::own(H5Fopen(target_.path.c_str(), H5F_ACC_RDONLY, access), H5Fclose, "cannot open the file");
    const auto path = cgns_plan(target_.task.problem).targets.front().path + "/ data";
    dataset_ = h5::own(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose, "cannot open an array");
  }
  void read(const Indices& indices, std::vector<double>& to) override {
    const h5::Quiet quiet;
    const auto in_file = h5::own(H5Dget_space(dataset_), H5Sclose, "cannot get a dataspace");
    std::vector<hsize_t> points;
    for (const auto index : indices) points.push_back(static_cast<hsize_t>(index - 1));
    h5::check(H5Sselect_elements(in_file, H5S_SELECT_SET, points.size(), points.data()), "cannot select");
    const hsize_t count = points.size();
    const auto in_memory =
        h5::own(H5Screate_simple(1, &count, nullptr), H5Sclose, "cannot create a dataspace");
    h5::check(H5Dread(dataset_, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, to.data()),
              "cannot read");
  }
  void close() override {
    const h5::Quiet quiet;
    h5::check(dataset_.close(), "cannot close an array");
    h5::check(file_.close(), "cannot close the file");
  }

 private:
  h5::Handle file_;
  h5::Handle dataset_;
};

std::unique_ptr<Reader> make_reader(const std::string& engine, const Target& target) {
  if (engine == "cache") return std::make_unique<CacheReader>(target);
  if (engine == "ordered") return std::make_unique<OrderedReader>(target);
  if (engine == "pread") return std::make_unique<PreadReader>(target);
  if (engine == "mmap") return std::make_unique<MmapReader>(target);
  return std::make_unique<Hdf5Reader>(target);
}

/// What one rank asks for. Random lists may name a value several times.
Indices indices_of(const std::string& order, std::int64_t count, std::int64_t values, int rank) {
  std::mt19937_64 dice(static_cast<std::uint64_t>(rank) + 1);
  Indices indices(static_cast<std::size_t>(count));
  const auto stride = std::max<std::int64_t>(values / count, 1);
  std::int64_t next = rank;
  for (auto& index : indices) {
    index = 1 + (order == "strided" ? next : static_cast<std::int64_t>(dice() >> 1U)) % values;
    next += stride;
  }
  if (order == "sorted") std::sort(indices.begin(), indices.end());
  return indices;
}

/// Value i of the array is i.
void write_file(const Target& target) {
  const auto& comm = target.task.comm;
  const Range own = {target.values * par::rank_in(comm) / par::size_of(comm),
                     target.values * (par::rank_in(comm) + 1) / par::size_of(comm)};
  par::collectively(comm, "writing the file", [&] {
    const FileDescriptor file(target.path, O_WRONLY);
    std::vector<double> values;
    for (auto first = own.begin; first < own.end; first += std::ssize(values)) {
      values.resize(static_cast<std::size_t>(std::min<std::int64_t>(mebi, own.end - first)));
      std::iota(values.begin(), values.end(), static_cast<double>(first + 1));
      file.write_at(target.offset + first * std::int64_t{sizeof(double)}, std::as_bytes(std::span(values)));
    }
  });
}

Sample timed_on(const Target& target, std::int64_t values, const std::function<void()>& step) {
  static_cast<void>(par::all_sum(target.task.comm, 0));
  const double begin = MPI_Wtime();
  step();
  const auto seconds = spread_of(target.task.comm, MPI_Wtime() - begin);
  const auto bytes = values * std::int64_t{sizeof(double)} * par::size_of(target.task.comm);
  return {seconds.max, seconds.max, {{"values", bytes, seconds}}, {}};
}

/// A value that no array has, so that one that is not read is noticed.
constexpr double unread = -1;

/// Throws Error on every rank unless the values are those of the list. @note Collective.
void require_read(const Target& target, const Indices& indices, std::vector<double>& values) {
  par::collectively(target.task.comm, "checking what was read", [&] {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != static_cast<double>(indices[i]))
        throw Error(ErrorKind::internal, fmt::format("value {} is {}", indices[i], values[i]));
    }
  });
  std::ranges::fill(values, unread);
}

/// First and second time that a list is read.
std::array<Sample, 2> measured(const Target& target, Reader& reader, const Indices& indices, bool is_cold) {
  const auto& comm = target.task.comm;
  reader.prepare(indices);
  if (is_cold) par::on_root(comm, "emptying the page cache", [&] { drop_from_cache(target.path); });
  std::vector<double> values(indices.size(), unread);
  std::array<Sample, 2> samples;
  const Sample opened = timed_on(target, 0, [&] { reader.open(); });
  for (auto& sample : samples) {
    sample = timed_on(target, std::ssize(indices), [&] { reader.read(indices, values); });
    reader.count(sample.counters);
    if (reader.brings_values()) require_read(target, indices, values);
  }
  samples[0].seconds += opened.seconds + timed_on(target, 0, [&] { reader.close(); }).seconds;
  return samples;
}

Outcome measure_list(par::Session& session, const Target& target, const std::string& order,
                     std::int64_t count, const std::vector<std::string>& engines,
                     const MeasureOptions& options) {
  Outcome outcome{fmt::format("{} {}", order, count),
                  {{"order", order},
                   {"list_values", std::to_string(count)},
                   {"size", std::to_string(target.values * std::int64_t{sizeof(double)})}},
                  count * std::int64_t{sizeof(double)} * session.size(),
                  {}};
  if (session.is_root()) tool::info("{}", outcome.label);
  for (const auto& engine : engines) {
    outcome.measurements.push_back({engine, "first", {}});
    outcome.measurements.push_back({engine, "again", {}});
  }
  const auto indices = indices_of(order, count, target.values, session.rank());
  for (int repetition = -options.warm_ups; repetition < options.repetitions; ++repetition) {
    for (const auto i : turns_of(engines.size(), static_cast<std::size_t>(repetition + options.warm_ups))) {
      session.alive();
      const auto reader = make_reader(engines[i], target);
      const auto samples = measured(target, *reader, indices, options.is_cold);
      for (std::size_t time = 0; repetition >= 0 && time < 2; ++time)
        outcome.measurements[2 * i + time].samples.push_back(samples[time]);
    }
  }
  return outcome;
}

Problem problem_of_bytes(std::int64_t bytes) {
  const auto values = std::max<std::int64_t>(bytes / 8, 1);
  Problem problem{.label = format_size(bytes)};
  problem.zones.push_back({.name = "Zone", .is_structured = false, .vertices = values, .cells = 1});
  problem.arrays.push_back({0, "FlowSolution", "Pressure", cgns::DataType::R8, {values}, "values"});
  return problem;
}

}  // namespace

std::vector<Outcome> measure_scatter(par::Session& session, const Parameters& parameters,
                                     const std::vector<std::string>& engines, const MeasureOptions& options) {
  auto lists = parameters.lists;
  if (lists.empty())
    lists = parameters.is_published ? Indices{1, 100, 10000, 1000000} : Indices{100, 10000, 100000};
  const auto bytes = parameters.sizes.empty() ? 64 * mebi : parameters.sizes.front();
  const auto problem = problem_of_bytes(bytes);
  const Task task{session.comm(), problem, options.engine};
  Target target{task, unused_name(session, options.folder), 0, problem.arrays.front().dims.front()};
  std::vector<Outcome> outcomes;
  const auto failure = par::failure_of(
      [&] {
        target.offset = make_file(task, target.path, false).front();
        write_file(target);
        for (const auto* order : {"random", "strided", "sorted"}) {
          for (const auto count : lists)
            outcomes.push_back(measure_list(session, target, order, count, engines, options));
        }
      },
      "measuring");
  std::error_code ignored;
  if (session.is_root()) std::filesystem::remove(target.path, ignored);
  if (failure) throw Error(*failure);
  return outcomes;
}

}  // namespace pcgns::bench
