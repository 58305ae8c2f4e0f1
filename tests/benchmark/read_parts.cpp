// read_parts.cpp: what restart_speed.py and petsc_speed.py measure: values of a file set in memory.
//
//     mpirun -n 2 read_parts HOW FILE...
//
// parts: a partition with all fields, by the calls of a solver
//
// mesh: the same with the coordinates and elements of the parts; prints rank 0's seconds
//
// bytes: rank r reads files r, r + size, ... from begin to end
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "pcgns/pcgnslib.h"

namespace {

/// Not written to before the values come, as memory of a solver.
template <typename T>
using Memory = std::unique_ptr<T[]>;

void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

/// Reads all fields of solution `S`, one after the other into one array per field, as a solver keeps them.
void read_solution(int file, int parts, int S, std::vector<Memory<double>>& fields) {
  char name[33];
  CGNS_ENUMT(GridLocation_t) location = CGNS_ENUMV(Vertex);
  CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(RealDouble);
  int count = 0;
  cgsize_t size = 0;
  must(cg_sol_info(file, 1, 1, S, name, &location));
  must(cg_nfields(file, 1, 1, S, &count));
  must(cgp_partition_size(parts, location, &size));
  for (int F = 1; F <= count; ++F) {
    must(cg_field_info(file, 1, 1, S, F, &type, name));
    auto& values = fields.emplace_back(new double[static_cast<std::size_t>(size)]);
    must(cgp_partition_read(parts, S, name, CGNS_ENUMV(RealDouble), values.get()));
  }
}

/// Coordinates and elements of this rank's parts, as a solver keeps them.
void read_mesh(int part, std::vector<Memory<double>>& values, std::vector<Memory<cgsize_t>>& kept) {
  int zones = 0;
  must(cg_nzones(part, 1, &zones));
  for (int Z = 1; Z <= zones; ++Z) {
    char name[33];
    cgsize_t size[9];
    int sections = 0;
    must(cg_zone_read(part, 1, Z, name, size));
    const cgsize_t from = 1;
    for (const auto* axis : {"CoordinateX", "CoordinateY", "CoordinateZ"}) {
      auto& axis_values = values.emplace_back(new double[static_cast<std::size_t>(size[0])]);
      must(cg_coord_read(part, 1, Z, axis, CGNS_ENUMV(RealDouble), &from, size, axis_values.get()));
    }
    must(cg_nsections(part, 1, Z, &sections));
    for (int S = 1; S <= sections; ++S) {
      cgsize_t count = 0;
      must(cg_ElementDataSize(part, 1, Z, S, &count));
      auto& nodes = kept.emplace_back(new cgsize_t[static_cast<std::size_t>(count)]);
      must(cg_elements_read(part, 1, Z, S, nodes.get(), nullptr));
    }
  }
}

void read_partition(const std::vector<const char*>& names, const char* options, bool with_mesh) {
  int file = 0;
  int parts = 0;
  int solutions = 0;
  std::vector<Memory<double>> fields;
  std::vector<Memory<cgsize_t>> elements;
  must(cgp_fileset_open(static_cast<int>(names.size()), names.data(), CG_MODE_READ, &file));
  must(cgp_partition_create(file, 1, options, &parts));
  if (with_mesh) {
    int part = 0;
    must(cgp_partition_part(parts, &part));
    read_mesh(part, fields, elements);
    must(cg_close(part));
  }
  must(cg_nsols(file, 1, 1, &solutions));
  for (int S = 1; S <= solutions; ++S) read_solution(file, parts, S, fields);
  must(cgp_partition_destroy(parts));
  must(cgp_close(file));
}

[[noreturn]] void give_up(const char* name) {
  std::perror(name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();
}

/// The whole file in memory, in the large blocks that a contiguous read has.
Memory<char> bytes_of(const char* name) {
  const int file = open(name, O_RDONLY);
  const auto size = lseek(file, 0, SEEK_END);
  if (size < 0) give_up(name);
  Memory<char> bytes(new char[static_cast<std::size_t>(size)]);
  off_t at = 0;
  while (at < size) {
    const auto got = pread(file, bytes.get() + at, static_cast<std::size_t>(size - at), at);
    if (got <= 0) give_up(name);
    at += got;
  }
  close(file);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 3) {
    std::fputs("usage: read_parts parts|mesh|bytes FILE...\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const std::vector<const char*> names(argv + 2, argv + argc);
  std::vector<Memory<char>> kept;
  const std::string how = argv[1];
  const double start = MPI_Wtime();
  if (how != "bytes") {
    read_partition(names, "ghosts=0", how == "mesh");
    if (how == "mesh" && rank == 0) std::printf("%.3f\n", MPI_Wtime() - start);
  } else {
    for (std::size_t i = static_cast<std::size_t>(rank); i < names.size();
         i += static_cast<std::size_t>(size))
      kept.push_back(bytes_of(names[i]));
  }
  MPI_Finalize();
}
