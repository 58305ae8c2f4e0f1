// What a process alone does: arrays that are large, sections that grow, and how zones of particles are
// numbered.
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "../session.hpp"
#include "ok.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;

TEST_CASE("zones of particles, too, are numbered by their names in a file that is opened", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  int fn = 0;
  int number = 0;
  cgsize_t size = 0;
  std::array<char, 33> name = {};
  ok(cg_open(path.c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &number));
  for (const char* drops : {"Second", "First"}) ok(cg_particle_write(fn, 1, drops, 5, &number));
  CHECK(number == 2);
  ok(cg_close(fn));
  ok(cg_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cg_particle_read(fn, 1, 1, name.data(), &size));
  CHECK(std::string(name.data()) == "First");
  ok(cg_close(fn));
}

TEST_CASE("an interface to a zone of another base is counted, also that of the last zone", "[serial]") {
  const test::Scratch scratch;
  const cgsize_t size[9] = {3, 4, 3, 2, 3, 2, 0, 0, 0};
  const cgsize_t range[6] = {3, 1, 1, 3, 4, 3};
  const cgsize_t donor[6] = {1, 1, 1, 1, 4, 3};
  const int transform[3] = {1, 2, 3};
  int fn = 0;
  int number = 0;
  ok(cg_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &fn));
  for (const char* base : {"Base", "Other"}) {
    ok(cg_base_write(fn, base, 3, 3, &number));
    int zones = 0;
    for (const char* zone : {"A", "B"}) ok(cg_zone_write(fn, number, zone, size, Structured, &zones));
  }
  ok(cg_1to1_write(fn, 1, 2, "ToOther", "Other/A", range, donor, transform, &number));
  ok(cg_n1to1_global(fn, 1, &number));
  CHECK(number == 1);
  ok(cg_close(fn));
}

TEST_CASE("a section that grows keeps what is beside its elements, and has nothing beside new ones",
          "[serial]") {
  const test::Scratch scratch;
  const cgsize_t size[3] = {9, 1, 0};
  const std::vector<cgsize_t> nodes = {1, 2, 3, 4, 5, 6};
  const std::vector<cgsize_t> parents = {11, 12, 21, 22, 1, 2, 3, 4};
  int fn = 0;
  int number = 0;
  ok(cg_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &number));
  ok(cg_zone_write(fn, 1, "Zone", size, Unstructured, &number));
  ok(cg_section_write(fn, 1, 1, "Bars", BAR_2, 5, 6, 0, nodes.data(), &number));
  ok(cg_parent_data_write(fn, 1, 1, 1, parents.data()));
  ok(cg_elements_partial_write(fn, 1, 1, 1, 4, 4, nodes.data()));
  ok(cg_elements_partial_write(fn, 1, 1, 1, 7, 8, nodes.data()));
  std::vector<cgsize_t> elements(10);
  std::vector<cgsize_t> read(20, 7);
  ok(cg_elements_read(fn, 1, 1, 1, elements.data(), read.data()));
  CHECK(read == std::vector<cgsize_t>{0, 11, 12, 0, 0, 0, 21, 22, 0, 0, 0, 1, 2, 0, 0, 0, 3, 4, 0, 0});
  const std::vector<cgsize_t> offsets = {0, 3, 6};
  ok(cg_poly_section_write(fn, 1, 1, "Polygons", NGON_n, 9, 10, 0, nodes.data(), offsets.data(), &number));
  const std::vector<cgsize_t> shorter = {0, 2};
  ok(cg_poly_elements_partial_write(fn, 1, 1, 2, 9, 9, nodes.data(), shorter.data()));
  cgsize_t values = 0;
  ok(cg_ElementDataSize(fn, 1, 1, 2, &values));
  CHECK(values == 5);
  ok(cg_close(fn));
}

TEST_CASE("an array written in part has zeros elsewhere, also in the place of one that was given up",
          "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  constexpr cgsize_t count = 3000;
  const cgsize_t size[3] = {count, 1, 0};
  const cgsize_t one = 1;
  const cgsize_t two = 2;
  const std::vector<double> old(count, 3.5);
  const double news[2] = {1, 2};
  int fn = 0;
  int number = 0;
  const bool is_parallel = GENERATE(false, true);
  const auto open = [&](int mode) {
    ok(is_parallel ? cgp_open(path.c_str(), mode, &fn) : cg_open(path.c_str(), mode, &fn));
  };
  const auto close = [&] { ok(is_parallel ? cgp_close(fn) : cg_close(fn)); };
  open(CG_MODE_WRITE);
  ok(cg_base_write(fn, "Base", 3, 3, &number));
  ok(cg_zone_write(fn, 1, "Zone", size, Unstructured, &number));
  ok(cg_sol_write(fn, 1, 1, "Flow", Vertex, &number));
  ok(cg_field_partial_write(fn, 1, 1, 1, RealDouble, "Pressure", &one, size, old.data(), &number));
  close();
  open(CG_MODE_MODIFY);
  ok(cg_sol_write(fn, 1, 1, "Flow", Vertex, &number));
  ok(cg_field_partial_write(fn, 1, 1, 1, RealDouble, "Pressure", &one, &two, news, &number));
  close();
  std::vector<double> expected(count, 0);
  expected[0] = 1;
  expected[1] = 2;
  std::vector<double> read(count);
  open(CG_MODE_READ);
  ok(cg_field_read(fn, 1, 1, 1, "Pressure", RealDouble, &one, size, read.data()));
  CHECK(read == expected);
  close();
}

TEST_CASE("large values of a process alone are in the file before it is closed", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  const auto part = scratch.path(".out.cgns.pcgns-part");
  const cgsize_t size[3] = {200000, 1, 0};
  const cgsize_t one = 1;
  std::vector<double> values(200000, 3.5);
  std::vector<cgsize_t> nodes(400000, 7);
  int fn = 0;
  int number = 0;
  ok(cg_open(path.c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &number));
  ok(cg_zone_write(fn, 1, "Zone", size, Unstructured, &number));
  ok(cg_coord_write(fn, 1, 1, RealDouble, "CoordinateX", values.data(), &number));
  ok(cg_section_write(fn, 1, 1, "Bars", BAR_2, 1, 200000, 0, nodes.data(), &number));
  CHECK(std::filesystem::file_size(part) >= 8 * 600000);
  // Values of an array that a new file has already are written again.
  values.back() = 4;
  ok(cg_coord_write(fn, 1, 1, RealDouble, "CoordinateX", values.data(), &number));
  CHECK(number == 1);
  CHECK(cg_coord_write(fn, 1, 1, RealSingle, "CoordinateX", values.data(), &number) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("already exists"));
  ok(cg_close(fn));
  ok(cg_open(path.c_str(), CG_MODE_READ, &fn));
  std::vector<double> read(200000);
  ok(cg_coord_read(fn, 1, 1, "CoordinateX", RealDouble, &one, size, read.data()));
  CHECK(read == values);
  std::vector<cgsize_t> elements(400000);
  ok(cg_elements_read(fn, 1, 1, 1, elements.data(), nullptr));
  CHECK(elements == nodes);
  ok(cg_close(fn));
}

}  // namespace
