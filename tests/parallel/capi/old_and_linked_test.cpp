// Files of old versions of CGNS, whose elements are read as those of today; and links, in a file that is
// modified.
#include <array>
#include <filesystem>
#include <string>

#include "../session.hpp"
#include "mixed.hpp"
#include "ok.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using cgns::Node;
using test::make_file;
using test::mixed_tree;
using test::ok;
using Numbers = std::vector<std::int64_t>;

/// What the calls of today read of a section.
void check_polygons(const std::string& path, const Numbers& elements, const Numbers& offsets) {
  int fn = 0;
  cgsize_t size = 0;
  ok(cg_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cg_ElementDataSize(fn, 1, 1, 1, &size));
  CHECK(size == std::ssize(elements));
  Numbers read(elements.size());
  Numbers read_offsets(offsets.size());
  ok(cg_poly_elements_read(fn, 1, 1, 1, read.data(), read_offsets.data(), nullptr));
  CHECK(read == elements);
  CHECK(read_offsets == offsets);
  const auto begin = offsets[1];
  ok(cg_ElementPartialSize(fn, 1, 1, 1, 2, 3, &size));
  CHECK(size == offsets[3] - begin);
  ok(cg_poly_elements_partial_read(fn, 1, 1, 1, 2, 3, read.data(), read_offsets.data(), nullptr));
  CHECK(read[0] == elements[static_cast<std::size_t>(begin)]);
  CHECK(read_offsets[2] == size);
  ok(cg_close(fn));
}

TEST_CASE("sections as before CGNS 4 are read as those of today", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  auto root = mixed_tree();
  root.children[0] = cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {3.3}, DataType::R4);
  auto& section = *root.child("Base")->child("Zone")->child("Mixed");
  section.children.pop_back();
  make_file(path, root);
  check_polygons(path, {TETRA_4, 1, 2, 3, 4, TRI_3, 1, 2, 3, TRI_3, 4, 5, 6}, {0, 5, 9, 13});
  section = cgns::integer_node("Polygons", "Elements_t", {2}, {NGON_n, 0});
  section.children = {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 3}),
                      cgns::integer_node("ElementConnectivity", "DataArray_t", {13},
                                         {4, 1, 2, 3, 4, 3, 1, 2, 3, 3, 4, 5, 6})};
  make_file(path, root);
  check_polygons(path, {1, 2, 3, 4, 1, 2, 3, 4, 5, 6}, {0, 4, 7, 10});
  section.children[1] = cgns::integer_node("ElementConnectivity", "DataArray_t", {4}, {4, 1, 2, 3});
  make_file(path, root);
  int fn = 0;
  cgsize_t size = 0;
  ok(cg_open(path.c_str(), CG_MODE_READ, &fn));
  CHECK(cg_ElementDataSize(fn, 1, 1, 1, &size) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("Polygons/ElementConnectivity: does not have values for element 1"));
  ok(cg_close(fn));
}

TEST_CASE("ranks read their share of a section as before CGNS 4 as of one of today") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  auto root = mixed_tree();
  root.children[0] = cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {3.3}, DataType::R4);
  root.child("Base")->child("Zone")->child("Mixed")->children.pop_back();
  make_file(path, root);
  const cgsize_t element = 1 + test::session().rank() % 3;
  int fn = 0;
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  Numbers offsets(2);
  Numbers elements(5);
  ok(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, element, element, offsets.data()));
  CHECK(offsets == (element == 1 ? Numbers{0, 5} : element == 2 ? Numbers{5, 9} : Numbers{9, 13}));
  ok(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, element, element, offsets.data(), elements.data()));
  elements.resize(static_cast<std::size_t>(offsets[1] - offsets[0]));
  CHECK(elements == (element == 1   ? Numbers{TETRA_4, 1, 2, 3, 4}
                     : element == 2 ? Numbers{TRI_3, 1, 2, 3}
                                    : Numbers{TRI_3, 4, 5, 6}));
  if (test::session().rank() == 0) offsets[1] = 14;
  CHECK(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, element, element, offsets.data(),
                                             elements.data()) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("expected offsets from 0 to 13, found 0 to 14"));
  ok(cgp_close(fn));
}

