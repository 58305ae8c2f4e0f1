/* node_cases.c: the cases in C of particles, of arrays and point lists at nodes, of interfaces, of the names
 * first published, of lists, and of a file that is changed. */
#include "case_values.h"

/* Memory has a value more at every end. */
static double* padded(int array, const Box* range) {
  double* memory = calloc((size_t)range->count + 2, sizeof *memory);
  for (cgsize_t n = 1; n <= range->count; ++n) memory[n] = value_at(array, range->first[0] + n - 1, 1, 1);
  return memory;
}

void write_particles(const Case* c) {
  const Box own = range_of(product(c->points));
  const cgsize_t room = own.count + 2, from = 2, to = own.count + 1;
  const int fn = create(c, Structured);
  int number, numbers[2];
  void* values[5];
  const void* none[2] = {NULL, NULL};
  double* memory = padded(6, &own);
  for (int a = 0; a < 5; ++a) values[a] = values_of(c, a, &own);
  must(cg_particle_write(fn, 1, "Drops", product(c->points), &number));
  must(cgp_particle_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cgp_particle_coord_write_data(fn, 1, 1, number, own.first, own.last, given(&own, values[0])));
  must(cgp_particle_coord_write(fn, 1, 1, type_of(c), "CoordinateY", &numbers[0]));
  must(cgp_particle_coord_write(fn, 1, 1, type_of(c), "CoordinateZ", &numbers[1]));
  must(cgp_particle_coord_multi_write_data(fn, 1, 1, numbers, own.first, own.last, 2,
                                           own.count > 0 ? (const void**)values + 1 : none));
  must(cg_particle_sol_write(fn, 1, 1, "Flow", &number));
  must(cgp_particle_field_write(fn, 1, 1, 1, type_of(c), "Radius", &numbers[0]));
  must(cgp_particle_field_write(fn, 1, 1, 1, type_of(c), "Mass", &numbers[1]));
  must(cgp_particle_field_multi_write_data(fn, 1, 1, 1, numbers, own.first, own.last, 2,
                                           own.count > 0 ? (const void**)values + 3 : none));
  must(cgp_particle_field_write(fn, 1, 1, 1, type_of(c), "Charge", &number));
  must(cgp_particle_field_general_write_data(fn, 1, 1, 1, number, own.first, own.last, RealDouble, 1, &room,
                                             &from, &to, given(&own, memory)));
  finish(fn);
  for (int a = 0; a < 5; ++a) free(values[a]);
  free(memory);
}

void read_particles(const Case* c) {
  const Box own = range_of(product(c->points));
  const cgsize_t room = own.count + 2, from = 2, to = own.count + 1;
  const int fn = reopen(c);
  int numbers[2] = {2, 3}, count;
  cgsize_t size;
  char name[33];
  void *expected[5], *values[2] = {room_for(&own), room_for(&own)}, *none[2] = {NULL, NULL};
  double *memory = calloc((size_t)room, sizeof *memory), *right = padded(6, &own);
  for (int a = 0; a < 5; ++a) expected[a] = values_of(c, a, &own);
  must(cg_particle_read(fn, 1, 1, name, &size));
  must(cg_particle_nfields(fn, 1, 1, 1, &count));
  expect(strcmp(name, "Drops") == 0 && size == product(c->points) && count == 3, "the particles");
  must(cgp_particle_coord_read_data(fn, 1, 1, 1, own.first, own.last, own.count > 0 ? values[0] : NULL));
  same(c, values[0], expected[0], &own, "coordinates of particles");
  must(cgp_particle_coord_multi_read_data(fn, 1, 1, numbers, own.first, own.last, 2,
                                          own.count > 0 ? values : none));
  for (int a = 0; a < 2; ++a) same(c, values[a], expected[a + 1], &own, "several coordinates of particles");
  must(cgp_particle_field_read_data(fn, 1, 1, 1, 1, own.first, own.last, own.count > 0 ? values[0] : NULL));
  same(c, values[0], expected[3], &own, "a field of particles");
  must(cgp_particle_field_multi_read_data(fn, 1, 1, 1, numbers, own.first, own.last, 1,
                                          own.count > 0 ? values : none));
  same(c, values[0], expected[4], &own, "another field of particles");
  must(cgp_particle_field_general_read_data(fn, 1, 1, 1, 3, own.first, own.last, RealDouble, 1, &room, &from,
                                            &to, own.count > 0 ? memory : NULL));
  expect(memcmp(memory, right, (size_t)room * sizeof *memory) == 0, "a part of memory");
  must(cgp_close(fn));
  for (int a = 0; a < 5; ++a) free(expected[a]);
  free(values[0]), free(values[1]), free(memory), free(right);
}

