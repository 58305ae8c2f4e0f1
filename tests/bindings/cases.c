/* cases.c: writes and reads back what each line of a table says, through the C interface. cases.f90 and
 * cases.py make the same calls.
 *
 *     mpirun -n 3 cases cases.txt FOLDER */
#include "case_values.h"

static void write_structured(const Case* c) {
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

/* Vertices of cell or face `n` from 0. */
static cgsize_t vertex(const Case* c, cgsize_t n, int corner) {
  const cgsize_t i = n % c->cells[0] + (corner % 4 == 1 || corner % 4 == 2);
  const cgsize_t j = n / c->cells[0] % c->cells[1] + (corner % 4 > 1);
  const cgsize_t k = n / (c->cells[0] * c->cells[1]) + corner / 4;
  return 1 + i + c->points[0] * (j + c->points[1] * k);
}

static void write_vertices(const Case* c, int fn) {
  const cgsize_t total = c->points[0] * c->points[1] * c->points[2];
  Box mine = {{1, 1, 1}, {1, 1, 1}, 0};
  int number;
  share(total, &mine.first[0], &mine.last[0]);
  mine.count = mine.last[0] - mine.first[0] + 1;
  void* values = values_of(c, 4, &mine);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cgp_coord_write_data(fn, 1, 1, number, mine.first, mine.last, given(&mine, values)));
  must(queue_flush());
  free(values);
}

static void write_hexa(const Case* c) {
  const cgsize_t cells = c->cells[0] * c->cells[1] * c->cells[2], faces = c->cells[0] * c->cells[1];
  const int fn = create(c, Unstructured);
  cgsize_t first, last, low, high;
  int section, wall;
  write_vertices(c, fn);
  share(cells, &first, &last);
  share(faces, &low, &high);
  const cgsize_t n = last - first + 1, f = high - low + 1;
  cgsize_t *elements = calloc((size_t)(8 * n + 1), 8), *quads = calloc((size_t)(4 * f + 1), 8);
  cgsize_t *parents = calloc((size_t)(4 * f + 1), 8), *points = calloc((size_t)(f + 1), 8);
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 8; ++v) elements[8 * e + v] = vertex(c, first - 1 + e, v);
  for (cgsize_t q = 0; q < f; ++q) {
    for (int v = 0; v < 4; ++v) quads[4 * q + v] = vertex(c, low - 1 + q, v);
    parents[q] = low + q;
    parents[2 * f + q] = 1;
    points[q] = cells + low + q;
  }
  must(cgp_section_write(fn, 1, 1, "Cells", HEXA_8, 1, cells, 0, &section));
  must(cgp_elements_write_data(fn, 1, 1, section, first, last, n > 0 ? elements : NULL));
  must(cgp_section_write(fn, 1, 1, "Bottom", QUAD_4, cells + 1, cells + faces, 0, &section));
  must(cgp_elements_write_data(fn, 1, 1, section, cells + low, cells + high, f > 0 ? quads : NULL));
  must(cgp_parent_data_write(fn, 1, 1, section, cells + low, cells + high, f > 0 ? parents : NULL));
  must(cg_boco_write(fn, 1, 1, "Bottom", BCWall, PointList, faces, NULL, &wall));
  must(cg_boco_gridlocation_write(fn, 1, 1, wall, FaceCenter));
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", wall, "PointList", 0, "end"));
  must(cgp_ptlist_write_data(fn, low, high, f > 0 ? points : NULL));
  finish(fn);
  free(elements), free(quads), free(parents), free(points);
}

static void read_hexa(const Case* c) {
  const cgsize_t cells = c->cells[0] * c->cells[1] * c->cells[2], faces = c->cells[0] * c->cells[1];
  const int fn = reopen(c);
  cgsize_t first, last, low, high, start, end;
  int nbndry, parents, number;
  char name[33];
  ElementType_t type;
  share(cells, &first, &last);
  share(faces, &low, &high);
  cgsize_t *elements = calloc((size_t)(8 * (last - first + 1) + 1), 8),
           *pairs = calloc((size_t)(2 * faces + 1), 8);
  must(cg_section_read(fn, 1, 1, 2, name, &type, &start, &end, &nbndry, &parents));
  expect(strcmp(name, "Bottom") == 0 && type == QUAD_4 && end == cells + faces && parents != 0,
         "the section");
  must(cgp_elements_read_data(fn, 1, 1, 1, first, last, first <= last ? elements : NULL));
  for (cgsize_t e = first; e <= last; ++e)
    for (int v = 0; v < 8; ++v) expect(elements[8 * (e - first) + v] == vertex(c, e - 1, v), "elements");
  must(cgp_parentelements_read_data(fn, 1, 1, 2, cells + low, cells + high, low <= high ? pairs : NULL));
  for (cgsize_t q = low; q <= high; ++q) expect(pairs[q - low] == q, "parents");
  must(cg_npe(type, &number));
  expect(number == 4, "nodes of an element");
  must(cgp_close(fn));
  free(elements), free(pairs);
}

