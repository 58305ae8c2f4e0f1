/* job.c: JOB REQUEST: a job of pcgns.h as a program: its report on standard output, why it failed on standard
 * error.
 *
 * With STOP=N the rank N asks the job to stop. With ERRORS=each every rank says what it has got. */
#include <mpi.h>
#include <pcgns/pcgns.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wants_stop(void* rank) {
  const char* stopper = getenv("STOP");
  return stopper != NULL && *(int*)rank == atoi(stopper);
}

static void say(void* rank, int level, const char* text) {
  if (*(int*)rank == 0 && level >= PCGNS_WARNING) fprintf(stderr, "note: %s\n", text);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) return 2;
  const pcgns_listener listener = {
      .size = sizeof listener, .context = &rank, .note = say, .stop = wants_stop};
  char* report = NULL;
  /* What counts is the request of rank 0. */
  const char* request = rank == 0 ? argv[2] : NULL;
  const int status = pcgns_job_f(argv[1], MPI_Comm_c2f(MPI_COMM_WORLD), request, &listener, &report);
  if (rank == 0) fputs(report, stdout);
  if (*pcgns_job_error() != '\0' && (rank == 0 || getenv("ERRORS") != NULL))
    fprintf(stderr, "%d: %s\n", status, pcgns_job_error());
  pcgns_free(report);
  MPI_Finalize();
  return status;
}
