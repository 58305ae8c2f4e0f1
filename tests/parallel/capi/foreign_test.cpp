// Files of other writers: other widths, byte orders and layouts, links; and what must not hang.
#include <array>
#include <cstdlib>
#include <filesystem>

#include "../file/fixture.hpp"
#include "../session.hpp"
#include "adf/image.hpp"
#include "mixed.hpp"
#include "ok.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using cgns::Node;
using test::make_file;
using test::mixed_tree;
using test::ok;
using Numbers = std::vector<std::int64_t>;

std::vector<test::Style> styles() {
  std::vector<test::Style> all(7);
  all[1].layout = test::Style::Layout::contiguous;
  all[2].layout = test::Style::Layout::compact;
  all[3].layout = test::Style::Layout::deflated;
  all[4].big_endian = true;
  all[5] = {.big_endian = true, .layout = test::Style::Layout::compact};
  all[6] = {.big_endian = true, .layout = test::Style::Layout::deflated};
  return all;
}

void check_values(int fn) {
  Numbers offsets(3);
  ok(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, 2, 3, offsets.data()));
  CHECK(offsets == Numbers{5, 9, 13});
  Numbers elements(8);
  ok(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, 2, 3, offsets.data(), elements.data()));
  CHECK(elements == Numbers{TRI_3, 1, 2, 3, TRI_3, 4, 5, 6});
  const cgsize_t first = 2;
  const cgsize_t last = 5;
  std::array<float, 4> pressure = {};
  const cgsize_t one = 1;
  const cgsize_t four = 4;
  ok(cgp_field_general_read_data(fn, 1, 1, 1, 1, &first, &last, RealSingle, 1, &four, &one, &four,
                                 pressure.data()));
  CHECK(pressure == std::array<float, 4>{2, 3, 4, 5});
  ok(cgp_cache(fn, nullptr));
  const std::array<cgsize_t, 2> listed = {6, 1};
  std::array<int, 2> field = {1, 1};
  std::array<double, 2> values = {};
  ok(cgp_read_list(CGP_SLICE_FIELD, fn, 1, 1, field.data(), RealDouble, 2, listed.data(), values.data()));
  CHECK(values == std::array<double, 2>{6, 1});
  ok(cgp_read_list(CGP_SLICE_ELEMENTS, fn, 1, 1, field.data(), LongInteger, 2, listed.data(),
                   elements.data()));
  CHECK(elements[0] == TRI_3);
  CHECK(elements[1] == TETRA_4);
}

}  // namespace

TEST_CASE(
    "integers of 32 bits, of another byte order, compact or compressed ones are read as what they are") {
  const test::Scratch scratch;
  ok(cgp_mpi_comm(test::session().comm()));
  for (const auto& style : styles()) {
    make_file(scratch.path("in.cgns"), mixed_tree(), style);
    for (const auto mode : {CGP_COLLECTIVE, CGP_INDEPENDENT}) {
      int fn = 0;
      ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
      ok(cgp_pio_mode(mode));
      check_values(fn);
      ok(cgp_pio_mode(CGP_COLLECTIVE));
      ok(cgp_close(fn));
    }
  }
}

TEST_CASE("the connectivity of a file of an old version is not read when it is opened") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  root.children[0] = cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {3.3}, DataType::R4);
  auto& section = *root.child("Base")->child("Zone")->child("Mixed");
  section.children.pop_back();  // the offsets came with version 4
  make_file(scratch.path("in.cgns"), root);
  // Reading what was never written, and has no fill value, is an error.
  par::on_root(test::session().comm(), "making it unreadable", [&] {
    const auto file = h5::own(H5Fopen(scratch.path("in.cgns").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose,
                              "cannot open it");
    const std::string data = "/Base/Zone/Mixed/ElementConnectivity/ data";
    h5::check(H5Ldelete(file, data.c_str(), H5P_DEFAULT), "cannot remove it");
    const hsize_t count = 1 << 20;
    const auto creation = h5::own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "cannot make it");
    h5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "cannot make it");
    const auto space = h5::own(H5Screate_simple(1, &count, nullptr), H5Sclose, "cannot make it");
    const auto made =
        h5::own(H5Dcreate2(file, data.c_str(), H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                H5Dclose, "cannot make it");
  });
  int fn = 0;
  int count = 0;
  ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
  ok(cg_nsections(fn, 1, 1, &count));
  CHECK(count == 1);
  ok(cgp_close(fn));
}

