// Which fields parts read and write, and that a file of theirs has all others.
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "../capi/ok.hpp"
#include "../file/fixture.hpp"
#include "../session.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using test::session;

constexpr cgsize_t vertices = 9 * 5 * 5;
constexpr cgsize_t cells = 8 * 4 * 4;

/// Rank 0 alone writes a file.
template <typename Write>
void on_one_rank(const std::string& path, const Write& write) {
  if (session().is_root()) {
    int file = 0;
    ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    write(file);
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
}

int write_zone(int file, int B, const char* name, const std::array<cgsize_t, 9>& size = {9, 5, 5, 8, 4, 4}) {
  int zone = 0;
  int number = 0;
  ok(cg_zone_write(file, B, name, size.data(), Structured, &zone));
  std::vector<double> x;
  for (cgsize_t i = 0; i < vertices; ++i) x.push_back(static_cast<double>(i % 9));
  ok(cg_coord_write(file, B, zone, RealDouble, "CoordinateX", x.data(), &number));
  return zone;
}

std::vector<double> ramp(cgsize_t count, double first) {
  std::vector<double> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

int write_solution(int file, int B, int Z, CGNS_ENUMT(GridLocation_t) location) {
  int solution = 0;
  ok(cg_sol_write(file, B, Z, "Flow", location, &solution));
  return solution;
}

void write_field(int file, int Z, const char* name, cgsize_t count, int B = 1) {
  int number = 0;
  ok(cg_field_write(file, B, Z, 1, RealDouble, name, ramp(count, 1000 * (10 * B + Z)).data(), &number));
}

/// Whether the first field of a file is what write_field writes for that zone.
void require_field(int file, int Z, const char* name, cgsize_t count, int Z_of_source, int B = 1,
                   int B_of_source = 1) {
  const std::array<cgsize_t, 3> first = {1, 1, 1};
  const bool is_cells = count == cells;
  const std::array<cgsize_t, 3> last = {is_cells ? 8 : 9, is_cells ? 4 : 5, is_cells ? 4 : 5};
  std::vector<double> values(static_cast<std::size_t>(count));
  INFO(name << " of zone " << Z << " of base " << B);
  ok(cg_field_read(file, B, Z, 1, name, RealDouble, first.data(), last.data(), values.data()));
  CHECK(values == ramp(count, 1000 * (10 * B_of_source + Z_of_source)));
}

/// A partition of base 1 of a file.
struct Parts {
  explicit Parts(const std::string& path) {
    const char* const name = path.c_str();
    ok(cgp_mpi_comm(session().comm()));
    ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
    ok(cgp_partition_create(file, 1, "ghosts=0", &partition));
  }
  [[nodiscard]] std::vector<double> values(CGNS_ENUMT(GridLocation_t) location) const {
    cgsize_t size = 0;
    ok(cgp_partition_size(partition, location, &size));
    return std::vector<double>(static_cast<std::size_t>(size) + 1);
  }
  void close() const {
    ok(cgp_partition_destroy(partition));
    ok(cgp_close(file));
  }
  int file = 0;
  int partition = 0;
};

void refused(int status, const std::string& why) {
  CHECK(status == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains(why));
}

}  // namespace

TEST_CASE("a field goes to the base of the partition, whichever number it has", "[restart]") {
  const test::Scratch scratch;
  on_one_rank(scratch.path("in.cgns"), [](int file) {
    for (const auto* name : {"A", "B"}) {
      int B = 0;
      ok(cg_base_write(file, name, 3, 3, &B));
      (void)write_solution(file, B, write_zone(file, B, "Zone"), CellCenter);
      write_field(file, 1, "P", cells, B);
    }
  });
  const Parts parts(scratch.path("in.cgns"));
  auto values = parts.values(CellCenter);
  ok(cgp_partition_read(parts.partition, 1, "P", RealDouble, values.data()));
  const auto path = scratch.path("out.cgns");
  int out = 0;
  const std::array<cgsize_t, 9> size = {9, 5, 5, 8, 4, 4};
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &out));
  for (const auto* name : {"B", "A"}) {
    int B = 0;
    int number = 0;
    ok(cg_base_write(out, name, 3, 3, &B));
    ok(cg_zone_write(out, B, "Zone", size.data(), Structured, &number));
    ok(cg_sol_write(out, B, 1, "Flow", CellCenter, &number));
    const int status = cgp_partition_write(parts.partition, out, 1, "P", RealDouble, values.data());
    B == 1 ? refused(status, "out.cgns: has no base A") : ok(status);
  }
  ok(cgp_close(out));
  parts.close();
  int fields = -1;
  ok(cgp_open(path.c_str(), CG_MODE_READ, &out));
  ok(cg_nfields(out, 1, 1, 1, &fields));
  CHECK(fields == 0);
  require_field(out, 1, "P", cells, 1, 2, 1);
  ok(cgp_close(out));
}