static void write_ngon(const Case* c) {
  const cgsize_t faces = c->cells[0] * c->cells[1] * c->points[2];
  int fn = create(c, Unstructured), section;
  cgsize_t first, last;
  write_vertices(c, fn);
  share(faces, &first, &last);
  const cgsize_t n = last - first + 1;
  cgsize_t *elements = calloc((size_t)(4 * n + 1), 8), *offsets = calloc((size_t)(n + 2), 8);
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 4; ++v) elements[4 * e + v] = vertex(c, first - 1 + e, v);
  for (cgsize_t e = 0; e <= n; ++e) offsets[e] = 4 * (first - 1 + e);
  must(cgp_poly_section_write(fn, 1, 1, "Faces", NGON_n, 1, faces, 4 * faces, 0, &section));
  must(cgp_poly_elements_write_data(fn, 1, 1, section, first, last, n > 0 ? elements : NULL,
                                    n > 0 ? offsets : NULL));
  finish(fn);
  fn = reopen(c);
  memset(elements, 0, (size_t)(4 * n + 1) * 8);
  memset(offsets, 0, (size_t)(n + 2) * 8);
  must(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, first, last, n > 0 ? offsets : NULL));
  must(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, first, last, n > 0 ? offsets : NULL,
                                            n > 0 ? elements : NULL));
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 4; ++v) expect(elements[4 * e + v] == vertex(c, first - 1 + e, v), "polygons");
  expect(n == 0 || offsets[n] == 4 * last, "offsets");
  must(cgp_close(fn));
  free(elements), free(offsets);
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

/* The interfaces between the pieces are not periodic, and all their points have another side. */
static void check_interfaces(int p) {
  int interfaces, neighbours, piece, rank_there;
  cgsize_t points, sent, got, listed = 0, received = 0;
  char name[33];
  CGNS_ENUMT(GridLocation_t) location;
  must(cgp_partition_ninterfaces(p, &interfaces));
  for (int I = 1; I <= interfaces; ++I) {
    must(cgp_partition_interface_info(p, I, &piece, name, &location, &rank_there, &points));
    expect(piece == 1 && location == Vertex && rank_there != rank, "the interface");
    expect(cgp_partition_interface_periodic(p, I, NULL, NULL, NULL) == CG_NODE_NOT_FOUND, "not periodic");
    listed += points;
  }
  must(cgp_partition_interface_nneighbours(p, Vertex, &neighbours));
  for (int N = 1; N <= neighbours; ++N) {
    must(cgp_partition_interface_neighbour(p, Vertex, N, &rank_there, &sent, &got));
    cgsize_t* own = malloc((size_t)sent * sizeof *own);
    cgsize_t* there = malloc((size_t)got * sizeof *there);
    int* across = malloc((size_t)got * sizeof *across);
    must(cgp_partition_interface_lists(p, Vertex, N, own, there, across));
    expect(got > 0 && across[0] >= 1 && across[got - 1] <= interfaces, "the lists of an interface");
    received += got;
    free(own), free(there), free(across);
  }
  expect(received == listed, "points of interfaces");
}

/* A file is cut into parts with ghosts, in memory, and what they have is written as whole zones. */
static void write_parts(const Case* c) {
  Case source = *c;
  strcat(source.path, ".source");
  write_structured(&source);
  const char* names[1] = {source.path};
  int fn, p, out, pieces, zone;
  cgsize_t size, begin, own, total, cells[6], ghosts[6], counted = 0;
  char name[33];
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cgp_fileset_open(1, names, CG_MODE_READ, &fn));
  must(cgp_partition_create(fn, 1, "ghosts=1", &p));
  must(cgp_partition_size(p, CellCenter, &size));
  must(cgp_partition_npieces(p, &pieces));
  double* values = calloc((size_t)size + 1, sizeof *values);
  must(cgp_partition_read(p, 1, "Pressure", RealDouble, size > 0 ? values : NULL));
  for (int P = 1; P <= pieces; ++P) {
    must(cgp_partition_piece_info(p, P, name, &zone, cells, ghosts));
    must(cgp_partition_piece_size(p, P, CellCenter, &begin, &own, &total));
    expect(
        zone == 1 && own == (cells[3] - cells[0] + 1) * (cells[4] - cells[1] + 1) * (cells[5] - cells[2] + 1),
        "the piece");
    expect(values[begin - 1] == value_at(7, ghosts[0], ghosts[1], ghosts[2]), "values of a piece");
    counted += total;
  }
  expect(counted == size, "values of all pieces");
  check_interfaces(p);
  must(cgp_partition_create_file(p, c->path, &out));
  must(cgp_partition_write(p, out, 1, "Pressure", RealDouble, size > 0 ? values : NULL));
  must(cgp_partition_destroy(p));
  must(cgp_close(out));
  must(cgp_close(fn));
  free(values);
  if (rank == 0) remove(source.path);
}

static void run(const Case* c) {
  if (strcmp(c->kind, "structured") == 0) write_structured(c), read_structured(c);
  if (strcmp(c->kind, "general") == 0) write_general(c, 0), write_general(c, 1);
  if (strcmp(c->kind, "multi") == 0) write_multi(c);
  if (strcmp(c->kind, "hexa") == 0) write_hexa(c), read_hexa(c);
  if (strcmp(c->kind, "ngon") == 0) write_ngon(c);
  if (strcmp(c->kind, "queue") == 0) write_queue(c);
  if (strcmp(c->kind, "refused") == 0) write_refused(c);
  if (strcmp(c->kind, "partition") == 0) write_parts(c);
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
