// Lists of values by the block cache: written, read, converted, refused; what a file then holds.
#include <sys/resource.h>

#include <array>
#include <csignal>
#include <numeric>

#include "../session.hpp"
#include "ok.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;

constexpr cgsize_t vertices = 30 * 20 * 10;

constexpr auto small_blocks = "block=1024;memory=4096";
constexpr auto many_nodes = "block=256;memory=2048;ranks_per_node=1";

struct File {
  int fn = 0;
  int zone = 1;
  int coordinate = 1;
  std::array<int, 2> field = {1, 1};
};

File make(const std::string& path) {
  File file;
  const cgsize_t size[9] = {30, 20, 10, 29, 19, 9, 0, 0, 0};
  int base = 0;
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &file.fn));
  ok(cg_base_write(file.fn, "Base", 3, 3, &base));
  ok(cg_zone_write(file.fn, base, "Zone", size, Structured, &file.zone));
  ok(cgp_coord_write(file.fn, 1, 1, RealDouble, "CoordinateX", &file.coordinate));
  ok(cg_sol_write(file.fn, 1, 1, "Flow", Vertex, &file.field[0]));
  ok(cgp_field_write(file.fn, 1, 1, 1, RealSingle, "Pressure", &file.field[1]));
  return file;
}

/// Positions of this rank: every so many-th value, backwards.
std::vector<cgsize_t> own_positions() {
  std::vector<cgsize_t> positions;
  for (cgsize_t i = vertices - test::session().rank(); i >= 1; i -= test::session().size())
    positions.push_back(i);
  return positions;
}

std::vector<double> values_at(const std::vector<cgsize_t>& positions, double factor) {
  std::vector<double> values;
  for (const auto position : positions) values.push_back(factor * static_cast<double>(position));
  return values;
}

void write_all(File& file) {
  const auto positions = own_positions();
  const auto count = static_cast<cgsize_t>(positions.size());
  const auto x = values_at(positions, 2);
  const auto pressure = values_at(positions, 3);
  ok(cgp_write_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, count, positions.data(),
                    x.data()));
  // Converted: the file has single precision.
  ok(cgp_write_list(CGP_SLICE_FIELD, file.fn, 1, 1, file.field.data(), RealDouble, count, positions.data(),
                    pressure.data()));
  std::vector<double> back(positions.size());
  ok(cgp_read_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, count, positions.data(),
                   back.data()));
  CHECK(back == x);
}

void check_all(File& file) {
  std::vector<cgsize_t> positions(vertices);
  std::iota(positions.begin(), positions.end(), 1);
  std::vector<double> values(vertices);
  ok(cgp_read_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, vertices, positions.data(),
                   values.data()));
  CHECK(values == values_at(positions, 2));
  std::vector<std::int32_t> integers(vertices);
  ok(cgp_read_list(CGP_SLICE_FIELD, file.fn, 1, 1, file.field.data(), Integer, vertices, positions.data(),
                   integers.data()));
  CHECK(integers.back() == 3 * vertices);
}

cgsize_t count_of(const File& file, const char* what) {
  cgsize_t count = -1;
  ok(cgp_cache_count(file.fn, what, &count));
  return count;
}

File written(const std::string& path) {
  auto file = make(path);
  ok(cgp_cache(file.fn, nullptr));
  write_all(file);
  ok(cgp_close(file.fn));
  return file;
}

}  // namespace

TEST_CASE("Lists written by all ranks are what every rank reads, before and after the file is closed") {
  const test::Scratch scratch;
  for (const auto* options : {small_blocks, many_nodes}) {
    const auto path = scratch.path("lists.cgns");
    auto file = make(path);
    ok(cgp_cache(file.fn, options));
    write_all(file);
    ok(cgp_cache_flush(file.fn));
    ok(cgp_cache_progress());
    check_all(file);
    ok(cgp_close(file.fn));
    ok(cgp_open(path.c_str(), CG_MODE_READ, &file.fn));
    ok(cgp_cache(file.fn, options));
    check_all(file);
    CHECK(count_of(file, "values") == 2 * vertices);
    CHECK(par::all_sum(test::session().comm(), count_of(file, "misses")) > 0);
    ok(cgp_close(file.fn));
  }
}