TEST_CASE("a solution at vertices in one zone and at cells in another is not written, but kept",
          "[restart]") {
  const test::Scratch scratch;
  on_one_rank(scratch.path("in.cgns"), [](int file) {
    int B = 0;
    ok(cg_base_write(file, "Base", 3, 3, &B));
    for (const auto location : {Vertex, CellCenter}) {
      const int Z = write_zone(file, B, location == Vertex ? "A" : "B");
      (void)write_solution(file, B, Z, location);
      write_field(file, Z, "P", location == Vertex ? vertices : cells);
    }
  });
  const Parts parts(scratch.path("in.cgns"));
  const auto path = scratch.path("out.cgns");
  auto values = parts.values(Vertex);
  int out = 0;
  ok(cgp_partition_create_file(parts.partition, path.c_str(), &out));
  constexpr auto why = "/Base/B/Flow: is at CellCenter, but that of another zone is not";
  refused(cgp_partition_read(parts.partition, 1, "P", RealDouble, values.data()), why);
  refused(cgp_partition_write(parts.partition, out, 1, "P", RealDouble, values.data()), why);
  ok(cgp_close(out));
  parts.close();
  ok(cgp_open(path.c_str(), CG_MODE_READ, &out));
  require_field(out, 1, "P", vertices, 1);
  require_field(out, 2, "P", cells, 2);
  ok(cgp_close(out));
}

void take_values(cgns::Node& node) {
  node.array = -1;
  for (auto& child : node.children) take_values(child);
}

/// Characters beside the fields of the zones, and a solution in its user data.
void add_others(const std::string& path) {
  auto root = file::read_tree(path, {.inline_limit = 1 << 20}).trees.at(0);
  take_values(root);
  for (const auto* name : {"A", "B"}) {
    auto marks = cgns::text_node("Marks", "DataArray_t", std::string(cells, 'm'));
    marks.dims = {8, 4, 4};
    root.child("Base")->child(name)->child("Flow")->children.push_back(std::move(marks));
  }
  auto& zone = *root.child("Base")->child("A");
  auto mean = cgns::real_node("T", "DataArray_t", {9, 5, 5}, ramp(vertices, 7));
  zone.children.push_back({.name = "User",
                           .label = "UserDefinedData_t",
                           .children = {{.name = "Mean", .label = "FlowSolution_t", .children = {mean}}}});
  test::write_file(path, root);
}

/// Whether a zone has what add_others adds.
void require_others(const cgns::Node& zone) {
  CHECK(cgns::text_of(*zone.child("Flow")->child("Marks")) == std::string(cells, 'm'));
  CHECK(cgns::reals_of(*zone.child("User")->child("Mean")->child("T")) == ramp(vertices, 7));
}

/// Zone A has two fields, zone B one of them.
void write_uneven(const std::string& path) {
  on_one_rank(path, [](int file) {
    int B = 0;
    ok(cg_base_write(file, "Base", 3, 3, &B));
    for (const auto* name : {"A", "B"}) {
      const int Z = write_zone(file, B, name);
      (void)write_solution(file, B, Z, CellCenter);
      write_field(file, Z, "P", cells);
    }
    write_field(file, 1, "Q", cells);
  });
  if (session().is_root()) add_others(path);
  (void)par::all_sum(session().comm(), 0);
}

TEST_CASE("a file of parts has the fields that parts cannot write", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  write_uneven(scratch.path("in.cgns"));
  const Parts parts(scratch.path("in.cgns"));
  auto values = parts.values(CellCenter);
  int out = 0;
  ok(cgp_partition_create_file(parts.partition, path.c_str(), &out));
  ok(cgp_partition_read(parts.partition, 1, "P", RealDouble, values.data()));
  ok(cgp_partition_write(parts.partition, out, 1, "P", RealDouble, values.data()));
  CHECK(cgp_partition_read(parts.partition, 1, "Q", RealDouble, values.data()) == CG_ERROR);
  std::string marks(values.size() - 1, ' ');
  ok(cgp_partition_read(parts.partition, 1, "Marks", Character, marks.data()));
  CHECK(marks == std::string(marks.size(), 'm'));
  ok(cgp_partition_write(parts.partition, out, 1, "Marks", Character, marks.data()));
  ok(cgp_close(out));
  parts.close();
  ok(cgp_open(path.c_str(), CG_MODE_READ, &out));
  require_field(out, 1, "P", cells, 1);
  require_field(out, 2, "P", cells, 2);
  require_field(out, 1, "Q", cells, 1);
  ok(cgp_close(out));
  if (session().is_root())
    require_others(*cgns::find(file::read_tree(path, {.inline_limit = 1 << 20}).trees.at(0), "/Base/A"));
}

