// What functions say when they fail: the file and the node, the same on all ranks, also to a handler.
#include <array>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "../session.hpp"
#include "ok.hpp"
#include "pcgns/pcgnstree.h"

namespace {

using namespace pcgns;
using test::ok;

constexpr std::array<cgsize_t, 9> sizes = {4, 3, 2, 3, 2, 1, 0, 0, 0};

struct Made {
  int fn = 0;
  int B = 0;
  int Z = 0;
  int S = 0;
  int F = 0;
};

Made make(const std::string& path, int (*open)(const char*, int, int*)) {
  Made made;
  ok(cgp_mpi_comm(test::session().comm()));
  ok(open(path.c_str(), CG_MODE_WRITE, &made.fn));
  ok(cg_base_write(made.fn, "Base", 3, 3, &made.B));
  ok(cg_zone_write(made.fn, made.B, "Zone", sizes.data(), Structured, &made.Z));
  ok(cg_sol_write(made.fn, made.B, made.Z, "Flow", Vertex, &made.S));
  ok(cgp_field_write(made.fn, made.B, made.Z, made.S, RealDouble, "Density", &made.F));
  return made;
}

struct Wrong {
  std::string node;
  std::function<int()> call;
  int code = CG_ERROR;
};

/// Numbers of children of a base, of its zone, and of the two nodes below that.
std::array<int, 4> children_of(int fn) {
  std::array<int, 4> counts{};
  const std::array paths = {"/Base", "/Base/Zone", "/Base/Zone/ZoneGridConnectivity/General",
                            "/Base/Zone/ZoneGridConnectivity"};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    pcgns_node node = {};
    ok(pcgns_node_info(fn, paths[i], &node));
    counts[i] = node.nchildren;
  }
  return counts;
}

TEST_CASE("a flush that fails leaves no request, whose memory may be gone when the file is closed") {
  const test::Scratch scratch;
  const auto [fn, B, Z, S, F] = make(scratch.path("failed.cgns"), cgp_open);
  int density[2] = {S, F};
  int count[2] = {S, 0};
  ok(cgp_field_write(fn, B, Z, S, Integer, "Count", &count[1]));
  const cgsize_t one[3] = {1, 1, 1};
  const std::vector<double> large(24, 3e9);
  std::vector<double> wanted(24, -1);
  ok(queue_slice_general_write(CGP_SLICE_FIELD, fn, B, Z, count, 3, one, sizes.data(), RealDouble,
                               sizes.data(), nullptr, nullptr, large.data()));
  ok(queue_slice_read(CGP_SLICE_FIELD, fn, B, Z, density, 3, one, sizes.data(), wanted.data()));
  CHECK(cgp_queue_flush(fn) == CG_ERROR);
  CHECK(cgp_close(fn) == CG_ERROR);
  CHECK(wanted == std::vector<double>(24, -1));
}

/// Of the field of `make`, as a process alone reads them.
std::vector<double> values_in(const std::string& path) {
  std::vector<double> values(24, -1);
  const cgsize_t one[3] = {1, 1, 1};
  int fn = 0;
  ok(cgp_open(path.c_str(), CG_MODE_READ, &fn));
  ok(cg_field_read(fn, 1, 1, 1, "Density", RealDouble, one, sizes.data(), values.data()));
  ok(cgp_close(fn));
  return values;
}

