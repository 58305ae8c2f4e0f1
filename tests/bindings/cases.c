/* cases.c: writes and reads back what each line of a table says, through the C interface. cases.f90 and
 * cases.py make the same calls.
 *
 *     mpirun -n 3 cases cases.txt FOLDER */
#include "case_values.h"

int rank, ranks;

void write_structured(const Case* c) {
  static const char* const names[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  const Box points = box_of(c->points), cells = box_of(c->cells);
  const cgsize_t wall[6] = {1, 1, 1, 1, c->points[1], c->points[2]}, total = c->cells[0] * 3;
  const int fn = create(c, Structured);
  void* values[4];
  cgsize_t first, last, *numbers = calloc((size_t)total, sizeof *numbers);
  int number, solution;
  for (int a = 0; a < 3; ++a) {
    values[a] = values_of(c, a, &points);
    must(cgp_coord_write(fn, 1, 1, type_of(c), names[a], &number));
    must(cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, given(&points, values[a])));
  }
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &solution));
  must(cgp_field_write(fn, 1, 1, solution, type_of(c), "Pressure", &number));
  values[3] = values_of(c, 7, &cells);
  must(cgp_field_write_data(fn, 1, 1, solution, number, cells.first, cells.last, given(&cells, values[3])));
  must(cg_family_write(fn, 1, "Wall", &number));
  must(cg_boco_write(fn, 1, 1, "IMin", FamilySpecified, PointRange, 2, wall, &number));
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", number, "end"));
  must(cg_famname_write("Wall"));
  must(cg_gopath(fn, "/Base/Zone"));
  must(cg_user_data_write("Extra"));
  must(cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 1, "end"));
  must(cgp_array_write("Numbers", LongInteger, 1, &total, &number));
  share(total, &first, &last);
  for (cgsize_t i = first; i <= last; ++i) numbers[i - first] = 100 + i;
  must(cgp_array_write_data(number, &first, &last, first <= last ? numbers : NULL));
  finish(fn);
  for (int a = 0; a < 4; ++a) free(values[a]);
  free(numbers);
}

static void read_structured(const Case* c) {
  const Box points = box_of(c->points), cells = box_of(c->cells);
  const int fn = reopen(c);
  const cgsize_t outside[3] = {c->points[0] + 1, 1, 1};
  cgsize_t size[9];
  char name[33];
  int count;
  ZoneType_t type;
  DataType_t data_type;
  must(cg_zone_read(fn, 1, 1, name, size));
  must(cg_zone_type(fn, 1, 1, &type));
  must(cg_ncoords(fn, 1, 1, &count));
  must(cg_coord_info(fn, 1, 1, 2, &data_type, name));
  expect(size[0] == c->points[0] && size[5] == c->cells[2] && type == Structured && count == 3, "the zone");
  expect(strcmp(name, "CoordinateY") == 0 && data_type == type_of(c), "the coordinate");
  for (int a = 0; a < 3; ++a) {
    void *expected = values_of(c, a, &points), *values = calloc((size_t)points.count + 1, 8);
    must(cgp_coord_read_data(fn, 1, 1, a + 1, points.first, points.last, points.count > 0 ? values : NULL));
    same(c, values, expected, &points, "coordinates");
    expect(
        cgp_coord_read_data(fn, 1, 1, a + 1, outside, outside, rank == ranks - 1 ? values : NULL) == CG_ERROR,
        "a range outside of the array is an error on all ranks");
    free(expected), free(values);
  }
  void *expected = values_of(c, 7, &cells), *values = calloc((size_t)cells.count + 1, 8);
  must(cgp_field_read_data(fn, 1, 1, 1, 1, cells.first, cells.last, cells.count > 0 ? values : NULL));
  same(c, values, expected, &cells, "fields");
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end"));
  must(cg_famname_read(name));
  expect(strcmp(name, "Wall") == 0, "the family");
  expect(cg_goto(fn, 1, "Zone_t", 2, "end") == CG_NODE_NOT_FOUND, "there is no second zone");
  must(cgp_close(fn));
  free(expected), free(values);
}

/* Memory is a double array with a plane more at every end; the solution has a rind plane at the start of k.
 */
