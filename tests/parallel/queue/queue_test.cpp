#include "pcgns/queue/queue.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "../session.hpp"
#include "catch.hpp"
#include "file/fixture.hpp"
#include "pcgns/par/collective.hpp"
#include "queue_program.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using test::Request;

constexpr std::byte untouched{0xAB};

/// Domains of a few bytes, every way that values can take.
std::vector<queue::QueueOptions> all_ways() {
  std::vector<queue::QueueOptions> ways;
  for (const int ranks_per_node : {0, 1, 2}) {
    for (const std::int64_t direct_from : {0, 24}) {
      ways.push_back({.buffer = ranks_per_node == 1 ? 64 : 256,
                      .alignment = 64,
                      .aggregators_per_node = direct_from == 0 ? 0 : 2,
                      .writers = ranks_per_node == 2 ? 2 : 0,
                      .direct_from = direct_from,
                      .ranks_per_node = ranks_per_node});
    }
  }
  // More ranks than processors: who share one may work for themselves. A processor for each: what one reads
  // comes to others in two ways.
  for (const int processors : {1, 2, 64}) {
    ways.push_back({.buffer = 256, .alignment = 64, .direct_from = 0, .processors = processors});
  }
  ways.push_back({.buffer = 256, .alignment = 64, .direct_from = 0, .in_turn = true, .processors = 64});
  return ways;
}

std::vector<std::byte> contents(const std::string& path) {
  const FileDescriptor file(path, O_RDONLY);
  std::vector<std::byte> bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)));
  file.read_at(0, bytes);
  return bytes;
}

void make_file(const std::string& path, const std::vector<std::byte>& bytes) {
  par::on_root(test::session().comm(), "making a file",
               [&] { FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC).write_at(0, bytes); });
}

void make_file(const std::string& path, std::size_t bytes) {
  make_file(path, std::vector<std::byte>(bytes, untouched));
}

std::vector<io::Slab> of_this_rank(std::vector<Request>& requests) {
  std::vector<io::Slab> slabs;
  for (auto& request : requests) {
    if (request.rank == test::session().rank()) slabs.push_back(request.slab());
  }
  return slabs;
}

/// The first byte, if any, at which the file is not what a serial writer makes; and what was read, likewise.
bool is_right(unsigned seed, queue::Queue& queue, const std::string& path) {
  auto program = test::random_program(seed, test::session().size());
  make_file(path, program.file);
  const auto sink = io::posix_sink(path);
  queue.write(*sink, of_this_rank(program.writes));

  auto file = program.file;
  for (const auto& request : program.writes) test::write_into(request, file);
  bool right = contents(path) == file;

  const FileDescriptor descriptor(path, O_RDONLY);
  const auto fresh = program.reads;
  queue.read(descriptor, of_this_rank(program.reads));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    if (fresh[i].rank != test::session().rank()) continue;
    auto wanted = fresh[i];  // what is around the box stays
    test::set_values(wanted, test::expected(wanted, file));
    right = right && wanted.memory == program.reads[i].memory;
  }
  return right;
}

io::Slab row_of(std::vector<double>& values, std::int64_t first) {
  const auto count = static_cast<std::int64_t>(values.size());
  const io::FileBox box{.type = DataType::R8, .dims = {100}, .begin = {first}, .count = {count}};
  return {box, values.data(), DataType::R8, {1}};
}

std::vector<io::Slab> one(const io::Slab& slab) { return {slab}; }

}  // namespace

TEST_CASE("hundreds of random programs of the queue give the file of a serial writer") {
  const test::Scratch scratch;
  std::string wrong;
  // MPI libraries that wait busily are very slow where many ranks share few cores.
  const auto seeds = test::rounds(test::session().size() > 4 ? 8 : 30);
  unsigned first = 0;
  for (const auto& options : all_ways()) {
    queue::Queue queue(test::session().comm(), options);
    for (unsigned seed = first; seed < first + seeds; ++seed) {
      const bool right = is_right(seed, queue, scratch.path("file"));
      if (par::all_min(test::session().comm(), right ? 1 : 0) == 0) wrong += " " + std::to_string(seed);
    }
    queue.close();
    first += seeds;
  }
  CHECK(wrong == "");
}

TEST_CASE("of values that several ranks write those of the highest rank stay") {
  const test::Scratch scratch;
  make_file(scratch.path("file"), 800);
  queue::Queue queue(test::session().comm(), {.direct_from = 8});
  std::vector<double> mine(100, test::session().rank());
  std::vector<double> later(50, test::session().rank() + 0.5);
  const std::vector<io::Slab> slabs = {row_of(mine, 0), row_of(later, 50)};
  queue.write(*io::posix_sink(scratch.path("file")), slabs);
  std::vector<double> all(100);
  const std::vector<io::Slab> whole = {row_of(all, 0)};
  queue.read(FileDescriptor(scratch.path("file"), O_RDONLY), whole);
  const double last = test::session().size() - 1;
  CHECK(all.front() == last);
  CHECK(all[49] == last);
  CHECK(all[50] == last + 0.5);
  queue.close();
}

