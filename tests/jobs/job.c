/* job.c: JOB REQUEST: a job of pcgns.h as a program: its report on standard output, why it failed on standard
 * error.
 *
 * With STOP=N the rank N asks the job to stop. With ERRORS=each every rank says what it has got. With
 * OWN=FILE rank 0 has an HDF5 file of its own open meanwhile, and ends with 9 if that has suffered. */
#include <hdf5.h>
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

/* What a solver has of HDF5, before a job and after it. */
typedef struct {
  hid_t file, values;
  H5E_auto2_t print;
  void* client;
} Own;

static const int numbers[3] = {3, 1, 4};

static Own open_own(const char* path) {
  const hsize_t count = 3;
  Own own = {.file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)};
  const hid_t space = H5Screate_simple(1, &count, NULL);
  own.values = H5Dcreate2(own.file, "numbers", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Sclose(space);
  H5Eget_auto2(H5E_DEFAULT, &own.print, &own.client);
  return own;
}

static int is_as_it_was(const Own* own) {
  int read[3] = {0};
  H5E_auto2_t print = NULL;
  void* client = NULL;
  H5Eget_auto2(H5E_DEFAULT, &print, &client);
  const int moved = H5Dwrite(own->values, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0 &&
                    H5Dread(own->values, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) >= 0 &&
                    memcmp(read, numbers, sizeof read) == 0;
  /* Without types: the library keeps those of labels and names. */
  const int open =
      (int)H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE | H5F_OBJ_DATASET | H5F_OBJ_GROUP | H5F_OBJ_ATTR);
  if (!moved || open != 2 || print != own->print)
    fprintf(stderr, "moved %d, open %d (2), prints %d\n", moved, open, print == own->print);
  return moved && open == 2 && print == own->print && H5Dclose(own->values) >= 0 && H5Fclose(own->file) >= 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) return 2;
  const char* path = rank == 0 ? getenv("OWN") : NULL;
  Own own = {0};
  if (path != NULL) own = open_own(path);
  const pcgns_listener listener = {
      .size = sizeof listener, .context = &rank, .note = say, .stop = wants_stop};
  char* report = NULL;
  /* What counts is the request of rank 0. */
  const char* request = rank == 0 ? argv[2] : NULL;
  int status = pcgns_job_f(argv[1], MPI_Comm_c2f(MPI_COMM_WORLD), request, &listener, &report);
  if (rank == 0) fputs(report, stdout);
  if (*pcgns_job_error() != '\0' && (rank == 0 || getenv("ERRORS") != NULL))
    fprintf(stderr, "%d: %s\n", status, pcgns_job_error());
  pcgns_free(report);
  if (path != NULL && !is_as_it_was(&own)) status = 9;
  MPI_Finalize();
  return status;
}