TEST_CASE("chains of links are followed; one that leads nowhere is an error where it is used, on all ranks") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  root.children.push_back(cgns::integer_node("Second", "CGNSBase_t", {2}, {3, 3}));
  root.children.back().children = {test::link("Zone", "", "/Third/Zone")};
  root.children.push_back(cgns::integer_node("Third", "CGNSBase_t", {2}, {3, 3}));
  root.children.back().children = {test::link("Zone", "", "/Base/Zone")};
  make_file(scratch.path("in.cgns"), root);
  int fn = 0;
  int count = 0;
  ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
  ok(cg_nfields(fn, 2, 1, 1, &count));
  CHECK(count == 1);
  std::array<double, 6> pressure = {};
  const cgsize_t one = 1;
  const cgsize_t six = 6;
  ok(cgp_field_read_data(fn, 2, 1, 1, 1, &one, &six, pressure.data()));
  CHECK(pressure[5] == 6.0);
  ok(cgp_close(fn));

  for (const auto& lost :
       {test::link("Zone", "", "/Base/Gone"), test::link("Zone", "gone.cgns", "/Base/Zone")}) {
    root.children.back().children = {lost};
    make_file(scratch.path("in.cgns"), root);
    for (const int mode : {CG_MODE_READ, CG_MODE_MODIFY}) {
      ok(cgp_open(scratch.path("in.cgns").c_str(), mode, &fn));
      ok(cg_nfields(fn, 1, 1, 1, &count));
      CHECK(count == 1);
      CHECK(cg_nzones(fn, 3, &count) == CG_ERROR);
      CHECK_THAT(cgp_get_error(), Contains("in.cgns:/Third/Zone: a link to ") && Contains("one"));
      CHECK(cg_goto(fn, 3, "Zone", 0, "end") == CG_ERROR);
      if (mode == CG_MODE_MODIFY) {
        ok(cg_goto(fn, 1, "end"));
        ok(cg_descriptor_write("Note", "beside a lost link"));
      }
      ok(cgp_close(fn));
    }
    ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
    CHECK(cg_nzones(fn, 3, &count) == CG_ERROR);  // it is still there
    CHECK_THAT(cgp_get_error(), Contains("/Third/Zone: a link to "));
    ok(cg_goto(fn, 1, "end"));
    ok(cg_ndescriptors(&count));
    CHECK(count == 1);
    ok(cgp_close(fn));
  }
}

TEST_CASE("an ADF file is read, whatever its byte order and number of data chunks, but not changed") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  for (const test::AdfStyle& style : {test::AdfStyle{}, test::AdfStyle{.big_endian = true, .pieces = 2}}) {
    par::on_root(test::session().comm(), "making a file",
                 [&] { test::write_contents(path, test::AdfImage(mixed_tree(), style).bytes()); });
    int fn = 0;
    int container = 0;
    ok(cg_is_cgns(path.c_str(), &container));
    CHECK(container == CG_FILE_ADF);
    ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
    check_values(fn);
    ok(cgp_close(fn));
    CHECK(cgp_open(path.c_str(), CG_MODE_MODIFY, &fn) == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains("in.cgns: is an ADF file, which can be read, but not changed"));
  }
}