static void write_general(const Case* c, int reads) {
  const Box cells = box_of(c->cells);
  const int fn = reads ? reopen(c) : create(c, Structured), planes[6] = {0, 0, 0, 0, 1, 0};
  const cgsize_t depth = cells.count > 0 ? cells.last[2] - cells.first[2] + 1 : 1;
  const cgsize_t extents[3] = {c->cells[0] + 2, c->cells[1] + 2, depth + 2}, from[3] = {2, 2, 2};
  const cgsize_t to[3] = {c->cells[0] + 1, c->cells[1] + 1, depth + 1};
  double* memory = calloc((size_t)(extents[0] * extents[1] * extents[2]), sizeof *memory);
  int number = 1;
  if (!reads) {
    must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
    must(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
    must(cg_rind_write(planes));
    must(cgp_field_write(fn, 1, 1, 1, type_of(c), "Density", &number));
    /* The rind plane is written by nobody: its values would be undefined. */
    const cgsize_t low[3] = {1, 1, 0}, high[3] = {c->cells[0], c->cells[1], 0},
                   flat[2] = {c->cells[0], c->cells[1]};
    const cgsize_t one[2] = {1, 1};
    double* plane = calloc((size_t)(flat[0] * flat[1]), sizeof *plane);
    must(cgp_field_general_write_data(fn, 1, 1, 1, 1, low, high, RealDouble, 2, flat, one, flat,
                                      rank == 0 ? plane : NULL));
    must(queue_flush());
    free(plane);
  }
  for (cgsize_t k = 2; k <= to[2]; ++k)
    for (cgsize_t j = 2; j <= to[1]; ++j)
      for (cgsize_t i = 2; i <= to[0] && !reads; ++i)
        memory[i - 1 + extents[0] * (j - 1 + extents[1] * (k - 1))] =
            value_at(3, i - 1, j - 1, k - 2 + cells.first[2]);
  if (!reads)
    must(cgp_field_general_write_data(fn, 1, 1, 1, 1, cells.first, cells.last, RealDouble, 3, extents, from,
                                      to, given(&cells, memory)));
  else
    must(cgp_field_general_read_data(fn, 1, 1, 1, 1, cells.first, cells.last, RealDouble, 3, extents, from,
                                     to, cells.count > 0 ? memory : NULL));
  for (cgsize_t k = 2; k <= to[2] && cells.count > 0 && reads; ++k)
    expect(memory[1 + extents[0] * (1 + extents[1] * (k - 1))] == value_at(3, 1, 1, k - 2 + cells.first[2]),
           "values of the box in memory");
  if (reads)
    must(cgp_close(fn));
  else
    finish(fn);
  free(memory);
}

static void write_multi(const Case* c) {
  static const char* const names[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  const Box points = box_of(c->points);
  int fn = create(c, Structured), numbers[3];
  const void* written[3];
  void* read[3];
  for (int a = 0; a < 3; ++a) {
    must(cgp_coord_write(fn, 1, 1, type_of(c), names[a], &numbers[a]));
    written[a] = values_of(c, a + 1, &points);
    read[a] = calloc((size_t)points.count + 1, 8);
  }
  const void* none[3] = {NULL, NULL, NULL};
  must(cgp_coord_multi_write_data(fn, 1, 1, numbers, points.first, points.last, 3,
                                  points.count > 0 ? written : none));
  finish(fn);
  fn = reopen(c);
  must(cgp_coord_multi_read_data(fn, 1, 1, numbers, points.first, points.last, 3,
                                 points.count > 0 ? read : (void**)none));
  for (int a = 0; a < 3; ++a) same(c, read[a], written[a], &points, "several coordinates");
  must(cgp_close(fn));
  for (int a = 0; a < 3; ++a) free(read[a]), free((void*)written[a]);
}

/* Fields lie in memory with i and k exchanged. */
static void write_queue(const Case* c) {
  const Box points = box_of(c->points), cells = box_of(c->cells);
  int fn = create(c, Structured), number, ids[2] = {1, 1};
  const cgsize_t depth = cells.count > 0 ? cells.last[2] - cells.first[2] + 1 : 1;
  const cgsize_t extents[3] = {depth, c->cells[1], c->cells[0]}, from[3] = {1, 1, 1};
  const int axes[3] = {2, 1, 0};
  double* turned = calloc((size_t)(extents[0] * extents[1] * extents[2]), sizeof *turned);
  double* back = calloc((size_t)(extents[0] * extents[1] * extents[2]), sizeof *back);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
  must(cgp_field_write(fn, 1, 1, 1, type_of(c), "Pressure", &number));
  void* values = values_of(c, 5, &points);
  for (cgsize_t i = 0; i < extents[2]; ++i)
    for (cgsize_t j = 0; j < extents[1]; ++j)
      for (cgsize_t k = 0; k < extents[0]; ++k)
        turned[k + extents[0] * (j + extents[1] * i)] = value_at(6, i + 1, j + 1, k + cells.first[2]);
  must(queue_slice_write(CGP_SLICE_COORDS, fn, 1, 1, ids, 3, points.first, points.last,
                         given(&points, values)));
  must(queue_slice_general_write(CGP_SLICE_FIELD, fn, 1, 1, ids, 3, cells.first, cells.last, RealDouble,
                                 extents, from, axes, given(&cells, turned)));
  finish(fn);
  fn = reopen(c);
  must(queue_slice_general_read(CGP_SLICE_FIELD, fn, 1, 1, ids, 3, cells.first, cells.last, RealDouble,
                                extents, from, axes, cells.count > 0 ? back : NULL));
  must(cgp_queue_flush(fn));
  const cgsize_t last = c->cells[0] * c->cells[1] * c->cells[2], listed[3] = {last, 1, 2};
  double values_listed[3];
  must(cgp_cache(fn, "memory=4M"));
  must(cgp_read_list(CGP_SLICE_FIELD, fn, 1, 1, ids, RealDouble, 3, listed, values_listed));
  expect(values_listed[0] == value_at(6, c->cells[0], c->cells[1], c->cells[2]) &&
             values_listed[1] == value_at(6, 1, 1, 1),
         "lists");
  expect(cells.count == 0 || memcmp(turned, back, (size_t)cells.count * sizeof *back) == 0, "slices");
  must(cgp_close(fn));
  free(values), free(turned), free(back);
}

/* What a binding refuses on one rank is an error on all, and leaves the file as it was. */
static void write_refused(const Case* c) {
  const Box points = box_of(c->points);
  const int fn = create(c, Structured);
  int number;
  void* values = values_of(c, 1, &points);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  if (rank == ranks - 1) expect(cgp_wrong_argument("data is wrong", 1) == CG_ERROR, "a wrong argument");
  expect(
      cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, given(&points, values)) == CG_ERROR &&
          strstr(cgp_get_error(), "data is wrong"),
      "a wrong argument is an error on all ranks");
  must(cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, given(&points, values)));
  finish(fn);
  free(values);
}

