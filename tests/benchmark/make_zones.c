/* make_zones.c: writes the files of a solver's ranks: F files of Z structured zones of n x n x n vertices
 * each, with three coordinates and four vertex fields of doubles that do not compress, a family, two boundary
 * conditions and joins along i with the zones before and after. Written with the reference library, so that
 * storage, alignment and order are what solvers make. */

#include <cgnslib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const char* const coordinates[] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
static const char* const fields[] = {"Density", "VelocityX", "VelocityY", "VelocityZ"};

typedef struct {
  int fn, base;
  cgsize_t n;
  double* values;
} File;

static void must(int status) {
  if (status != CG_OK) cg_error_exit();
}

/* Fills the array with numbers in [shift, shift + 1), different ones at each call. */
static void fill(double* values, cgsize_t count, double shift) {
  static uint64_t state = 88172645463325252u;
  for (cgsize_t i = 0; i < count; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    values[i] = shift + (double)(state >> 11) * 0x1p-53;
  }
}

static void zone_name(int number, char* name) { snprintf(name, 33, "Zone_%06d", number); }

static void write_arrays(const File* file, int zone, int number) {
  cgsize_t count = file->n * file->n * file->n;
  int solution, id;
  for (int i = 0; i < 3; ++i) {
    fill(file->values, count, i == 0 ? number : 0);
    must(cg_coord_write(file->fn, file->base, zone, CGNS_ENUMV(RealDouble), coordinates[i], file->values,
                        &id));
  }
  must(cg_sol_write(file->fn, file->base, zone, "FlowSolution", CGNS_ENUMV(Vertex), &solution));
  for (int i = 0; i < 4; ++i) {
    fill(file->values, count, 0);
    must(cg_field_write(file->fn, file->base, zone, solution, CGNS_ENUMV(RealDouble), fields[i], file->values,
                        &id));
  }
}

static void write_condition(const File* file, int zone, const char* name, cgsize_t j) {
  cgsize_t range[6] = {1, j, 1, file->n, j, file->n};
  int condition;
  must(cg_boco_write(file->fn, file->base, zone, name, CGNS_ENUMV(FamilySpecified), CGNS_ENUMV(PointRange), 2,
                     range, &condition));
  must(cg_goto(file->fn, file->base, "Zone_t", zone, "ZoneBC_t", 1, "BC_t", condition, "end"));
  must(cg_famname_write(name));
}

/* Joins the last plane along i (side = n) with the first of the donor, or the other way round (side = 1). */
static void write_join(const File* file, int zone, const char* name, int donor, cgsize_t side) {
  cgsize_t other = file->n + 1 - side;
  cgsize_t range[6] = {side, 1, 1, side, file->n, file->n};
  cgsize_t donor_range[6] = {other, 1, 1, other, file->n, file->n};
  int transform[3] = {1, 2, 3}, join;
  char donor_name[33];
  zone_name(donor, donor_name);
  must(cg_1to1_write(file->fn, file->base, zone, name, donor_name, range, donor_range, transform, &join));
}

static void write_zone(const File* file, int number, int last) {
  cgsize_t n = file->n;
  cgsize_t size[9] = {n, n, n, n - 1, n - 1, n - 1, 0, 0, 0};
  char name[33];
  int zone;
  zone_name(number, name);
  must(cg_zone_write(file->fn, file->base, name, size, CGNS_ENUMV(Structured), &zone));
  write_arrays(file, zone, number);
  write_condition(file, zone, "Wall", 1);
  write_condition(file, zone, "Farfield", n);
  if (number > 1) write_join(file, zone, "before", number - 1, 1);
  if (number < last) write_join(file, zone, "after", number + 1, n);
}

static void write_family(const File* file, const char* name, CGNS_ENUMT(BCType_t) type) {
  int family, condition;
  must(cg_family_write(file->fn, file->base, name, &family));
  must(cg_fambc_write(file->fn, file->base, family, "FamBC", type, &condition));
}

static void write_file(const char* path, File file, int first, int zones, int last) {
  must(cg_open(path, CG_MODE_WRITE, &file.fn));
  must(cg_base_write(file.fn, "Base", 3, 3, &file.base));
  write_family(&file, "Wall", CGNS_ENUMV(BCWall));
  write_family(&file, "Farfield", CGNS_ENUMV(BCFarfield));
  for (int i = 0; i < zones; ++i) write_zone(&file, first + i, last);
  must(cg_close(file.fn));
}

int main(int argc, char** argv) {
  if (argc != 5) return fputs("usage: make_zones FOLDER FILES ZONES-PER-FILE VERTICES-PER-EDGE\n", stderr), 2;
  int files = atoi(argv[2]), zones = atoi(argv[3]), n = atoi(argv[4]);
  if (files < 1 || zones < 1 || n < 2) return fputs("make_zones: error: nothing to write\n", stderr), 2;
  File file = {.n = n, .values = malloc(sizeof(double) * (size_t)n * (size_t)n * (size_t)n)};
  if (!file.values) return fputs("make_zones: error: out of memory\n", stderr), 2;
  must(cg_set_file_type(CG_FILE_HDF5));
  for (int i = 0; i < files; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/part_%04d.cgns", argv[1], i);
    write_file(path, file, 1 + i * zones, zones, files * zones);
  }
  free(file.values);
  return 0;
}
