#include "pcgns/cache/cache.hpp"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <utility>

#include "../session.hpp"
#include "catch.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;

using Indices = std::vector<std::int64_t>;
using Bytes = std::vector<std::byte>;

MPI_Comm comm() { return test::session().comm(); }

Bytes random_bytes(std::size_t count, unsigned seed) {
  std::mt19937 dice(seed);
  Bytes bytes(count);
  for (auto& byte : bytes) byte = static_cast<std::byte>(dice());
  return bytes;
}

void make_file(const std::string& path, const Bytes& bytes) {
  par::on_root(comm(), "making a file",
               [&] { FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC).write_at(0, bytes); });
}

Bytes contents(const std::string& path) {
  const FileDescriptor file(path, O_RDONLY);
  Bytes bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)));
  file.read_at(0, bytes);
  return bytes;
}

/// A cache of a file, as one rank has it.
class Opened {
 public:
  Opened(const std::string& path, const cache::Options& options)
      : file_(path, O_RDONLY),
        sink_(io::posix_sink(path, io::Writeback::late)),
        backing_(file_, sink_.get()),
        cache_(comm(), backing_, options) {}

  cache::Cache* operator->() { return &cache_; }

 private:
  FileDescriptor file_;
  std::unique_ptr<io::Sink> sink_;
  cache::FileBacking backing_;
  cache::Cache cache_;
};

/// Waits in its first read until the other ranks have asked it, as one that reads through them.
class WaitingBacking : public cache::FileBacking {
 public:
  explicit WaitingBacking(const FileDescriptor& file) : cache::FileBacking(file, nullptr) {}

  void read(std::int64_t address, std::span<std::byte> to) override {
    overlaps += is_reading_ ? 1 : 0;
    is_reading_ = true;
    if (auto* const waiting = std::exchange(waiter, nullptr)) {
      MPI_Barrier(comm());  // they begin
      MPI_Barrier(comm());  // they have asked
      for (int tries = 0; tries < 100; ++tries) waiting->progress();
    }
    cache::FileBacking::read(address, to);
    is_reading_ = false;
  }

  cache::Cache* waiter = nullptr;
  int overlaps = 0;

 private:
  bool is_reading_ = false;
};

/// What a random program does with one array. The same on all ranks, but for `dice`.
struct Program {
  explicit Program(unsigned seed) {
    std::mt19937 dice(seed);
    const auto any = [&](auto... values) {
      return std::vector<std::int64_t>{values...}[dice() % sizeof...(values)];
    };
    size = static_cast<int>(any(1, 4, 8, 8));
    address = any(0, 8, 64, 3, 100);
    count = any(1, 50, 700, 3000);
    options.block = any(64, 128, 1024);
    options.memory = options.block * any(1, 3, 8, 1000);
    options.read_ahead = static_cast<int>(any(0, 1, 4));
    options.ranks_per_node = static_cast<int>(any(0, 0, 1, 2, 3));
    options.writes = true;
    file = random_bytes(static_cast<std::size_t>(address + count * size + any(0, 5)), seed + 1);
  }

  /// The rank that may write a value in a phase.
  [[nodiscard]] int writer(std::int64_t index, unsigned phase) const {
    return static_cast<int>((static_cast<std::uint64_t>(index / 16) * 2654435761U + phase * 40503U) >> 7U) %
           test::session().size();
  }
  [[nodiscard]] std::byte* at(Bytes& bytes, std::int64_t index) const {
    return bytes.data() + address + (index - 1) * size;
  }

  int size = 8;
  std::int64_t address = 0;
  std::int64_t count = 0;
  cache::Options options;
  Bytes file;
};

class Rank {
 public:
  Rank(const Program& program, unsigned seed, unsigned phase, int rank)
      : program_(program),
        dice_(seed * 7919 + phase * 101 + static_cast<unsigned>(rank)),
        phase_(phase),
        rank_(rank) {}

