/* rind_ranges.c: writes and reads boxes of arrays with rind planes, with pcgnslib.h or, with -DREFERENCE,
 * with the reference library. What it reads must not depend on the library, nor on the one that wrote.
 *
 * rind_ranges write FILE | rind_ranges read FILE */

#ifdef REFERENCE
#include <cgnslib.h>
#else
#include <pcgns/pcgnslib.h>
#endif
#include <stdio.h>
#include <string.h>

enum { COORDINATE, FIELD, ARRAY, KINDS };

/* Vertices 4 x 3, cells 3 x 2; with rind 7 x 4 and 5 x 4. */
static const cgsize_t zone_size[6] = {4, 3, 3, 2, 0, 0};
static const int rind_of[KINDS][4] = {{2, 1, 0, 1}, {1, 1, 2, 0}, {1, 1, 2, 0}};
static const cgsize_t extents[KINDS][2] = {{7, 4}, {5, 4}, {5, 4}};

/* The memory of all boxes. */
static const cgsize_t memory_size[2] = {9, 6};
#define VALUES (9 * 6)

static void must(int status) {
  if (status != CG_OK) cg_error_exit();
}

/* An array whose values can be written later, too. */
static void write_whole(int fn, int kind, const float* values) {
  int number;
#ifdef REFERENCE
  must(kind == COORDINATE ? cg_coord_write(fn, 1, 1, RealSingle, "CoordinateX", values, &number)
                          : cg_field_write(fn, 1, 1, 1, RealSingle, "Pressure", values, &number));
#else
  const cgsize_t one[2] = {1, 1};
  must(kind == COORDINATE ? cgp_coord_write(fn, 1, 1, RealSingle, "CoordinateX", &number)
                          : cgp_field_write(fn, 1, 1, 1, RealSingle, "Pressure", &number));
  must(kind == COORDINATE ? cgp_coord_write_data(fn, 1, 1, 1, one, extents[kind], values)
                          : cgp_field_write_data(fn, 1, 1, 1, 1, one, extents[kind], values));
#endif
}