TEST_CASE("a part has the fields that not all zones have", "[restart]") {
  const test::Scratch scratch;
  write_uneven(scratch.path("in.cgns"));
  const Parts parts(scratch.path("in.cgns"));
  auto values = parts.values(CellCenter);
  int part = 0;
  int pieces = 0;
  double sum = 0;
  ok(cgp_partition_part(parts.partition, &part));
  ok(cgp_partition_npieces(parts.partition, &pieces));
  for (int P = 1; P <= pieces; ++P) {
    int Z = 0;
    std::array<cgsize_t, 6> range = {};
    cgsize_t own = 0;
    ok(cgp_partition_piece_info(parts.partition, P, nullptr, &Z, range.data(), nullptr));
    ok(cgp_partition_piece_size(parts.partition, P, CellCenter, nullptr, &own, nullptr));
    if (Z != 1) continue;
    const std::array<cgsize_t, 3> first = {1, 1, 1};
    const std::array<cgsize_t, 3> last = {range[3] - range[0] + 1, range[4] - range[1] + 1,
                                          range[5] - range[2] + 1};
    ok(cg_field_read(part, 1, P, 1, "Q", RealDouble, first.data(), last.data(), values.data()));
    sum = std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(own), sum);
    CHECK(cg_field_read(part, 1, P, 1, "P", RealDouble, first.data(), last.data(), values.data()) ==
          CG_ERROR);
  }
  const auto expected = ramp(cells, 11000);
  CHECK(par::all_sum(session().comm(), static_cast<std::int64_t>(sum)) ==
        static_cast<std::int64_t>(std::accumulate(expected.begin(), expected.end(), 0.0)));
  ok(cg_close(part));
  parts.close();
}

TEST_CASE("a plane beside other zones stays whole, in the part of the first rank", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  const std::array<cgsize_t, 3> first = {1, 1, 1};
  const std::array<cgsize_t, 3> last = {9, 5, 1};
  on_one_rank(scratch.path("in.cgns"), [](int file) {
    int B = 0;
    ok(cg_base_write(file, "Base", 3, 3, &B));
    (void)write_solution(file, B, write_zone(file, B, "Block"), CellCenter);
    write_field(file, 1, "P", cells);
    // Its name comes before those of the pieces: it is the first zone of the part.
    (void)write_solution(file, B, write_zone(file, B, "A", {9, 5, 1, 8, 4, 0}), Vertex);
    write_field(file, 2, "Q", 45);
  });
  const Parts parts(scratch.path("in.cgns"));
  auto values = parts.values(CellCenter);
  int out = 0;
  int part = 0;
  int zones = 0;
  int pieces = 0;
  ok(cgp_partition_part(parts.partition, &part));
  ok(cgp_partition_npieces(parts.partition, &pieces));
  ok(cg_nzones(part, 1, &zones));
  CHECK(zones == pieces + (session().is_root() ? 1 : 0));
  if (session().is_root()) {
    std::vector<double> q(45);
    ok(cg_field_read(part, 1, 1, 1, "Q", RealDouble, first.data(), last.data(), q.data()));
    CHECK(q == ramp(45, 12000));
  }
  ok(cg_close(part));
  ok(cgp_partition_create_file(parts.partition, path.c_str(), &out));
  ok(cgp_partition_read(parts.partition, 1, "P", RealDouble, values.data()));
  ok(cgp_partition_write(parts.partition, out, 1, "P", RealDouble, values.data()));
  ok(cgp_close(out));
  parts.close();
  ok(cgp_open(path.c_str(), CG_MODE_READ, &out));
  std::vector<double> q(45);
  ok(cg_field_read(out, 1, 1, 1, "Q", RealDouble, first.data(), last.data(), q.data()));
  CHECK(q == ramp(45, 12000));
  require_field(out, 2, "P", cells, 1);
  ok(cgp_close(out));
}
