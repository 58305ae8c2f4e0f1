// A set that pcgns-merge refuses, because pieces contradict each other, cannot be opened either.
#include <algorithm>
#include <array>
#include <cstdlib>

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

template <typename Step>
std::string error_of(const Step& step) {
  try {
    step();
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    return error.what();
  }
  return "none";
}

std::string error_of_merge(const std::string& names, const std::string& output) {
  return error_of([&] {
    static_cast<void>(merge::run(session(), {.inputs = {.names = {names}}, .output = {.output = output}}));
  });
}

std::string error_of_set(const std::string& names) {
  return error_of([&] { const restart::FileSet set(session(), {.files = {.names = {names}}}); });
}

/// Adds `shift` to an array of zone 1: a coordinate, or a field of solution `S`.
void shift_values(const std::string& path, int S, const char* name, double shift) {
  if (session().is_root()) {
    int file = 0;
    int number = 0;
    ok(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
    ok(cg_goto(file, 1, "Zone_t", 1, S == 0 ? "GridCoordinates_t" : "FlowSolution_t", std::max(S, 1), "end"));
    int arrays = 0;
    ok(cg_narrays(&arrays));
    for (int A = 1; A <= arrays; ++A) {
      std::array<char, 33> found = {};
      CGNS_ENUMT(DataType_t) type = RealDouble;
      int dimension = 0;
      std::array<cgsize_t, 12> size = {};
      ok(cg_array_info(A, found.data(), &type, &dimension, size.data()));
      if (std::string(found.data()) != name) continue;
      cgsize_t count = 1;
      for (int d = 0; d < dimension; ++d) count *= size[static_cast<std::size_t>(d)];
      std::vector<double> values(static_cast<std::size_t>(count));
      ok(cg_array_read(A, values.data()));
      for (auto& value : values) value += shift;
      if (S == 0) ok(cg_coord_write(file, 1, 1, RealDouble, name, values.data(), &number));
      if (S > 0) ok(cg_field_write(file, 1, 1, S, RealDouble, name, values.data(), &number));
    }
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
}

/// Of a mesh in five parts: the first one is shifted, refused, and put back.
void require_refused(const std::string& whole) {
  const test::Scratch scratch;
  const auto names = scratch.path("part_%03d.cgns");
  const auto first = scratch.path("part_000.cgns");
  test::write_parts(whole, names, {.partition = {.partitions = 5, .constraints = {}}});
  CHECK(error_of_set(names) == "none");
  shift_values(first, 0, "CoordinateY", 1e-9);
  const auto text = error_of_set(names);
  CHECK_THAT(text,
             Contains("GridCoordinates/CoordinateY: point ") && Contains("copies of a point may differ"));
  CHECK(text == error_of_merge(names, scratch.path("merged.cgns")));

  ok(cgp_mpi_comm(session().comm()));
  const char* const name = names.c_str();
  int file = 0;
  CHECK(cgp_fileset_open(1, &name, CG_MODE_READ, &file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("copies of a point may differ") &&
                                 Contains("a distance with the hint pcgns_shared_tolerance"));
  ::setenv("PCGNS_SHARED_TOLERANCE", "1e-8", 1);
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  ok(cgp_close(file));
  ::unsetenv("PCGNS_SHARED_TOLERANCE");
  shift_values(first, 0, "CoordinateY", -1e-9);
}

TEST_CASE("pieces that have a point at two places are refused when the set is opened", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto cube = scratch.path("cube.cgns");
  test::write_blocks(blocks);
  test::write_hexahedra(cube, 5);
  require_refused(blocks);
  require_refused(cube);
}

TEST_CASE("particles of one identifier at two places are refused when the set is opened", "[restart]") {
  const test::Scratch scratch;
  const auto names = scratch.path("drops_%03d.cgns");
  test::write_numbered_drops(scratch.path("drops_000.cgns"), 0);
  test::write_numbered_drops(scratch.path("drops_001.cgns"), 0);
  CHECK(error_of_set(names) == "none");
  test::write_numbered_drops(scratch.path("drops_001.cgns"), 1);
  const auto text = error_of_set(names);
  CHECK_THAT(text, Contains("/Base/Drops/ParticleCoordinates/CoordinateX: point "));
  CHECK(text == error_of_merge(names, scratch.path("merged.cgns")));
}

TEST_CASE("of fields that differ at common points, the value of the first piece is read", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto names = scratch.path("part_%03d.cgns");
  const auto merged = scratch.path("merged.cgns");
  test::write_blocks(blocks);
  test::write_parts(blocks, names, {.partition = {.partitions = 3, .constraints = {}}});
  shift_values(scratch.path("part_000.cgns"), 1, "Pressure", 0.5);
  CHECK(error_of_merge(names, merged) == "none");
  restart::FileSet set(session(), {.files = {.names = {names}}});
  restart::FileSet one(session(), {.files = {.names = {merged}}});
  for (int array = 0; array < static_cast<int>(set.arrays().size()); ++array) {
    const auto& facts = set.arrays()[static_cast<std::size_t>(array)];
    INFO(facts.path);
    std::vector<std::byte> ours(static_cast<std::size_t>(facts.bytes()));
    auto theirs = ours;
    const auto all_to = [&](std::vector<std::byte>& memory) {
      return restart::Wanted{
          array,
          {.box = {.begin = std::vector<std::int64_t>(facts.dims.size(), 0), .count = facts.dims},
           .memory = memory.data(),
           .memory_type = facts.type,
           .strides = io::strides_of(facts.dims)}};
    };
    const auto from_set = all_to(ours);
    const auto from_one = all_to(theirs);
    set.read({&from_set, 1});
    one.read({&from_one, 1});
    CHECK(ours == theirs);
  }
}

}  // namespace
