/* read_mesh.c: reads a CGNS file with the reference library's mid-level calls, as a solver or a
 * post-processor does, and prints what it found: one line for each base, family, zone, array, section,
 * condition and join, with a checksum of the values. Two files that mean the same print the same lines, in
 * any order. */

#include <cgnslib.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int fn, base, zone, dim;
  char base_name[33], name[65];
  cgsize_t size[9];
} Zone;

static void must(int status) {
  if (status != CG_OK) cg_error_exit();
}

static void* room(cgsize_t count, size_t size) {
  void* memory = calloc(count > 0 ? (size_t)count : 1, size);
  if (!memory) exit(2);
  return memory;
}

/* FNV-1a */
static uint64_t checksum(const void* data, size_t bytes) {
  const unsigned char* byte = data;
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < bytes; ++i) hash = (hash ^ byte[i]) * 1099511628211u;
  return hash;
}

static void line(const Zone* zone, const char* kind, const char* name, cgsize_t count, uint64_t hash) {
  printf("%s/%s %s %s count=%" PRId64 " checksum=%016" PRIx64 "\n", zone->base_name, zone->name, kind, name,
         (int64_t)count, hash);
}

static cgsize_t product(int dim, const cgsize_t* size) {
  cgsize_t count = 1;
  for (int i = 0; i < dim; ++i) count *= size[i];
  return count;
}

static void read_coordinates(const Zone* zone) {
  cgsize_t first[3] = {1, 1, 1};
  cgsize_t count = product(zone->dim, zone->size);
  double* values = room(count, sizeof *values);
  int arrays = 0;
  must(cg_ncoords(zone->fn, zone->base, zone->zone, &arrays));
  for (int i = 1; i <= arrays; ++i) {
    char name[33];
    CGNS_ENUMT(DataType_t) type;
    must(cg_coord_info(zone->fn, zone->base, zone->zone, i, &type, name));
    must(cg_coord_read(zone->fn, zone->base, zone->zone, name, CGNS_ENUMV(RealDouble), first, zone->size,
                       values));
    line(zone, "coordinate", name, count, checksum(values, (size_t)count * sizeof *values));
  }
  free(values);
}

/* The extents of the solution's arrays without ghosts. */
static int solution_size(const Zone* zone, int solution, CGNS_ENUMT(GridLocation_t) location,
                         cgsize_t* size) {
  int dim = zone->dim;
  must(cg_sol_size(zone->fn, zone->base, zone->zone, solution, &dim, size));
  const cgsize_t* core = location == CGNS_ENUMV(Vertex)       ? zone->size
                         : location == CGNS_ENUMV(CellCenter) ? zone->size + zone->dim
                                                              : NULL;
  for (int i = 0; core && dim == zone->dim && i < dim; ++i) size[i] = core[i];
  return dim;
}

static void read_solution(const Zone* zone, int solution) {
  char name[33], kind[48];
  CGNS_ENUMT(GridLocation_t) location;
  cgsize_t first[3] = {1, 1, 1}, size[3];
  int fields = 0;
  must(cg_sol_info(zone->fn, zone->base, zone->zone, solution, name, &location));
  snprintf(kind, sizeof kind, "solution=%s@%d", name, (int)location);
  cgsize_t count = product(solution_size(zone, solution, location, size), size);
  double* values = room(count, sizeof *values);
  must(cg_nfields(zone->fn, zone->base, zone->zone, solution, &fields));
  for (int i = 1; i <= fields; ++i) {
    CGNS_ENUMT(DataType_t) type;
    must(cg_field_info(zone->fn, zone->base, zone->zone, solution, i, &type, name));
    must(cg_field_read(zone->fn, zone->base, zone->zone, solution, name, CGNS_ENUMV(RealDouble), first, size,
                       values));
    line(zone, kind, name, count, checksum(values, (size_t)count * sizeof *values));
  }
  free(values);
}

static void read_section(const Zone* zone, int section) {
  char name[33], kind[48];
  CGNS_ENUMT(ElementType_t) type;
  cgsize_t start, end, length;
  int boundary, has_parents;
  must(cg_section_read(zone->fn, zone->base, zone->zone, section, name, &type, &start, &end, &boundary,
                       &has_parents));
  must(cg_ElementDataSize(zone->fn, zone->base, zone->zone, section, &length));
  cgsize_t elements = end - start + 1;
  int poly = type == CGNS_ENUMV(MIXED) || type == CGNS_ENUMV(NGON_n) || type == CGNS_ENUMV(NFACE_n);
  cgsize_t* nodes = room(length, sizeof *nodes);
  cgsize_t* offsets = room(elements + 1, sizeof *offsets);
  cgsize_t* parents = has_parents ? room(4 * elements, sizeof *parents) : NULL;
  must(poly ? cg_poly_elements_read(zone->fn, zone->base, zone->zone, section, nodes, offsets, parents)
            : cg_elements_read(zone->fn, zone->base, zone->zone, section, nodes, parents));
  snprintf(kind, sizeof kind, "section=%d[%" PRId64 ",%" PRId64 "]", (int)type, (int64_t)start, (int64_t)end);
  line(zone, kind, name, length, checksum(nodes, (size_t)length * sizeof *nodes));
  if (poly)
    line(zone, "offsets", name, elements + 1, checksum(offsets, (size_t)(elements + 1) * sizeof *offsets));
  if (parents)
    line(zone, "parents", name, elements, checksum(parents, (size_t)(4 * elements) * sizeof *parents));
  free(nodes);
  free(offsets);
  free(parents);
}

