// What a file that parts write has from its source, and what a call that fails leaves of it.
#include <hdf5.h>

#include <array>
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "meshes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using test::session;

bool is_last() { return session().rank() + 1 == session().size(); }

int set_of(const std::string& names) {
  const char* const name = names.c_str();
  int file = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  return file;
}

/// Changes the file on one rank.
template <typename Change>
void changed(const std::string& path, const Change& change) {
  if (session().is_root()) change(path);
  (void)par::all_sum(session().comm(), 0);
}

/// A partition of a file set, and a file made of it.
struct Output {
  explicit Output(const std::string& source, const std::string& path) : file(set_of(source)) {
    ok(cgp_partition_create(file, 1, "ghosts=1", &partition));
    ok(cgp_partition_create_file(partition, path.c_str(), &out));
  }

  [[nodiscard]] std::size_t size(CGNS_ENUMT(GridLocation_t) location) const {
    cgsize_t size = 0;
    ok(cgp_partition_size(partition, location, &size));
    return static_cast<std::size_t>(size);
  }
  [[nodiscard]] int fields() const {
    int count = 0;
    ok(cg_nfields(out, 1, 1, 2, &count));
    return count;
  }
  /// Of cells.
  [[nodiscard]] int write(const char* name, CGNS_ENUMT(DataType_t) type, const void* data) const {
    return cgp_partition_write(partition, out, 2, name, type, data);
  }
  /// Closes all; the status of the new file.
  [[nodiscard]] int close() const {
    ok(cgp_partition_destroy(partition));
    const auto status = cgp_close(out);
    const std::string why = cg_get_error();
    ok(cgp_close(file));
    INFO(why);
    return status;
  }

  int file = 0;
  int partition = 0;
  int out = 0;
};

constexpr std::array marked = {"/", "/Base", "/Base/First/GridCoordinates/CoordinateX",
                               "/Base/First/AtCells/Pressure"};