/* The rows of a table of integers that this rank has. */
static int* rows_of(const Case* c, const Box* rows) {
  int* table = calloc((size_t)(rows->count * c->cells[0]) + 1, sizeof *table);
  for (cgsize_t j = 0; j < rows->count; ++j)
    for (cgsize_t i = 0; i < c->cells[0]; ++i)
      table[i + c->cells[0] * j] = (int)(1000 * (rows->first[0] + j) + i + 1);
  return table;
}

static void go_to_extra(int fn) { must(cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 1, "end")); }

static void write_points(const Case* c, int fn) {
  const Box rows = range_of(c->cells[2]);
  cgsize_t* points = calloc((size_t)(3 * rows.count) + 1, sizeof *points);
  int wall;
  for (cgsize_t n = 0; n < rows.count; ++n) {
    points[3 * n] = points[3 * n + 1] = 1;
    points[3 * n + 2] = rows.first[0] + n;
  }
  must(cg_boco_write(fn, 1, 1, "Edge", BCWall, PointList, c->cells[2], NULL, &wall));
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", wall, "end"));
  must(cgp_ptlist_write_data(fn, rows.first[0], rows.last[0], rows.count > 0 ? points : NULL));
  must(queue_flush());
  free(points);
}

void write_arrays(const Case* c) {
  const Box rows = range_of(c->cells[2]), own = range_of(product(c->points));
  const cgsize_t extents[2] = {c->cells[0], c->cells[2]}, total = product(c->points);
  const cgsize_t from[2] = {1, rows.first[0]}, to[2] = {c->cells[0], rows.last[0]};
  const cgsize_t room = own.count + 2, m_from = 2, m_to = own.count + 1;
  const int fn = create(c, Structured);
  int number, numbers[2], *table = rows_of(c, &rows);
  const void *values[2] = {values_of(c, 1, &own), values_of(c, 2, &own)}, *none[2] = {NULL, NULL};
  double* memory = padded(3, &own);
  must(cg_gopath(fn, "/Base/Zone"));
  must(cg_user_data_write("Extra"));
  go_to_extra(fn);
  must(cg_ordinal_write(7));
  must(cgp_array_write("Table", Integer, 2, extents, &number));
  must(cgp_array_write_data(number, from, to, given(&rows, table)));
  must(cgp_array_write("First", type_of(c), 1, &total, &numbers[0]));
  must(cgp_array_write("Second", type_of(c), 1, &total, &numbers[1]));
  must(cgp_array_multi_write_data(fn, numbers, own.first, own.last, 2, own.count > 0 ? values : none));
  must(cgp_array_write("Third", type_of(c), 1, &total, &number));
  must(cgp_array_general_write_data(number, own.first, own.last, RealDouble, 1, &room, &m_from, &m_to,
                                    given(&own, memory)));
  must(cgp_array_write("Queued", Integer, 2, extents, &number));
  must(queue_slice_write(CGP_SLICE_ARRAY, fn, 1, 1, (void*)"Queued", 2, from, to, given(&rows, table)));
  must(queue_flush());
  write_points(c, fn);
  finish(fn);
  free((void*)values[0]), free((void*)values[1]), free(memory), free(table);
}

