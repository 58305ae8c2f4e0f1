/* reference.c: what the reference library's interface for Fortran has beside its functions of C. */
#include <stdlib.h>

#include "pcgns_fortran.h"

static void end_program(int is_error, char* text) {
  (void)text;
  if (is_error > 0) cgp_error_exit();
}

void pcgnsf_exit_on_error(int flag) { cg_error_handler(flag ? end_program : NULL); }

/* The same with the address of a setting: of a text, of a communicator of Fortran, of a number. */
void pcgnsf_cg_configure_at(int what, void* value, int* ierr) {
  Call call = {.name = "cg_configure"};
  if (!value)
    pcgnsf_refuse(&call, "value", "is no address");
  else if (what == CG_CONFIG_HDF5_MPI_COMM)
    call.status = cgp_mpi_comm_f(*(const MPI_Fint*)value);
  else if (what == CG_CONFIG_SET_PATH || what == CG_CONFIG_ADD_PATH || what == CG_CONFIG_HDF5_ALIGNMENT)
    call.status = cg_configure(what, value);
  else if (what == CG_CONFIG_ERROR)
    pcgnsf_refuse(&call, "value", "is needed as the address of a procedure, type(c_funptr)");
  else
    call.status = cg_configure(what, (void*)(intptr_t) * (const int*)value);
  pcgnsf_goes_on(&call);
  pcgnsf_end(&call, ierr);
}

void pcgnsf_cg_configure_calls(int what, void (*value)(int, char*), int* ierr) {
  Call call = {.name = "cg_configure"};
  if (what != CG_CONFIG_ERROR)
    pcgnsf_refuse(&call, "value", "is a procedure, which only CG_CONFIG_ERROR takes");
  else
    call.status = cg_error_handler(value);
  pcgnsf_goes_on(&call);
  pcgnsf_end(&call, ierr);
}

void pcgnsf_set_rind_core(int* ierr) {
  Call call = {.name = "cg_set_rind_core", .status = cg_configure(CG_CONFIG_RIND_INDEX, CG_CONFIG_RIND_CORE)};
  pcgnsf_end(&call, ierr);
}

void pcgnsf_set_rind_zero(int* ierr) {
  Call call = {.name = "cg_set_rind_zero", .status = cg_configure(CG_CONFIG_RIND_INDEX, CG_CONFIG_RIND_ZERO)};
  pcgnsf_end(&call, ierr);
}

/* What cg_1to1_read_global fills: for each interface three names and the places of its numbers. */
typedef struct {
  char (*text)[33];
  char** names[3];
  cgsize_t** ranges[2];
  int** transforms;
} Interfaces;

static void* places(size_t count) { return calloc(count + 1, sizeof(void*)); }

static int make_room(Interfaces* all, size_t count) {
  all->text = calloc(3 * count + 1, sizeof *all->text);
  all->transforms = places(count);
  int is_made = all->text && all->transforms;
  for (int i = 0; i < 3; ++i) is_made = (all->names[i] = places(count)) && is_made;
  for (int i = 0; i < 2; ++i) is_made = (all->ranges[i] = places(count)) && is_made;
  return is_made;
}

static void free_room(Interfaces* all) {
  for (int i = 0; i < 3; ++i) free(all->names[i]);
  for (int i = 0; i < 2; ++i) free(all->ranges[i]);
  free(all->transforms);
  free(all->text);
}

/* Numbers of one interface follow those of the one before in the caller's arrays. */
static void set_places(Interfaces* all, int count, int dimension, cgsize_t* ranges[2], int* transforms) {
  for (int n = 0; n < count; ++n) {
    for (int i = 0; i < 3; ++i) all->names[i][n] = all->text[3 * n + i];
    for (int i = 0; i < 2; ++i) all->ranges[i][n] = ranges[i] + (size_t)n * 2 * (size_t)dimension;
    all->transforms[n] = transforms + (size_t)n * (size_t)dimension;
  }
}

static void give_names(const Interfaces* all, int count, const CFI_cdesc_t* const names[3]) {
  for (int i = 0; i < 3; ++i)
    for (int n = 0; n < count; ++n)
      pcgnsf_pad((char*)names[i]->base_addr + (size_t)n * names[i]->elem_len, names[i]->elem_len,
                 all->names[i][n]);
}

/* As pcgnsf_array; what is filled must be there. */
static void* filled_array(Call* call, const char* argument, const CFI_cdesc_t* array, cgsize_t least) {
  void* values = pcgnsf_array(call, argument, array, least);
  if (!values && least > 0) pcgnsf_refuse(call, argument, "is not allocated");
  return values;
}

void pcgnsf_1to1_read_global(int fn, int B, const CFI_cdesc_t* connectname, const CFI_cdesc_t* zonename,
                             const CFI_cdesc_t* donorname, const CFI_cdesc_t* range,
                             const CFI_cdesc_t* donor_range, const CFI_cdesc_t* transform, int* ierr) {
  Call call = {.name = "cg_1to1_read_global"};
  const CFI_cdesc_t* const names[3] = {connectname, zonename, donorname};
  Interfaces all = {0};
  char base[33];
  int count = 0, dimension = 0, physical = 0;
  call.status = cg_n1to1_global(fn, B, &count);
  if (call.status == CG_OK) call.status = cg_base_read(fn, B, base, &dimension, &physical);
  filled_array(&call, "connectname", connectname, count);
  filled_array(&call, "zonename", zonename, count);
  filled_array(&call, "donorname", donorname, count);
  cgsize_t* ranges[2] = {filled_array(&call, "range", range, (cgsize_t)2 * dimension * count),
                         filled_array(&call, "donor_range", donor_range, (cgsize_t)2 * dimension * count)};
  int* transforms = filled_array(&call, "transform", transform, (cgsize_t)dimension * count);
  if (!make_room(&all, (size_t)count)) pcgnsf_refuse(&call, "connectname", "finds no memory");
  if (call.status == CG_OK && pcgnsf_goes_on(&call)) {
    set_places(&all, count, dimension, ranges, transforms);
    call.status = cg_1to1_read_global(fn, B, all.names[0], all.names[1], all.names[2], all.ranges[0],
                                      all.ranges[1], all.transforms);
    if (call.status == CG_OK) give_names(&all, count, names);
  }
  free_room(&all);
  pcgnsf_end(&call, ierr);
}