TEST_CASE("a linked file is found in the folders of CGNS_LINK_PATH and HDF5_LINK_PATH") {
  const test::Scratch scratch;
  Node root;
  root.children = {mixed_tree().children[0], cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3})};
  root.children.back().children = {test::link("Zone", "linked.cgns", "/Base/Zone")};
  make_file(scratch.path("in.cgns"), root);
  const auto folder = scratch.path("elsewhere");
  par::on_root(test::session().comm(), "making a folder", [&] { std::filesystem::create_directory(folder); });
  make_file(folder + "/linked.cgns", mixed_tree());
  for (const auto* variable : {"CGNS_LINK_PATH", "HDF5_LINK_PATH"}) {
    ::setenv(variable, ("/nowhere:" + folder).c_str(), 1);
    int fn = 0;
    ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
    check_values(fn);
    ok(cgp_close(fn));
    ::unsetenv(variable);
  }
}

TEST_CASE("files of single ranks are read while all write one") {
  const test::Scratch scratch;
  for (int rank = 0; rank < test::session().size(); ++rank) {
    auto root = mixed_tree();
    auto& flow = *root.child("Base")->child("Zone")->child("Flow");
    flow.children[0] = cgns::real_node("Pressure", "DataArray_t", {6}, std::vector<double>(6, rank));
    make_file(scratch.path("in" + std::to_string(rank)), root);
  }
  int out = 0;
  int number = 0;
  const cgsize_t ranks = test::session().size();
  const cgsize_t size[3] = {6 * ranks, 1, 0};
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &out));
  ok(cg_base_write(out, "Base", 3, 3, &number));
  ok(cg_zone_write(out, 1, "Zone", size, Unstructured, &number));
  ok(cg_sol_write(out, 1, 1, "Flow", Vertex, &number));
  ok(cgp_field_write(out, 1, 1, 1, RealDouble, "Pressure", &number));
  int in = 0;
  ok(cg_open(scratch.path("in" + std::to_string(test::session().rank())).c_str(), CG_MODE_READ, &in));
  std::array<double, 6> pressure = {};
  const cgsize_t one = 1;
  const cgsize_t six = 6;
  ok(cg_field_read(in, 1, 1, 1, "Pressure", RealDouble, &one, &six, pressure.data()));
  const cgsize_t first = 6 * test::session().rank() + 1;
  const cgsize_t last = first + 5;
  ok(cgp_field_write_data(out, 1, 1, 1, 1, &first, &last, pressure.data()));
  ok(cg_close(in));
  ok(cgp_close(out));

  ok(cg_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &in));
  std::vector<double> all(static_cast<std::size_t>(6 * ranks));
  ok(cg_field_read(in, 1, 1, 1, "Pressure", RealDouble, &one, &size[0], all.data()));
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i] == static_cast<double>(i / 6));
  ok(cg_close(in));
}

TEST_CASE("indices of the file run along others in memory") {
  const test::Scratch scratch;
  const std::array<cgsize_t, 9> size = {3, 4, 5, 2, 3, 4, 0, 0, 0};
  int fn = 0;
  int C = 0;
  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &C));
  ok(cg_zone_write(fn, 1, "Zone", size.data(), Structured, &C));
  ok(cgp_coord_write(fn, 1, 1, RealDouble, "CoordinateX", &C));
  // Root has all of it, with the slowest index of the file as the fastest of its memory.
  const std::array<cgsize_t, 3> extents = {5, 3, 4};
  const std::array<int, 3> axes = {1, 2, 0};
  const std::array<cgsize_t, 3> one = {1, 1, 1};
  std::vector<float> turned;
  for (int j = 1; j <= 4; ++j) {
    for (int i = 1; i <= 3; ++i) {
      for (int k = 1; k <= 5; ++k) turned.push_back(static_cast<float>(i + 10 * j + 100 * k));
    }
  }
  if (test::session().is_root())
    ok(queue_slice_general_write(CGP_SLICE_COORDS, fn, 1, 1, &C, 3, one.data(), size.data(), RealSingle,
                                 extents.data(), nullptr, axes.data(), turned.data()));
  ok(queue_flush());
  std::vector<float> again(turned.size());
  ok(queue_slice_general_read(CGP_SLICE_COORDS, fn, 1, 1, &C, 3, one.data(), size.data(), RealSingle,
                              extents.data(), nullptr, axes.data(), again.data()));
  ok(cgp_queue_flush(fn));
  CHECK(again == turned);
  ok(cgp_close(fn));

  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  std::vector<double> plain(60);
  ok(cgp_coord_read_data(fn, 1, 1, C, one.data(), size.data(), plain.data()));
  CHECK(plain[1] == 112);
  CHECK(plain[3] == 121);
  CHECK(plain[12] == 211);
  CHECK(plain[59] == 543);
  ok(cgp_close(fn));
}