void read_arrays(const Case* c) {
  const Box rows = range_of(c->cells[2]), own = range_of(product(c->points));
  const cgsize_t from[2] = {1, rows.first[0]}, to[2] = {c->cells[0], rows.last[0]};
  const cgsize_t room = own.count + 2, m_from = 2, m_to = own.count + 1;
  const int fn = reopen(c);
  int *table = rows_of(c, &rows), *again = calloc((size_t)(rows.count * c->cells[0]) + 1, sizeof *again);
  int numbers[2] = {2, 3}, ordinal;
  void *values[2] = {room_for(&own), room_for(&own)}, *none[2] = {NULL, NULL};
  double *memory = calloc((size_t)room, sizeof *memory), *right = padded(3, &own);
  go_to_extra(fn);
  must(cg_ordinal_read(&ordinal));
  expect(ordinal == 7, "the ordinal");
  must(cgp_array_read_data(1, from, to, rows.count > 0 ? again : NULL));
  expect(memcmp(table, again, (size_t)(rows.count * c->cells[0]) * sizeof *table) == 0, "a table");
  must(cgp_array_multi_read_data(fn, numbers, own.first, own.last, 2, own.count > 0 ? values : none));
  for (int a = 0; a < 2; ++a) {
    void* expected = values_of(c, a + 1, &own);
    same(c, values[a], expected, &own, "several arrays");
    free(expected);
  }
  must(cgp_array_general_read_data(4, own.first, own.last, RealDouble, 1, &room, &m_from, &m_to,
                                   own.count > 0 ? memory : NULL));
  expect(memcmp(memory, right, (size_t)room * sizeof *memory) == 0, "a part of memory");
  memset(again, 0, (size_t)(rows.count * c->cells[0]) * sizeof *again);
  must(queue_slice_read(CGP_SLICE_ARRAY, fn, 1, 1, (void*)"Queued", 2, from, to,
                        rows.count > 0 ? again : NULL));
  must(cgp_queue_flush(fn));
  expect(memcmp(table, again, (size_t)(rows.count * c->cells[0]) * sizeof *table) == 0,
         "an array of the queue");
  cgsize_t point[3];
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end"));
  must(cgp_ptlist_read_data(fn, c->cells[2], c->cells[2], point));
  expect(point[0] == 1 && point[1] == 1 && point[2] == c->cells[2], "points");
  must(cgp_close(fn));
  free(values[0]), free(values[1]), free(memory), free(right), free(table), free(again);
}

/* Interfaces, and what the base and the zone say of themselves. */
void write_joins(const Case* c) {
  const cgsize_t* n = c->points;
  const cgsize_t own[6] = {1, 1, 1, 1, n[1], n[2]}, donor[6] = {n[0], 1, 1, n[0], n[1], n[2]};
  const int transform[3] = {1, 2, 3};
  const cgsize_t points[3] = {1, 1, 1}, donors[3] = {n[0], 1, 1};
  const float gravity[3] = {0, 0, -9.5F}, center[3] = {1, 2, 3};
  int fn = create(c, Structured), number, turned[3];
  cgsize_t range[6], other[6], one[3], two[3];
  char name[33], zone[33], *text;
  SimulationType_t simulation;
  must(cg_1to1_write(fn, 1, 1, "Turn", "Zone", own, donor, transform, &number));
  must(cg_conn_write(fn, 1, 1, "General", Vertex, Abutting1to1, PointList, 1, points, "Zone", Structured,
                     PointListDonor, LongInteger, 1, donors, &number));
  must(cg_gravity_write(fn, 1, gravity));
  must(cg_biter_write(fn, 1, "Steps", 1));
  must(cg_goto(fn, 1, "Zone_t", 1, "end"));
  must(cg_descriptor_write("Note", "of a zone"));
  must(cg_rotating_write(gravity, center));
  finish(fn);
  fn = reopen(c);
  must(cg_1to1_read(fn, 1, 1, 1, name, zone, range, other, turned));
  expect(strcmp(name, "Turn") == 0 && strcmp(zone, "Zone") == 0 && memcmp(range, own, sizeof own) == 0 &&
             memcmp(other, donor, sizeof donor) == 0 && memcmp(turned, transform, sizeof transform) == 0,
         "an interface");
  must(cg_conn_read(fn, 1, 1, 1, one, LongInteger, two));
  expect(memcmp(one, points, sizeof one) == 0 && memcmp(two, donors, sizeof two) == 0,
         "points of an interface");
  must(cg_simulation_type_read(fn, 1, &simulation));
  expect(simulation == NonTimeAccurate, "the kind of simulation");
  must(cg_goto(fn, 1, "Zone_t", 1, "end"));
  must(cg_descriptor_read(1, name, &text));
  expect(strcmp(name, "Note") == 0 && strcmp(text, "of a zone") == 0, "a text");
  must(cg_free(text));
  must(cgp_close(fn));
}

