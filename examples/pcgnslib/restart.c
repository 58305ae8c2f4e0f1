/* restart.c: a solver restarts from the files of any number of ranks:
 *     mpirun -n 5 restart out.cgns run_0.cgns run_1.cgns run_2.cgns
 * Every rank gets its part of all zones, with ghosts, and all write one
 * file; rank 0 prints the largest value of each field. */
#include <mpi.h>
#include <pcgns/pcgnslib.h>
#include <stdio.h>
#include <stdlib.h>
#define must(call) ((call) == CG_OK ? (void)0 : cgp_error_exit())

static void update_ghosts(int parts, CGNS_ENUMT(GridLocation_t) location,
                          double* values) { /* from owners */
  int neighbours, to;
  cgsize_t sent, got;
  must(cgp_partition_nneighbours(parts, location, &neighbours));
  for (int n = 1; n <= neighbours; ++n) {
    must(cgp_partition_neighbour(parts, location, n, &to, &sent, &got));
    cgsize_t* own = malloc(sent * sizeof *own);
    cgsize_t* ghosts = malloc(got * sizeof *ghosts);
    double *out = malloc((sent + got) * sizeof *out), *in = out + sent;
    must(cgp_partition_exchange_lists(parts, location, n, own, ghosts));
    for (cgsize_t i = 0; i < sent; ++i) out[i] = values[own[i] - 1];
    MPI_Sendrecv(out, sent, MPI_DOUBLE, to, 0, in, got, MPI_DOUBLE,
                 to, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (cgsize_t i = 0; i < got; ++i) values[ghosts[i] - 1] = in[i];
    free(own), free(ghosts), free(out);
  }
}

int main(int argc, char** argv) {
  int rank, file, parts, out, solutions, fields;
  cgsize_t size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char* const* names = (const char* const*)argv + 2;
  must(cgp_fileset_open(argc - 2, names, CG_MODE_READ, &file));
  must(cgp_partition_create(file, 1, "ghosts=1", &parts));
  must(cgp_partition_create_file(parts, argv[1], &out));
  must(cg_nsols(file, 1, 1, &solutions)); /* the same in all zones */
  for (int s = 1; s <= solutions; ++s) {
    char solution[33], name[33];
    CGNS_ENUMT(GridLocation_t) location;
    CGNS_ENUMT(DataType_t) type;
    must(cg_sol_info(file, 1, 1, s, solution, &location));
    must(cg_nfields(file, 1, 1, s, &fields));
    must(cgp_partition_size(parts, location, &size));
    double* values = malloc(size * sizeof *values);
    for (int f = 1; f <= fields; ++f) {
      must(cg_field_info(file, 1, 1, s, f, &type, name));
      must(cgp_partition_read(parts, s, name, RealDouble, values));
      update_ghosts(parts, location, values); /* as after each step */
      double most = -1e300, all;
      for (cgsize_t i = 0; i < size; ++i)
        if (values[i] > most) most = values[i];
      MPI_Reduce(&most, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
      if (!rank) printf("%s/%s: at most %.10g\n", solution, name, all);
      must(cgp_partition_write(parts, out, s, name, RealDouble, values));
    }
    free(values);
  }
  must(cgp_partition_destroy(parts));
  must(cgp_close(out)); /* here the file appears */
  must(cgp_close(file));
  MPI_Finalize();
}