TEST_CASE("values queued for an array that is written again before the flush are an error of the flush") {
  const test::Scratch scratch;
  const auto path = scratch.path("again.cgns");
  const std::vector<double> old(24, 1);
  const std::vector<double> later(24, 2);
  const cgsize_t one[3] = {1, 1, 1};
  const auto write_field = [&](const Made& made) {
    int field = 0;
    return cg_field_write(made.fn, 1, 1, 1, RealDouble, "Density", later.data(), &field);
  };
  const auto write_solution = [&](const Made& made) {
    int number = 0;
    ok(cg_sol_write(made.fn, 1, 1, "Flow", Vertex, &number));
    ok(cgp_field_write(made.fn, 1, 1, 1, RealDouble, "Density", &number));
    return cgp_field_write_data(made.fn, 1, 1, 1, 1, one, sizes.data(), later.data());
  };
  const auto write_array = [&](const Made& made) {
    ok(cg_goto(made.fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
    return cg_array_write("Density", RealDouble, 3, sizes.data(), later.data());
  };
  const std::vector<std::function<int(const Made&)>> ways = {write_field, write_solution, write_array};
  const auto make_again = [&](const Made& made, const std::function<int(const Made&)>& write) {
    const int field[2] = {1, 1};
    const bool queues = test::session().rank() == test::session().size() - 1;
    ok(queue_slice_write(CGP_SLICE_FIELD, made.fn, 1, 1, const_cast<int*>(field), 3, one, sizes.data(),
                         queues ? old.data() : nullptr));
    ok(write(made));
    CHECK(cgp_queue_flush(made.fn) == CG_ERROR);
    CHECK(std::string(cgp_get_error()).starts_with(path + ":/Base/Zone/Flow/Density: was written again"));
    ok(cgp_close(made.fn));
    CHECK(values_in(path) == later);
  };
  make_again(make(path, cgp_open), write_field);
  for (const auto& way : ways) {
    auto made = make(path, cgp_open);
    ok(cgp_close(made.fn));
    ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &made.fn));
    make_again(made, way);
  }
}

TEST_CASE("a path that leads nowhere on one rank is an error of the next data call on all") {
  const test::Scratch scratch;
  const auto made = make(scratch.path("lost.cgns"), cgp_open);
  const cgsize_t one[3] = {1, 1, 1};
  const std::vector<double> values(24, 1);
  const bool is_lost = test::session().rank() == test::session().size() - 1;
  const char* label = is_lost ? "DiscreteData_t" : "FlowSolution_t";
  CHECK((cg_goto(made.fn, made.B, "Zone_t", made.Z, label, 1, "end") == CG_OK) == !is_lost);
  CHECK((cg_gopath(made.fn, ".") == CG_OK) == !is_lost);
  CHECK(cgp_array_write_data(made.F, one, sizes.data(), values.data()) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("there is no current node"));
  ok(cg_goto(made.fn, made.B, "Zone_t", made.Z, "FlowSolution_t", 1, "end"));
  ok(cgp_array_write_data(made.F, one, sizes.data(), values.data()));
  ok(cgp_close(made.fn));
}

TEST_CASE("a call that fails makes no part of its node", "[serial]") {
  const test::Scratch scratch;
  const auto made = make(scratch.path("whole.cgns"), cg_open);
  const int fn = made.fn;
  const int B = made.B;
  const int Z = made.Z;
  const cgsize_t points[6] = {1, 1, 1, 2, 2, 1};
  const float vector[3] = {};
  const auto nowhere = static_cast<GridLocation_t>(15);
  int number = 0;
  const auto connect = [&](const char* name, GridLocation_t location, PointSetType_t set, cgsize_t count,
                           PointSetType_t donor_set) {
    return cg_conn_write(fn, B, Z, name, location, Abutting1to1, set, count, points, "Other", Unstructured,
                         donor_set, LongInteger, 2, points, &number);
  };
  ok(connect("General", FaceCenter, PointList, 2, PointListDonor));
  const auto before = children_of(fn);
  CHECK(before == std::array<int, 4>{1, 3, 4, 1});
  const std::vector<std::function<int()>> all = {
      [&] { return connect("A", nowhere, PointList, 2, PointListDonor); },
      [&] { return connect("A", Vertex, PointRange, 1, PointListDonor); },
      [&] { return connect("A", Vertex, PointList, 2, static_cast<PointSetType_t>(15)); },
      [&] { return cg_conn_periodic_write(fn, B, Z, 1, vector, nullptr, vector); },
      [&] { return cg_hole_write(fn, B, Z, "A", Vertex, PointRange, 1, 2, nullptr, &number); },
      [&] { return cg_hole_write(fn, B, Z, "A", nowhere, PointRange, 1, 2, points, &number); },
      [&] { return cg_sol_write(fn, B, Z, "A", nowhere, &number); },
      [&] { return cg_sol_ptset_write(fn, B, Z, "A", nowhere, PointRange, 2, points, &number); },
      [&] { return cg_gravity_write(fn, B, nullptr); },
      [&] { return cg_goto(fn, B, "end") + cg_rotating_write(vector, nullptr); }};
  for (const auto& call : all) {
    CHECK(call() == CG_ERROR);
    CHECK(children_of(fn) == before);
  }
  const cgsize_t first[3] = {1, 1, 1};
  const cgsize_t outside[3] = {3, 3, 3};
  const std::array<double, 27> values = {};
  for (const auto type : {RealDouble, ComplexDouble}) {
    CHECK(cg_field_general_write(fn, B, Z, 1, "A", RealDouble, first, type == RealDouble ? outside : first,
                                 type, 3, first, first, first, values.data(), &number) == CG_ERROR);
    ok(cg_nfields(fn, B, Z, 1, &number));
    CHECK(number == 1);
  }
  ok(cg_close(fn));
}