TEST_CASE("boxes in memory may have other extents than those of the file") {
  const test::Scratch scratch;
  const std::array<cgsize_t, 9> size = {3, 4, 5, 2, 3, 4, 0, 0, 0};
  const std::array<cgsize_t, 3> one = {1, 1, 1};
  const bool is_root = test::session().is_root();
  int fn = 0;
  int C = 0;
  int A = 0;
  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &C));
  ok(cg_zone_write(fn, 1, "Zone", size.data(), Structured, &C));
  ok(cgp_coord_write(fn, 1, 1, RealDouble, "CoordinateX", &C));
  // The second of two variables of each vertex, which have one index.
  std::array<double, 120> variables = {};
  for (std::size_t i = 0; i < 60; ++i) variables[2 * i + 1] = static_cast<double>(i);
  const std::array<cgsize_t, 2> extents = {2, 60};
  const std::array<cgsize_t, 2> first = {2, 1};
  ok(cgp_coord_general_write_data(fn, 1, 1, C, one.data(), size.data(), RealDouble, 2, extents.data(),
                                  first.data(), extents.data(), is_root ? variables.data() : nullptr));
  // What is between the ghosts of three indices, as a list.
  std::array<double, 120> block = {};
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<double>(i);
  const std::array<cgsize_t, 3> with_ghosts = {6, 5, 4};
  const std::array<cgsize_t, 3> low = {2, 2, 2};
  const std::array<cgsize_t, 3> high = {5, 4, 3};
  const cgsize_t listed = 24;
  ok(cg_goto(fn, 1, "Zone_t", 1, "end"));
  ok(cg_user_data_write("Data"));
  ok(cg_gorel(fn, "Data", 0, "end"));
  ok(cgp_array_write("List", RealDouble, 1, &listed, &A));
  ok(cgp_array_general_write_data(A, one.data(), &listed, RealDouble, 3, with_ghosts.data(), low.data(),
                                  high.data(), is_root ? block.data() : nullptr));
  std::array<double, 24> list = {};
  std::array<double, 120> again = {};
  ok(cgp_array_read_data(A, one.data(), &listed, list.data()));
  CHECK(list[0] == 37);
  CHECK(list[4] == 43);
  CHECK(list[12] == 67);
  CHECK(list[23] == 82);
  ok(cgp_array_general_read_data(A, one.data(), &listed, RealDouble, 3, with_ghosts.data(), low.data(),
                                 high.data(), again.data()));
  CHECK(again[43] == 43);
  CHECK(again[82] == 82);
  CHECK(std::ranges::count(again, 0.0) == 96);
  std::array<double, 60> plain = {};
  ok(cgp_coord_read_data(fn, 1, 1, C, one.data(), size.data(), plain.data()));
  for (std::size_t i = 0; i < plain.size(); ++i) CHECK(plain[i] == static_cast<double>(i));
  ok(cgp_close(fn));
}

