// Which ranks read is independent of which ranks want.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "catch.hpp"
#include "meshes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/restart/partition.hpp"
#include "solutions.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using test::session;

fileset::OpenRequest set_of(const std::string& names, plan::ReaderLimits readers = {}, Budget memory = {}) {
  return {.files = {.names = {names}}, .steps = {}, .memory = memory, .readers = readers};
}

/// The whole array `index`, which goes to `bytes`.
restart::Wanted whole(const restart::FileSet& files, std::size_t index, std::vector<std::byte>& bytes) {
  const auto& array = files.arrays()[index];
  bytes.resize(static_cast<std::size_t>(array.bytes()));
  return {static_cast<int>(index),
          {.box = {.begin = std::vector<std::int64_t>(array.dims.size(), 0), .count = array.dims},
           .memory = bytes.data(),
           .memory_type = array.type,
           .strides = io::strides_of(array.dims)}};
}

/// The values of all arrays, of which this rank reads all.
std::vector<std::vector<std::byte>> all_values(restart::FileSet& files) {
  std::vector<std::vector<std::byte>> values(files.arrays().size());
  std::vector<restart::Wanted> wanted;
  for (std::size_t i = 0; i < values.size(); ++i) wanted.push_back(whole(files, i, values[i]));
  files.read(wanted);
  return values;
}

/// The values of an array, which this rank reads alone.
std::vector<std::byte> own_values(restart::FileSet& files, std::size_t index) {
  std::vector<std::byte> values;
  files.read_alone(whole(files, index, values));
  return values;
}

void require_same(const cgns::Node& a, const cgns::Node& b) {
  INFO(a.name << " on rank " << session().rank());
  CHECK(a.name == b.name);
  CHECK(a.dims == b.dims);
  CHECK(a.data == b.data);
  REQUIRE(a.children.size() == b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) require_same(a.children[i], b.children[i]);
}

void require_same_lists(const restart::Partition& a, const restart::Partition& b) {
  for (const auto entity : {restart::Entity::vertex, restart::Entity::cell}) {
    const auto& some = a.exchange_lists(entity);
    const auto& others = b.exchange_lists(entity);
    REQUIRE(some.size() == others.size());
    for (std::size_t i = 0; i < some.size(); ++i) {
      CHECK(some[i].rank == others[i].rank);
      CHECK(some[i].send == others[i].send);
      CHECK(some[i].receive == others[i].receive);
    }
  }
}

/// Only readers have read, and they have read for the others.
void require_only_readers(const restart::FileSet& files, int expected) {
  const auto& readers = files.readers();
  CHECK(std::ssize(readers) == (expected < session().size() ? expected : 0));
  if (readers.empty()) return;
  const auto counts = files.read_counts();
  const bool is_reader = std::ranges::binary_search(readers, session().rank());
  if (!is_reader) CHECK(counts.bytes_read == 0);
  if (!is_reader) CHECK(counts.bytes_received > 0);
  if (!is_reader) CHECK(counts.served == 0);
  const auto requests = par::all_sum(session().comm(), counts.requests);
  CHECK(requests == par::all_sum(session().comm(), counts.served));
}

const restart::PartitionRequest one_layer = {.partition = {.constraints = {.least = 3}, .ghosts = 1}};

void require_same_with_readers(const std::string& names, const restart::PartitionRequest& request,
                               Budget memory = {}) {
  restart::FileSet all(session(), set_of(names));
  restart::Partition expected(all, request);
  const auto tree = test::with_solutions(expected);
  const auto values = all_values(all);
  for (const int count : {1, 2}) {
    INFO(names << " read by " << count);
    restart::FileSet files(session(), set_of(names, {.ranks = count}, memory));
    CHECK(all_values(files) == values);
    restart::Partition parts(files, request);
    require_same(test::with_solutions(parts), tree);
    require_same_lists(parts, expected);
    require_only_readers(files, count);
  }
}

TEST_CASE("parts are the same whichever ranks read", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto boxes = scratch.path("box_%03d.cgns");
  const auto cube = scratch.path("cube.cgns");
  const auto pieces = scratch.path("piece_%03d.cgns");
  const auto drops = scratch.path("drops.cgns");
  test::write_blocks(blocks);
  test::write_parts(blocks, boxes, {.partition = {.partitions = 5, .constraints = {}}});
  test::write_hexahedra(cube, 6);
  test::write_parts(cube, pieces, {.partition = {.partitions = 5, .constraints = {}}});
  test::write_drops(blocks, drops);
  for (const auto& names : {blocks, boxes, cube, pieces, drops})
    require_same_with_readers(names, {.partition = {.constraints = {}}});
  for (const auto& names : {cube, pieces}) require_same_with_readers(names, one_layer);
}