static void go_to_solution(int fn) { must(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end")); }

/* A box of `kind`, in memory from its second value on in both directions. */
static int move_box(int writes, int fn, int kind, const cgsize_t* low, const cgsize_t* high, double* values) {
  const cgsize_t first[2] = {2, 2};
  const cgsize_t last[2] = {high[0] - low[0] + 2, high[1] - low[1] + 2};
  go_to_solution(fn);
#ifdef REFERENCE
  int number;
  if (kind == COORDINATE && writes)
    return cg_coord_general_write(fn, 1, 1, "CoordinateX", RealSingle, low, high, RealDouble, 2, memory_size,
                                  first, last, values, &number);
  if (kind == COORDINATE)
    return cg_coord_general_read(fn, 1, 1, "CoordinateX", low, high, RealDouble, 2, memory_size, first, last,
                                 values);
  if (kind == FIELD && writes)
    return cg_field_general_write(fn, 1, 1, 1, "Pressure", RealSingle, low, high, RealDouble, 2, memory_size,
                                  first, last, values, &number);
  if (kind == FIELD)
    return cg_field_general_read(fn, 1, 1, 1, "Pressure", low, high, RealDouble, 2, memory_size, first, last,
                                 values);
  if (writes)
    return cg_array_general_write("Pressure", RealSingle, 2, extents[kind], low, high, RealDouble, 2,
                                  memory_size, first, last, values);
  return cg_array_general_read(1, low, high, RealDouble, 2, memory_size, first, last, values);
#else
  if (kind == COORDINATE && writes)
    return cgp_coord_general_write_data(fn, 1, 1, 1, low, high, RealDouble, 2, memory_size, first, last,
                                        values);
  if (kind == COORDINATE)
    return cgp_coord_general_read_data(fn, 1, 1, 1, low, high, RealDouble, 2, memory_size, first, last,
                                       values);
  if (kind == FIELD && writes)
    return cgp_field_general_write_data(fn, 1, 1, 1, 1, low, high, RealDouble, 2, memory_size, first, last,
                                        values);
  if (kind == FIELD)
    return cgp_field_general_read_data(fn, 1, 1, 1, 1, low, high, RealDouble, 2, memory_size, first, last,
                                       values);
  if (writes)
    return cgp_array_general_write_data(1, low, high, RealDouble, 2, memory_size, first, last, values);
  return cgp_array_general_read_data(1, low, high, RealDouble, 2, memory_size, first, last, values);
#endif
}

/* The whole arrays, then boxes that begin in the rind. */
static void write_file(const char* path) {
  float all[7 * 4];
  double box[VALUES];
  int fn, number;
  for (int i = 0; i < 7 * 4; ++i) all[i] = (float)(100 + i);
  for (int i = 0; i < VALUES; ++i) box[i] = 500 + i;
  must(cg_open(path, CG_MODE_WRITE, &fn));
  must(cg_base_write(fn, "Base", 2, 2, &number));
  must(cg_zone_write(fn, 1, "Zone", zone_size, Structured, &number));
  must(cg_grid_write(fn, 1, 1, "GridCoordinates", &number));
  must(cg_goto(fn, 1, "Zone_t", 1, "GridCoordinates_t", 1, "end"));
  must(cg_rind_write(rind_of[COORDINATE]));
  write_whole(fn, COORDINATE, all);
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
  go_to_solution(fn);
  must(cg_rind_write(rind_of[FIELD]));
  write_whole(fn, FIELD, all);
  must(cg_close(fn));
  must(cg_open(path, CG_MODE_MODIFY, &fn));
  for (int kind = 0; kind < KINDS; ++kind) {
    const cgsize_t low[2] = {1 - rind_of[kind][0], 1};
    const cgsize_t high[2] = {2 - kind, 2 - kind / 2};
    must(move_box(1, fn, kind, low, high, box));
  }
  /* As many values as there are, but counted from 1: never written where the rind is not expected. */
  const cgsize_t one[2] = {1, 1};
  for (int kind = 0; kind < KINDS; ++kind)
    printf("whole from 1: %s\n",
           move_box(1, fn, kind, one, extents[kind], box) == CG_OK ? "written" : "refused");
  must(cg_close(fn));
}

static void read_file(const char* path) {
  const cgsize_t boxes[][4] = {{1, 1, 3, 2},  {0, 1, 2, 2},   {1, 0, 3, 1}, {-1, 1, 1, 1},
                               {1, -1, 3, 2}, {4, 1, 5, 2},   {1, 1, 5, 2}, {1, 1, 7, 4},
                               {1, 1, 5, 4},  {-9, 3, -5, 6}, {3, 2, 1, 1}};
  double values[VALUES];
  int fn;
  must(cg_open(path, CG_MODE_READ, &fn));
  for (int kind = 0; kind < KINDS; ++kind) {
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; ++i) {
      const cgsize_t* box = boxes[i];
      memset(values, 0, sizeof values);
      const int status = move_box(0, fn, kind, box, box + 2, values);
      printf("%d (%d,%d)-(%d,%d):", kind, (int)box[0], (int)box[1], (int)box[2], (int)box[3]);
      for (int k = 0; k < VALUES && status == CG_OK; ++k) printf(" %g", values[k]);
      printf(status == CG_OK ? "\n" : " refused\n");
    }
  }
  must(cg_close(fn));
}

int main(int count, char** arguments) {
  if (count != 3) return 2;
#ifndef REFERENCE
  MPI_Init(&count, &arguments);
#endif
  if (strcmp(arguments[1], "write") == 0)
    write_file(arguments[2]);
  else
    read_file(arguments[2]);
#ifndef REFERENCE
  MPI_Finalize();
#endif
  return 0;
}
