// What a solver does with the calls of C: it opens what there is, gets its part, and writes one file.
#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "meshes.hpp"
#include "pcgns/digest/digest.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using test::session;

std::string digest_of(const std::string& names) {
  const auto report = digest::run(session(), {.inputs = {.files = {.names = {names}}}});
  auto digest = session().is_root() ? to_string(report.manifest.nodes.front().tree) : std::string();
  par::broadcast(session().comm(), digest);
  return digest;
}

int opened(const std::string& names) {
  const char* const name = names.c_str();
  int file = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  return file;
}

int partition_of(int file, const char* options) {
  int partition = 0;
  ok(cgp_partition_create(file, 1, options, &partition));
  return partition;
}

/// Reads the fields of all solutions and writes them again.
void write_back(const std::string& names, const char* options, const std::string& output) {
  const int file = opened(names);
  const int partition = partition_of(file, options);
  int out = 0;
  ok(cgp_partition_create_file(partition, output.c_str(), &out));
  const std::array<CGNS_ENUMT(GridLocation_t), 2> locations = {Vertex, CellCenter};
  for (int S = 1; S <= 2; ++S) {
    cgsize_t size = 0;
    ok(cgp_partition_size(partition, locations[static_cast<std::size_t>(S) - 1], &size));
    std::vector<double> pressure(static_cast<std::size_t>(size));
    std::vector<float> density(static_cast<std::size_t>(size));
    ok(cgp_partition_read(partition, S, "Pressure", RealDouble, pressure.data()));
    ok(cgp_partition_read(partition, S, "Density", RealSingle, density.data()));
    ok(cgp_partition_write(partition, out, S, "Pressure", RealDouble, pressure.data()));
    ok(cgp_partition_write(partition, out, S, "Density", RealSingle, density.data()));
  }
  CHECK(cgp_close(file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("destroy it first"));
  ok(cgp_close(out));
  const bool is_last = session().rank() == session().size() - 1;
  if (!is_last) ok(cgp_partition_destroy(partition));
  CHECK(cgp_close(file) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("destroy it first"));
  if (is_last) ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("fields that parts write back are those of the source", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto cube = scratch.path("cube.cgns");
  const auto boxes = scratch.path("box_%03d.cgns");
  const auto pieces = scratch.path("piece_%03d.cgns");
  test::write_blocks(blocks);
  test::write_hexahedra(cube, 5);
  test::write_parts(blocks, boxes, {.partition = {.partitions = 4, .constraints = {}}});
  test::write_parts(cube, pieces, {.partition = {.partitions = 4, .constraints = {}}});
  int number = 0;
  for (const auto& [names, source] : {std::pair{blocks, blocks}, {boxes, blocks}, {pieces, cube}}) {
    for (const char* options : {"", "ghosts=1", "method=hilbert;ghosts=1", "method=block;order=rcm"}) {
      INFO(names << " " << options);
      const auto output = scratch.path("back_" + std::to_string(++number) + ".cgns");
      write_back(names, options, output);
      CHECK(digest_of(output) == digest_of(source));
    }
  }
}

/// Gives the ghosts among the values of cells what their owners have.
void update_ghosts(MPI_Comm comm, int partition, std::vector<double>& values) {
  int neighbours = 0;
  ok(cgp_partition_nneighbours(partition, CellCenter, &neighbours));
  std::vector<std::vector<cgsize_t>> to(static_cast<std::size_t>(neighbours));
  std::vector<std::vector<double>> sent(to.size());
  std::vector<std::vector<double>> received(to.size());
  std::vector<MPI_Request> requests;
  for (int N = 1; N <= neighbours; ++N) {
    const auto n = static_cast<std::size_t>(N) - 1;
    int rank = 0;
    cgsize_t send = 0;
    cgsize_t receive = 0;
    ok(cgp_partition_neighbour(partition, CellCenter, N, &rank, &send, &receive));
    std::vector<cgsize_t> from(static_cast<std::size_t>(send));
    to[n].resize(static_cast<std::size_t>(receive));
    received[n].resize(to[n].size());
    ok(cgp_partition_exchange_lists(partition, CellCenter, N, from.data(), to[n].data()));
    for (const auto at : from) sent[n].push_back(values[static_cast<std::size_t>(at) - 1]);
    requests.resize(requests.size() + 2);
    MPI_Irecv(received[n].data(), static_cast<int>(receive), MPI_DOUBLE, rank, 7, comm, &requests.end()[-2]);
    MPI_Isend(sent[n].data(), static_cast<int>(send), MPI_DOUBLE, rank, 7, comm, &requests.end()[-1]);
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t n = 0; n < to.size(); ++n)
    for (std::size_t i = 0; i < to[n].size(); ++i)
      values[static_cast<std::size_t>(to[n][i]) - 1] = received[n][i];
}

/// One step of heat conduction in the own cells of a structured piece.
void conduct(int partition, int P, const std::vector<double>& before, std::vector<double>& after) {
  std::array<cgsize_t, 6> own = {};
  std::array<cgsize_t, 6> box = {};
  cgsize_t begin = 0;
  ok(cgp_partition_piece_info(partition, P, nullptr, nullptr, own.data(), box.data()));
  ok(cgp_partition_piece_size(partition, P, CellCenter, &begin, nullptr, nullptr));
  std::array<cgsize_t, 3> stride = {1, box[3] - box[0] + 1, 0};
  stride[2] = stride[1] * (box[4] - box[1] + 1);
  std::array<cgsize_t, 3> at = {};
  for (at[2] = own[2]; at[2] <= own[5]; ++at[2])
    for (at[1] = own[1]; at[1] <= own[4]; ++at[1])
      for (at[0] = own[0]; at[0] <= own[3]; ++at[0]) {
        auto place = begin - 1;
        for (std::size_t d = 0; d < 3; ++d) place += (at[d] - box[d]) * stride[d];
        const auto here = before[static_cast<std::size_t>(place)];
        double flux = 0;
        for (std::size_t d = 0; d < 3; ++d) {
          if (at[d] > box[d]) flux += before[static_cast<std::size_t>(place - stride[d])] - here;
          if (at[d] < box[d + 3]) flux += before[static_cast<std::size_t>(place + stride[d])] - here;
        }
        after[static_cast<std::size_t>(place)] = here + flux / 7;
      }
}

/// Goes on from `names` on the lowest `ranks` ranks, and writes one file.
void run_solver(int ranks, const std::string& names, int steps, const std::string& output) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(session().comm(), session().rank() < ranks ? 0 : MPI_UNDEFINED, 0, &comm);
  if (comm != MPI_COMM_NULL) {
    const char* const name = names.c_str();
    int file = 0;
    int out = 0;
    int pieces = 0;
    cgsize_t size = 0;
    ok(cgp_mpi_comm(comm));
    ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
    const int partition = partition_of(file, "ghosts=1");
    ok(cgp_partition_npieces(partition, &pieces));
    ok(cgp_partition_size(partition, CellCenter, &size));
    std::vector<double> values(static_cast<std::size_t>(size));
    ok(cgp_partition_read(partition, 2, "Pressure", RealDouble, values.data()));
    for (int step = 0; step < steps; ++step) {
      update_ghosts(comm, partition, values);
      auto next = values;
      for (int P = 1; P <= pieces; ++P) conduct(partition, P, values, next);
      values = next;
    }
    ok(cgp_partition_create_file(partition, output.c_str(), &out));
    ok(cgp_partition_write(partition, out, 2, "Pressure", RealDouble, values.data()));
    ok(cgp_close(out));
    ok(cgp_partition_destroy(partition));
    ok(cgp_close(file));
    MPI_Comm_free(&comm);
  }
  ok(cgp_mpi_comm(session().comm()));
  (void)par::all_sum(session().comm(), 0);
}

TEST_CASE("a run that goes on with other ranks ends in the bits of one that never stopped", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto boxes = scratch.path("box_%03d.cgns");
  test::write_blocks(blocks);
  test::write_parts(blocks, boxes, {.partition = {.partitions = 4, .constraints = {}}});
  const auto straight = scratch.path("straight.cgns");
  run_solver(session().size(), blocks, 12, straight);
  auto last = boxes;
  int number = 0;
  for (const int ranks :
       {session().size(), std::max(1, session().size() - 1), (session().size() + 2) / 2, 1}) {
    const auto next = scratch.path("next_" + std::to_string(++number) + ".cgns");
    run_solver(ranks, last, 3, next);
    last = next;
  }
  CHECK(digest_of(last) == digest_of(straight));
  CHECK(digest_of(last) != digest_of(blocks));
}

TEST_CASE("a field is written only to a file of the same zones on the same ranks", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  const auto smaller = scratch.path("smaller.cgns");
  const auto mine = scratch.path("of_rank_" + std::to_string(session().rank()) + ".cgns");
  test::write_hexahedra(cube, 4);
  test::write_hexahedra(smaller, 3);
  std::filesystem::copy_file(cube, mine);
  const int file = opened(cube);
  const int partition = partition_of(file, nullptr);
  cgsize_t size = 0;
  ok(cgp_partition_size(partition, CellCenter, &size));
  const std::vector<double> values(static_cast<std::size_t>(size));
  const auto write_to = [&](int out, int p) {
    return cgp_partition_write(p, out, 2, "Pressure", RealDouble, values.data());
  };
  int out = 0;
  ok(cgp_open(smaller.c_str(), CG_MODE_MODIFY, &out));
  CHECK(write_to(out, partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("has another size"));
  const bool is_last = session().rank() + 1 == session().size();
  CHECK(write_to(out, is_last ? 99 : partition) == CG_ERROR);
  ok(cgp_close(out));
  if (session().size() > 1) {
    ok(cg_open(mine.c_str(), CG_MODE_MODIFY, &out));
    CHECK(write_to(out, partition) == CG_ERROR);
    CHECK_THAT(cg_get_error(), Contains("not open on the ranks"));
    ok(cg_close(out));
  }
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("queries of a partition agree with each other", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  int file = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_open(cube.c_str(), CG_MODE_READ, &file));
  const int partition = partition_of(file, "ghosts=1");
  int part = 0;
  ok(cgp_partition_part(partition, &part));
  int pieces = 0;
  int zones = 0;
  ok(cgp_partition_npieces(partition, &pieces));
  ok(cg_nzones(part, 1, &zones));
  CHECK(pieces == zones);
  cgsize_t own_cells = 0;
  for (int P = 1; P <= pieces; ++P) {
    int Z = 0;
    std::array<char, 33> name = {};
    ok(cgp_partition_piece_info(partition, P, name.data(), &Z, nullptr, nullptr));
    CHECK(Z == 1);
    cgsize_t begin = 0;
    cgsize_t own = 0;
    cgsize_t total = 0;
    ok(cgp_partition_piece_size(partition, P, CellCenter, &begin, &own, &total));
    std::vector<cgsize_t> numbers(static_cast<std::size_t>(total));
    ok(cgp_partition_global_numbers(partition, P, CellCenter, numbers.data()));
    std::vector<double> pressure(static_cast<std::size_t>(total));
    ok(cgp_partition_read(partition, 2, "Pressure", RealDouble, pressure.data()));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      CHECK(pressure[i] == 1000 + static_cast<double>(numbers[i] - 1) / 8);
    own_cells += own;
    int sections = 0;
    ok(cg_nsections(part, 1, P, &sections));
    CHECK(sections >= 1);
    CHECK(cg_field_read(part, 1, P, 2, "Pressure", RealDouble, &begin, &own, pressure.data()) == CG_ERROR);
    CHECK_THAT(cg_get_error(), Contains("cgp_partition_read"));
  }
  if (pieces == 0) ok(cgp_partition_read(partition, 2, "Pressure", RealDouble, nullptr));
  CHECK(par::all_sum(session().comm(), own_cells) == 64);
  // A result that is not wanted.
  ok(cgp_partition_npieces(partition, nullptr));
  ok(cgp_partition_size(partition, CellCenter, nullptr));
  ok(cgp_partition_nneighbours(partition, CellCenter, nullptr));
  ok(cgp_partition_ninterfaces(partition, nullptr));
  ok(cgp_partition_interface_nneighbours(partition, Vertex, nullptr));
  if (pieces > 0) ok(cgp_partition_global_numbers(partition, 1, CellCenter, nullptr));
  ok(cg_close(part));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

TEST_CASE("a map that does not exist is an error, even if no zone needs it", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  test::write_blocks(blocks);
  const int file = opened(blocks);
  int partition = 0;
  CHECK(cgp_partition_from_map(file, 1, "nowhere.cgns", "", &partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("nowhere.cgns"));
  ok(cgp_close(file));
}

TEST_CASE("a wrong argument of one rank is an error on all, and the partition stays usable", "[restart]") {
  const test::Scratch scratch;
  const auto cube = scratch.path("cube.cgns");
  test::write_hexahedra(cube, 4);
  const int file = opened(cube);
  const bool is_last = session().rank() + 1 == session().size();
  int partition = 0;
  CHECK(cgp_partition_create(file, 1, is_last ? "ghosts=many" : "", &partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("ghosts: 'many' is not a number"));
  CHECK(cgp_partition_create(file, is_last ? 2 : 1, "", &partition) == CG_ERROR);
  CHECK(cgp_partition_create(file, 1, "method=best", &partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("rcb, hilbert"));
  CHECK(cgp_partition_from_map(file, 1, "nowhere.cgns", "", &partition) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Contains("nowhere.cgns"));
  if (session().size() > 1) {
    CHECK(cgp_partition_create(file, 1, is_last ? "ghosts=1" : "", &partition) == CG_ERROR);
    CHECK_THAT(cg_get_error(), Contains("differ between ranks"));
  }
  partition = partition_of(file, nullptr);
  cgsize_t size = 0;
  ok(cgp_partition_size(partition, CellCenter, &size));
  std::vector<double> values(static_cast<std::size_t>(size));
  CHECK(cgp_partition_read(partition, is_last ? 9 : 2, "Pressure", RealDouble, values.data()) == CG_ERROR);
  const auto output = scratch.path("out.cgns");
  int out = 0;
  ok(cgp_partition_create_file(partition, output.c_str(), &out));
  CHECK(cgp_partition_write(partition, out, is_last ? 9 : 2, "Pressure", RealDouble, values.data()) ==
        CG_ERROR);
  ok(cgp_partition_read(partition, 2, "Pressure", RealDouble, values.data()));
  ok(cgp_partition_write(partition, out, 2, "Pressure", RealDouble, values.data()));
  ok(cgp_close(out));
  ok(cgp_partition_destroy(partition));
  CHECK(cgp_partition_destroy(partition) == CG_ERROR);
  ok(cgp_close(file));
}

TEST_CASE("a solution may have planes beyond other sides than the first one", "[restart]") {
  const test::Scratch scratch;
  const auto path = scratch.path("planes.cgns");
  if (session().is_root()) {
    const std::array<cgsize_t, 9> size = {13, 4, 4, 12, 3, 3};
    std::vector<double> values(13 * 3 * 3);
    std::iota(values.begin(), values.end(), 0.0);
    int file = 0;
    int number = 0;
    ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    ok(cg_base_write(file, "Base", 3, 3, &number));
    ok(cg_zone_write(file, 1, "Zone", size.data(), Structured, &number));
    for (const int side : {0, 1, 0}) {
      std::array<int, 6> planes = {};
      planes[static_cast<std::size_t>(side)] = 1;
      int solution = 0;
      ok(cg_nsols(file, 1, 1, &solution));
      ok(cg_sol_write(file, 1, 1, std::to_string(solution).c_str(), CellCenter, &solution));
      ok(cg_goto(file, 1, "Zone_t", 1, "FlowSolution_t", solution, "end"));
      ok(cg_rind_write(planes.data()));
      for (auto& value : values) value += 0.5 + side;
      ok(cg_field_write(file, 1, 1, solution, RealDouble, "Pressure", values.data(), &number));
    }
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
  const int file = opened(path);
  const int partition = partition_of(file, nullptr);
  cgsize_t size = 0;
  ok(cgp_partition_size(partition, CellCenter, &size));
  std::vector<double> values(static_cast<std::size_t>(size));
  const auto output = scratch.path("out.cgns");
  int out = 0;
  ok(cgp_partition_create_file(partition, output.c_str(), &out));
  for (const int solution : {1, 2, 3}) {
    ok(cgp_partition_read(partition, solution, "Pressure", RealDouble, values.data()));
    ok(cgp_partition_write(partition, out, solution, "Pressure", RealDouble, values.data()));
  }
  ok(cgp_close(out));
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
  CHECK(digest_of(output) == digest_of(path));
}

}  // namespace
