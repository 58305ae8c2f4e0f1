/* set_cases.c: the cases in C of file sets and their parts, of files of single ranks, and of what is an
 * error. */
#include <unistd.h>

#include "case_values.h"

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
void write_parts(const Case* c) {
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

static void name_of(const Case* c, int number, char* path) {
  snprintf(path, sizeof c->path, "%.1180s.%d", c->path, number);
}

/* A zone of its own with the field of the first one, in another file of the set. */
static void write_second(const Case* c, const char* path) {
  Case second = *c;
  const Box cells = box_of(c->cells);
  void* pressure = values_of(c, 9, &cells);
  int fn, number;
  strcpy(second.path, path);
  fn = create(&second, Structured);
  must(cg_goto(fn, 1, "end"));
  must(cg_delete_node("Zone"));
  const cgsize_t *p = c->points, *n = c->cells, box[9] = {p[0], p[1], p[2], n[0], n[1], n[2], 0, 0, 0};
  must(cg_zone_write(fn, 1, "Zone2", box, Structured, &number));
  for (int a = 0; a < 3; ++a) {
    static const char* const names[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
    const Box points = box_of(p);
    void* values = values_of(c, a, &points);
    must(cgp_coord_write(fn, 1, 1, type_of(c), names[a], &number));
    must(cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, given(&points, values)));
    must(queue_flush());
    free(values);
  }
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
  must(cgp_field_write(fn, 1, 1, 1, type_of(c), "Pressure", &number));
  must(cgp_field_write_data(fn, 1, 1, 1, number, cells.first, cells.last, given(&cells, pressure)));
  finish(fn);
  free(pressure);
}

/* Ghosts get the values of their owners. */
static void exchange(int p, double* values) {
  int neighbours, to;
  cgsize_t sent, got;
  must(cgp_partition_nneighbours(p, CellCenter, &neighbours));
  for (int n = 1; n <= neighbours; ++n) {
    must(cgp_partition_neighbour(p, CellCenter, n, &to, &sent, &got));
    cgsize_t *own = calloc((size_t)sent + 1, 8), *ghosts = calloc((size_t)got + 1, 8);
    double *out = calloc((size_t)sent + 1, 8), *in = calloc((size_t)got + 1, 8);
    must(cgp_partition_exchange_lists(p, CellCenter, n, own, ghosts));
    for (cgsize_t i = 0; i < sent; ++i) out[i] = values[own[i] - 1];
    MPI_Sendrecv(out, (int)sent, MPI_DOUBLE, to, 0, in, (int)got, MPI_DOUBLE, to, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (cgsize_t i = 0; i < got; ++i) values[ghosts[i] - 1] = in[i];
    free(own), free(ghosts), free(out), free(in);
  }
}

/* Own cells keep their values, ghosts lose them; the exchange brings these back. */
static void check_pieces(const Case* c, int fn, int p, const double* values) {
  cgsize_t size, begin, own, total;
  int pieces, part, zones, zone;
  char name[33];
  must(cgp_partition_size(p, CellCenter, &size));
  must(cgp_partition_npieces(p, &pieces));
  must(cgp_partition_part(p, &part));
  must(cg_nzones(part, 1, &zones));
  expect(zones == pieces, "zones of the part");
  double* changed = calloc((size_t)size + 1, 8);
  for (int P = 1; P <= pieces; ++P) {
    cgsize_t range[6], with[6];
    must(cgp_partition_piece_info(p, P, name, &zone, range, with));
    must(cgp_partition_piece_size(p, P, CellCenter, &begin, &own, &total));
    cgsize_t* numbers = calloc((size_t)total + 1, 8);
    must(cgp_partition_global_numbers(p, P, CellCenter, numbers));
    must(cg_zone_read(fn, 1, zone, name, (cgsize_t[9]){0}));
    for (cgsize_t i = 0; i < total; ++i) {
      const cgsize_t n = numbers[i] - 1, *cells = c->cells;
      const cgsize_t at[3] = {n % cells[0] + 1, n / cells[0] % cells[1] + 1, n / (cells[0] * cells[1]) + 1};
      int is_own = 1;
      for (int d = 0; d < 3; ++d) is_own = is_own && at[d] >= range[d] && at[d] <= range[d + 3];
      const double right = value_at(strcmp(name, "Zone") == 0 ? 7 : 9, at[0], at[1], at[2]);
      expect(values[begin - 1 + i] == right, "values of a piece");
      changed[begin - 1 + i] = is_own ? right : -1;
    }
    free(numbers);
  }
  exchange(p, changed);
  expect(memcmp(changed, values, (size_t)size * sizeof *values) == 0,
         "ghosts have the values of their owners");
  must(cg_close(part));
  free(changed);
}

/* A restart from two files, which one rank reads for all; what the ranks have is written as whole zones. */
void write_from_set(const Case* c) {
  Case source = *c;
  char first[sizeof c->path], second[sizeof c->path];
  const char* const names[2] = {first, second};
  int fn, p, out;
  cgsize_t size;
  MPI_Info info;
  name_of(c, 1, first), name_of(c, 2, second);
  strcpy(source.path, first);
  write_structured(&source);
  write_second(c, second);
  MPI_Info_create(&info);
  MPI_Info_set(info, "pcgns_readers", "1");
  must(cgp_mpi_info(info));
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cgp_fileset_open(2, names, CG_MODE_READ, &fn));
  must(cgp_partition_create(fn, 1, "ghosts=1", &p));
  must(cgp_partition_size(p, CellCenter, &size));
  double* values = calloc((size_t)size + 1, sizeof *values);
  must(cgp_partition_read(p, 1, "Pressure", RealDouble, size > 0 ? values : NULL));
  check_pieces(c, fn, p, values);
  must(cgp_partition_create_file(p, c->path, &out));
  must(cgp_partition_write(p, out, 1, "Pressure", RealDouble, size > 0 ? values : NULL));
  must(cgp_partition_destroy(p));
  must(cgp_close(out));
  must(cgp_close(fn));
  must(cgp_mpi_info(MPI_INFO_NULL));
  MPI_Info_free(&info);
  free(values);
  if (rank == 0) remove(first), remove(second);
}

/* Every rank reads a file of its own, with what it wrote there, while all write one. */
void write_own_files(const Case* c) {
  const Box own = range_of(product(c->points));
  const cgsize_t size[3] = {own.count, 1, 0}, one = 1;
  char path[sizeof c->path];
  int fn, in, number;
  double *values = calloc((size_t)own.count + 1, 8), *again = room_for(&own);
  for (cgsize_t i = 0; i < own.count; ++i) values[i] = value_at(2, own.first[0] + i, 1, 1);
  name_of(c, rank, path);
  if (own.count > 0) {
    must(cg_open(path, CG_MODE_WRITE, &in));
    must(cg_base_write(in, "Base", 3, 3, &number));
    must(cg_zone_write(in, 1, "Own", size, Unstructured, &number));
    must(cg_sol_write(in, 1, 1, "Flow", Vertex, &number));
    must(cg_field_write(in, 1, 1, 1, RealDouble, "Pressure", values, &number));
    must(cg_close(in));
  }
  fn = create(c, Unstructured);
  must(cg_sol_write(fn, 1, 1, "Flow", Vertex, &number));
  must(cgp_field_write(fn, 1, 1, 1, RealDouble, "Pressure", &number));
  if (own.count > 0) {
    must(cg_open(path, CG_MODE_READ, &in));
    must(cg_field_read(in, 1, 1, 1, "Pressure", RealDouble, &one, &own.count, again));
    must(cg_close(in));
    remove(path);
  }
  must(cgp_field_write_data(fn, 1, 1, 1, number, own.first, own.last, given(&own, again)));
  finish(fn);
  expect(memcmp(values, again, (size_t)own.count * 8) == 0, "what a rank wrote alone");
  free(values), free(again);
}

static void refused(int status, const char* text) {
  if (status == CG_ERROR && !strstr(cgp_get_error(), text)) expect(0, cgp_get_error());
  expect(status == CG_ERROR, text);
}

/* A value that the file cannot have, on one rank, and calls that differ: the file does not appear. */
static void write_nothing(const Case* c) {
  const cgsize_t one[3] = {1, 1, 1};
  const double large = rank == ranks - 1 ? 3e9 : 1.0;
  int fn = create(c, Structured), number;
  must(cgp_pio_mode(CGP_COLLECTIVE));
  must(cg_sol_write(fn, 1, 1, "Flow", CellCenter, &number));
  must(cgp_field_write(fn, 1, 1, 1, Integer, "Count", &number));
  refused(cgp_field_general_write_data(fn, 1, 1, 1, number, one, one, RealDouble, 3, one, one, one, &large),
          "cannot be represented");
  refused(cgp_close(fn), "cannot be represented");
  fn = create(c, Structured);
  must(cg_sol_write(fn, 1, 1, rank == 0 ? "Flow" : "Other", CellCenter, &number));
  if (ranks > 1) refused(cgp_close(fn), "differ between ranks");
  if (ranks == 1) must(cgp_close(fn)), remove(c->path);
  MPI_Barrier(MPI_COMM_WORLD);
  expect(access(c->path, F_OK) != 0, "a file that could not be written does not appear");
  MPI_Barrier(MPI_COMM_WORLD);
}

/* None of these errors is the end, and the file is as without them. */
void write_after_errors(const Case* c) {
  char missing[sizeof c->path], nowhere[sizeof c->path + 16];
  int fn, number, p;
  name_of(c, 9, missing);
  snprintf(nowhere, sizeof nowhere, "%s/nowhere.cgns", c->path);
  refused(cgp_open(missing, CG_MODE_READ, &fn), missing);
  refused(cgp_open(nowhere, CG_MODE_WRITE, &fn), "there is no such directory");
  refused(cgp_wisdom_import(nowhere), "nowhere.cgns");
  must(cgp_wisdom_import("none"));
  refused(cgp_close(99), "99");
  write_nothing(c);
  fn = create(c, Structured);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  refused(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number), "CoordinateX");
  refused(cgp_coord_write(fn, 1, 2, type_of(c), "CoordinateX", &number), c->path);
  const Box points = box_of(c->points);
  void* values = values_of(c, 1, &points);
  must(cgp_coord_write_data(fn, 1, 1, 1, points.first, points.last, given(&points, values)));
  finish(fn);
  fn = reopen(c);
  refused(cg_base_write(fn, "Other", 3, 3, &number), "reading only");
  refused(cgp_partition_create(fn, 1, rank == ranks - 1 ? "ghosts=many" : "", &p), "'many' is not a number");
  refused(cgp_partition_from_map(fn, 1, "nowhere", "", &p), "does not end in .cgns");
  must(cgp_close(fn));
  free(values);
}