TEST_CASE("lists of elements in old files are at the boundary of cells", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  const int cell_dim = GENERATE(2, 3);
  auto root = mixed_tree();
  *root.child("Base") = [&, base = *root.child("Base")] {
    auto changed = cgns::integer_node("Base", "CGNSBase_t", {2}, {cell_dim, 3});
    changed.children = base.children;
    return changed;
  }();
  auto wall = cgns::text_node("Wall", "BC_t", "BCWall");
  wall.children = {cgns::integer_node("ElementList", "IndexArray_t", {1, 2}, {2, 3})};
  root.child("Base")->child("Zone")->children.push_back(
      {.name = "ZoneBC", .label = "ZoneBC_t", .children = {wall}});
  make_file(path, root);
  int fn = 0;
  const auto expected = cell_dim == 2 ? EdgeCenter : FaceCenter;
  auto location = Vertex;
  auto points = PointSetTypeNull;
  cgsize_t count = 0;
  ok(cg_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cg_boco_gridlocation_read(fn, 1, 1, 1, &location));
  CHECK(location == expected);
  ok(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end"));
  ok(cg_gridlocation_read(&location));
  CHECK(location == expected);
  ok(cg_ptset_info(&points, &count));
  CHECK(points == PointList);
  CHECK(count == 2);
  ok(cg_close(fn));
}

TEST_CASE("names of families in files before CGNS 2 are those of their nodes", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  auto root = mixed_tree();
  root.children[0] = cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {1.1}, DataType::R4);
  root.child("Base")->child("Zone")->children.push_back({.name = "Wing", .label = "FamilyName_t"});
  make_file(path, root);
  int fn = 0;
  for (const auto* expected : {"Wing", "Tail"}) {
    std::array<char, 661> name = {};
    ok(cg_open(path.c_str(), CG_MODE_MODIFY, &fn));
    ok(cg_goto(fn, 1, "Zone_t", 1, "end"));
    ok(cg_famname_read(name.data()));
    CHECK(std::string(name.data()) == expected);
    ok(cg_famname_write("Tail"));
    ok(cg_close(fn));
  }
}

TEST_CASE("types of elements that are numbered as in CGNS 3.0 are those of today", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("in.cgns");
  auto root = mixed_tree();
  root.children[0] = cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {3.0}, DataType::R4);
  auto& section = *root.child("Base")->child("Zone")->child("Mixed");
  section = cgns::integer_node("Prism", "Elements_t", {2}, {PENTA_6 + 1, 0});
  section.children = {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 1}),
                      cgns::integer_node("ElementConnectivity", "DataArray_t", {6}, {1, 2, 3, 4, 5, 6})};
  make_file(path, root);
  int fn = 0;
  int number = 0;
  auto type = MIXED;
  cgsize_t first = 0;
  cgsize_t last = 0;
  std::array<char, 33> name = {};
  Numbers elements(6);
  ok(cg_open(path.c_str(), CG_MODE_MODIFY, &fn));
  ok(cg_section_read(fn, 1, 1, 1, name.data(), &type, &first, &last, &number, &number));
  CHECK(type == PENTA_6);
  ok(cg_elements_partial_read(fn, 1, 1, 1, 1, 1, elements.data(), nullptr));
  CHECK(elements[5] == 6);
  CHECK(cg_section_write(fn, 1, 1, "More", PENTA_6, 2, 2, 0, elements.data(), &number) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("a file of CGNS 3.1 or later"));
  ok(cg_close(fn));
}