  /// The steps of this rank in a phase on `file`, what it would be for this rank alone. `cache`: null where
  /// only `file` is wanted.
  void work(Bytes& file, cache::Cache* cache) {
    for (int step = 0; step < 6; ++step) {
      write_list(file, cache);
      write_range(file, cache);
      if (cache != nullptr) read_own(file, *cache);
    }
  }

  void check_all(Bytes& file, cache::Cache& cache) {
    Indices indices(dice_() % 200);
    for (auto& index : indices) index = any_index();
    check(indices, file, cache);
    const auto first = any_index();
    const auto many = std::min<std::int64_t>(program_.count - first + 1, dice_() % 300);
    Bytes bytes(static_cast<std::size_t>(many * program_.size));
    cache.read(program_.address + (first - 1) * program_.size, bytes);
    REQUIRE(std::equal(bytes.begin(), bytes.end(), program_.at(file, first)));
  }

 private:
  std::int64_t any_index() { return 1 + static_cast<std::int64_t>(dice_()) % program_.count; }
  bool is_own(std::int64_t index) { return program_.writer(index, phase_) == rank_; }
  Indices own_indices() {
    Indices indices;
    for (auto tries = dice_() % 40; tries > 0; --tries) {
      const auto index = any_index();
      if (is_own(index)) indices.push_back(index);
    }
    if (dice_() % 3 == 0) std::sort(indices.begin(), indices.end());
    return indices;
  }
  void write_list(Bytes& file, cache::Cache* cache) {
    const auto indices = own_indices();
    Bytes values(indices.size() * static_cast<std::size_t>(program_.size));
    for (auto& value : values) value = static_cast<std::byte>(dice_());
    for (std::size_t i = 0; i < indices.size(); ++i)
      std::memcpy(program_.at(file, indices[i]), values.data() + i * static_cast<std::size_t>(program_.size),
                  static_cast<std::size_t>(program_.size));
    if (cache != nullptr) cache->write({program_.address, program_.size, indices}, values.data());
  }
  void write_range(Bytes& file, cache::Cache* cache) {
    const auto first = any_index();
    auto end = first;
    while (end <= program_.count && is_own(end) && end < first + 40) ++end;
    Bytes values(static_cast<std::size_t>((end - first) * program_.size));
    for (auto& value : values) value = static_cast<std::byte>(dice_());
    std::copy(values.begin(), values.end(), program_.at(file, first));
    if (cache != nullptr) cache->write(program_.address + (first - 1) * program_.size, values);
  }
  void read_own(Bytes& file, cache::Cache& cache) {
    std::mt19937 kept = dice_;
    check(own_indices(), file, cache);
    dice_ = kept;
  }
  void check(const Indices& indices, Bytes& file, cache::Cache& cache) {
    const auto size = static_cast<std::size_t>(program_.size);
    Bytes values(indices.size() * size);
    cache.read({program_.address, program_.size, indices}, values.data());
    for (std::size_t i = 0; i < indices.size(); ++i)
      REQUIRE(std::memcmp(values.data() + i * size, program_.at(file, indices[i]), size) == 0);
  }

  const Program& program_;
  std::mt19937 dice_;
  unsigned phase_;
  int rank_;
};

void run_program(const std::string& path, unsigned seed) {
  Program program(seed);
  INFO("seed " << seed << ", block " << program.options.block << ", memory " << program.options.memory
               << ", ranks per node " << program.options.ranks_per_node << ", size " << program.size);
  make_file(path, program.file);
  Opened opened(path, program.options);
  auto expected = program.file;
  for (unsigned phase = 0; phase < 3; ++phase) {
    auto own = expected;
    Rank(program, seed, phase, test::session().rank()).work(own, opened.operator->());
    for (int rank = 0; rank < test::session().size(); ++rank)
      Rank(program, seed, phase, rank).work(expected, nullptr);
    phase == 1 ? opened->forget() : opened->flush();
    Rank(program, seed + 1, phase, test::session().rank()).check_all(expected, *opened.operator->());
    static_cast<void>(par::all_sum(comm(), 0));
  }
  CHECK(contents(path) == expected);
  opened->close();
}