TEST_CASE("what one rank cannot do is an error on all, and the queue goes on") {
  const test::Scratch scratch;
  make_file(scratch.path("file"), 800);
  queue::Queue queue(test::session().comm(), {});
  const auto sink = io::posix_sink(scratch.path("file"));
  const bool last = test::session().rank() == test::session().size() - 1;
  std::vector<double> values(10, 1.0);
  auto slab = row_of(values, last ? 95 : 0);
  CHECK_THROWS_WITH(queue.write(*sink, one(slab)), Contains("exceeds its array"));

  std::vector<double> large(10, last ? 3e9 : 1.0);
  slab = row_of(large, 10 * test::session().rank());
  slab.box.type = DataType::I4;
  CHECK_THROWS_WITH(queue.write(*sink, one(slab)), Contains("3000000000 cannot be represented in I4"));

  const FileDescriptor file(scratch.path("file"), O_RDONLY);
  slab = row_of(values, 0);
  slab.box.offset = last ? 790 : 0;
  CHECK_THROWS_WITH(queue.read(file, one(slab)), Contains("the file ended"));
  slab.box.offset = 0;
  CHECK_NOTHROW(queue.read(file, one(slab)));
  queue.close();
}

TEST_CASE("a rank that could not read straight from the file still sends what others wait for") {
  const test::Scratch scratch;
  const std::int64_t each = 100;
  const auto ranks = static_cast<std::int64_t>(test::session().size());
  make_file(scratch.path("file"), static_cast<std::size_t>(ranks * each) * sizeof(double));
  const FileDescriptor file(scratch.path("file"), O_RDONLY);
  // A node for each rank: all goes as messages.
  queue::Queue queue(test::session().comm(),
                     {.buffer = 64, .alignment = 64, .direct_from = 64, .ranks_per_node = 1});
  std::vector<double> some(each);
  const bool is_last = test::session().rank() == ranks - 1;
  auto straight = row_of(some, 0);
  straight.box.dims = {ranks * each};
  straight.box.offset = is_last ? 8 * ranks * each : 0;
  std::vector<double> others(each);
  const io::Slab across = {.box = {.type = DataType::R8,
                                   .dims = {ranks, each},
                                   .begin = {test::session().rank(), 0},
                                   .count = {1, each}},
                           .memory = others.data(),
                           .memory_type = DataType::R8,
                           .strides = {1, 1}};
  const std::array slabs = {straight, across};
  CHECK_THROWS_WITH(queue.read(file, slabs), Contains("the file ended"));
  queue.close();
}

TEST_CASE("ranks that share a processor read what is theirs, and what fails for some is an error for all") {
  const test::Scratch scratch;
  const std::int64_t each = 1000;
  const auto ranks = static_cast<std::int64_t>(test::session().size());
  std::vector<double> all(static_cast<std::size_t>(ranks * each));
  std::iota(all.begin(), all.end(), 0.0);
  std::vector<std::byte> bytes(all.size() * sizeof(double));
  std::memcpy(bytes.data(), all.data(), bytes.size());
  make_file(scratch.path("file"), bytes);
  const FileDescriptor file(scratch.path("file"), O_RDONLY);

  queue::Queue queue(test::session().comm(),
                     {.buffer = 4096, .alignment = 64, .direct_from = 0, .processors = 2});
  std::vector<double> mine(each);
  auto slab = row_of(mine, test::session().rank() * each);
  slab.box.dims = {ranks * each};
  for (int again = 0; again < 2; ++again) {
    std::fill(mine.begin(), mine.end(), -1.0);
    queue.read(file, one(slab));
    CHECK(std::equal(mine.begin(), mine.end(), all.begin() + test::session().rank() * each));
    const bool is_last = test::session().rank() == ranks - 1;
    auto wrong = slab;
    wrong.box.offset = is_last ? 8 : 0;
    CHECK_THROWS_WITH(queue.read(file, one(wrong)), Contains("the file ended"));
  }
  queue.close();
}

TEST_CASE("ranks that share a processor write what is theirs, unless others write there, too") {
  const test::Scratch scratch;
  const std::int64_t each = 100'000;
  const auto ranks = static_cast<std::int64_t>(test::session().size());
  const auto before = static_cast<double>(ranks * each);
  queue::Queue queue(test::session().comm(), {.direct_from = 0, .processors = 2});
  for (const std::int64_t common : {0, 1, 7}) {
    make_file(scratch.path("file"), static_cast<std::size_t>((ranks * each + common) * 8));
    std::vector<double> mine(static_cast<std::size_t>(each + common));
    std::iota(mine.begin(), mine.end(), static_cast<double>(test::session().rank()) * before);
    auto slab = row_of(mine, test::session().rank() * each);
    slab.box.dims = {ranks * each + common};
    queue.write(*io::posix_sink(scratch.path("file")), one(slab));

    std::vector<double> wanted;
    for (std::int64_t i = 0; i < ranks * each + common; ++i) {
      const auto rank = std::min(i / each, ranks - 1);
      wanted.push_back(static_cast<double>(rank) * before + static_cast<double>(i - rank * each));
    }
    std::vector<double> all(wanted.size());
    const auto bytes = contents(scratch.path("file"));
    REQUIRE(bytes.size() == all.size() * sizeof(double));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    CHECK(all == wanted);
    static_cast<void>(par::all_min(test::session().comm(), 0));  // before the file is made again
  }
  queue.close();
}