/// Zone 1 is linked, and so is the solution of zone 2.
void check_links(int fn) {
  int count = 0;
  cgsize_t size[3] = {};
  std::array<char, 33> name = {};
  ok(cg_zone_read(fn, 1, 1, name.data(), size));
  CHECK(std::string(name.data()) == "Linked");
  CHECK(size[0] == 6);
  std::array<double, 6> pressure = {};
  const cgsize_t one = 1;
  const cgsize_t six = 6;
  for (const int Z : {1, 2}) {
    ok(cg_nfields(fn, 1, Z, 1, &count));
    CHECK(count == 1);
    pressure = {};
    ok(cgp_field_read_data(fn, 1, Z, 1, 1, &one, &six, pressure.data()));
    CHECK(pressure[5] == 6.0);
  }
  ok(cg_goto(fn, 1, "Zone_t", 2, "FlowSolution_t", 1, "end"));
  ok(cg_is_link(&count));
  CHECK(count == 15);
  char* file = nullptr;
  char* path = nullptr;
  ok(cg_link_read(&file, &path));
  CHECK(std::string(file) == "linked.cgns");
  CHECK(std::string(path) == "/Base/Zone/Flow");
  ok(cg_free(file));
  ok(cg_free(path));
  ok(cg_gorel(fn, "DataArray_t", 1, "end"));
  ok(cg_is_link(&count));
  CHECK(count == 0);
}

TEST_CASE("what links lead to is read from a file that is modified, too, but cannot be changed there") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  const auto linked = scratch.path("linked.cgns");
  make_file(linked, root);
  auto& base = root.children.back();
  base.children[0].children.back() = test::link("Flow", "linked.cgns", "/Base/Zone/Flow");
  base.children.push_back(test::link("Linked", "linked.cgns", "/Base/Zone"));
  make_file(scratch.path("in.cgns"), root);
  const auto before = std::filesystem::last_write_time(linked);
  int fn = 0;
  int number = 0;
  const cgsize_t one = 1;
  const double value = 7;
  const auto refused = [&](int status, const std::string& words) {
    CHECK(status == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains(words));
  };
  ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_MODIFY, &fn));
  check_links(fn);
  refused(cgp_field_write(fn, 1, 2, 1, RealDouble, "Density", &number),
          "in.cgns:/Base/Zone/Flow: is a link to ");
  refused(cg_sol_write(fn, 1, 1, "Other", Vertex, &number), "in.cgns:/Base/Linked: is a link to ");
  refused(cgp_field_write(fn, 1, 1, 1, RealDouble, "Density", &number),
          "in.cgns:/Base/Linked: is a link to ");
  refused(cgp_field_write_data(fn, 1, 2, 1, 1, &one, &one, &value), "to which a link leads");
  ok(cg_goto(fn, 1, "Zone_t", 1, "end"));
  refused(cg_delete_node("Flow"), "in.cgns:/Base/Linked: is a link to ");
  ok(cg_sol_write(fn, 1, 2, "Own", Vertex, &number));
  ok(cgp_field_write(fn, 1, 2, number, RealDouble, "Density", &number));
  ok(cgp_close(fn));
  CHECK(std::filesystem::last_write_time(linked) == before);
  ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_READ, &fn));
  check_links(fn);
  ok(cg_nsols(fn, 1, 2, &number));
  CHECK(number == 2);
  ok(cgp_close(fn));
  ok(cgp_open(scratch.path("in.cgns").c_str(), CG_MODE_MODIFY, &fn));
  ok(cg_goto(fn, 1, "Zone_t", 2, "end"));
  ok(cg_delete_node("Flow"));
  ok(cgp_close(fn));
  CHECK(std::filesystem::last_write_time(linked) == before);
}

TEST_CASE("a file to which an open file links is not replaced, nor changed while that is read") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  const auto linked = scratch.path("linked.cgns");
  const auto path = scratch.path("in.cgns");
  make_file(linked, root);
  auto& base = root.children.back();
  base.children[0].children.back() = test::link("Flow", "linked.cgns", "/Base/Zone/Flow");
  base.children.push_back(test::link("Linked", "linked.cgns", "/Base/Zone"));
  make_file(path, root);
  int fn = 0;
  int other = 0;
  const auto refused = [&](int mode) {
    CHECK(cgp_open(linked.c_str(), mode, &other) == CG_ERROR);
    CHECK_THAT(cgp_get_error(), Contains("linked.cgns: ") &&
                                    Contains("in.cgns, which is open, links to it: close that first"));
  };
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  refused(CG_MODE_WRITE);
  refused(CG_MODE_MODIFY);
  ok(cgp_open(linked.c_str(), CG_MODE_READ, &other));
  ok(cgp_close(other));
  check_links(fn);
  ok(cgp_close(fn));
  ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &fn));
  refused(CG_MODE_WRITE);
  ok(cgp_open(linked.c_str(), CG_MODE_MODIFY, &other));
  ok(cgp_close(other));
  ok(cgp_close(fn));
}