void mark(const std::string& path) {
  const auto file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  for (const auto* node : marked) {
    const auto space = H5Screate(H5S_SCALAR);
    const int value = 7;
    const auto attribute = H5Acreate_by_name(file, node, "of solver", H5T_NATIVE_INT, space, H5P_DEFAULT,
                                             H5P_DEFAULT, H5P_DEFAULT);
    CHECK(H5Awrite(attribute, H5T_NATIVE_INT, &value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
  }
  H5Fclose(file);
}

void require_marks(const std::string& path) {
  const auto file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  for (const auto* node : marked) {
    INFO(node);
    CHECK(H5Aexists_by_name(file, node, "of solver", H5P_DEFAULT) > 0);
  }
  H5Fclose(file);
}

TEST_CASE("a file of parts has the attributes of its source that are not of CGNS", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto back = scratch.path("back.cgns");
  test::write_blocks(blocks);
  changed(blocks, mark);
  const Output output(blocks, back);
  std::vector<double> pressure(output.size(CellCenter));
  ok(cgp_partition_read(output.partition, 2, "Pressure", RealDouble, pressure.data()));
  ok(output.write("Pressure", RealDouble, pressure.data()));
  ok(output.close());
  changed(back, require_marks);
}

using Complex = std::complex<double>;

void add_complex(const std::string& path) {
  int file = 0;
  int number = 0;
  std::vector<Complex> values;
  for (int i = 0; i < 64; ++i) values.emplace_back(i, -i);
  ok(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
  ok(cg_field_write(file, 1, 1, 2, ComplexDouble, "Wave", values.data(), &number));
  ok(cg_close(file));
}

TEST_CASE("parts write complex fields", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  changed(cube, add_complex);
  const Output output(cube, scratch.path("back.cgns"));
  std::vector<Complex> wave(output.size(CellCenter));
  ok(cgp_partition_read(output.partition, 2, "Wave", ComplexDouble, wave.data()));
  ok(output.write("Wave", ComplexDouble, wave.data()));
  ok(output.close());
  changed(scratch.path("back.cgns"), [](const std::string& path) {
    const std::array<cgsize_t, 2> range = {1, 64};
    int file = 0;
    std::array<Complex, 64> values = {};
    ok(cg_open(path.c_str(), CG_MODE_READ, &file));
    ok(cg_field_read(file, 1, 1, 2, "Wave", ComplexDouble, range.data(), &range[1], values.data()));
    for (int i = 0; i < 64; ++i) CHECK(values[static_cast<std::size_t>(i)] == Complex(i, -i));
    ok(cg_close(file));
  });
}

TEST_CASE("a field that cannot be written is not created", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  const auto back = scratch.path("back.cgns");
  test::write_hexahedra(cube, 4);
  const Output output(cube, back);
  const std::vector<double> values(output.size(CellCenter));
  CHECK(output.write("New", RealDouble, nullptr) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("back.cgns") && Contains("data is NULL"));
  CHECK(output.write("a/b", RealDouble, values.data()) == CG_ERROR);
  if (session().size() > 1) {
    CHECK(output.write(is_last() ? "New" : "Other", RealDouble, values.data()) == CG_ERROR);
    CHECK_THAT(cg_get_error(), Contains("differ between ranks"));
    CHECK(output.write("New", is_last() ? RealSingle : RealDouble, values.data()) == CG_ERROR);
    CHECK_THAT(cg_get_error(), Contains("differ between ranks"));
  }
  CHECK(output.fields() == 0);
  ok(output.close());
}

TEST_CASE("a value that its array cannot hold keeps the file from appearing", "[restart]") {
  const test::Scratch scratch;
  const auto mesh = scratch.path("mesh.cgns");
  const auto back = scratch.path("back.cgns");
  SECTION("of a structured zone") { test::write_blocks(mesh); }
  SECTION("of an unstructured zone") { test::write_hexahedra(mesh, 4); }
  const Output output(mesh, back);
  int zones = 0;
  int number = 0;
  ok(cg_nzones(output.out, 1, &zones));
  for (int Z = 1; Z <= zones; ++Z) ok(cgp_field_write(output.out, 1, Z, 2, RealSingle, "Narrow", &number));
  const std::vector<double> values(output.size(CellCenter), is_last() ? 1e300 : 0);
  CHECK(output.write("Narrow", RealDouble, values.data()) == CG_ERROR);
  CHECK(output.close() == CG_ERROR);
  CHECK(!std::filesystem::exists(back));
}

TEST_CASE("a new field has no points for which parts have no values", "[restart]") {
  const test::Scratch scratch;
  const auto mesh = scratch.path("mesh.cgns");
  const std::array<int, 6> planes = {1, 0, 1, 1, 1, 1};
  std::string why;
  SECTION("of a structured zone") {
    test::write_blocks(mesh);
    why = "Rind_t";
  }
  SECTION("of an unstructured zone") {
    test::write_hexahedra(mesh, 4);
    why = "does not have a value for each vertex or cell";
  }
  const Output output(mesh, scratch.path("back.cgns"));
  ok(cg_goto(output.out, 1, "Zone_t", 1, "FlowSolution_t", 2, "end"));
  ok(cg_rind_write(planes.data()));
  const std::vector<double> values(output.size(CellCenter));
  CHECK(output.write("New", RealDouble, values.data()) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("AtCells") && Contains(why));
  CHECK(output.fields() == 0);
  ok(output.close());
}

TEST_CASE("parts write fields of a zone without a type, which is structured", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto back = scratch.path("back.cgns");
  test::write_blocks(blocks);
  changed(blocks, [](const std::string& path) {
    const auto file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    CHECK(H5Ldelete(file, "/Base/First/ZoneType", H5P_DEFAULT) >= 0);
    H5Fclose(file);
  });
  const Output output(blocks, back);
  const std::vector<double> values(output.size(CellCenter), 7);
  ok(output.write("New", RealDouble, values.data()));
  ok(output.close());
  int fn = 0;
  int dimensions = 0;
  std::array<cgsize_t, 3> last = {};
  const std::array<cgsize_t, 3> first = {1, 1, 1};
  ok(cg_open(back.c_str(), CG_MODE_READ, &fn));
  ok(cg_sol_size(fn, 1, 1, 2, &dimensions, last.data()));
  std::vector<double> read(static_cast<std::size_t>(last[0] * last[1] * last[2]));
  ok(cg_field_read(fn, 1, 1, 2, "New", RealDouble, first.data(), last.data(), read.data()));
  CHECK(read == std::vector<double>(read.size(), 7));
  ok(cg_close(fn));
}

TEST_CASE("an unstructured zone is partitioned whatever the node of its type is called", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  changed(cube, [](const std::string& path) {
    const auto file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const auto zone = H5Gopen(file, "/Base/Cube", H5P_DEFAULT);
    CHECK(H5Lmove(zone, "ZoneType", zone, "Kind", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    H5Gclose(zone);
    H5Fclose(file);
  });
  const auto file = set_of(cube);
  int partition = 0;
  auto type = ZoneTypeNull;
  ok(cg_zone_type(file, 1, 1, &type));
  CHECK(type == Unstructured);
  ok(cgp_partition_create(file, 1, "ghosts=0", &partition));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("a file with pieces of zones is partitioned as a set only", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  test::write_parts(cube, scratch.path("piece_%d.cgns"), {.partition = {.partitions = 1, .constraints = {}}});
  const auto piece = scratch.path("piece_0.cgns");
  int file = 0;
  int partition = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_open(piece.c_str(), CG_MODE_READ, &file));
  CHECK(cgp_partition_create(file, 1, nullptr, &partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("zone Cube in pieces") && Contains("cgp_fileset_open"));
  ok(cgp_close(file));
  file = set_of(piece);
  ok(cgp_partition_create(file, 1, nullptr, &partition));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("a file whose name begins with @ is no list of names", "[restart]") {
  const test::Scratch scratch;
  const auto name = "@" + std::filesystem::path(scratch.path("")).parent_path().filename().string() + ".cgns";
  test::write_hexahedra(name, 4);
  int file = 0;
  int partition = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_open(name.c_str(), CG_MODE_READ, &file));
  ok(cgp_partition_create(file, 1, nullptr, &partition));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
  changed(name, [](const std::string& path) { std::filesystem::remove(path); });
}

int open_scratch_files() {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code is_gone;
    const auto target = std::filesystem::read_symlink(file.path(), is_gone).string();
    count += target.find("pcgns-scratch") == std::string::npos ? 0 : 1;
  }
  return count;
}

TEST_CASE("a partition that is destroyed leaves no memory of its parts", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  const int file = set_of(cube);
  const int before = open_scratch_files();
  int partition = 0;
  ok(cgp_partition_create(file, 1, nullptr, &partition));
  ok(cgp_partition_destroy(partition));
  CHECK(open_scratch_files() == before);
  ok(cgp_close(file));
}

/// Also values that belong to a solution, but are no field.
void add_discrete(const std::string& path) {
  const std::array<cgsize_t, 1> count = {125};
  const std::array<cgsize_t, 1> few = {3};
  const std::array<double, 3> levels = {1, 2, 4};
  int file = 0;
  int number = 0;
  std::vector<double> values(125, 3);
  ok(cg_open(path.c_str(), CG_MODE_MODIFY, &file));
  ok(cg_discrete_write(file, 1, 1, "Discrete", &number));
  ok(cg_goto(file, 1, "Zone_t", 1, "DiscreteData_t", 1, "end"));
  ok(cg_array_write("Three", RealDouble, 1, count.data(), values.data()));
  ok(cg_goto(file, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
  ok(cg_user_data_write("Plot"));
  ok(cg_goto(file, 1, "Zone_t", 1, "FlowSolution_t", 1, "UserDefinedData_t", 1, "end"));
  ok(cg_array_write("Levels", RealDouble, 1, few.data(), levels.data()));
  ok(cg_close(file));
}

TEST_CASE("a part has the values that cgp_partition_read does not give", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  changed(cube, add_discrete);
  const int file = set_of(cube);
  int partition = 0;
  int part = 0;
  int pieces = 0;
  int type = 0;
  ok(cgp_partition_create(file, 1, nullptr, &partition));
  ok(cgp_partition_part(partition, &part));
  ok(cg_get_file_type(part, &type));
  CHECK(type == CG_FILE_HDF5);
  ok(cgp_partition_npieces(partition, &pieces));
  for (int P = 1; P <= pieces; ++P) {
    cgsize_t count = 0;
    ok(cgp_partition_piece_size(partition, P, Vertex, nullptr, nullptr, &count));
    std::vector<double> values(static_cast<std::size_t>(count));
    ok(cg_goto(part, 1, "Zone_t", P, "DiscreteData_t", 1, "end"));
    ok(cg_array_read(1, values.data()));
    CHECK(values == std::vector<double>(values.size(), 3));
    std::array<double, 3> levels = {};
    ok(cg_goto(part, 1, "Zone_t", P, "FlowSolution_t", 1, "UserDefinedData_t", 1, "end"));
    ok(cg_array_read(1, levels.data()));
    CHECK(levels == std::array<double, 3>{1, 2, 4});
  }
  ok(cg_close(part));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("a set of several files has a file type", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  test::write_parts(cube, scratch.path("piece_%d.cgns"), {.partition = {.partitions = 2, .constraints = {}}});
  const int file = set_of(scratch.path("piece_%d.cgns"));
  int type = 0;
  ok(cg_get_file_type(file, &type));
  CHECK(type == CG_FILE_HDF5);
  ok(cgp_close(file));
}

}  // namespace