TEST_CASE("an error names the file and the node", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("messages.cgns");
  const auto made = make(path, cg_open);
  const int fn = made.fn;
  const int B = made.B;
  const int Z = made.Z;
  const int S = made.S;
  const int F = made.F;
  const cgsize_t one[3] = {1, 1, 1};
  const cgsize_t far[3] = {9, 9, 9};
  const cgsize_t huge[3] = {cgsize_t{1} << 62, 4, 4};  // their product is 2^66
  double values[24] = {};
  float vector[3] = {};
  int number = 0;
  char name[33] = {};
  cgsize_t extents[9] = {};
  auto type = RealDouble;
  const std::vector<Wrong> all = {
      {"/Base", [&] { return cg_zone_read(fn, B, 2, name, extents); }},
      {"/Base/Zone", [&] { return cg_field_info(fn, B, Z, 5, 1, &type, name); }},
      {"/Base/Zone/Flow", [&] { return cg_field_write(fn, B, Z, S, RealDouble, nullptr, values, &number); }},
      {"/Base/Zone/Flow", [&] { return cg_field_write(fn, B, Z, S, DataTypeNull, "X", values, &number); }},
      {"/Base/Zone/Flow/Density",
       [&] { return cg_field_write(fn, B, Z, S, RealSingle, "Density", values, &number); }},
      {"/Base/Zone/Flow/Density", [&] { return cgp_field_write_data(fn, B, Z, S, F, one, far, values); }},
      {"/Base/Zone/Flow/Density",
       [&] {
         int field[2] = {S, F};
         return queue_slice_general_write(CGP_SLICE_FIELD, fn, B, Z, field, 3, one, one, RealDouble, huge,
                                          one, nullptr, values);
       }},
      {"/Base/Zone/Flow/Density",
       [&] {
         int field[2] = {S, F};
         const cgsize_t beyond[3] = {std::numeric_limits<cgsize_t>::max(), 1, 1};
         return queue_slice_general_write(CGP_SLICE_FIELD, fn, B, Z, field, 3, one, sizes.data(), RealDouble,
                                          sizes.data(), beyond, nullptr, values);
       }},
      {"/Base/Zone/Flow/Density",
       [&] {
         return cgp_field_general_write_data(fn, B, Z, S, F, one, one, RealDouble, 3, huge, one, one, values);
       }},
      {"/Base/Zone/Flow/Density",
       [&] { return cg_field_read(fn, B, Z, S, "Density", RealDouble, one, far, values); }},
      {"/Base/Zone/Flow", [&] { return cg_field_read(fn, B, Z, S, "None", RealDouble, one, one, values); },
       CG_NODE_NOT_FOUND},
      {"/Base/Zone", [&] { return cg_boco_write(fn, B, Z, "Wall", BCWall, PointList, 0, one, &number); }},
      {"/Base/Zone", [&] { return cg_section_write(fn, B, Z, "Hexa", HEXA_8, 5, 1, 0, one, &number); }},
      {"/Base/Zone", [&] { return cg_1to1_read(fn, B, Z, 1, name, name, extents, extents, &number); }},
      {"/Base/Zone/Faces: expected the location Vertex, CellCenter, IFaceCenter, JFaceCenter or KFaceCenter, "
       "found FaceCenter",
       [&] { return cg_sol_write(fn, B, Z, "Faces", FaceCenter, &number); }},
      {"/Base/Zone/ZoneBC/Wall: expected points in PointList, PointRange, ElementList or ElementRange, found "
       "PointListDonor",
       [&] { return cg_boco_write(fn, B, Z, "Wall", BCWall, PointListDonor, 2, one, &number); }},
      {"/Base/Zone/ZoneGridConnectivity/Join: expected the location Vertex, CellCenter, FaceCenter, "
       "IFaceCenter",
       [&] {
         return cg_conn_write_short(fn, B, Z, "Join", EdgeCenter, Abutting, PointList, 1, one, "Zone",
                                    &number);
       }},
      {"/Base", [&] { return cg_gravity_read(fn, B, vector); }, CG_NODE_NOT_FOUND},
      {"/Base", [&] { return cg_axisym_write(fn, B, vector, vector); }},
      {"/Base", [&] { return cg_family_write(fn, B, "/Other/Wing", &number); }},
      {"/Base", [&] { return cg_particle_read(fn, B, 1, name, extents); }},
      {"/Base/Zone", [&] { return cg_goto(fn, B, "Zone_t", 1, "DiscreteData_t", 1, "end"); },
       CG_NODE_NOT_FOUND},
  };
  for (const auto& [node, call, code] : all) {
    CHECK(call() == code);
    INFO(cg_get_error());
    CHECK(std::string(cg_get_error()).starts_with(path + ":" + node));
  }
  ok(cg_goto(fn, B, "Zone_t", Z, "end"));
  for (const auto& call : std::vector<std::function<int()>>{
           [&] { return cg_array_info(1, name, &type, &number, extents); },
           [&] { return cg_nunits(&number); },
           [&] { return cg_model_read("GasModel_t", reinterpret_cast<ModelType_t*>(&number)); },
           [&] { return cg_user_data_read(1, name); }}) {
    CHECK(call() == CG_NODE_NOT_FOUND);
    INFO(cg_get_error());
    CHECK(std::string(cg_get_error()).starts_with(path + ":/Base/Zone: "));
  }
  ok(cg_close(fn));
  int again = 0;
  ok(cg_open(path.c_str(), CG_MODE_READ, &again));
  CHECK(cgp_field_write_data(again, B, Z, S, F, one, one, values) == CG_ERROR);
  CHECK(std::string(cg_get_error())
            .starts_with(path + ":/Base/Zone/Flow/Density: the file is open for reading only"));
  ok(cg_close(again));
}