/* Names that were published first, in a second base. */
void write_first_names(const Case* c) {
  const cgsize_t *p = c->points, *n = c->cells;
  const cgsize_t box[9] = {p[0], p[1], p[2], n[0], n[1], n[2], 0, 0, 0},
                 mesh[3] = {product(p), product(n), 0};
  const Box cells = box_of(n), own = range_of(product(n));
  int fn = create(c, Structured), B, Z, S, bases, zones, solutions, cell_dim, dim;
  double *values = calloc((size_t)cells.count + 1, 8), *again = room_for(&cells);
  cgsize_t *elements = calloc((size_t)(own.count) + 1, 8), *read = room_for(&own), size[9];
  char name[33];
  ZoneType_t type;
  for (cgsize_t e = 0; e < own.count; ++e) elements[e] = own.first[0] + e;
  for (cgsize_t i = 0; i < cells.count; ++i) values[i] = (double)((cells.first[2] - 1) * n[0] * n[1] + i);
  must(cgp_base_write(fn, "Second", 3, 3, &B));
  must(cgp_zone_write(fn, B, "Box", box, Structured, &Z));
  must(cgp_sol_write(fn, B, Z, "Heat", CellCenter, &S));
  must(cgp_sol_write_data(fn, B, Z, S, cells.first, cells.last, given(&cells, values)));
  must(cgp_zone_write(fn, B, "Mesh", mesh, Unstructured, &Z));
  must(cgp_section_write(fn, B, Z, "Nodes", NODE, 1, mesh[1], 0, &S));
  must(cgp_section_write_data(fn, B, Z, S, own.first[0], own.last[0], own.count > 0 ? elements : NULL));
  finish(fn);
  fn = reopen(c);
  must(cgp_nbases(fn, &bases));
  must(cgp_base_read(fn, 2, name, &cell_dim, &dim));
  must(cgp_nzones(fn, 2, &zones));
  expect(bases == 2 && zones == 2 && cell_dim == 3 && dim == 3 && strcmp(name, "Second") == 0,
         "the second base");
  must(cgp_zone_read(fn, 2, 1, name, size));
  must(cgp_zone_type(fn, 2, 2, &type));
  must(cgp_nsols(fn, 2, 1, &solutions));
  expect(strcmp(name, "Box") == 0 && memcmp(size, box, sizeof box) == 0 && type == Unstructured &&
             solutions == 1,
         "its zones");
  must(cgp_sol_read_data(fn, 2, 1, 1, cells.first, cells.last, cells.count > 0 ? again : NULL));
  expect(memcmp(again, values, (size_t)cells.count * 8) == 0, "its solution");
  must(cgp_section_read_data(fn, 2, 2, 1, own.first[0], own.last[0], own.count > 0 ? read : NULL));
  expect(memcmp(read, elements, (size_t)own.count * 8) == 0, "its section");
  must(cgp_close(fn));
  free(values), free(again), free(elements), free(read);
}

static void read_positions(const Case* c, int fn, double first) {
  const cgsize_t total = product(c->points), positions[3] = {total, 1, 2};
  double values[3];
  int coordinate = 1;
  must(cgp_read_list(CGP_SLICE_COORDS, fn, 1, 1, &coordinate, RealDouble, 3, positions, values));
  expect(values[0] == 2.0 * (double)total && values[1] == first && values[2] == 4, "values of a list");
}

/* Each rank writes every so many-th value; then rank 0 one in a file that is changed. */
void write_lists(const Case* c) {
  const cgsize_t total = product(c->points), one = 1, outside = total + 1;
  int fn = create(c, Structured), number;
  cgsize_t n = 0, *positions = calloc((size_t)total + 1, 8), count;
  double *values = calloc((size_t)total + 1, 8), minus = -1;
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cgp_cache(fn, "block=1024;memory=4096"));
  for (cgsize_t i = total - rank; i >= 1; i -= ranks, ++n) positions[n] = i, values[n] = 2.0 * (double)i;
  must(cgp_write_list(CGP_SLICE_COORDS, fn, 1, 1, &number, RealDouble, n, positions, values));
  must(cgp_cache_progress());
  must(cgp_cache_flush(fn));
  read_positions(c, fn, 2);
  must(cgp_cache_count(fn, "values", &count));
  expect(count == n + 3, "what the cache has done");
  expect(cgp_read_list(CGP_SLICE_COORDS, fn, 1, 1, &number, RealDouble, 1, &outside, values) == CG_ERROR &&
             strstr(cgp_get_error(), "index 1 of the list is"),
         "an index outside is an error");
  finish(fn);
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cgp_open(c->path, CG_MODE_MODIFY, &fn));
  must(cgp_cache(fn, "overwrite=1"));
  if (rank == 0) must(cgp_write_list(CGP_SLICE_COORDS, fn, 1, 1, &number, RealDouble, 1, &one, &minus));
  must(cgp_close(fn));
  fn = reopen(c);
  must(cgp_cache(fn, NULL));
  read_positions(c, fn, -1);
  must(cgp_close(fn));
  free(positions), free(values);
}

