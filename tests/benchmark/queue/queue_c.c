/* queue_c.c: FILE N GX GY GZ: 7 arrays of N^3 doubles, of which each rank has a box, are written by the queue
 * and read again. Rank 0 prints seconds for writing and reading, and by how many bytes the memory of a rank
 * grew at most. queue_fortran.F90 and queue_python.py do the same. */
#include <mpi.h>
#include <pcgns/pcgnslib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { arrays = 7 };

#define must(call) ((call) == CG_OK ? (void)0 : cgp_error_exit())

static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1024 * usage.ru_maxrss;
}

int main(int argc, char** argv) {
  int rank, fn, number, ids[2] = {1, 0};
  cgsize_t first[3], last[3], count = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const cgsize_t n = argc == 6 ? atol(argv[2]) : 0;
  for (int d = 0, rest = rank; d < 3; ++d) {
    const int parts = atoi(argv[3 + d]);
    first[d] = rest % parts * n / parts + 1;
    last[d] = (rest % parts + 1) * n / parts;
    rest /= parts;
    count *= last[d] - first[d] + 1;
  }
  const cgsize_t size[9] = {n, n, n, n - 1, n - 1, n - 1, 0, 0, 0};
  double* values = malloc((size_t)(arrays * count) * sizeof *values);
  for (cgsize_t i = 0; i < arrays * count; ++i) values[i] = (double)i + rank;
  double times[3] = {0}, all[3];
  const long before = peak();
  for (int reads = 0; reads < 2; ++reads) {
    if (reads) memset(values, 0, (size_t)(arrays * count) * sizeof *values);
    MPI_Barrier(MPI_COMM_WORLD);
    times[reads] = -MPI_Wtime();
    must(cgp_open(argv[1], reads ? CG_MODE_READ : CG_MODE_WRITE, &fn));
    if (!reads) {
      must(cg_base_write(fn, "Base", 3, 3, &number));
      must(cg_zone_write(fn, 1, "Zone", size, CGNS_ENUMV(Structured), &number));
      must(cg_sol_write(fn, 1, 1, "Flow", CGNS_ENUMV(Vertex), &number));
    }
    for (int a = 0; a < arrays; ++a) {
      char name[33];
      snprintf(name, sizeof name, "Field%d", a + 1);
      if (!reads) must(cgp_field_write(fn, 1, 1, 1, CGNS_ENUMV(RealDouble), name, &number));
      ids[1] = a + 1;
      double* box = values + a * count;
      must(reads ? queue_slice_read(CGP_SLICE_FIELD, fn, 1, 1, ids, 3, first, last, box)
                 : queue_slice_write(CGP_SLICE_FIELD, fn, 1, 1, ids, 3, first, last, box));
    }
    must(queue_flush());
    must(cgp_close(fn));
    times[reads] += MPI_Wtime();
  }
  times[2] = (double)(peak() - before);
  if (values[count] != (double)(count + rank)) cgp_error_exit();
  MPI_Reduce(times, all, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%.6f %.6f %.0f\n", all[0], all[1], all[2]);
  free(values);
  MPI_Finalize();
  return 0;
}