TEST_CASE("Other calls and lists see each other's values") {
  const test::Scratch scratch;
  auto file = make(scratch.path("lists.cgns"));
  ok(cgp_cache(file.fn, small_blocks));
  write_all(file);
  // Collective calls flush.
  const cgsize_t first[3] = {1, 1, 1};
  const cgsize_t last[3] = {30, 20, 10};
  std::vector<double> values(vertices);
  ok(cgp_coord_read_data(file.fn, 1, 1, file.coordinate, first, last, values.data()));
  CHECK(values[41] == 84);
  const cgsize_t second[3] = {1, 2, 1};
  const std::array<double, 1> changed = {-1};
  ok(cgp_coord_write_data(file.fn, 1, 1, file.coordinate, second, second,
                          test::session().rank() == 0 ? changed.data() : nullptr));
  const cgsize_t position = 31;
  double value = 0;
  ok(cgp_read_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, 1, &position, &value));
  CHECK(value == -1);
  static_cast<void>(par::all_sum(test::session().comm(), 0));
  // Local ones use the blocks.
  if (test::session().rank() == 0) {
    ok(cgp_pio_mode(CGP_INDEPENDENT));
    value = 62;
    ok(cgp_coord_write_data(file.fn, 1, 1, file.coordinate, second, second, &value));
    double back = 0;
    ok(cgp_coord_read_data(file.fn, 1, 1, file.coordinate, second, second, &back));
    CHECK(back == 62);
    ok(cgp_pio_mode(CGP_COLLECTIVE));
  }
  ok(cgp_cache_flush(file.fn));
  check_all(file);
  ok(cgp_close(file.fn));
}

TEST_CASE("A wrong list is an error of its rank alone that names the array, expected and found") {
  const test::Scratch scratch;
  auto file = make(scratch.path("lists.cgns"));
  const std::array<cgsize_t, 3> positions = {1, vertices + 1, 2};
  std::array<double, 3> values = {};
  const auto read = [&](cgsize_t n, const cgsize_t* indices, double* to) {
    return cgp_read_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, n, indices, to);
  };
  CHECK(read(1, positions.data(), values.data()) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("call cgp_cache"));
  CHECK(cgp_cache(file.fn, "memory=1;colour=red") == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("'colour' is not one of the options block, memory"));
  CHECK(cgp_cache(file.fn, "block=1024;memory=4096;block=2048") == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("'block' is given twice"));
  CHECK(cgp_cache(file.fn, "memory=64K;block=1M") == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("memory=65536: expected at least one block of 1048576 bytes"));
  ok(cgp_cache(file.fn, small_blocks));
  CHECK(cgp_cache(file.fn, nullptr) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("has a cache already"));
  if (test::session().rank() == 0) {
    CHECK(read(3, positions.data(), values.data()) == CG_ERROR);
    CHECK_THAT(cgp_get_error(),
               Contains("lists.cgns:/Base/Zone/GridCoordinates/CoordinateX: index 2 of the list "
                        "is 6001: expected 1 to 6000"));
    CHECK(read(-1, positions.data(), values.data()) == CG_ERROR);
    CHECK(read(1, nullptr, values.data()) == CG_ERROR);
    CHECK(cgp_cache_count(file.fn, "colour", nullptr) == CG_ERROR);
  }
  ok(read(0, nullptr, nullptr));
  write_all(file);
  ok(cgp_close(file.fn));
}

TEST_CASE("Lists never change what a file had when it was opened") {
  const test::Scratch scratch;
  const auto path = scratch.path("lists.cgns");
  auto file = written(path);
  ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &file.fn));
  ok(cgp_cache(file.fn, small_blocks));
  const cgsize_t position = 1;
  double value = 5;
  CHECK(cgp_write_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, 1, &position, &value) ==
        CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("can only be written to an array created since"));
  std::array<int, 2> density = {1, 0};
  ok(cgp_field_write(file.fn, 1, 1, 1, RealDouble, "Density", &density[1]));
  if (test::session().rank() == 0)
    ok(cgp_write_list(CGP_SLICE_FIELD, file.fn, 1, 1, density.data(), RealDouble, 1, &position, &value));
  ok(cgp_close(file.fn));
  ok(cgp_open(path.c_str(), CG_MODE_READ, &file.fn));
  ok(cgp_cache(file.fn, nullptr));
  value = 0;
  ok(cgp_read_list(CGP_SLICE_FIELD, file.fn, 1, 1, density.data(), RealDouble, 1, &position, &value));
  CHECK(value == 5);
  CHECK(cgp_write_list(CGP_SLICE_FIELD, file.fn, 1, 1, density.data(), RealDouble, 1, &position, &value) ==
        CG_ERROR);
  check_all(file);
  ok(cgp_close(file.fn));
}

