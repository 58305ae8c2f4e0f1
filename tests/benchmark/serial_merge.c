/* serial_merge.c: the merge that a user writes at home with the reference library: opens file after file,
 * reads families, zones, coordinates, solutions, boundary conditions and joins of structured zones, and
 * writes them into one file. Nothing clever and nothing clumsy: every array is read once and written once. */

#include <cgnslib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One zone on its way: from (in, base, zone) to (out, out_base, out_zone). */
typedef struct {
  int in, base, zone, out, out_base, out_zone;
  int dim;
  cgsize_t size[9];
} Move;

static void must(int status) {
  if (status != CG_OK) cg_error_exit();
}

/* A buffer for values that grows as needed and is used again. */
static void* room(size_t bytes) {
  static void* memory = NULL;
  static size_t have = 0;
  if (bytes > have) {
    free(memory);
    memory = malloc(bytes);
    if (!memory) exit(2);
    have = bytes;
  }
  return memory;
}

static size_t width(CGNS_ENUMT(DataType_t) type) {
  return type == CGNS_ENUMV(RealSingle) || type == CGNS_ENUMV(Integer) ? 4 : 8;
}

static size_t product(int dim, const cgsize_t* size) {
  size_t count = 1;
  for (int i = 0; i < dim; ++i) count *= (size_t)size[i];
  return count;
}

static void copy_coordinates(const Move* m) {
  const cgsize_t first[3] = {1, 1, 1};
  int count = 0;
  must(cg_ncoords(m->in, m->base, m->zone, &count));
  for (int i = 1; i <= count; ++i) {
    CGNS_ENUMT(DataType_t) type;
    char name[33];
    int id;
    must(cg_coord_info(m->in, m->base, m->zone, i, &type, name));
    void* values = room(product(m->dim, m->size) * width(type));
    must(cg_coord_read(m->in, m->base, m->zone, name, type, first, m->size, values));
    must(cg_coord_write(m->out, m->out_base, m->out_zone, type, name, values, &id));
  }
}

static void copy_field(const Move* m, int solution, int out_solution, int field, const cgsize_t* size) {
  const cgsize_t first[3] = {1, 1, 1};
  CGNS_ENUMT(DataType_t) type;
  char name[33];
  int id;
  must(cg_field_info(m->in, m->base, m->zone, solution, field, &type, name));
  void* values = room(product(m->dim, size) * width(type));
  must(cg_field_read(m->in, m->base, m->zone, solution, name, type, first, size, values));
  must(cg_field_write(m->out, m->out_base, m->out_zone, out_solution, type, name, values, &id));
}

static void copy_solutions(const Move* m) {
  int solutions = 0;
  must(cg_nsols(m->in, m->base, m->zone, &solutions));
  for (int i = 1; i <= solutions; ++i) {
    CGNS_ENUMT(GridLocation_t) location;
    char name[33];
    int out_solution, fields = 0;
    must(cg_sol_info(m->in, m->base, m->zone, i, name, &location));
    must(cg_sol_write(m->out, m->out_base, m->out_zone, name, location, &out_solution));
    must(cg_nfields(m->in, m->base, m->zone, i, &fields));
    const cgsize_t* size = location == CGNS_ENUMV(Vertex) ? m->size : m->size + m->dim;
    for (int f = 1; f <= fields; ++f) copy_field(m, i, out_solution, f, size);
  }
}

static void copy_family_name(const Move* m, int condition, int out_condition) {
  char family[65];
  must(cg_goto(m->in, m->base, "Zone_t", m->zone, "ZoneBC_t", 1, "BC_t", condition, "end"));
  if (cg_famname_read(family) != CG_OK) return;
  must(cg_goto(m->out, m->out_base, "Zone_t", m->out_zone, "ZoneBC_t", 1, "BC_t", out_condition, "end"));
  must(cg_famname_write(family));
}

static void copy_condition(const Move* m, int condition) {
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  CGNS_ENUMT(GridLocation_t) location;
  cgsize_t points, normals;
  int normal_index[3], datasets, out_condition;
  char name[33];
  must(cg_boco_info(m->in, m->base, m->zone, condition, name, &type, &set, &points, normal_index, &normals,
                    &normal_type, &datasets));
  cgsize_t* list = room((size_t)points * (size_t)m->dim * sizeof *list);
  must(cg_boco_read(m->in, m->base, m->zone, condition, list, NULL));
  must(cg_boco_gridlocation_read(m->in, m->base, m->zone, condition, &location));
  must(cg_boco_write(m->out, m->out_base, m->out_zone, name, type, set, points, list, &out_condition));
  if (location != CGNS_ENUMV(Vertex))
    must(cg_boco_gridlocation_write(m->out, m->out_base, m->out_zone, out_condition, location));
  copy_family_name(m, condition, out_condition);
}

