/* case_values.h: what the cases in C share: boxes, values, opening and closing. */
#ifndef CASE_VALUES_H
#define CASE_VALUES_H

#include <mpi.h>
#include <pcgns/pcgnslib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char name[64], kind[32], mode[32], type[32], path[1200];
  cgsize_t cells[3], points[3];
} Case;

typedef struct {
  cgsize_t first[3], last[3], count; /* count 0: this rank has nothing */
} Box;

static int rank, ranks;

static void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

static void expect(int is_true, const char* what) {
  if (is_true) return;
  fprintf(stderr, "rank %d: not as expected: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static DataType_t type_of(const Case* c) {
  return strcmp(c->type, "RealSingle") == 0 ? RealSingle : RealDouble;
}

static void share(cgsize_t count, cgsize_t* first, cgsize_t* last) {
  *first = count * rank / ranks + 1;
  *last = count * (rank + 1) / ranks;
}

static Box box_of(const cgsize_t* extents) {
  Box box = {{1, 1, 1}, {extents[0], extents[1], 0}, 0};
  share(extents[2], &box.first[2], &box.last[2]);
  box.count = box.last[2] < box.first[2] ? 0 : extents[0] * extents[1] * (box.last[2] - box.first[2] + 1);
  return box;
}

static double value_at(int array, cgsize_t i, cgsize_t j, cgsize_t k) {
  return (double)(array * 10000 + (k - 1) * 900 + (j - 1) * 30 + i);
}

/* Values of the box as the file has them. */
static void* values_of(const Case* c, int array, const Box* box) {
  double* wide = calloc((size_t)box->count + 1, sizeof *wide);
  float* narrow = calloc((size_t)box->count + 1, sizeof *narrow);
  cgsize_t at = 0;
  if (box->count > 0)
    for (cgsize_t k = box->first[2]; k <= box->last[2]; ++k)
      for (cgsize_t j = box->first[1]; j <= box->last[1]; ++j)
        for (cgsize_t i = box->first[0]; i <= box->last[0]; ++i, ++at) {
          wide[at] = value_at(array, i, j, k);
          narrow[at] = (float)wide[at];
        }
  if (type_of(c) == RealDouble) return free(narrow), wide;
  return free(wide), (void*)narrow;
}

static size_t width(const Case* c) { return type_of(c) == RealDouble ? 8 : 4; }

static void same(const Case* c, const void* values, const void* expected, const Box* box, const char* what) {
  expect(memcmp(values, expected, (size_t)box->count * width(c)) == 0, what);
}

static const void* given(const Box* box, const void* values) { return box->count > 0 ? values : NULL; }

static void use_mode(const Case* c) {
  must(cgp_pio_mode(strcmp(c->mode, "queued") == 0        ? CGP_QUEUED
                    : strcmp(c->mode, "independent") == 0 ? CGP_INDEPENDENT
                                                          : CGP_COLLECTIVE));
}

static int create(const Case* c, ZoneType_t type) {
  int fn, number;
  const cgsize_t *p = c->points, *n = c->cells;
  const cgsize_t box[9] = {p[0], p[1], p[2], n[0], n[1], n[2], 0, 0, 0};
  const cgsize_t mesh[3] = {p[0] * p[1] * p[2], n[0] * n[1] * n[2], 0};
  use_mode(c);
  must(cgp_open(c->path, CG_MODE_WRITE, &fn));
  must(cg_base_write(fn, "Base", 3, 3, &number));
  must(cg_simulation_type_write(fn, 1, NonTimeAccurate));
  must(cg_goto(fn, 1, "end"));
  must(cg_dataclass_write(Dimensional));
  must(cg_units_write(Kilogram, Meter, Second, Kelvin, Degree));
  must(cg_descriptor_write("Note", "a case of the table"));
  must(cg_zone_write(fn, 1, "Zone", type == Structured ? box : mesh, type, &number));
  return fn;
}

static void finish(int fn) {
  must(queue_flush());
  must(cgp_close(fn));
}

static int reopen(const Case* c) {
  int fn;
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cgp_open(c->path, CG_MODE_READ, &fn));
  return fn;
}

#endif
