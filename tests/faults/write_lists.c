/* write_lists.c: writes a field value by value through the block cache.
 *
 *     mpirun -n 3 write_lists out.cgns NAME OPTIONS [new|old]
 *
 * Each rank writes every so many-th value of the field NAME: of a new file, of one that exists without it, or
 * (old) other values where the file has it. OPTIONS are those of cgp_cache. */
#include <mpi.h>
#include <pcgns/pcgnslib.h>
#include <stdlib.h>
#include <string.h>

enum { extent = 64, values = extent * extent * extent, per_call = 4096 };

static void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

int main(int argc, char** argv) {
  const cgsize_t size[9] = {extent, extent, extent, extent - 1, extent - 1, extent - 1, 0, 0, 0};
  int rank, ranks, file, ids[2] = {1, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int is_new = argc > 4 && strcmp(argv[4], "new") == 0;
  must(cgp_open(argv[1], is_new ? CG_MODE_WRITE : CG_MODE_MODIFY, &file));
  if (is_new) {
    int base, zone;
    must(cg_base_write(file, "Base", 3, 3, &base));
    must(cg_zone_write(file, 1, "Zone", size, CGNS_ENUMV(Structured), &zone));
    must(cg_sol_write(file, 1, 1, "Flow", CGNS_ENUMV(Vertex), &ids[0]));
  }
  const int is_old = argc > 4 && strcmp(argv[4], "old") == 0;
  ids[1] = 1;
  if (!is_old) must(cgp_field_write(file, 1, 1, 1, CGNS_ENUMV(RealDouble), argv[2], &ids[1]));
  must(cgp_cache(file, argv[3]));
  static cgsize_t indices[per_call];
  static double data[per_call];
  cgsize_t count = 0;
  for (cgsize_t i = rank; i < values; i += ranks) {
    /* All over the array: 77777 and the number of values have no common factor. */
    indices[count] = 1 + (i * 77777) % values;
    data[count] = (double)indices[count] + (is_old ? 0.25 : 0.5);
    if (++count < per_call && i + ranks < values) continue;
    must(cgp_write_list(CGP_SLICE_FIELD, file, 1, 1, ids, CGNS_ENUMV(RealDouble), count, indices, data));
    count = 0;
  }
  must(cgp_close(file));
  MPI_Finalize();
  return 0;
}
