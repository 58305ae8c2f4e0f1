/* count.c: writes a base, counts the bases of the file, and says with which version. */
#include <pcgns/pcgnslib.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  int file, base, count;
  char built_with[32];
  MPI_Init(&argc, &argv);
  if (cgp_open("count.cgns", CG_MODE_WRITE, &file) || cg_base_write(file, "Base", 3, 3, &base) ||
      cgp_close(file))
    cgp_error_exit();
  if (cgp_open("count.cgns", CG_MODE_READ, &file) || cg_nbases(file, &count) || cgp_close(file))
    cgp_error_exit();
  snprintf(built_with, sizeof built_with, "%d.%d.%d", PCGNS_VERSION_MAJOR, PCGNS_VERSION_MINOR,
           PCGNS_VERSION_PATCH);
  printf("%d base, versions %s\n", count, strcmp(built_with, pcgns_version()) == 0 ? "agree" : "differ");
  MPI_Finalize();
  return 0;
}
