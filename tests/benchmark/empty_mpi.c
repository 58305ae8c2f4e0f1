/* empty_mpi.c: does nothing on every rank; what it takes is the launcher's time and MPI's own. */

#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  return MPI_Finalize();
}
