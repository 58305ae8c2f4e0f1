/* pcgns.h: the jobs of the programs inside a program of yours, in C and C++: merge, repartition, restripe,
 * check, compare, digest, info.
 *
 *   char* report = NULL;
 *   const char* request = "{\"files\": \"@list\", \"output\": \"out.cgns\"}";
 *   if (pcgns_merge(MPI_COMM_WORLD, request, NULL, &report) != PCGNS_OK) puts(pcgns_job_error());
 *   pcgns_free(report);
 *
 * A request is a JSON object; its keys are the long options of the program, without the dashes, and "files",
 * the inputs. The options of the terminal (--json, --quiet, --progress, ...) do not exist here. The report is
 * the document that the program prints with --json; the schemas of both are in share/pcgns/schema. The manual
 * page pcgns(3) says more. The functions are in the shared library, for which pkg-config pcgns and the CMake
 * target pcgns::c stand.
 *
 * - MPI must be initialised. A job is collective over `comm`, any intracommunicator; the request of its rank
 *   0 counts, the other ranks may pass NULL. Two jobs of one process must not run at the same time.
 * - A job catches no signal, prints nothing, opens no file that it does not close, and leaves MPI as it was.
 *   (HDF5 then locks no files, and prints no errors once a call of it has failed.)
 * - A failure on one rank is the same result on every rank. Only a rank that fails where the others cannot
 *   know (out of memory) ends the whole program, after a minute. */
#ifndef PCGNS_PCGNS_H
#define PCGNS_PCGNS_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "pcgns/pcgnsversion.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a job returns, on every rank the same: the exit status of the program. */
#define PCGNS_OK 0       /* Done; the files agree; the mesh is valid. */
#define PCGNS_NO 1       /* The answer is no: compare, check, digest. There is a report. */
#define PCGNS_FAILED 2   /* Could not be done; no output has appeared. */
#define PCGNS_STOPPED 3  /* Stopped by `stop`; a request with "resume" continues. */
#define PCGNS_IN_PLACE 4 /* The output is in place, but something after it failed. */

/* How much a note matters. */
#define PCGNS_DETAIL 0
#define PCGNS_INFO 1
#define PCGNS_WARNING 2
#define PCGNS_ERROR 3 /* One of several inputs could not be handled; the job goes on with the others. */

/* What a job tells while it runs, and asks. Each function may be NULL, on some ranks or on all; each is
 * called on every rank that has it, by the thread that runs the job, with `context` first. None may
 * communicate, call a function of this library, or leave by an exception or longjmp. */
typedef struct pcgns_listener {
  size_t size; /* sizeof(pcgns_listener): a later version may add members at the end. */
  void* context;
  void (*phase)(void* context, const char* phase); /* A phase begins: "reading the input files". */
  void (*progress)(void* context, int64_t moved, int64_t total); /* Bytes moved by all ranks so far. */
  void (*note)(void* context, int level, const char* text);      /* A sentence for the user. */
  /* Not 0: stop. Asked in every round; one rank is enough, then all end in order with PCGNS_STOPPED. */
  int (*stop)(void* context);
} pcgns_listener;

/* `listener` may be NULL. `report`: the document, on every rank the same, for pcgns_free; of a job that
 * returns PCGNS_FAILED, _STOPPED or _IN_PLACE a document of the schema pcgns-error; but where "each" lets a job go
 * on after a file that failed, its report, which says which. May be NULL. */
int pcgns_merge(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_repartition(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_restripe(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_check(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_compare(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_digest(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);
int pcgns_info(MPI_Comm comm, const char* request, const pcgns_listener* listener, char** report);

/* For other languages: the job by its name ("merge"), and the communicator as an integer of Fortran. */
int pcgns_job_f(const char* job, MPI_Fint comm, const char* request, const pcgns_listener* listener,
                char** report);
/* MPI_COMM_SELF as an integer of Fortran; initialises MPI if the program has not. */
MPI_Fint pcgns_comm_self_f(void);

/* Why the last job of this thread did not return PCGNS_OK or PCGNS_NO; "" if it did, and where the report says why
 * ("each"). Valid until the next. */
const char* pcgns_job_error(void);

void pcgns_free(char* report);

#ifdef __cplusplus
}
#endif

#endif
