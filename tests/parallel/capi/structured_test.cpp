// What a structured solver does: a zone in blocks of ranks, all kinds of data calls, and what the file then
// holds.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "../session.hpp"
#include "ok.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;

using Index = std::array<cgsize_t, 3>;

constexpr Index vertices = {7, 6, 9};
constexpr Index cells = {6, 5, 8};

/// The planes of the last index that this rank has, 1-based; more ranks than planes: some have none.
struct Planes {
  cgsize_t first = 1;
  cgsize_t last = 0;

  [[nodiscard]] bool empty() const { return last < first; }
};

Planes planes_of(cgsize_t count) {
  const auto ranks = test::session().size();
  const auto rank = test::session().rank();
  return {count * rank / ranks + 1, count * (rank + 1) / ranks};
}

double value_at(cgsize_t number, int array) { return static_cast<double>(number) + 1000.0 * array; }

/// Values of this rank's planes of an array of `size`.
std::vector<double> values_of(const Index& size, Planes planes, int array) {
  std::vector<double> values(
      static_cast<std::size_t>(size[0] * size[1] * std::max<cgsize_t>(0, planes.last - planes.first + 1)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = value_at(static_cast<cgsize_t>(i) + size[0] * size[1] * (planes.first - 1), array);
  return values;
}

struct Ids {
  int file = 0;
  int base = 0;
  int zone = 0;
  int solution = 0;
  std::array<int, 3> coordinates = {};
  std::array<int, 2> fields = {};
};

Ids make_nodes(const std::string& path) {
  Ids ids;
  const cgsize_t size[9] = {7, 6, 9, 6, 5, 8, 0, 0, 0};
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &ids.file));
  ok(cg_base_write(ids.file, "Base", 3, 3, &ids.base));
  ok(cg_zone_write(ids.file, ids.base, "Zone", size, Structured, &ids.zone));
  const char* names[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (std::size_t i = 0; i < 3; ++i)
    ok(cgp_coord_write(ids.file, ids.base, ids.zone, RealDouble, names[i], &ids.coordinates[i]));
  ok(cg_sol_write(ids.file, ids.base, ids.zone, "Flow", CellCenter, &ids.solution));
  ok(cgp_field_write(ids.file, ids.base, ids.zone, ids.solution, RealDouble, "Pressure", &ids.fields[0]));
  ok(cgp_field_write(ids.file, ids.base, ids.zone, ids.solution, RealSingle, "Density", &ids.fields[1]));
  return ids;
}

/// What it gives must live until the queue is flushed, if the calls are queued.
std::vector<std::vector<double>> write_coordinates(const Ids& ids) {
  std::vector<std::vector<double>> kept;
  const auto planes = planes_of(vertices[2]);
  const Index first = {1, 1, planes.first};
  const Index last = {vertices[0], vertices[1], planes.last};
  for (int i = 0; i < 3; ++i) {
    const auto& values = kept.emplace_back(values_of(vertices, planes, i));
    ok(cgp_coord_write_data(ids.file, ids.base, ids.zone, ids.coordinates[static_cast<std::size_t>(i)],
                            first.data(), last.data(), planes.empty() ? nullptr : values.data()));
  }
  return kept;
}

void write_fields(const Ids& ids) {
  const auto planes = planes_of(cells[2]);
  const Index first = {1, 1, planes.first};
  const Index last = {cells[0], cells[1], planes.last};
  const auto values = values_of(cells, planes, 5);
  ok(cgp_field_write_data(ids.file, ids.base, ids.zone, ids.solution, ids.fields[0], first.data(),
                          last.data(), planes.empty() ? nullptr : values.data()));
  // Another type and shape in memory: room for a plane more in every direction.
  const Index room = {cells[0] + 2, cells[1] + 2, std::max<cgsize_t>(planes.last - planes.first + 3, 3)};
  std::vector<double> padded(static_cast<std::size_t>(room[0] * room[1] * room[2]), -1.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto number = static_cast<cgsize_t>(i);
    const auto x = number % cells[0] + 1;
    const auto y = number / cells[0] % cells[1] + 1;
    const auto z = number / cells[0] / cells[1] + 1;
    padded[static_cast<std::size_t>(x + room[0] * (y + room[1] * z))] = values[i];
  }
  const Index m_first = {2, 2, 2};
  const Index m_last = {cells[0] + 1, cells[1] + 1, room[2] - 1};
  ok(cgp_field_general_write_data(ids.file, ids.base, ids.zone, ids.solution, ids.fields[1], first.data(),
                                  last.data(), RealDouble, 3, room.data(), m_first.data(), m_last.data(),
                                  planes.empty() ? nullptr : padded.data()));
}

/// Every rank looks at all values, with a handle of its own.
void check_file(const std::string& path) {
  int fn = 0;
  REQUIRE(cg_open(path.c_str(), CG_MODE_READ, &fn) == CG_OK);
  int number = 0;
  ok(cg_nbases(fn, &number));
  CHECK(number == 1);
  ok(cg_ncoords(fn, 1, 1, &number));
  CHECK(number == 3);
  const Index first = {1, 1, 1};
  const Planes all = {1, vertices[2]};
  std::vector<double> values(static_cast<std::size_t>(7 * 6 * 9));
  ok(cg_coord_read(fn, 1, 1, "CoordinateY", RealDouble, first.data(), vertices.data(), values.data()));
  CHECK(values == values_of(vertices, all, 1));
  values.resize(6 * 5 * 8);
  for (const char* name : {"Pressure", "Density"}) {
    ok(cg_field_read(fn, 1, 1, 1, name, RealDouble, first.data(), cells.data(), values.data()));
    CHECK(values == values_of(cells, {1, cells[2]}, 5));
  }
  ok(cg_close(fn));
}

}  // namespace