TEST_CASE("readers keep within the memory that they may use", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 12);
  const Budget memory = 2 * mebi;
  require_same_with_readers(cube, one_layer, memory);
  restart::FileSet files(session(), set_of(cube, {.ranks = 1}, memory));
  static_cast<void>(all_values(files));
  // An answer can be an error, for which there is room beside the values.
  CHECK(files.read_counts().largest_buffers <= memory.bytes() / 8 + 8 * 17 * kibi);
}

TEST_CASE("what a reader cannot read is an error on all ranks", "[restart]") {
  for (const bool is_cube : {false, true}) {
    const test::Scratch scratch;
    const auto path = scratch.path("whole.cgns");
    is_cube ? test::write_hexahedra(path, 8) : test::write_blocks(path);
    restart::FileSet files(session(), set_of(path, {.ranks = 1}));
    if (session().is_root()) std::filesystem::resize_file(path, 4096);
    static_cast<void>(par::all_sum(session().comm(), 0));
    CHECK_THROWS_WITH(all_values(files), Contains("whole.cgns"));
    CHECK_THROWS_WITH(restart::Partition(files, {.partition = {.constraints = {}}}), Contains("whole.cgns"));
  }
}

TEST_CASE("a rank that reads alone reads itself", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  restart::FileSet files(session(), set_of(cube, {.ranks = 1}));
  const auto before = files.read_counts();
  // No other rank is in the library.
  if (session().rank() + 1 == session().size()) {
    static_cast<void>(own_values(files, 0));
    CHECK(files.read_counts().requests == before.requests);
  }
}

TEST_CASE("a rank reads alone while it waits for readers", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  const auto pieces = scratch.path("piece_%03d.cgns");
  test::write_hexahedra(cube, 6);
  test::write_parts(cube, pieces, {.partition = {.partitions = 5, .constraints = {}}});
  restart::FileSet all(session(), set_of(pieces));
  const auto values = all_values(all);
  restart::Partition expected(all, one_layer);
  const auto tree = test::with_solutions(expected);

  restart::FileSet files(session(), set_of(pieces, {.ranks = 1}));
  int alone = 0;
  const par::WhileWaiting others([&] {
    const auto index = static_cast<std::size_t>(alone) % values.size();
    if (alone++ >= 100) return;
    CHECK(own_values(files, index) == values[index]);
  });
  CHECK(all_values(files) == values);
  restart::Partition parts(files, one_layer);
  alone = 0;
  require_same(test::with_solutions(parts), tree);
}

/// Bytes that this process has read from files.
std::int64_t bytes_read() {
  std::ifstream counters("/proc/self/io");
  std::string name;
  std::int64_t bytes = -1;
  while (counters >> name >> bytes && name != "rchar:") {
  }
  return bytes;
}

TEST_CASE("calls of C heed the hints for readers", "[restart]") {
  constexpr cgsize_t vertices = 25 * 25 * 25;
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 24);
  const char* const name = cube.c_str();
  std::vector<std::vector<double>> results;
  ok(cgp_mpi_comm(session().comm()));
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  for (const auto* readers : {"0", "1"}) {
    MPI_Info_set(info, "pcgns_readers", readers);
    ok(cgp_mpi_info(info));
    int file = 0;
    ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
    const auto before = bytes_read();
    const cgsize_t first = 1;
    auto& values = results.emplace_back(vertices);
    ok(cgp_coord_read_data(file, 1, 1, 1, &first, &vertices, values.data()));
    const bool reads = readers[0] == '0' || session().is_root();
    CHECK((bytes_read() - before >= vertices * 8) == reads);
    ok(cgp_close(file));
  }
  CHECK(results.front() == results.back());
  MPI_Info_set(info, "pcgns_readers_per_node", "some");
  ok(cgp_mpi_info(info));
  int file = 0;
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  ok(cgp_mpi_info(MPI_INFO_NULL));
  MPI_Info_free(&info);
}

}  // namespace