static void write_changed_file(const Case* c, const Box* points, const Box* cells) {
  const cgsize_t depth = points->count > 0 ? points->last[2] - points->first[2] + 1 : 1;
  const cgsize_t room[3] = {c->points[0], c->points[1], depth}, one[3] = {1, 1, 1};
  const int fn = create(c, Structured);
  int number, numbers[2];
  Case wide = *c;
  strcpy(wide.type, "RealDouble");
  const void *fields[2] = {values_of(c, 5, cells), values_of(c, 6, cells)}, *none[2] = {NULL, NULL};
  void* x = values_of(&wide, 1, points);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cgp_coord_general_write_data(fn, 1, 1, number, points->first, points->last, RealDouble, 3, room, one,
                                    room, given(points, x)));
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
  must(cgp_field_write(fn, 1, 1, 1, type_of(c), "Pressure", &numbers[0]));
  must(cgp_field_write(fn, 1, 1, 1, type_of(c), "Density", &numbers[1]));
  must(cgp_field_multi_write_data(fn, 1, 1, 1, numbers, cells->first, cells->last, 2,
                                  cells->count > 0 ? fields : none));
  finish(fn);
  free((void*)fields[0]), free((void*)fields[1]), free(x);
}

/* A file gets another solution and loses a field. */
void write_changes(const Case* c) {
  const Box points = box_of(c->points), cells = box_of(c->cells);
  const cgsize_t depth = points.count > 0 ? points.last[2] - points.first[2] + 1 : 1;
  const cgsize_t room[3] = {c->points[0], c->points[1], depth}, one[3] = {1, 1, 1};
  int fn, number = 1, steps;
  char name[33];
  Case wide = *c;
  strcpy(wide.type, "RealDouble");
  void *later = values_of(c, 8, &points), *again = room_for(&points), *x = values_of(&wide, 1, &points);
  void *read[1] = {room_for(&cells)}, *none[1] = {NULL}, *pressure = values_of(c, 5, &cells);
  write_changed_file(c, &points, &cells);
  use_mode(c);
  must(cgp_open(c->path, CG_MODE_MODIFY, &fn));
  must(cg_sol_write(fn, 1, 1, "Later", Vertex, &number));
  must(cgp_field_write(fn, 1, 1, number, type_of(c), "Temperature", &number));
  must(cgp_field_write_data(fn, 1, 1, 2, number, points.first, points.last, given(&points, later)));
  must(cg_biter_write(fn, 1, "Steps", 2));
  must(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end"));
  must(cg_delete_node("Density"));
  finish(fn);
  fn = reopen(c);
  must(cg_nfields(fn, 1, 1, 1, &number));
  must(cg_biter_read(fn, 1, name, &steps));
  expect(number == 1 && steps == 2 && strcmp(name, "Steps") == 0, "what was changed");
  must(cgp_field_read_data(fn, 1, 1, 2, 1, points.first, points.last, points.count > 0 ? again : NULL));
  same(c, again, later, &points, "the later solution");
  must(cgp_field_multi_read_data(fn, 1, 1, 1, &number, cells.first, cells.last, 1,
                                 cells.count > 0 ? read : none));
  same(c, read[0], pressure, &cells, "the earlier solution");
  must(cgp_coord_general_read_data(fn, 1, 1, 1, points.first, points.last, RealDouble, 3, room, one, room,
                                   points.count > 0 ? again : NULL));
  same(&wide, again, x, &points, "coordinates in another type");
  must(cgp_close(fn));
  free(later), free(again), free(x), free(read[0]), free(pressure);
}