TEST_CASE("ranks write a structured zone in planes, collectively and for themselves") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  for (const auto mode : {CGP_COLLECTIVE, CGP_INDEPENDENT, CGP_QUEUED}) {
    const auto ids = make_nodes(path);
    CHECK(::access(path.c_str(), F_OK) != 0);
    ok(cgp_pio_mode(mode));
    const auto kept = write_coordinates(ids);
    if (mode == CGP_QUEUED) ok(queue_flush());
    ok(cgp_pio_mode(mode == CGP_QUEUED ? CGP_COLLECTIVE : mode));
    write_fields(ids);
    ok(cgp_pio_mode(CGP_COLLECTIVE));
    ok(cgp_close(ids.file));
    check_file(path);
    (void)par::all_sum(test::session().comm(), 0);
    if (test::session().is_root()) ::unlink(path.c_str());
    (void)par::all_sum(test::session().comm(), 0);
  }
}

TEST_CASE("a file is changed in place: new arrays, new values, nodes gone") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  auto ids = make_nodes(path);
  (void)write_coordinates(ids);
  write_fields(ids);
  ok(cgp_close(ids.file));

  ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &ids.file));
  int solution = 0;
  int field = 0;
  ok(cg_sol_write(ids.file, 1, 1, "Later", Vertex, &solution));
  CHECK(solution == 2);
  ok(cgp_field_write(ids.file, 1, 1, solution, RealDouble, "Temperature", &field));
  const auto planes = planes_of(vertices[2]);
  const Index first = {1, 1, planes.first};
  const Index last = {vertices[0], vertices[1], planes.last};
  const auto values = values_of(vertices, planes, 8);
  ok(cgp_field_write_data(ids.file, 1, 1, solution, field, first.data(), last.data(),
                          planes.empty() ? nullptr : values.data()));
  ok(cg_biter_write(ids.file, 1, "Steps", 2));
  ok(cg_goto(ids.file, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
  ok(cg_delete_node("Density"));
  ok(cgp_close(ids.file));

  ok(cgp_open(path.c_str(), CG_MODE_READ, &ids.file));
  int count = 0;
  ok(cg_nfields(ids.file, 1, 1, 1, &count));
  CHECK(count == 1);
  char name[33];
  ok(cg_biter_read(ids.file, 1, name, &count));
  CHECK(count == 2);
  std::vector<double> all(static_cast<std::size_t>(7 * 6 * 9));
  const Index one = {1, 1, 1};
  ok(cgp_field_read_data(ids.file, 1, 1, 2, 1, one.data(), vertices.data(), all.data()));
  CHECK(all == values_of(vertices, {1, vertices[2]}, 8));
  ok(cgp_coord_read_data(ids.file, 1, 1, 2, one.data(), vertices.data(), all.data()));
  CHECK(all == values_of(vertices, {1, vertices[2]}, 1));
  ok(cgp_close(ids.file));
}

TEST_CASE("of many zones none has the name of another, and each its number, also after some are gone") {
  const test::Scratch scratch;
  const auto path = scratch.path("file.cgns");
  const cgsize_t size[9] = {2, 2, 2, 1, 1, 1, 0, 0, 0};
  const auto name_of = [](int number) { return fmt::format("Zone{:03}", number); };
  int file = 0;
  int base = 0;
  int number = 0;
  const auto write = [&](int zone) {
    return cg_zone_write(file, base, name_of(zone).c_str(), size, Structured, &number);
  };
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &file));
  ok(cg_base_write(file, "Base", 3, 3, &base));
  for (int zone = 1; zone <= 100; ++zone) {
    ok(write(zone));
    CHECK(number == zone);
    if (zone % 30 == 0) ok(cg_family_write(file, base, fmt::format("Family{}", zone).c_str(), &number));
  }
  CHECK(write(7) == CG_ERROR);
  CHECK(write(99) == CG_ERROR);
  ok(cgp_close(file));

  ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &file));
  ok(write(50));
  CHECK(number == 50);
  ok(write(101));
  CHECK(number == 101);
  ok(cg_goto(file, base, "end"));
  ok(cg_delete_node(name_of(20).c_str()));
  ok(write(102));
  CHECK(number == 101);
  ok(write(20));
  CHECK(number == 102);
  ok(write(102));
  CHECK(number == 101);
  int zones = 0;
  ok(cg_nzones(file, base, &zones));
  CHECK(zones == 102);

  // Children of a node, by name and by label, also after some are gone and the node is written again.
  const auto write_data = [&](int data) {
    ok(cg_goto(file, base, "Zone_t", 1, "end"));
    ok(cg_user_data_write(fmt::format("Data{:03}", data).c_str()));
  };
  for (int data = 0; data < 100; ++data) write_data(data);
  CHECK(cg_delete_node("ZoneType") == CG_ERROR);
  ok(cg_delete_node("Data000"));
  write_data(5);
  ok(write(1));
  for (int data = 0; data < 100; ++data) write_data(data);
  int count = 0;
  ok(cg_nuser_data(&count));
  CHECK(count == 100);
  std::set<std::string> names;
  for (int data = 1; data <= count; ++data) {
    std::array<char, 33> name = {};
    ok(cg_user_data_read(data, name.data()));
    names.insert(name.data());
  }
  CHECK(names.size() == 100);
  ok(cg_nzones(file, base, &zones));
  CHECK(zones == 102);
  ok(cgp_close(file));
}