static void write_and_read_general(const Case* c) { write_general(c, 0), write_general(c, 1); }

typedef struct {
  const char* kind;
  void (*steps[2])(const Case*);
} Kind;

static const Kind kinds[] = {{"structured", {write_structured, read_structured}},
                             {"general", {write_and_read_general}},
                             {"multi", {write_multi}},
                             {"hexa", {write_hexa, read_hexa}},
                             {"ngon", {write_ngon}},
                             {"nface", {write_polyhedra}},
                             {"queue", {write_queue}},
                             {"refused", {write_refused}},
                             {"partition", {write_parts}},
                             {"particles", {write_particles, read_particles}},
                             {"arrays", {write_arrays, read_arrays}},
                             {"joins", {write_joins}},
                             {"first_names", {write_first_names}},
                             {"lists", {write_lists}},
                             {"changes", {write_changes}},
                             {"set", {write_from_set}},
                             {"own_files", {write_own_files}},
                             {"errors", {write_after_errors}}};

static void run(const Case* c) {
  size_t i = 0;
  while (i < sizeof kinds / sizeof *kinds && strcmp(c->kind, kinds[i].kind) != 0) ++i;
  expect(i < sizeof kinds / sizeof *kinds, "the kind of a case");
  for (int step = 0; step < 2 && kinds[i].steps[step]; ++step) kinds[i].steps[step](c);
}

int main(int argc, char** argv) {
  char line[256];
  int cases = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  expect(argc == 3, "arguments TABLE FOLDER");
  FILE* table = fopen(argv[1], "r");
  expect(table != NULL, "the table");
  must(cgp_mpi_comm(MPI_COMM_WORLD));
  while (fgets(line, sizeof line, table)) {
    Case c;
    long n[3];
    if (line[0] == '#') continue;
    expect(sscanf(line, "%63s %31s %ld %ld %ld %31s %31s", c.name, c.kind, &n[0], &n[1], &n[2], c.mode,
                  c.type) == 7,
           "a line of the table");
    for (int i = 0; i < 3; ++i) c.points[i] = (c.cells[i] = n[i]) + 1;
    snprintf(c.path, sizeof c.path - 8, "%s/%s.cgns", argv[2], c.name);
    run(&c);
    ++cases;
  }
  if (rank == 0) printf("%d cases\n", cases);
  MPI_Finalize();
  return 0;
}
