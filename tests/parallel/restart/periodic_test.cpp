// Ghosts across interfaces of a zone with itself and with another one: an exchange gives them what is on the
// other side.
#include <array>
#include <functional>
#include <vector>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "meshes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/restart/partition.hpp"

namespace {

using namespace pcgns;
using test::ok;
using test::session;

using Index = std::array<cgsize_t, 3>;
using Range = std::array<cgsize_t, 6>;

constexpr Index cells = {21, 12, 10};

/// Of a cell or vertex of a zone.
double value_at(int zone, const Index& at) {
  return 1e5 * zone + 1000.0 * static_cast<double>(at[0]) + 20.0 * static_cast<double>(at[1]) +
         static_cast<double>(at[2]);
}

/// `has_cells`: with a field at cells, too.
void write_zone(int file, const char* name, bool has_cells = true, int base = 1) {
  const std::array<cgsize_t, 9> size = {cells[0] + 1, cells[1] + 1, cells[2] + 1,
                                        cells[0],     cells[1],     cells[2]};
  int zone = 0;
  int number = 0;
  ok(cg_zone_write(file, base, name, size.data(), Structured, &zone));
  for (const bool at_cells : {false, true}) {
    if (at_cells && !has_cells) continue;
    std::vector<double> values;
    Index at = {};
    for (at[2] = 1; at[2] <= cells[2] + (at_cells ? 0 : 1); ++at[2])
      for (at[1] = 1; at[1] <= cells[1] + (at_cells ? 0 : 1); ++at[1])
        for (at[0] = 1; at[0] <= cells[0] + (at_cells ? 0 : 1); ++at[0])
          values.push_back(value_at(zone + base - 1, at));
    int solution = 0;
    for (const auto* coordinate : {"CoordinateX", "CoordinateY", "CoordinateZ"})
      if (!at_cells) ok(cg_coord_write(file, base, zone, RealDouble, coordinate, values.data(), &number));
    ok(cg_sol_write(file, base, zone, at_cells ? "AtCells" : "AtVertices", at_cells ? CellCenter : Vertex,
                    &solution));
    ok(cg_field_write(file, base, zone, solution, RealDouble, "Pressure", values.data(), &number));
  }
}

/// From the last side of `zone` along the first axis to the first one of `donor`, and back.
void join(int file, int zone, int donor, bool is_periodic) {
  const std::array<const char*, 2> names = {"First", "Second"};
  const auto side = [&](cgsize_t i) { return Range{i, 1, 1, i, cells[1] + 1, cells[2] + 1}; };
  const std::array<int, 3> transform = {1, 2, 3};
  const std::array<float, 3> none = {};
  const std::array<float, 3> shift = {static_cast<float>(cells[0]), 0, 0};
  const auto write = [&](int from, int to, const char* name, cgsize_t here, cgsize_t there) {
    int number = 0;
    ok(cg_1to1_write(file, 1, from, name, names[static_cast<std::size_t>(to) - 1], side(here).data(),
                     side(there).data(), transform.data(), &number));
    if (is_periodic)
      ok(cg_1to1_periodic_write(file, 1, from, number, none.data(), none.data(), shift.data()));
  };
  write(zone, donor, "Onwards", cells[0] + 1, 1);
  write(donor, zone, "Back", 1, cells[0] + 1);
}

/// The value of a point of `zone` that may be beyond its sides, in a ring of zones.
double value_around(int zone, int zones, partition::Index3 point, restart::Entity entity) {
  const auto most = cells[0] + (entity == restart::Entity::cell ? 0 : 1);
  const bool is_before = point[0] < 0;
  if (is_before || point[0] >= most) {
    point[0] += is_before ? cells[0] : -cells[0];
    zone = (zone - 1 + (is_before ? zones - 1 : 1)) % zones + 1;
  }
  return value_at(zone, {point[0] + 1, point[1] + 1, point[2] + 1});
}

/// Positions of all points of a piece.
void each_point(const restart::Piece& piece, restart::Entity entity,
                const std::function<void(const partition::Index3& point, std::size_t position)>& visit) {
  const auto& entities = piece.of(entity);
  partition::Index3 point = {};
  for (point[2] = entities.box.begin[2]; point[2] < entities.box.end[2]; ++point[2])
    for (point[1] = entities.box.begin[1]; point[1] < entities.box.end[1]; ++point[1])
      for (point[0] = entities.box.begin[0]; point[0] < entities.box.end[0]; ++point[0])
        visit(point, static_cast<std::size_t>(entities.begin + restart::position_in(entities.box, point)));
}

constexpr double unknown = -1;

/// Exchanges the values of own points; how many ghosts beyond their zone then have the right ones.
std::int64_t right_ghosts(const restart::Partition& parts, int zones, restart::Entity entity) {
  std::vector<double> values(static_cast<std::size_t>(parts.size(entity)), unknown);
  const auto zone_of = [](const restart::Piece& piece) { return piece.whole == "First" ? 1 : 2; };
  const auto extent = [&](int d) {
    return cells[static_cast<std::size_t>(d)] + (entity == restart::Entity::cell ? 0 : 1);
  };
  for (const auto& piece : parts.pieces()) {
    const auto own = restart::own_points(piece, entity);
    each_point(piece, entity, [&](const auto& point, std::size_t at) {
      if (own.contains(point)) values[at] = value_around(zone_of(piece), zones, point, entity);
    });
  }
  test::exchange(parts, entity, values);
  std::int64_t outside = 0;
  std::int64_t wrong = 0;
  for (const auto& piece : parts.pieces()) {
    each_point(piece, entity, [&](const auto& point, std::size_t at) {
      const bool is_in_zone = point[0] >= 0 && point[0] < extent(0);
      wrong += values[at] == value_around(zone_of(piece), zones, point, entity) ? 0 : 1;
      outside += is_in_zone ? 0 : 1;
    });
  }
  CHECK(wrong == 0);
  return par::all_sum(session().comm(), outside);
}

/// Parts thick enough to have so many ghosts.
restart::PartitionRequest with_ghosts(std::int64_t ghosts) {
  return {.partition = {.constraints = {.least = 2 * ghosts + 1}, .ghosts = ghosts}};
}

/// Reads the field with its ghosts by the calls of C, and says how many values are wrong.
std::int64_t wrong_values(const std::string& path, const restart::Partition& parts, int zones) {
  const char* const name = path.c_str();
  int file = 0;
  int partition = 0;
  std::int64_t wrong = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  ok(cgp_partition_create(file, 1, "ghosts=1", &partition));
  for (const auto entity : {restart::Entity::vertex, restart::Entity::cell}) {
    std::vector<double> values(static_cast<std::size_t>(parts.size(entity)));
    ok(cgp_partition_read(partition, entity == restart::Entity::vertex ? 1 : 2, "Pressure", RealDouble,
                          values.data()));
    for (const auto& piece : parts.pieces()) {
      each_point(piece, entity, [&](const auto& point, std::size_t at) {
        const int zone = piece.whole == "First" ? 1 : 2;
        wrong += values[at] == value_around(zone, zones, point, entity) ? 0 : 1;
      });
    }
  }
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
  return wrong;
}

TEST_CASE("ghosts across interfaces, also of a zone with itself, get what is on the other side",
          "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("ring.cgns");
  for (const int zones : {1, 2}) {
    if (session().is_root()) {
      int file = 0;
      int base = 0;
      ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
      ok(cg_base_write(file, "Base", 3, 3, &base));
      write_zone(file, "First");
      if (zones == 2) write_zone(file, "Second");
      if (zones == 2) join(file, 1, 2, false);
      join(file, zones, 1, true);
      ok(cg_close(file));
    }
    (void)par::all_sum(session().comm(), 0);
    restart::FileSet files(session(), {.files = {.names = {path}}});
    for (const std::int64_t ghosts : {1, 2}) {
      const restart::Partition parts(files, with_ghosts(ghosts));
      const auto planes = cells[1] * cells[2] * ghosts;
      CHECK(right_ghosts(parts, zones, restart::Entity::cell) >= 2 * zones * planes);
      CHECK(right_ghosts(parts, zones, restart::Entity::vertex) >= 2 * zones * planes);
      if (ghosts == 1) CHECK(wrong_values(path, parts, zones) == 0);
    }
  }
}

TEST_CASE("cells get their ghosts from beyond interfaces, even if no field is at cells", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("two.cgns");
  if (session().is_root()) {
    int file = 0;
    int base = 0;
    ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    ok(cg_base_write(file, "Base", 3, 3, &base));
    for (const auto* name : {"First", "Second"}) write_zone(file, name, false);
    join(file, 1, 2, false);
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
  restart::FileSet files(session(), {.files = {.names = {path}}});
  for (const std::int64_t ghosts : {1, 2}) {
    const restart::Partition parts(files, with_ghosts(ghosts));
    CHECK(right_ghosts(parts, 2, restart::Entity::cell) >= 2 * cells[1] * cells[2] * ghosts);
  }
}

/// Two bases of one zone each, connected by an interface.
void write_bases(const std::string& path) {
  const std::array<const char*, 2> bases = {"Base", "Other"};
  const std::array<const char*, 2> donors = {"Other/Second", "Base/First"};
  const std::array<int, 3> transform = {1, 2, 3};
  int file = 0;
  ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
  for (const int base : {1, 2}) {
    const auto at = static_cast<std::size_t>(base) - 1;
    int number = 0;
    ok(cg_base_write(file, bases.at(at), 3, 3, &number));
    write_zone(file, base == 1 ? "First" : "Second", true, base);
    const auto side = [&](cgsize_t i) { return Range{i, 1, 1, i, cells[1] + 1, cells[2] + 1}; };
    const auto here = base == 1 ? cells[0] + 1 : 1;
    ok(cg_1to1_write(file, base, 1, "Onwards", donors.at(at), side(here).data(),
                     side(cells[0] + 2 - here).data(), transform.data(), &number));
  }
  ok(cg_close(file));
}

TEST_CASE("ghosts beyond an interface to another base have values, and are in no list", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("bases.cgns");
  if (session().is_root()) write_bases(path);
  (void)par::all_sum(session().comm(), 0);
  restart::FileSet files(session(), {.files = {.names = {path}}});
  auto request = with_ghosts(1);
  request.base = "Base";
  const restart::Partition parts(files, request);
  CHECK(wrong_values(path, parts, 2) == 0);
  for (const auto entity : {restart::Entity::vertex, restart::Entity::cell}) {
    std::vector<double> values(static_cast<std::size_t>(parts.size(entity)), unknown);
    const auto end = cells[0] + (entity == restart::Entity::vertex ? 1 : 0);
    std::int64_t beyond = 0;
    std::int64_t wrong = 0;
    for (const auto& piece : parts.pieces()) {
      const auto own = restart::own_points(piece, entity);
      each_point(piece, entity, [&](const auto& point, std::size_t at) {
        if (own.contains(point)) values[at] = value_around(1, 2, point, entity);
      });
    }
    test::exchange(parts, entity, values);
    for (const auto& piece : parts.pieces()) {
      each_point(piece, entity, [&](const auto& point, std::size_t at) {
        beyond += point[0] >= end ? 1 : 0;
        wrong += values[at] == (point[0] >= end ? unknown : value_around(1, 2, point, entity)) ? 0 : 1;
      });
    }
    CHECK(wrong == 0);
    CHECK(par::all_sum(session().comm(), beyond) >= cells[1] * cells[2]);
  }
}

}  // namespace