namespace {

/// Modifies a file with fields three times by `change`, which leaves it as large as it was.
template <typename Change>
void modify_in_place(const Change& change) {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  auto ids = make_nodes(path);
  write_fields(ids);
  ok(cgp_close(ids.file));
  const auto size = [&] { return std::filesystem::file_size(path); };
  const auto before = size();
  for (int step = 0; step < 3; ++step) {
    ok(cgp_open(path.c_str(), CG_MODE_MODIFY, &ids.file));
    change(path, ids);
    write_fields(ids);
    ok(cgp_close(ids.file));
    (void)par::all_sum(test::session().comm(), 0);
    CHECK(size() == before);
    (void)par::all_sum(test::session().comm(), 0);
  }
}

}  // namespace

TEST_CASE("values that are written over others of the same kind need no more room") {
  modify_in_place([](const std::string& path, Ids& ids) {
    CHECK(cgp_open(path.c_str(), CG_MODE_READ, &ids.base) == CG_ERROR);
    ok(cgp_field_write(ids.file, 1, 1, 1, RealDouble, "Pressure", &ids.fields[0]));
    CHECK(ids.fields[0] == 1);
    ids.base = 1;
  });
}

TEST_CASE("a solution that is written again has new fields, in the room of the old ones") {
  modify_in_place([](const std::string&, Ids& ids) {
    ok(cg_sol_write(ids.file, 1, 1, "Flow", CellCenter, &ids.solution));
    int fields = -1;
    ok(cg_nfields(ids.file, 1, 1, ids.solution, &fields));
    CHECK(fields == 0);
    ok(cgp_field_write(ids.file, 1, 1, ids.solution, RealDouble, "Pressure", &ids.fields[0]));
    ok(cgp_field_write(ids.file, 1, 1, ids.solution, RealSingle, "Density", &ids.fields[1]));
  });
}

