// A file set answers as the file that pcgns-merge makes of it.
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "meshes.hpp"
#include "pcgns/merge/merge.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/restart/restart.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using test::session;

fileset::OpenRequest set_of(const std::string& names) { return {.files = {.names = {names}}}; }

/// A box of an array, and memory for it.
struct Box {
  std::vector<std::int64_t> begin;
  std::vector<std::int64_t> count;
  std::vector<std::byte> values;

  Box(const plan::Target& array, std::mt19937& random) {
    std::int64_t total = 1;
    for (const auto extent : array.dims) {
      begin.push_back(static_cast<std::int64_t>(random()) % extent);
      count.push_back(1 + static_cast<std::int64_t>(random()) % (extent - begin.back()));
      total *= count.back();
    }
    values.resize(static_cast<std::size_t>(total * cgns::size_of(array.type)));
  }

  restart::Wanted wanted(int array, cgns::DataType type) {
    return {array,
            {.box = {.begin = begin, .count = count},
             .memory = values.data(),
             .memory_type = type,
             .strides = io::strides_of(count)}};
  }
};

void require_same_tree(const cgns::Node& a, const cgns::Node& b) {
  INFO(a.name);
  CHECK(a.name == b.name);
  CHECK(a.label == b.label);
  CHECK(a.dims == b.dims);
  CHECK(a.data == b.data);
  CHECK(a.is_bulk() == b.is_bulk());
  REQUIRE(a.children.size() == b.children.size());
  for (std::size_t i = 0; i < a.children.size(); ++i) require_same_tree(a.children[i], b.children[i]);
}

/// Random boxes of all arrays, different ones on each rank.
void require_same_values(restart::FileSet& set, restart::FileSet& whole) {
  std::mt19937 random(static_cast<unsigned>(session().rank()) + 7);
  REQUIRE(set.arrays().size() == whole.arrays().size());
  for (int array = 0; array < static_cast<int>(set.arrays().size()); ++array) {
    const auto& facts = set.arrays()[static_cast<std::size_t>(array)];
    INFO(facts.path);
    CHECK(facts.path == whole.arrays()[static_cast<std::size_t>(array)].path);
    Box box(facts, random);
    const auto wanted = box.wanted(array, facts.type);
    set.read({&wanted, 1});
    auto alone = box;
    set.read_alone(alone.wanted(array, facts.type));
    auto expected = box;
    whole.read_alone(expected.wanted(array, facts.type));
    CHECK(box.values == expected.values);
    CHECK(alone.values == expected.values);
  }
}

void require_like_merged(const std::string& whole, const partition::Request& partition) {
  const test::Scratch scratch;
  const auto parts = scratch.path("part_%03d.cgns");
  const auto merged = scratch.path("merged.cgns");
  test::write_parts(whole, parts, {.partition = partition});
  static_cast<void>(merge::run(session(), {.inputs = {.names = {parts}}, .output = {.output = merged}}));
  restart::FileSet set(session(), set_of(parts));
  restart::FileSet one(session(), set_of(merged));
  CHECK(std::ssize(set.merged_zones()) > 0);
  require_same_tree(set.tree(), one.tree());
  require_same_values(set, one);
}

TEST_CASE("a set of boxes is read as its whole zones", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  test::write_blocks(whole);
  for (const std::int64_t ghosts : {0, 1})
    require_like_merged(whole, {.partitions = 5, .constraints = {}, .ghosts = ghosts});
}

TEST_CASE("a file that is replaced while its set is open is an error of the next read", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("whole.cgns");
  test::write_blocks(path);
  restart::FileSet set(session(), set_of(path));
  std::mt19937 random(7);
  Box box(set.arrays().front(), random);
  const auto wanted = box.wanted(0, set.arrays().front().type);
  set.read({&wanted, 1});
  par::on_root(session().comm(), "replacing", [&] {
    std::filesystem::copy_file(path, path + ".new");
    std::filesystem::rename(path + ".new", path);
  });
  CHECK_THROWS_WITH(set.read({&wanted, 1}), Contains("whole.cgns: has changed while it was being read"));
}

TEST_CASE("a set of pieces of an unstructured zone is read as the zone", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  test::write_hexahedra(whole, 5);
  for (const auto method : {partition::Method::rcb, partition::Method::block})
    require_like_merged(whole, {.partitions = 4, .constraints = {}, .method = method});
}

/// What all ranks read from files in `step`.
template <typename Step>
std::int64_t bytes_read_by(const Step& step) {
  const auto count = [] {
    std::ifstream counters("/proc/self/io");
    std::string name;
    std::int64_t bytes = -1;
    while (counters >> name >> bytes && name != "rchar:") {
    }
    return bytes;
  };
  const auto before = count();
  step();
  return par::all_sum(session().comm(), count() - before);
}

