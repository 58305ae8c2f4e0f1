/* restart.c: any number of processes go on from any number of files, as they are: nothing is merged or cut on
 * disk.
 *
 *     mpirun -n 5 restart run_0000.cgns run_0001.cgns run_0002.cgns
 *
 * All ranks open every file, whose tree one of them reads; then each reads its share of each zone: planes of
 * the last index. Rank 0 prints, for each zone and field of its last solution, number and sum of the values,
 * which do not depend on the number of ranks. */
#include <string.h>

#include "common.h"

typedef struct {
  int fn, base, zone, solution, field, rank, ranks;
} Place;

static void add_up(const Place* at, const char* zone_name) {
  char name[33], solution_name[33];
  int dimensions;
  CGNS_ENUMT(DataType_t) type;
  CGNS_ENUMT(GridLocation_t) location;
  cgsize_t extents[12], first[12], last[12], count = 1;
  must(cg_sol_info(at->fn, at->base, at->zone, at->solution, solution_name, &location));
  must(cg_sol_size(at->fn, at->base, at->zone, at->solution, &dimensions, extents));
  must(cg_field_info(at->fn, at->base, at->zone, at->solution, at->field, &type, name));
  for (int i = 0; i < dimensions; ++i) {
    first[i] = 1;
    last[i] = extents[i];
  }
  share(extents[dimensions - 1], at->rank, at->ranks, &first[dimensions - 1], &last[dimensions - 1]);
  for (int i = 0; i < dimensions; ++i) count *= last[i] - first[i] + 1;
  double* values = room(count, sizeof *values);
  memset(values, 0, (size_t)(count > 0 ? count : 0) * sizeof *values);
  /* As doubles, whatever the file has. */
  const cgsize_t begin[1] = {1}, end[1] = {count};
  must(cgp_field_general_read_data(at->fn, at->base, at->zone, at->solution, at->field, first, last,
                                   RealDouble, 1, end, begin, end, count > 0 ? values : NULL));
  double own[2] = {count > 0 ? (double)count : 0.0, 0.0}, all[2];
  for (cgsize_t i = 0; i < count; ++i) own[1] += values[i];
  MPI_Reduce(own, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (at->rank == 0) printf("%s %s %s %.0f %.10g\n", zone_name, solution_name, name, all[0], all[1]);
  free(values);
}

static void read_zone(Place at) {
  char name[33];
  cgsize_t size[9];
  int solutions, fields;
  must(cg_zone_read(at.fn, at.base, at.zone, name, size));
  must(cg_nsols(at.fn, at.base, at.zone, &solutions));
  if (solutions == 0) return;
  at.solution = solutions;
  must(cg_nfields(at.fn, at.base, at.zone, at.solution, &fields));
  for (at.field = 1; at.field <= fields; ++at.field) add_up(&at, name);
}

int main(int argc, char** argv) {
  Place at = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &at.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &at.ranks);
  must(cgp_pio_mode(CGP_INDEPENDENT)); /* no rank waits for another to read */
  for (int i = 1; i < argc; ++i) {
    int bases, zones;
    must(cgp_open(argv[i], CG_MODE_READ, &at.fn));
    must(cg_nbases(at.fn, &bases));
    for (at.base = 1; at.base <= bases; ++at.base) {
      must(cg_nzones(at.fn, at.base, &zones));
      for (at.zone = 1; at.zone <= zones; ++at.zone) read_zone(at);
    }
    must(cgp_close(at.fn));
  }
  MPI_Finalize();
  return 0;
}
