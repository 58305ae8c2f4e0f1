/* absent.c: what is read where nothing was written, and where the current node is after a path that leads
 * nowhere.
 *
 * absent FILE */
#include "cgnslib.h"

#include "must.h"
#if IS_PCGNS
#include "pcgnslib.h"
#endif

#define HAS_40 (CGNS_VERSION >= 4000)

static int fn, B, Z, U, n;
static const cgsize_t nodes[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static double values[64];

static void write_file(const char* file) {
  const cgsize_t structured[9] = {3, 3, 3, 2, 2, 2, 0, 0, 0}, unstructured[3] = {8, 1, 0};
  const cgsize_t face[6] = {1, 1, 1, 1, 3, 3}, other[6] = {3, 1, 1, 3, 3, 3};
  const int transform[3] = {1, 2, 3};
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "S", structured, CGNS_ENUMV(Structured), &Z));
  MUST(cg_zone_write(fn, B, "U", unstructured, CGNS_ENUMV(Unstructured), &U));
  MUST(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", values, &n));
  MUST(cg_coord_write(fn, B, U, CGNS_ENUMV(RealDouble), "CoordinateX", values, &n));
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_1to1_write(fn, B, Z, "Match", "S", face, other, transform, &n));
  MUST(cg_boco_write(fn, B, U, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), 2, nodes, &n));
#if HAS_40
  MUST(cg_poly_section_write(fn, B, U, "Hexa", CGNS_ENUMV(HEXA_8), 1, 1, 0, nodes, NULL, &n));
#else
  MUST(cg_section_write(fn, B, U, "Hexa", CGNS_ENUMV(HEXA_8), 1, 1, 0, nodes, &n));
#endif
  MUST(cg_close(fn));
}

/* Those of the structured zones. */
static void interfaces(void) {
  char name[33], zone[33], donor[33], *names[1], *zones[1], *donors[1];
  cgsize_t range[6], donor_range[6], *ranges[1], *donor_ranges[1];
  int transform[3], *transforms[1];
  names[0] = name, zones[0] = zone, donors[0] = donor;
  ranges[0] = range, donor_ranges[0] = donor_range, transforms[0] = transform;
  MUST(cg_n1to1_global(fn, B, &n));
  EXPECT(n == 1);
  /* The reference library counts them, but does not read them beside another zone. */
  if (!IS_PCGNS) return;
  MUST(cg_1to1_read_global(fn, B, names, zones, donors, ranges, donor_ranges, transforms));
  EXPECT(strcmp(name, "Match") == 0 && strcmp(zone, "S") == 0 && donor_range[0] == 3 && transform[2] == 3);
}

static void expect_no_rind(int line, int count) {
  int planes[6] = {7, 7, 7, 7, 7, 7}, i;
  must_at(line, cg_rind_read(planes));
  for (i = 0; i < count; ++i) expect_at(line, planes[i] == 0, "there is no rind");
}

static void small_nodes(void) {
  CGNS_ENUMT(SimulationType_t) type = CGNS_ENUMV(TimeAccurate);
  int ordinal = 7;
  MUST(cg_simulation_type_read(fn, B, &type));
  EXPECT(type == CGNS_ENUMV(SimulationTypeNull));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  MUST(cg_ordinal_read(&ordinal));
  EXPECT(ordinal == 0);
  EXPECT(cg_rind_read(&ordinal) != CG_OK);
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "end"));
  expect_no_rind(__LINE__, 6);
  EXPECT(cg_ordinal_read(&ordinal) != CG_OK);
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "DataArray_t", 1, "end"));
  n = 7;
  EXPECT(cg_nunits(&n) == CG_NODE_NOT_FOUND && n == 0);
  n = 7;
  EXPECT(cg_nexponents(&n) == CG_NODE_NOT_FOUND && n == 0);
  MUST(cg_goto(fn, B, "Zone_t", Z, "FlowSolution_t", 1, "end"));
  expect_no_rind(__LINE__, 6);
  MUST(cg_goto(fn, B, "Zone_t", U, "Elements_t", 1, "end"));
  expect_no_rind(__LINE__, 2);
}

/* The direction of the normal has as many numbers as the zone has indices: here one. */
static void normals(void) {
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  char name[33];
  cgsize_t count, list_size;
  int normal[3] = {7, 7, 7};
  MUST(cg_boco_info(fn, B, U, 1, name, &type, &set, &count, normal, &list_size, &normal_type, &n));
  EXPECT(normal[0] == 0 && normal[1] == 7 && normal[2] == 7 && list_size == 0);
}

static void arrays(void) {
  const cgsize_t first[3] = {1, 1, 1}, last[3] = {2, 2, 2};
  const CGNS_ENUMT(DataType_t) type = CGNS_ENUMV(RealDouble);
  EXPECT(cg_coord_read(fn, B, Z, "CoordinateR", type, first, last, values) == CG_NODE_NOT_FOUND);
  EXPECT(cg_field_read(fn, B, Z, 1, "Density", type, first, last, values) == CG_NODE_NOT_FOUND);
}

static void elements(void) {
#if HAS_40
  cgsize_t read[8], offsets[2] = {7, 7};
  MUST(cg_poly_elements_read(fn, B, U, 1, read, offsets, NULL));
  EXPECT(read[7] == 8 && offsets[0] == 7);
#endif
}

static void paths(void) {
  EXPECT(cg_goto(fn, 0, "end") == CG_NODE_NOT_FOUND);
  EXPECT(cg_goto(fn, 99, "end") == CG_NODE_NOT_FOUND);
  MUST(cg_gopath(fn, "/Base/S/GridCoordinates"));
  EXPECT(cg_gopath(fn, "/Base/S/Nowhere") != CG_OK);
  EXPECT(cg_narrays(&n) == CG_ERROR);
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  EXPECT(cg_goto(fn, B, "Zone_t", 3, "end") == CG_NODE_NOT_FOUND);
  EXPECT(cg_narrays(&n) == CG_ERROR);
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  EXPECT(cg_gorel(fn, "FlowSolution_t", 2, "end") != CG_OK);
  EXPECT(cg_narrays(&n) == CG_ERROR);
  EXPECT(cg_gopath(fn, "") == CG_ERROR);
  EXPECT(cg_gopath(fn, "/") == CG_ERROR);
}

/* MPI is not there, which ends programs that ask for it. */
static void without_mpi(void) {
#if IS_PCGNS
  EXPECT(cgp_cache(fn, NULL) == CG_ERROR);
  EXPECT(strstr(cg_get_error(), "call MPI_Init first") != NULL);
  EXPECT(cgp_partition_create(fn, B, NULL, &n) == CG_ERROR);
  EXPECT(strstr(cg_get_error(), "call MPI_Init first") != NULL);
#endif
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  write_file(argv[1]);
  MUST(cg_open(argv[1], CG_MODE_READ, &fn));
  interfaces();
  small_nodes();
  normals();
  arrays();
  elements();
  paths();
  without_mpi();
  MUST(cg_close(fn));
  return 0;
}