TEST_CASE("a range of a numbered array is read from the pieces that have it", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  const auto parts = scratch.path("part_%03d.cgns");
  test::write_hexahedra(whole, 40);
  test::write_parts(whole, parts,
                    {.partition = {.partitions = 4, .constraints = {}, .method = partition::Method::block}});
  restart::FileSet set(session(), set_of(parts));
  const auto& arrays = set.arrays();
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [](const auto& array) { return array.path.ends_with("AtCells/Pressure"); });
  REQUIRE(found != arrays.end());
  const auto array = static_cast<int>(found - arrays.begin());
  const auto read = [&](std::int64_t begin, std::int64_t end) {
    std::vector<double> values(static_cast<std::size_t>(end - begin));
    const restart::Wanted wanted{array,
                                 {.box = {.begin = {begin}, .count = {end - begin}},
                                  .memory = values.data(),
                                  .memory_type = cgns::DataType::R8,
                                  .strides = {1}}};
    set.read({&wanted, 1});
    CHECK(values.front() == 1000 + static_cast<double>(begin) / 8);
    CHECK(values.back() == 1000 + static_cast<double>(end - 1) / 8);
  };
  constexpr std::int64_t cells = 40 * 40 * 40;
  read(0, cells);  // learns which piece has which numbers
  const auto of_all = bytes_read_by([&] { read(0, cells); });
  const auto of_some = bytes_read_by([&] { read(cells - 100, cells); });
  CHECK(of_all > 2 * 8 * cells);  // numbers and values
  CHECK(of_some < of_all / 3);
}

TEST_CASE("the calls of C see the whole zones of a file set", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  const auto parts = scratch.path("part_%03d.cgns");
  test::write_hexahedra(whole, 4);
  test::write_parts(whole, parts, {.partition = {.partitions = 3, .constraints = {}}});
  const char* const name = parts.c_str();
  int file = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  int zones = 0;
  ok(cg_nzones(file, 1, &zones));
  CHECK(zones == 1);
  std::array<cgsize_t, 3> size = {};
  std::array<char, 33> zone = {};
  ok(cg_zone_read(file, 1, 1, zone.data(), size.data()));
  CHECK(std::string(zone.data()) == "Cube");
  CHECK(size[1] == 64);

  std::vector<cgsize_t> faces(16);
  ok(cg_boco_read(file, 1, 1, 1, faces.data(), nullptr));
  CHECK(faces.front() == 65);
  CHECK(faces.back() == 80);
  const cgsize_t first = session().rank() + 1;
  const cgsize_t last = 60;
  std::vector<double> pressure(static_cast<std::size_t>(last - first + 1));
  for (const auto mode : {CGP_COLLECTIVE, CGP_INDEPENDENT, CGP_QUEUED}) {
    std::fill(pressure.begin(), pressure.end(), 0.0);
    ok(cgp_pio_mode(mode));
    ok(cgp_field_read_data(file, 1, 1, 2, 1, &first, &last, pressure.data()));
    if (mode == CGP_QUEUED) ok(cgp_queue_flush(file));
    CHECK(pressure.front() == 1000 + static_cast<double>(first - 1) / 8);
    CHECK(pressure.back() == 1000 + 59.0 / 8);
  }
  ok(cgp_pio_mode(CGP_COLLECTIVE));
  int number = 0;
  CHECK(cg_sol_write(file, 1, 1, "New", Vertex, &number) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("reading only"));
  ok(cgp_close(file));
}

TEST_CASE("what is wrong with a file set is an error on all ranks, and another set can be opened",
          "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  const auto parts = scratch.path("part_%03d.cgns");
  test::write_hexahedra(whole, 4);
  test::write_parts(whole, parts, {.partition = {.partitions = 3, .constraints = {}}});
  ok(cgp_mpi_comm(session().comm()));
  int file = 0;
  const char* name = parts.c_str();
  const bool is_last = session().rank() + 1 == session().size();
  CHECK(cgp_fileset_open(is_last ? 0 : 1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("no file is named"));
  CHECK(cgp_fileset_open(1, &name, CG_MODE_WRITE, &file) == CG_ERROR);
  const char* const other = is_last && session().size() > 1 ? whole.c_str() : name;
  CHECK((cgp_fileset_open(1, &other, CG_MODE_READ, &file) == CG_OK) == (session().size() == 1));
  if (session().size() == 1) ok(cgp_close(file));

  const auto second = scratch.path("part_001.cgns");
  const auto beside = scratch.path("hidden");
  const auto on_root = [&](const auto& step) {
    if (session().is_root()) step();
    (void)par::all_sum(session().comm(), 0);
  };
  on_root([&] { std::filesystem::rename(second, beside); });
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("part_") && !Contains("--"));
  on_root([&] { std::ofstream(second) << "damaged"; });
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("part_001.cgns"));
  on_root([&] { std::filesystem::rename(beside, second); });
  int member = 0;
  ok(cgp_open(second.c_str(), CG_MODE_MODIFY, &member));
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("part_001.cgns: is already open"));
  ok(cgp_close(member));
  if (is_last) ok(cg_open(second.c_str(), CG_MODE_MODIFY, &member));
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("part_001.cgns: is already open"));
  if (is_last) ok(cg_close(member));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  CHECK(cgp_open(scratch.path("./part_001.cgns").c_str(), CG_MODE_WRITE, &member) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("is already open"));
  const auto linked = scratch.path("other_name");
  on_root([&] { std::filesystem::create_hard_link(second, linked); });
  CHECK(cgp_open(linked.c_str(), CG_MODE_MODIFY, &member) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("other_name: is already open"));

  // A range that one rank alone gets wrong.
  const cgsize_t first = 1;
  const cgsize_t last = is_last ? 65 : 64;
  std::vector<double> pressure(65);
  CHECK(cgp_field_read_data(file, 1, 1, 2, 1, &first, &last, pressure.data()) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("65"));
  ok(cgp_close(file));
}