/// Fails on one rank.
class BadBacking : public cache::Backing {
 public:
  explicit BadBacking(bool fails) : fails_(fails) {}
  void read(std::int64_t address, std::span<std::byte> to) override {
    if (fails_ && !intersect({address, address + 1}, unreadable).empty())
      throw Error(ErrorKind::io, "cannot read");
    std::ranges::fill(to, std::byte{7});
  }
  void write(std::int64_t, std::span<const std::byte>) override {
    if (fails_ && fails_writes) throw Error(ErrorKind::io, "the device is full");
  }
  void expect(Range) override {}
  bool fails_writes = true;
  Range unreadable;

 private:
  bool fails_;
};

}  // namespace

TEST_CASE("Random programs of all ranks give what one process gives") {
  const test::Scratch scratch;
  for (unsigned seed = 0; seed < test::rounds(36); ++seed) run_program(scratch.path("file"), seed);
}

TEST_CASE("Every block is read once, whoever wants its values") {
  const test::Scratch scratch;
  const auto file = random_bytes(64 * 1024, 5);
  make_file(scratch.path("file"), file);
  Opened opened(scratch.path("file"), {.block = 1024, .memory = 64 * 1024});
  Indices indices(64 * 128);
  std::iota(indices.begin(), indices.end(), 1);
  std::shuffle(indices.begin(), indices.end(), std::mt19937(static_cast<unsigned>(test::session().rank())));
  std::vector<std::int64_t> values(indices.size());
  opened->read({.address = 0, .size = 8, .indices = indices},
               std::as_writable_bytes(std::span(values)).data());
  bool same = true;
  for (std::size_t i = 0; i < indices.size(); ++i)
    same = same && std::memcmp(&values[i], file.data() + (indices[i] - 1) * 8, 8) == 0;
  CHECK(same);
  const auto& counts = opened->counts();
  CHECK(par::all_sum(comm(), counts.misses) == 64);
  CHECK(par::all_sum(comm(), counts.bytes_read) == 64 * 1024);
  CHECK(counts.values == 64 * 128);
  CHECK(counts.evictions == 0);
  CHECK(counts.messages == 0);
  opened->close();
}

TEST_CASE("A backing that waits while it reads is not called for another rank meanwhile") {
  const test::Scratch scratch;
  const auto size = test::session().size();
  const auto rank = test::session().rank();
  const auto file = random_bytes(static_cast<std::size_t>(128 * size), 1);
  make_file(scratch.path("file"), file);
  const FileDescriptor descriptor(scratch.path("file"), O_RDONLY);
  WaitingBacking backing(descriptor);
  // A block of its own, or one of another rank, which does not answer.
  const bool reads_own = GENERATE(true, false);
  if (!reads_own && size == 1) return;
  const auto reader = reads_own ? 0 : 1;
  cache::Cache cache(
      comm(), backing,
      {.block = 64, .memory = 1024, .ranks_per_node = 1, .patience = std::chrono::microseconds(0)});
  if (rank == reader) backing.waiter = &cache;
  // The others read a block of the reader.
  const auto at = rank == reader ? 0 : 64 * (reads_own ? size : reader);
  if (rank != reader) MPI_Barrier(comm());
  Bytes read(8);
  cache.read(at, read);
  CHECK(std::ranges::equal(read, std::span(file).subspan(static_cast<std::size_t>(at), 8)));
  if (rank != reader) MPI_Barrier(comm());
  cache.flush();
  if (rank == reader) CHECK(cache.counts().served >= size - 1);
  CHECK(backing.overlaps == 0);
  cache.close();
}

TEST_CASE("An owner that computes does not hold up a rank that reads") {
  if (test::session().size() == 1) return;
  const test::Scratch scratch;
  const auto file = random_bytes(8 * 1024, 6);
  make_file(scratch.path("file"), file);
  Opened opened(scratch.path("file"), {.block = 1024, .memory = 8 * 1024, .ranks_per_node = 1});
  Bytes bytes(1024);
  MPI_Barrier(comm());
  // Block 0 belongs to rank 0, which is not in the library until the others have read.
  if (test::session().rank() > 0) {
    opened->read(0, bytes);
    CHECK(std::equal(bytes.begin(), bytes.end(), file.begin()));
    CHECK(opened->counts().bypasses > 0);
  }
  MPI_Barrier(comm());
  opened->close();
}