static void read_condition(const Zone* zone, int condition) {
  char name[33], kind[48];
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  cgsize_t points, normals;
  int normal_index[3], datasets;
  must(cg_boco_info(zone->fn, zone->base, zone->zone, condition, name, &type, &set, &points, normal_index,
                    &normals, &normal_type, &datasets));
  cgsize_t* list = room(points * zone->dim, sizeof *list);
  double* normal_list = room(normals, sizeof *normal_list);
  must(cg_boco_read(zone->fn, zone->base, zone->zone, condition, list, normal_list));
  snprintf(kind, sizeof kind, "condition=%d/%d/%d", (int)type, (int)set, datasets);
  line(zone, kind, name, points, checksum(list, (size_t)(points * zone->dim) * sizeof *list));
  free(list);
  free(normal_list);
}

static void read_join(const Zone* zone, int join) {
  char name[33], donor[65], kind[96];
  struct {
    cgsize_t range[6], donor_range[6], transform[3];
  } ends = {{0}, {0}, {0}};
  int transform[3] = {0, 0, 0};
  must(cg_1to1_read(zone->fn, zone->base, zone->zone, join, name, donor, ends.range, ends.donor_range,
                    transform));
  for (int i = 0; i < 3; ++i) ends.transform[i] = transform[i];
  snprintf(kind, sizeof kind, "join=%s", donor);
  line(zone, kind, name, 1, checksum(&ends, sizeof ends));
}

static void read_connection(const Zone* zone, int connection) {
  char name[33], donor[65], kind[128];
  CGNS_ENUMT(GridLocation_t) location;
  CGNS_ENUMT(GridConnectivityType_t) type;
  CGNS_ENUMT(PointSetType_t) set, donor_set;
  CGNS_ENUMT(ZoneType_t) donor_zone;
  CGNS_ENUMT(DataType_t) donor_type;
  cgsize_t points, donors;
  must(cg_conn_info(zone->fn, zone->base, zone->zone, connection, name, &location, &type, &set, &points,
                    donor, &donor_zone, &donor_set, &donor_type, &donors));
  cgsize_t* list = room(points * zone->dim, sizeof *list);
  must(cg_conn_read_short(zone->fn, zone->base, zone->zone, connection, list));
  snprintf(kind, sizeof kind, "connection=%s/%d/%d/%d/%" PRId64, donor, (int)type, (int)location,
           (int)donor_zone, (int64_t)donors);
  line(zone, kind, name, points, checksum(list, (size_t)(points * zone->dim) * sizeof *list));
  free(list);
}

typedef int Count(int, int, int, int*);
typedef void Read(const Zone*, int);

static void read_all(const Zone* zone, Count* count, Read* read) {
  int number = 0;
  must(count(zone->fn, zone->base, zone->zone, &number));
  for (int i = 1; i <= number; ++i) read(zone, i);
}

static void read_zone(Zone zone) {
  CGNS_ENUMT(ZoneType_t) type;
  must(cg_zone_read(zone.fn, zone.base, zone.zone, zone.name, zone.size));
  must(cg_zone_type(zone.fn, zone.base, zone.zone, &type));
  must(cg_index_dim(zone.fn, zone.base, zone.zone, &zone.dim));
  line(&zone, type == CGNS_ENUMV(Structured) ? "structured" : "unstructured", "zone",
       product(zone.dim, zone.size), checksum(zone.size, (size_t)(3 * zone.dim) * sizeof *zone.size));
  read_coordinates(&zone);
  read_all(&zone, cg_nsols, read_solution);
  read_all(&zone, cg_nsections, read_section);
  read_all(&zone, cg_nbocos, read_condition);
  read_all(&zone, cg_n1to1, read_join);
  read_all(&zone, cg_nconns, read_connection);
}

static void read_family(int fn, int base, int family, const char* base_name) {
  char name[33], kind[33];
  int conditions, geometries;
  CGNS_ENUMT(BCType_t) type = CGNS_ENUMV(BCTypeNull);
  must(cg_family_read(fn, base, family, name, &conditions, &geometries));
  if (conditions) must(cg_fambc_read(fn, base, family, 1, kind, &type));
  printf("%s family %s condition=%d geometries=%d\n", base_name, name, (int)type, geometries);
}

static void read_base(int fn, int base) {
  Zone zone = {.fn = fn, .base = base};
  char steps_name[33] = "-";
  int cell_dim, space_dim, zones, families, steps = 0;
  must(cg_base_read(fn, base, zone.base_name, &cell_dim, &space_dim));
  must(cg_nzones(fn, base, &zones));
  must(cg_nfamilies(fn, base, &families));
  if (cg_biter_read(fn, base, steps_name, &steps) == CG_ERROR) cg_error_exit();
  printf("%s base %dx%d zones=%d families=%d steps=%s/%d\n", zone.base_name, cell_dim, space_dim, zones,
         families, steps_name, steps);
  for (int i = 1; i <= families; ++i) read_family(fn, base, i, zone.base_name);
  for (zone.zone = 1; zone.zone <= zones; ++zone.zone) read_zone(zone);
}

int main(int argc, char** argv) {
  int fn, bases;
  if (argc != 2) return fputs("usage: read_mesh FILE\n", stderr), 2;
  must(cg_open(argv[1], CG_MODE_READ, &fn));
  must(cg_nbases(fn, &bases));
  for (int base = 1; base <= bases; ++base) read_base(fn, base);
  must(cg_close(fn));
  return 0;
}