/// What this process has open of the files in a folder, and in HDF5.
void require_nothing_open(const std::string& folder) {
  constexpr unsigned all_but_types = H5F_OBJ_FILE | H5F_OBJ_DATASET | H5F_OBJ_GROUP | H5F_OBJ_ATTR;
  CHECK(H5Fget_obj_count(H5F_OBJ_ALL, all_but_types) == 0);
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code closed;
    const auto file = std::filesystem::read_symlink(entry.path(), closed).string();
    CHECK_THAT(file, !Catch::StartsWith(folder));
  }
}

/// Opens the set and reads its parts; the error, or "none".
std::string error_of_restart(const std::string& names, const std::function<void()>& once_open) {
  const char* const name = names.c_str();
  int file = 0;
  if (cgp_fileset_open(1, &name, CG_MODE_READ, &file) != CG_OK) return cg_get_error();
  once_open();
  std::string error = "none";
  int partition = 0;
  cgsize_t size = 0;
  if (cgp_partition_create(file, 1, "method=keep;ghosts=0", &partition) != CG_OK) {
    error = cg_get_error();
  } else {
    ok(cgp_partition_size(partition, CellCenter, &size));
    std::vector<double> values(static_cast<std::size_t>(size));
    if (cgp_partition_read(partition, 2, "Pressure", RealDouble, values.data()) != CG_OK)
      error = cg_get_error();
    ok(cgp_partition_destroy(partition));
  }
  ok(cgp_close(file));
  return error;
}

TEST_CASE("after an error at any stage nothing is left open, and the solver restarts from another set",
          "[restart]") {
  const auto in_turn = [&](const auto& step) {
    (void)par::all_sum(session().comm(), 0);
    if (session().is_root()) step();
    (void)par::all_sum(session().comm(), 0);
  };
  ok(cgp_mpi_comm(session().comm()));
  for (const bool is_cube : {false, true}) {
    const test::Scratch scratch;
    const auto folder = std::filesystem::canonical(scratch.path(".")).string();
    const auto whole = scratch.path("whole.cgns");
    const auto parts = scratch.path("part_%03d.cgns");
    is_cube ? test::write_hexahedra(whole, 8) : test::write_blocks(whole);
    test::write_parts(whole, parts, {.partition = {.partitions = 3, .constraints = {}}});
    const auto part = scratch.path("part_002.cgns");
    const auto kept = scratch.path("kept");
    const auto size = std::filesystem::file_size(part);
    in_turn([&] { std::filesystem::copy_file(part, kept); });
    const auto nothing = [] {};
    const auto fails = [&](const auto& damage, const std::function<void()>& later) {
      in_turn(damage);
      const auto error = error_of_restart(parts, later);
      CHECK_THAT(error, Contains("part_00"));
      auto of_root = error;
      par::broadcast(session().comm(), of_root);
      CHECK(error == of_root);
      require_nothing_open(folder);
      CHECK(error_of_restart(whole, nothing) == "none");
      in_turn(
          [&] { std::filesystem::copy_file(kept, part, std::filesystem::copy_options::overwrite_existing); });
    };
    fails([&] { std::filesystem::remove(part); }, nothing);
    fails([&] { std::filesystem::resize_file(part, size / 2); }, nothing);
    fails([&] { std::ofstream(part) << "damaged"; }, nothing);
    fails([&] { std::filesystem::copy_file(whole, part, std::filesystem::copy_options::overwrite_existing); },
          nothing);
    // Ranks that need its values fail, perhaps one alone.
    fails(nothing, [&] { in_turn([&] { std::filesystem::resize_file(part, 4096); }); });
    CHECK(error_of_restart(parts, [] {}) == "none");
    require_nothing_open(folder);
  }
}

}  // namespace