TEST_CASE("a name that is too long is refused with its length", "[serial]") {
  const test::Scratch scratch;
  const auto made = make(scratch.path("messages.cgns"), cg_open);
  int number = 0;
  CHECK(cg_sol_write(made.fn, made.B, made.Z, std::string(33, 'n').c_str(), Vertex, &number) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Catch::Contains("it has 33 characters, expected at most 32"));
  ok(cg_close(made.fn));
}

TEST_CASE("a range that is wrong on one rank is named alike on all") {
  const test::Scratch scratch;
  const auto path = scratch.path("range.cgns");
  const auto made = make(path, cgp_open);
  const bool is_wrong = test::session().rank() == test::session().size() - 1;
  const cgsize_t low[3] = {1, 1, 1};
  const cgsize_t high[3] = {is_wrong ? 5 : 4, 3, 2};
  const std::vector<double> values(60);
  CHECK(cgp_field_write_data(made.fn, made.B, made.Z, made.S, made.F, low, high, values.data()) == CG_ERROR);
  INFO(cgp_get_error());
  CHECK(std::string(cgp_get_error()).starts_with(path + ":/Base/Zone/Flow/Density: "));
  ok(cgp_close(made.fn));
}

std::vector<std::string>& heard() {
  static std::vector<std::string> texts;
  return texts;
}

TEST_CASE("a handler hears every error, until it is taken away", "[serial]") {
  heard().clear();
  ok(cg_error_handler([](int is_error, char* text) {
    if (is_error == 1) heard().emplace_back(text);
  }));
  int fn = 0;
  CHECK(cg_open("/nowhere/file.cgns", CG_MODE_READ, &fn) == CG_ERROR);
  REQUIRE(heard().size() == 1);
  CHECK(heard()[0] == cg_get_error());
  ok(cg_configure(CG_CONFIG_ERROR, nullptr));
  CHECK(cg_open("/nowhere/file.cgns", CG_MODE_READ, &fn) == CG_ERROR);
  CHECK(heard().size() == 1);
}

}  // namespace
