#include "together.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstring>

namespace heat {

int rank() {
  int value;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

int ranks() {
  int value;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

void together(const std::function<void()>& step) {
  char text[512] = "";
  int failed = ranks();
  try {
    step();
  } catch (const std::exception& error) {
    std::strncpy(text, error.what(), sizeof text - 1);
    failed = rank();
  }
  MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (failed == ranks()) return;
  MPI_Bcast(text, sizeof text, MPI_CHAR, failed, MPI_COMM_WORLD);
  throw Failure(text);
}

}  // namespace heat