TEST_CASE("An owner that does not come is an error where the file cannot have the values") {
  if (test::session().size() == 1) return;
  const test::Scratch scratch;
  make_file(scratch.path("file"), random_bytes(8 * 1024, 6));
  Opened opened(scratch.path("file"), {.block = 1024,
                                       .memory = 8 * 1024,
                                       .writes = true,
                                       .ranks_per_node = 1,
                                       .timeout = std::chrono::milliseconds(50)});
  Bytes bytes(8, std::byte{9});
  MPI_Barrier(comm());
  if (test::session().rank() == 1) {
    opened->write(0, bytes);
    CHECK_THROWS_WITH(opened->read(0, bytes), Contains("rank 0 does not answer"));
  }
  MPI_Barrier(comm());
  opened->flush();
  CHECK(contents(scratch.path("file"))[0] == std::byte{9});
  opened->close();
}

TEST_CASE("A block that one rank cannot write is the same error on all ranks, at every flush") {
  const int last = test::session().size() - 1;
  for (const int ranks_per_node : {0, 1}) {
    BadBacking backing(test::session().rank() == last);
    cache::Cache cache(comm(), backing,
                       {.block = 64, .memory = 64, .writes = true, .ranks_per_node = ranks_per_node});
    const Bytes bytes(8);
    for (int block = 0; block <= last; ++block) {
      if (test::session().rank() == 0) cache.write(block * 64, bytes);
    }
    CHECK_THROWS_WITH(cache.flush(), Contains("the device is full"));
    CHECK_THROWS_WITH(cache.flush(), Contains("the device is full"));
    cache.close();
  }
}

TEST_CASE("A block that one rank cannot read is an error of that call alone") {
  BadBacking backing(test::session().rank() == 0);
  backing.unreadable = {0, 64};
  cache::Cache cache(comm(), backing, {.block = 64, .memory = 640});
  Bytes bytes(8);
  if (test::session().rank() == 0) CHECK_THROWS_WITH(cache.read(0, bytes), Contains("cannot read"));
  MPI_Barrier(comm());
  if (test::session().rank() > 0) {
    cache.read(0, bytes);
    CHECK(bytes[0] == std::byte{7});
  }
  cache.flush();
  cache.close();
}

TEST_CASE("The failure of a request that nobody waited for is not an error of the next one") {
  if (test::session().size() == 1) return;
  const bool is_owner = test::session().rank() == 0;
  BadBacking backing(is_owner);
  backing.unreadable = {0, 64};
  cache::Cache cache(comm(), backing, {.block = 64, .memory = 640, .writes = true, .ranks_per_node = 1});
  const std::int64_t other_block = 64 * test::session().size();  // of the same owner
  Bytes bytes(8);
  MPI_Barrier(comm());
  if (test::session().rank() == 1) {
    cache.read(0, bytes);
    CHECK(cache.counts().bypasses == 1);
  }
  MPI_Barrier(comm());
  if (test::session().rank() == 1) {
    bytes.assign(8, std::byte{9});
    cache.write(other_block, bytes);
    bytes.assign(8, std::byte{0});
    CHECK_NOTHROW(cache.read(other_block, bytes));
    CHECK(bytes[0] == std::byte{9});
  }
  // The owner finds both requests after the second was sent.
  if (is_owner) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  backing.fails_writes = false;
  cache.flush();
  cache.close();
}

TEST_CASE("Options that make no sense are refused") {
  BadBacking backing(false);
  CHECK_THROWS_WITH(cache::Cache(comm(), backing, {.block = 100}), Contains("power of two"));
  CHECK_THROWS_WITH(cache::Cache(comm(), backing, {.block = 1024, .memory = 64}),
                    Contains("at least one block"));
}