TEST_CASE("a damaged node with too many values does not write beyond the caller's memory") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  Node root;
  root.children = {cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.0}, DataType::R4),
                   cgns::integer_node("Base", "CGNSBase_t", {2}, {2, 2})};
  auto zone = cgns::integer_node("Zone", "Zone_t", {2, 3}, {3, 3, 2, 2, 0, 0});
  zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
  Node joins{.name = "ZoneGridConnectivity", .label = "ZoneGridConnectivity_t"};
  joins.children.push_back(cgns::text_node("Match", "GridConnectivity1to1_t", "Zone"));
  joins.children.back().children = {
      cgns::integer_node("PointRange", "IndexRange_t", {2, 2}, {1, 1, 1, 3}),
      cgns::integer_node("PointRangeDonor", "IndexRange_t", {3, 2}, {3, 1, 1, 3, 3, 1})};
  zone.children.push_back(std::move(joins));
  root.children.back().children.push_back(std::move(zone));
  Node gravity{.name = "Gravity", .label = "Gravity_t"};
  gravity.children.push_back(cgns::real_node("GravityVector", "DataArray_t", {3}, {0, 0, -1}, DataType::R4));
  root.children.back().children.push_back(std::move(gravity));
  make_file(path, root);
  int fn = 0;
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  const auto refused = [&](int status, const std::string& why) {
    CHECK(status == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains(path + ":/Base") && Contains(why));
  };
  std::array<cgsize_t, 5> range = {};
  std::array<cgsize_t, 5> donors = {0, 0, 0, 0, 77};
  std::array<int, 2> transform = {};
  std::array<char, 33> name = {};
  refused(cg_1to1_read(fn, 1, 1, 1, name.data(), name.data(), range.data(), donors.data(), transform.data()),
          "PointRangeDonor: has 6 values, not 4");
  CHECK(donors[4] == 77);
  std::array<float, 3> down = {7, 7, 7};
  refused(cg_gravity_read(fn, 1, down.data()), "GravityVector: has 3 values, not 2");
  CHECK(down[2] == 7);
  ok(cgp_close(fn));
}

TEST_CASE("requests that make no sense are errors with the file and a reason") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  make_file(path, mixed_tree());
  const auto refused = [&](int status) {
    CHECK(status == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains(path + ":"));
  };
  int fn = 0;
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  std::array<double, 6> values = {};
  const cgsize_t one = 1;
  const cgsize_t seven = 7;
  refused(cgp_field_read_data(fn, 1, 1, 1, 1, &one, &seven, values.data()));
  CHECK_THAT(cgp_get_error(), Contains("1 to 7") && Contains("Pressure"));
  refused(cgp_field_read_data(fn, 1, 1, 1, 2, &one, &one, values.data()));
  refused(cgp_field_read_data(fn, 1, 5, 1, 1, &one, &one, values.data()));
  refused(cgp_field_write_data(fn, 1, 1, 1, 1, &one, &one, values.data()));
  refused(cgp_field_general_read_data(fn, 1, 1, 1, 1, &one, &one, RealDouble, 1, &one, &one, &seven,
                                      values.data()));
  refused(cgp_field_general_read_data(fn, 1, 1, 1, 1, &one, &one, RealDouble, 13, &one, &one, &one,
                                      values.data()));
  // Found only when the values move.
  refused(
      cgp_field_general_read_data(fn, 1, 1, 1, 1, &one, &one, Character, 1, &one, &one, &one, values.data()));
  refused(queue_slice_read(CGP_SLICE_COORDS, fn, 1, 1, nullptr, 1, &one, &one, values.data()));
  Numbers elements(8);
  refused(cgp_elements_read_data(fn, 1, 1, 1, 1, 2, elements.data()));
  // The same on one rank only: all of them are told.
  const bool bad = test::session().is_root();
  refused(cgp_field_read_data(fn, 1, 1, 1, 1, &one, bad ? &seven : &one, values.data()));
  CHECK(cgp_pio_mode(static_cast<CGNS_ENUMT(PIOmode_t)>(3)) == CG_ERROR);
  ok(cgp_close(fn));
}