TEST_CASE("a file with values that could not be written does not appear") {
  const test::Scratch scratch;
  for (const auto mode : {CGP_COLLECTIVE, CGP_INDEPENDENT}) {
    auto ids = make_nodes(scratch.path("out.cgns"));
    int field = 0;
    ok(cgp_field_write(ids.file, 1, 1, 1, Integer, "Count", &field));
    const double large = test::session().rank() == test::session().size() - 1 ? 3e9 : 1.0;
    const Index one = {1, 1, 1};
    ok(cgp_pio_mode(mode));
    const bool fails = mode == CGP_COLLECTIVE || large > 1;
    CHECK(cgp_field_general_write_data(ids.file, 1, 1, 1, field, one.data(), one.data(), RealDouble, 3,
                                       one.data(), one.data(), one.data(),
                                       &large) == (fails ? CG_ERROR : CG_OK));
    ok(cgp_pio_mode(CGP_COLLECTIVE));
    if (fails) CHECK_THAT(cgp_get_error(), Contains(scratch.path("out.cgns") + ":"));
    CHECK(cgp_close(ids.file) == CG_ERROR);
    CHECK_THAT(cgp_get_error(),
               Contains(scratch.path("out.cgns") + ":") && Contains("cannot be represented in I4"));
    CHECK(::access(scratch.path("out.cgns").c_str(), F_OK) != 0);
  }
}

TEST_CASE("what is planted under the name of the staged file is not followed") {
  const test::Scratch scratch;
  const auto planted = scratch.path(".out.cgns.pcgns-part");
  const auto victim = scratch.path("victim");
  const auto kind = GENERATE("is a symbolic link", "has other names (hard links)", "is not a regular file");
  par::on_root(test::session().comm(), "", [&] {
    std::ofstream(victim) << "mine";
    if (kind == std::string("is a symbolic link")) std::filesystem::create_symlink(victim, planted);
    if (kind == std::string("has other names (hard links)"))
      std::filesystem::create_hard_link(victim, planted);
    if (kind == std::string("is not a regular file")) REQUIRE(::mkfifo(planted.c_str(), 0600) == 0);
  });
  ok(cgp_mpi_comm(test::session().comm()));
  int fn = 0;
  CHECK(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_WRITE, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains(kind));
  CHECK(std::filesystem::file_size(victim) == 4);
  CHECK(std::filesystem::exists(planted));
}

