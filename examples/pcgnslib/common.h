/* common.h: what the examples share. */
#ifndef COMMON_H
#define COMMON_H

#include <mpi.h>
#include <pcgns/pcgnslib.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends all ranks where a call has failed; only a program may decide that. */
static inline void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

static inline void* room(cgsize_t values, size_t size) {
  void* memory = malloc(values > 0 ? (size_t)values * size : 1);
  if (!memory) {
    fputs("out of memory\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return memory;
}

/* The part, from 1, of `count` things that rank `rank` of `ranks` has: *first > *last if none. */
static inline void share(cgsize_t count, int rank, int ranks, cgsize_t* first, cgsize_t* last) {
  *first = count * rank / ranks + 1;
  *last = count * (rank + 1) / ranks;
}

#endif
