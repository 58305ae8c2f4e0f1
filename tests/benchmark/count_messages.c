/* count_messages.c: for LD_PRELOAD: what each rank of a program sends, a line per rank in the
 * file COUNT_MESSAGES: messages to one other rank, their bytes, the ranks that they go to,
 * collective calls, and the most memory resident, in bytes. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { MOST_RANKS = 1 << 16 };

static long messages, bytes, collectives;
static unsigned char is_peer[MOST_RANKS];

static void count(int values, MPI_Datatype type, int rank, MPI_Comm comm) {
  int size = 0;
  int world = rank;
  MPI_Group group;
  MPI_Group all;
  PMPI_Type_size(type, &size);
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Group_translate_ranks(group, 1, &rank, all, &world);
  PMPI_Group_free(&group);
  PMPI_Group_free(&all);
  ++messages;
  bytes += (long)values * size;
  if (world >= 0 && world < MOST_RANKS) is_peer[world] = 1;
}

int MPI_Isend(const void* from, int values, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
              MPI_Request* request) {
  count(values, type, rank, comm);
  return PMPI_Isend(from, values, type, rank, tag, comm, request);
}

int MPI_Issend(const void* from, int values, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
               MPI_Request* request) {
  count(values, type, rank, comm);
  return PMPI_Issend(from, values, type, rank, tag, comm, request);
}

int MPI_Ialltoall(const void* from, int sent, MPI_Datatype send_type, void* to, int received,
                  MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  ++collectives;
  return PMPI_Ialltoall(from, sent, send_type, to, received, type, comm, request);
}

int MPI_Iallreduce(const void* from, void* to, int values, MPI_Datatype type, MPI_Op operation, MPI_Comm comm,
                   MPI_Request* request) {
  ++collectives;
  return PMPI_Iallreduce(from, to, values, type, operation, comm, request);
}

int MPI_Iallgather(const void* from, int sent, MPI_Datatype send_type, void* to, int received,
                   MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  ++collectives;
  return PMPI_Iallgather(from, sent, send_type, to, received, type, comm, request);
}

int MPI_Iallgatherv(const void* from, int sent, MPI_Datatype send_type, void* to, const int* received,
                    const int* at, MPI_Datatype type, MPI_Comm comm, MPI_Request* request) {
  ++collectives;
  return PMPI_Iallgatherv(from, sent, send_type, to, received, at, type, comm, request);
}

int MPI_Ibcast(void* values, int number, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  ++collectives;
  return PMPI_Ibcast(values, number, type, root, comm, request);
}

int MPI_Finalize(void) {
  const char* const name = getenv("COUNT_MESSAGES");
  FILE* const report = name == NULL ? NULL : fopen(name, "a");
  if (report != NULL) {
    struct rusage usage;
    char line[160];
    long peers = 0;
    for (int i = 0; i < MOST_RANKS; ++i) peers += is_peer[i];
    getrusage(RUSAGE_SELF, &usage);
    snprintf(line, sizeof line, "%ld %ld %ld %ld %ld\n", messages, bytes, peers, collectives,
             usage.ru_maxrss * 1024);
    /* At once, so that lines of ranks do not mix. */
    fwrite(line, 1, strlen(line), report);
    fclose(report);
  }
  return PMPI_Finalize();
}