TEST_CASE("Lists change what a file had in a copy, which takes its place when it is closed") {
  const test::Scratch scratch;
  const auto path = scratch.path("lists.cgns");
  auto file = written(path);
  for (const auto* options :
       {"block=1024;memory=4096;overwrite=1", "block=256;memory=2048;ranks_per_node=1;overwrite=1"}) {
    ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &file.fn));
    // Written in place, before there is a copy.
    const cgsize_t first[3] = {1, 1, 1};
    const double one = 2;
    ok(cgp_coord_write_data(file.fn, 1, 1, file.coordinate, first, first,
                            test::session().rank() == 0 ? &one : nullptr));
    ok(cgp_cache(file.fn, options));
    const auto positions = own_positions();
    const auto count = static_cast<cgsize_t>(positions.size());
    const auto other = values_at(positions, 7);
    ok(cgp_write_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, count, positions.data(),
                      other.data()));
    ok(cgp_cache_flush(file.fn));
    std::vector<double> back(positions.size());
    ok(cgp_read_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble, count, positions.data(),
                     back.data()));
    CHECK(back == other);
    // Another program still finds the old values.
    const auto tree = file::read_tree(path, {.inline_limit = 1 << 30}).trees.front();
    const auto old = cgns::reals_of(*cgns::find(tree, "/Base/Zone/GridCoordinates/CoordinateX"));
    CHECK(old[41] == 84);
    // New nodes and other calls go to the copy, too.
    write_all(file);
    int field = 0;
    ok(cgp_field_write(file.fn, 1, 1, 1, RealDouble, "Density", &field));
    ok(cgp_close(file.fn));
    ok(cgp_open(path.c_str(), CG_MODE_READ, &file.fn));
    ok(cgp_cache(file.fn, nullptr));
    check_all(file);
    CHECK(cgp_cache(file.fn, "overwrite=1") == CG_ERROR);
    ok(cgp_close(file.fn));
  }
}

TEST_CASE("A write that fails on one rank leaves the file of that name as it was") {
  const test::Scratch scratch;
  const auto path = scratch.path("lists.cgns");
  for (const auto* options : {small_blocks, many_nodes}) {
    auto file = make(path);
    ok(cgp_cache(file.fn, options));
    write_all(file);
    ok(cgp_close(file.fn));
    file = make(path);
    ok(cgp_cache(file.fn, options));
    const bool fails = test::session().rank() == test::session().size() - 1;
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit few = {.rlim_cur = 1024, .rlim_max = before.rlim_max};
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    if (fails) ::setrlimit(RLIMIT_FSIZE, &few);
    const auto positions = own_positions();
    auto values = values_at(positions, -1);
    // Where blocks must make room, the call itself may fail.
    static_cast<void>(cgp_write_list(CGP_SLICE_COORDS, file.fn, 1, 1, &file.coordinate, RealDouble,
                                     static_cast<cgsize_t>(positions.size()), positions.data(),
                                     values.data()));
    CHECK(cgp_close(file.fn) == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains("File too large"));
    if (fails) ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ok(cgp_open(path.c_str(), CG_MODE_READ, &file.fn));
    ok(cgp_cache(file.fn, options));
    check_all(file);
    ok(cgp_close(file.fn));
  }
}

TEST_CASE("Lists read a file set as one file") {
  const test::Scratch scratch;
  const auto path = scratch.path("lists.cgns");
  auto file = written(path);
  const char* name = path.c_str();
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file.fn));
  ok(cgp_cache(file.fn, "block=512;memory=4096;ranks_per_node=2"));
  check_all(file);
  ok(cgp_close(file.fn));
}