/// The field of the only zone, and the file that its solution is linked to; empty if it is not.
struct Linked {
  double pressure = 0;
  std::string file = {};
};

Linked solution_in(const std::string& path) {
  Linked found;
  int fn = 0;
  int length = 0;
  const cgsize_t one = 1;
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cgp_field_read_data(fn, 1, 1, 1, 1, &one, &one, &found.pressure));
  ok(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
  ok(cg_is_link(&length));
  char* file = nullptr;
  char* node = nullptr;
  if (length > 0) ok(cg_link_read(&file, &node));
  if (length > 0) found.file = file;
  ok(cg_free(file));
  ok(cg_free(node));
  ok(cgp_close(fn));
  return found;
}

TEST_CASE("a link takes the place of another one or of a node that is deleted, and a node that of a link") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  const auto path = scratch.path("in.cgns");
  make_file(path, root);
  for (const double value : {10.0, 20.0}) {
    auto& flow = root.children.back().children[0].children.back();
    flow.children[0] = cgns::real_node("Pressure", "DataArray_t", {6}, {value, 2, 3, 4, 5, 6});
    make_file(scratch.path(value == 10 ? "first.cgns" : "second.cgns"), root);
  }
  int fn = 0;
  int number = 0;
  ok(cgp_mpi_comm(test::session().comm()));
  const auto opened_without = [&] {
    ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &fn));
    ok(cg_goto(fn, 1, "Zone_t", 1, "end"));
    CHECK(cg_link_write("Flow", "first.cgns", "/Base/Zone/Flow") == CG_ERROR);
    ok(cg_delete_node("Flow"));
  };
  for (const std::string file : {"first.cgns", "second.cgns"}) {
    opened_without();
    ok(cg_link_write("Flow", file.c_str(), "/Base/Zone/Flow"));
    ok(cgp_close(fn));
    const auto found = solution_in(path);
    CHECK(found.file == file);
    CHECK(found.pressure == (file == "first.cgns" ? 10 : 20));
  }
  opened_without();
  ok(cg_sol_write(fn, 1, 1, "Flow", Vertex, &number));
  const std::array<double, 6> values = {30, 2, 3, 4, 5, 6};
  ok(cg_field_write(fn, 1, 1, number, RealDouble, "Pressure", values.data(), &number));
  ok(cgp_close(fn));
  CHECK(solution_in(path).file.empty());
  CHECK(solution_in(path).pressure == 30);
  opened_without();
  const bool is_first = test::session().rank() == 0;
  ok(cg_link_write("Flow", is_first ? "first.cgns" : "second.cgns", "/Base/Zone/Flow"));
  CHECK(cgp_close(fn) == (test::session().size() == 1 ? CG_OK : CG_ERROR));
}

TEST_CASE("a field in place of a link to another one does not get the room of that") {
  const test::Scratch scratch;
  auto root = mixed_tree();
  const auto path = scratch.path("in.cgns");
  Node again{.name = "Again", .label = "FlowSolution_t"};
  again.children.push_back(test::link("Pressure", "", "/Base/Zone/Flow/Pressure"));
  root.children.back().children[0].children.push_back(std::move(again));
  make_file(path, root);
  int fn = 0;
  int S = 0;
  int F = 0;
  const cgsize_t one = 1;
  const cgsize_t six = 6;
  const std::array<double, 6> values = {7, 7, 7, 7, 7, 7};
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &fn));
  ok(cg_sol_write(fn, 1, 1, "Again", Vertex, &S));
  ok(cgp_field_write(fn, 1, 1, S, RealDouble, "Pressure", &F));
  ok(cgp_field_write_data(fn, 1, 1, S, F, &one, &six, values.data()));
  ok(cgp_close(fn));
  CHECK(solution_in(path).pressure == 1);
  std::array<double, 6> read = {};
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cgp_field_read_data(fn, 1, 1, S, F, &one, &six, read.data()));
  CHECK(read == values);
  ok(cgp_close(fn));
}

}  // namespace