TEST_CASE("a file is written behind a symbolic link, and keeps its permissions") {
  const test::Scratch scratch;
  par::on_root(test::session().comm(), "", [&] {
    std::ofstream(scratch.path("real.cgns")) << "old";
    std::filesystem::permissions(scratch.path("real.cgns"), std::filesystem::perms(0640));
    std::filesystem::create_symlink("real.cgns", scratch.path("out.cgns"));
  });
  ok(cgp_close(make_nodes(scratch.path("out.cgns")).file));
  CHECK(std::filesystem::is_symlink(scratch.path("out.cgns")));
  CHECK(std::filesystem::file_size(scratch.path("real.cgns")) > 1000);
  CHECK(std::filesystem::status(scratch.path("real.cgns")).permissions() == std::filesystem::perms(0640));
}

TEST_CASE("what the calls say of a file that is only read, or not there, is an error and no end") {
  const test::Scratch scratch;
  int fn = 0;
  ok(cgp_mpi_comm(test::session().comm()));
  CHECK(cgp_open(scratch.path("missing.cgns").c_str(), CG_MODE_READ, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("missing.cgns"));
  CHECK(cgp_open((scratch.path("no") + "/such/folder.cgns").c_str(), CG_MODE_WRITE, &fn) == CG_ERROR);
  CHECK(cgp_close(99) == CG_ERROR);
  auto ids = make_nodes(scratch.path("out.cgns"));
  CHECK(cgp_coord_write(ids.file, 1, 1, RealDouble, "CoordinateX", &fn) == CG_ERROR);
  CHECK(cgp_coord_write(ids.file, 1, 2, RealDouble, "CoordinateX", &fn) == CG_ERROR);
  ok(cgp_close(ids.file));
  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &ids.file));
  CHECK(cg_base_write(ids.file, "Other", 3, 3, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("reading only"));
  ok(cgp_close(ids.file));
}

TEST_CASE("calls that differ between ranks are an error on all of them") {
  if (test::session().size() == 1) return;
  const test::Scratch scratch;
  auto ids = make_nodes(scratch.path("out.cgns"));
  int zone = 0;
  const cgsize_t size[9] = {2, 2, 2, 1, 1, 1, 0, 0, 0};
  ok(cg_zone_write(ids.file, 1, test::session().is_root() ? "A" : "B", size, Structured, &zone));
  CHECK(cgp_coord_write_data(ids.file, 1, 1, 1, nullptr, nullptr, nullptr) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("differ between ranks"));
  CHECK(cgp_close(ids.file) == CG_ERROR);
  CHECK(::access(scratch.path("out.cgns").c_str(), F_OK) != 0);
}

/// On every rank, with these words.
void require_not_opened(const char* name, int mode, const std::string& words) {
  int fn = 0;
  INFO(words);
  CHECK(cgp_open(name, mode, &fn) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains(words));
}

TEST_CASE("a file that ranks call differently, or that one of them cannot open, is opened by none") {
  if (test::session().size() == 1) return;
  const test::Scratch scratch;
  const auto rank = test::session().rank();
  const bool is_last = rank == test::session().size() - 1;
  const auto path = scratch.path("out.cgns");
  const auto own = scratch.path(fmt::format("own_{}.cgns", rank));
  ok(cgp_mpi_comm(test::session().comm()));
  int alone = 0;
  ok(cg_open(own.c_str(), CG_MODE_WRITE, &alone));
  ok(cg_close(alone));
  for (const int mode : {CG_MODE_READ, CG_MODE_MODIFY, CG_MODE_WRITE})
    require_not_opened(own.c_str(), mode, "the names or modes of the file differ between ranks");
  require_not_opened(path.c_str(), is_last ? CG_MODE_READ : CG_MODE_WRITE, "names or modes");
  require_not_opened(path.c_str(), is_last ? 99 : CG_MODE_WRITE, "99 is not a file mode");
  require_not_opened(is_last ? nullptr : path.c_str(), CG_MODE_WRITE, "a name is NULL");
  if (is_last) ok(cg_open(path.c_str(), CG_MODE_WRITE, &alone));
  require_not_opened(path.c_str(), CG_MODE_WRITE, "out.cgns: is already open");
  if (is_last) ok(cg_close(alone));
  ok(cgp_close(make_nodes(path).file));
}
