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

extern int rank, ranks;

static inline void must(int status) {
  if (status != CG_OK) cgp_error_exit();
}

static inline void expect(int is_true, const char* what) {
  if (is_true) return;
  fprintf(stderr, "rank %d: not as expected: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline DataType_t type_of(const Case* c) {
  return strcmp(c->type, "RealSingle") == 0 ? RealSingle : RealDouble;
}

static inline void share(cgsize_t count, cgsize_t* first, cgsize_t* last) {
  *first = count * rank / ranks + 1;
  *last = count * (rank + 1) / ranks;
}

static inline Box box_of(const cgsize_t* extents) {
  Box box = {{1, 1, 1}, {extents[0], extents[1], 0}, 0};
  share(extents[2], &box.first[2], &box.last[2]);
  box.count = box.last[2] < box.first[2] ? 0 : extents[0] * extents[1] * (box.last[2] - box.first[2] + 1);
  return box;
}

static inline double value_at(int array, cgsize_t i, cgsize_t j, cgsize_t k) {
  return (double)(array * 10000 + (k - 1) * 900 + (j - 1) * 30 + i);
}

/* Values of the box as the file has them. */
static inline void* values_of(const Case* c, int array, const Box* box) {
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

static inline size_t width(const Case* c) { return type_of(c) == RealDouble ? 8 : 4; }

static inline void same(const Case* c, const void* values, const void* expected, const Box* box,
                        const char* what) {
  expect(memcmp(values, expected, (size_t)box->count * width(c)) == 0, what);
}

static inline const void* given(const Box* box, const void* values) { return box->count > 0 ? values : NULL; }

static inline void use_mode(const Case* c) {
  must(cgp_pio_mode(strcmp(c->mode, "queued") == 0        ? CGP_QUEUED
                    : strcmp(c->mode, "independent") == 0 ? CGP_INDEPENDENT
                                                          : CGP_COLLECTIVE));
}

static inline int create(const Case* c, ZoneType_t type) {
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

static inline void finish(int fn) {
  must(queue_flush());
  must(cgp_close(fn));
}

static inline int reopen(const Case* c) {
  int fn;
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cgp_open(c->path, CG_MODE_READ, &fn));
  return fn;
}

/* Of a list of `count` values the range of this rank, whose indices beyond the first are 1. */
static inline Box range_of(cgsize_t count) {
  Box range = {{1, 1, 1}, {1, 1, 1}, 0};
  share(count, &range.first[0], &range.last[0]);
  range.count = range.last[0] - range.first[0] + 1;
  return range;
}

static inline cgsize_t product(const cgsize_t* n) { return n[0] * n[1] * n[2]; }

/* Room for the values of the box in memory. */
static inline void* room_for(const Box* box) { return calloc((size_t)box->count + 1, 8); }

void write_hexa(const Case* c);
void read_hexa(const Case* c);
void write_ngon(const Case* c);
void write_polyhedra(const Case* c);
void write_structured(const Case* c);
void write_particles(const Case* c);
void read_particles(const Case* c);
void write_arrays(const Case* c);
void read_arrays(const Case* c);
void write_joins(const Case* c);
void write_first_names(const Case* c);
void write_lists(const Case* c);
void write_changes(const Case* c);
void write_parts(const Case* c);
void write_from_set(const Case* c);
void write_own_files(const Case* c);
void write_after_errors(const Case* c);

#endif
