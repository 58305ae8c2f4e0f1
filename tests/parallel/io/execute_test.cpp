#include "pcgns/io/execute.hpp"

#include <fcntl.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "catch.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

std::vector<std::byte> random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<std::byte> bytes(size);
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(generator()); });
  return bytes;
}

std::vector<std::byte> content_of(const std::string& path, std::size_t size) {
  std::vector<std::byte> bytes(size);
  FileDescriptor(path, O_RDONLY).read_at(0, bytes);
  return bytes;
}

/// Plain files with arrays of doubles at odd offsets, and an output in which every array has its place.
struct Case {
  cgns::InputSet inputs;
  plan::Plan plan;
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  std::vector<std::byte> expected;

  Case(const test::Scratch& scratch, const std::vector<std::int64_t>& counts, bool swapped) {
    end = 100;  // bytes that stand for the nodes
    expected.assign(100, std::byte{0});
    for (std::size_t i = 0; i < counts.size(); ++i)
      add(scratch, static_cast<int>(i), counts[i], swapped && i % 2 == 1);
  }

  void add(const test::Scratch& scratch, int number, std::int64_t count, bool swapped) {
    auto values = random_bytes(static_cast<std::size_t>(8 * count), static_cast<unsigned>(number));
    const auto path = scratch.path("in" + std::to_string(number));
    const std::int64_t offset = 13 * number;
    inputs.files.push_back({.path = path, .reader = number % session().size()});
    inputs.arrays.push_back({.file = number,
                             .path = "/a",
                             .type = cgns::DataType::R8,
                             .dims = {count},
                             .offset = offset,
                             .swapped = swapped});
    plan.targets.push_back({.path = "/a", .type = cgns::DataType::R8, .dims = {count}});
    plan.transfers.push_back({.source = number, .target = number, .count = count});
    if (session().is_root()) {
      std::ofstream(path).close();
      FileDescriptor(path, O_WRONLY).write_at(offset, values);
    }
    if (swapped) kernel::reverse_words(values, 8);
    const std::int64_t gap = number % 3;
    expected.insert(expected.end(), static_cast<std::size_t>(gap), std::byte{0});
    offsets.push_back(end + gap);
    end += gap + 8 * count;
    expected.insert(expected.end(), values.begin(), values.end());
  }

  [[nodiscard]] io::Task task(std::int64_t buffer) const {
    return {.plan = plan,
            .inputs = inputs,
            .offsets = offsets,
            .end = end,
            .machine = {.ranks = session().size(), .buffer = buffer},
            .keep_hashes = true};
  }
};

std::string make_output(const test::Scratch& scratch) {
  auto path = scratch.path("out");
  if (session().is_root()) std::ofstream(path).close();
  par::collectively(session().comm(), "", [] {});
  return path;
}

}  // namespace

TEST_CASE("every array arrives, whatever the size of the domains") {
  const auto buffer = GENERATE(64, 100, 4096, 1 << 20);
  const bool swapped = GENERATE(false, true);
  const test::Scratch scratch;
  const Case made(scratch, {1, 2, 3, 1000, 5, 77, 2048}, swapped);
  const auto path = make_output(scratch);
  const auto sink = io::posix_sink(path);
  const auto outcome = io::execute(session(), made.task(buffer), *sink);
  CHECK(outcome.bytes == 8 * (1 + 2 + 3 + 1000 + 5 + 77 + 2048));
  CHECK(content_of(path, made.expected.size()) == made.expected);
  CHECK_NOTHROW(
      io::check_written(session(), made.task(buffer), path, io::read_back_from(path), outcome.hashes));
}

TEST_CASE("a plan without arrays moves nothing") {
  const test::Scratch scratch;
  const Case made(scratch, {}, false);
  const auto sink = io::posix_sink(make_output(scratch));
  CHECK(io::execute(session(), made.task(4096), *sink).bytes == 0);
}

TEST_CASE("what an earlier run has written is left alone") {
  const test::Scratch scratch;
  const Case made(scratch, {100, 200, 300}, false);
  const auto path = make_output(scratch);
  auto task = made.task(256);
  task.done = {{0, 500}, {1000, 1234}};
  const auto sink = io::posix_sink(path);
  (void)io::execute(session(), task, *sink);
  auto expected = made.expected;
  for (const auto& range : task.done)
    std::fill(expected.begin() + range.begin, expected.begin() + range.end, std::byte{0});
  CHECK(content_of(path, expected.size()) == expected);
}

TEST_CASE("an input missing on one rank fails every rank, with no hang") {
  const test::Scratch scratch;
  Case made(scratch, {1000, 1000, 1000}, false);
  made.inputs.files[1].path = scratch.path("absent");
  const auto sink = io::posix_sink(make_output(scratch));
  CHECK_THROWS_WITH(io::execute(session(), made.task(512), *sink),
                    Catch::Contains("absent") && Catch::Contains("/a"));
}

TEST_CASE("a checkpoint enters only what all ranks have written") {
  const test::Scratch scratch;
  const Case made(scratch, {1000, 1000, 1000}, false);
  const auto path = make_output(scratch);
  const auto sink = io::posix_sink(path);
  io::Hooks hooks;
  int entries = 0;
  hooks.wants_checkpoint = [] { return true; };
  hooks.checkpoint = [&](const io::Checkpoint& reached) {
    ++entries;
    const auto known =
        std::min<std::int64_t>(reached.bytes.end, static_cast<std::int64_t>(made.expected.size()));
    par::collectively(session().comm(), "", [] {});
    const auto bytes = content_of(path, static_cast<std::size_t>(known));
    CHECK(std::equal(bytes.begin(), bytes.end(), made.expected.begin()));
  };
  (void)io::execute(session(), made.task(512), *sink, hooks);
  CHECK((entries > 0 || session().size() > 10));
}

TEST_CASE("a byte that changed after it was written is found") {
  const test::Scratch scratch;
  const Case made(scratch, {1000, 1000}, false);
  const auto path = make_output(scratch);
  const auto sink = io::posix_sink(path);
  const auto outcome = io::execute(session(), made.task(4096), *sink);
  if (session().is_root()) {
    const auto flipped = made.expected[9000] ^ std::byte{1};
    FileDescriptor(path, O_WRONLY).write_at(9000, std::span(&flipped, 1));
  }
  CHECK_THROWS_WITH(
      io::check_written(session(), made.task(4096), path, io::read_back_from(path), outcome.hashes),
      Catch::Contains("not what was written"));
}

TEST_CASE("hashes of arrays are the same on every rank and tell contents apart") {
  const test::Scratch scratch;
  const Case made(scratch, {1000, 1000, 10}, false);
  par::collectively(session().comm(), "", [] {});
  const auto hashes = io::hash_arrays(session(), made.inputs, {0, 1, 2, 0}, 1 << 20);
  CHECK(hashes[0] == hashes[3]);
  CHECK(!(hashes[0] == hashes[1]));
  CHECK(hashes[2] == fingerprint(random_bytes(80, 2)));
}

TEST_CASE("MPI-IO writes the same bytes as pwrite") {
  const test::Scratch scratch;
  const Case made(scratch, {1, 1000, 500}, false);
  const auto path = make_output(scratch);
  const auto sink = io::mpiio_sink(path, "cb_nodes=1");
  (void)io::execute(session(), made.task(1000), *sink);
  sink->sync();
  sink->close();
  par::collectively(session().comm(), "", [] {});
  CHECK(content_of(path, made.expected.size()) == made.expected);
}