static void copy_join(const Move* m, int join) {
  char name[33], donor[65];
  cgsize_t range[6], donor_range[6];
  int transform[3], id;
  must(cg_1to1_read(m->in, m->base, m->zone, join, name, donor, range, donor_range, transform));
  must(cg_1to1_write(m->out, m->out_base, m->out_zone, name, donor, range, donor_range, transform, &id));
}

static void copy_zone(Move m) {
  CGNS_ENUMT(ZoneType_t) type;
  char name[33];
  int conditions = 0, joins = 0;
  must(cg_zone_read(m.in, m.base, m.zone, name, m.size));
  must(cg_zone_type(m.in, m.base, m.zone, &type));
  must(cg_index_dim(m.in, m.base, m.zone, &m.dim));
  must(cg_zone_write(m.out, m.out_base, name, m.size, type, &m.out_zone));
  copy_coordinates(&m);
  copy_solutions(&m);
  must(cg_nbocos(m.in, m.base, m.zone, &conditions));
  for (int i = 1; i <= conditions; ++i) copy_condition(&m, i);
  must(cg_n1to1(m.in, m.base, m.zone, &joins));
  for (int i = 1; i <= joins; ++i) copy_join(&m, i);
}

/* The id under which a base (parent 0) or a family (of base `parent`) was written, 0 if it was not; an `id`
 * notes one that just was. The library cannot be asked: it does not read in a file that it writes. */
static int remember(int parent, const char* name, int id) {
  static struct {
    int parent, id;
    char name[33];
  } known[1000];
  static int count = 0;
  for (int i = 0; i < count; ++i)
    if (known[i].parent == parent && strcmp(known[i].name, name) == 0) return known[i].id;
  if (id && count == 1000) exit(2);
  if (id) {
    known[count].parent = parent;
    known[count].id = id;
    strcpy(known[count++].name, name);
  }
  return 0;
}

static void copy_family(const Move* m, int family) {
  char name[33], condition_name[33];
  CGNS_ENUMT(BCType_t) type;
  int conditions, geometries, out_family, id;
  must(cg_family_read(m->in, m->base, family, name, &conditions, &geometries));
  if (remember(m->out_base, name, 0)) return;
  must(cg_family_write(m->out, m->out_base, name, &out_family));
  remember(m->out_base, name, out_family);
  for (int i = 1; i <= conditions; ++i) {
    must(cg_fambc_read(m->in, m->base, family, i, condition_name, &type));
    must(cg_fambc_write(m->out, m->out_base, out_family, condition_name, type, &id));
  }
}

/* The base of that name in the output, made at its first appearance. */
static int find_base(int out, const char* name, int cell_dim, int space_dim) {
  int base = remember(0, name, 0);
  if (base) return base;
  must(cg_base_write(out, name, cell_dim, space_dim, &base));
  remember(0, name, base);
  return base;
}

static void copy_base(Move m) {
  char name[33];
  int cell_dim, space_dim, families = 0, zones = 0;
  must(cg_base_read(m.in, m.base, name, &cell_dim, &space_dim));
  m.out_base = find_base(m.out, name, cell_dim, space_dim);
  must(cg_nfamilies(m.in, m.base, &families));
  for (int i = 1; i <= families; ++i) copy_family(&m, i);
  must(cg_nzones(m.in, m.base, &zones));
  for (m.zone = 1; m.zone <= zones; ++m.zone) copy_zone(m);
}

static void copy_file(const char* path, int out) {
  Move m = {.out = out};
  int bases = 0;
  must(cg_open(path, CG_MODE_READ, &m.in));
  must(cg_nbases(m.in, &bases));
  for (m.base = 1; m.base <= bases; ++m.base) copy_base(m);
  must(cg_close(m.in));
}

int main(int argc, char** argv) {
  if (argc < 3) return fputs("usage: serial_merge OUTPUT INPUT...\n", stderr), 2;
  int out;
  must(cg_set_file_type(CG_FILE_HDF5));
  must(cg_open(argv[1], CG_MODE_WRITE, &out));
  for (int i = 2; i < argc; ++i) copy_file(argv[i], out);
  must(cg_close(out));
  return 0;
}
