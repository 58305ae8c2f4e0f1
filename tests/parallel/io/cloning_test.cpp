// Which bytes of an output can be cloned, and that they are hashed where all is checked.
#include "pcgns/io/cloning.hpp"

#include <fcntl.h>
#include <mpi.h>

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "file/fixture.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

constexpr std::int64_t block = 4096;
constexpr std::int64_t values = mebi / 8;  // of an array

/// Two arrays of 1 MiB in one file, at odd offsets; the second one is stored in the other byte order.
cgns::InputSet two_arrays(const std::string& path) {
  cgns::InputSet inputs;
  inputs.files.push_back({.path = path});
  for (const auto offset : {std::int64_t{2145}, 3 * mebi + 7})
    inputs.arrays.push_back({.path = "/a",
                             .type = cgns::DataType::R8,
                             .dims = {values},
                             .offset = offset,
                             .swapped = offset > mebi});
  return inputs;
}

plan::Plan copies_of(const cgns::InputSet& inputs) {
  plan::Plan plan;
  for (int i = 0; i < 2; ++i) {
    plan.targets.push_back({.path = "/b", .type = cgns::DataType::R8, .dims = {values}});
    plan.transfers.push_back({.source = i, .target = i, .count = inputs.arrays[0].dims[0]});
  }
  return plan;
}

/// Takes every clone and keeps nothing else.
class Taker : public io::Sink {
 public:
  void write(std::int64_t, std::span<const std::byte>) override {}
  int clone(std::int64_t offset, const FileDescriptor&, Range bytes) override {
    taken.push_back({offset, offset + bytes.size()});
    return 0;
  }
  void sync() override {}
  void close() override {}

  std::vector<Range> taken;
};

}  // namespace

TEST_CASE("an array that is stored as it is can be cloned where the layout suits", "[serial]") {
  const auto inputs = two_arrays("none");
  const auto plan = copies_of(inputs);
  const auto residues = io::clone_residues(plan, inputs, {true}, block);
  CHECK(residues == std::vector<std::int64_t>{2145, -1});
  CHECK(io::clone_residues(plan, inputs, {false}, block) == std::vector<std::int64_t>{-1, -1});

  const std::vector<std::int64_t> offsets{10 * block + 2145, 4 * mebi};
  const auto runs = io::clone_runs(plan, inputs, offsets, block, {});
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].bytes == Range{11 * block, offsets[0] / block * block + mebi});
  CHECK(runs[0].from == block);
  CHECK(io::clone_runs(plan, inputs, std::vector<std::int64_t>{10 * block, 4 * mebi}, block, {}).empty());
}

TEST_CASE("the ranks divide large arrays", "[serial]") {
  auto inputs = two_arrays("none");
  inputs.arrays[0].dims = {5 * gibi / 16};
  const auto plan = copies_of(inputs);
  const auto runs = io::clone_runs(plan, inputs, std::vector<std::int64_t>{2145, -1}, block, {});
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].bytes == Range{block, block + gibi});
  CHECK(runs[1].bytes == Range{block + gibi, block + 2 * gibi});
  CHECK(runs[1].from == block + gibi);
  CHECK(runs[2].bytes == Range{block + 2 * gibi, 5 * gibi / 2});
}

TEST_CASE("what an earlier run has done and what pieces share is not cloned", "[serial]") {
  const auto inputs = two_arrays("none");
  auto plan = copies_of(inputs);
  const std::vector<std::int64_t> offsets{2145, -1};
  const Range done{400 * kibi, 500 * kibi + 1};
  const auto runs = io::clone_runs(plan, inputs, offsets, block, {done});
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].bytes == Range{block, 400 * kibi});
  CHECK(runs[1].bytes.begin == 504 * kibi);

  // A second piece has the last 1000 values, too: 8000 bytes less, in whole blocks.
  plan.boxes.push_back({.source = 1,
                        .target = 0,
                        .source_extents = {values, 1, 1},
                        .target_extents = {values, 1, 1},
                        .target_begin = {values - 1000, 0, 0},
                        .count = {1000, 1, 1},
                        .shared = true});
  const auto kept = io::clone_runs(plan, inputs, offsets, block, {});
  REQUIRE(kept.size() == 1);
  CHECK(kept[0].bytes.end == (2145 + mebi - 8000) / block * block);
  CHECK(io::clone_residues(plan, inputs, {true}, block).front() == -1);
}

TEST_CASE("all ranks together clone all runs, and hash what they clone") {
  const test::Scratch scratch;
  const auto path = scratch.path("input");
  const auto inputs = two_arrays(path);
  std::vector<std::byte> bytes(4 * mebi + 7);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251);
  if (session().is_root()) FileDescriptor(path, O_WRONLY | O_CREAT).write_at(0, bytes);
  MPI_Barrier(session().comm());
  std::vector<io::CloneRun> runs;
  for (std::int64_t i = 0; i < 5; ++i) runs.push_back({{i * mebi, i * mebi + 2 * block}, 0, i * block});

  Taker sink;
  const auto cloned = io::clone(session(), inputs, runs, sink, 256 * mebi, true);
  CHECK(cloned.refusal.empty());
  CHECK(cloned.ranges.size() == 5);
  REQUIRE(cloned.hashes.size() == sink.taken.size());
  for (const auto& entry : cloned.hashes) {
    Hasher hasher;
    hasher.add(
        std::span(bytes).subspan(static_cast<std::size_t>(entry.bytes.begin / mebi * block), 2 * block));
    CHECK(hasher.value() == entry.hash);
  }
}