TEST_CASE("nodes may have different numbers of processors") {
  const test::Scratch scratch;
  const std::int64_t each = 100'000;
  const auto rank = static_cast<std::int64_t>(test::session().rank());
  const auto ranks = static_cast<std::int64_t>(test::session().size());
  make_file(scratch.path("file"), static_cast<std::size_t>(ranks * each) * sizeof(double));
  queue::Queue queue(test::session().comm(),
                     {.direct_from = 0, .ranks_per_node = 2, .processors = rank < 2 ? 1 : 64});
  std::vector<double> mine(each);
  std::iota(mine.begin(), mine.end(), static_cast<double>(rank * each));
  auto slab = row_of(mine, rank * each);
  slab.box.dims = {ranks * each};
  queue.write(*io::posix_sink(scratch.path("file")), one(slab));
  std::vector<double> next(each);
  slab = row_of(next, (rank + 1) % ranks * each);
  slab.box.dims = {ranks * each};
  queue.read(FileDescriptor(scratch.path("file"), O_RDONLY), one(slab));
  std::vector<double> wanted(each);
  std::iota(wanted.begin(), wanted.end(), static_cast<double>((rank + 1) % ranks * each));
  CHECK(next == wanted);
  queue.close();
}

TEST_CASE("more requests than every owner should know") {
  const test::Scratch scratch;
  const auto ranks = static_cast<std::int64_t>(test::session().size());
  const std::int64_t each = 9000 / ranks + 1;
  make_file(scratch.path("file"), static_cast<std::size_t>(2 * ranks * each) * sizeof(double));
  queue::Queue queue(test::session().comm(), {.buffer = 4096, .alignment = 64, .direct_from = 0});
  std::vector<double> mine(static_cast<std::size_t>(each));
  std::vector<io::Slab> slabs;
  for (auto& value : mine) {
    const auto number = std::ssize(slabs) * ranks + test::session().rank();
    value = static_cast<double>(number);
    const io::FileBox box{
        .offset = 16 * number, .type = DataType::R8, .dims = {2}, .begin = {0}, .count = {1}};
    slabs.push_back({box, &value, DataType::R8, {1}});
  }
  queue.write(*io::posix_sink(scratch.path("file")), slabs);
  const auto wanted = mine;
  std::fill(mine.begin(), mine.end(), -1.0);
  queue.read(FileDescriptor(scratch.path("file"), O_RDONLY), slabs);
  CHECK(mine == wanted);
  queue.close();
}

TEST_CASE("a rank that failed before says so instead of taking part") {
  const test::Scratch scratch;
  make_file(scratch.path("file"), 800);
  queue::Queue queue(test::session().comm(), {});
  const auto failure =
      test::session().is_root() ? std::optional(Error(ErrorKind::usage, "no such zone")) : std::nullopt;
  CHECK_THROWS_WITH(queue.write(*io::posix_sink(scratch.path("file")), {}, failure), "no such zone");
  queue.close();
}

TEST_CASE("nobody has anything") {
  const test::Scratch scratch;
  make_file(scratch.path("file"), 8);
  queue::Queue queue(test::session().comm(), {});
  queue.write(*io::posix_sink(scratch.path("file")), {});
  queue.read(FileDescriptor(scratch.path("file"), O_RDONLY), {});
  CHECK(contents(scratch.path("file")) == std::vector<std::byte>(8, untouched));
  queue.close();
}

TEST_CASE("one rank by itself writes and reads what the queue does", "[serial]") {
  const test::Folder folder;
  std::string wrong;
  for (unsigned seed = 0; seed < 200; ++seed) {
    auto program = test::random_program(seed, 1);
    auto& file = program.file;
    FileDescriptor(folder.path("alone"), O_WRONLY | O_CREAT | O_TRUNC).write_at(0, file);
    const auto sink = io::posix_sink(folder.path("alone"));
    for (auto& request : program.writes) {
      test::write_into(request, file);
      queue::write_alone(*sink, request.slab());
    }
    if (contents(folder.path("alone")) != file) wrong += " " + std::to_string(seed);
    const FileDescriptor descriptor(folder.path("alone"), O_RDONLY);
    for (auto& request : program.reads) {
      auto wanted = request;
      test::set_values(wanted, test::expected(wanted, file));
      queue::read_alone(descriptor, request.slab());
      if (wanted.memory != request.memory) wrong += " " + std::to_string(seed);
    }
  }
  CHECK(wrong == "");
}
