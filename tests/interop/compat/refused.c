/* refused.c: calls with arguments of which no reader could make anything. Each must fail, and closing the
 * file must succeed: what was written before is not lost.
 *
 * refused FILE */
#include "cgnslib.h"

#include "must.h"

static const char* file;
static int fn, B, Z, U, n;
static const cgsize_t u[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

/* A structured zone of 3 x 3 x 3 vertices and a hexahedron. */
static void begin(void) {
  const cgsize_t structured[9] = {3, 3, 3, 2, 2, 2, 0, 0, 0}, unstructured[3] = {8, 1, 0};
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "S", structured, CGNS_ENUMV(Structured), &Z));
  MUST(cg_zone_write(fn, B, "U", unstructured, CGNS_ENUMV(Unstructured), &U));
}

static void refused_at(int line, int status) {
  expect_at(line, status != CG_OK, "the call fails");
  must_at(line, cg_close(fn));
  begin();
}
#define REFUSED(call) refused_at(__LINE__, call)

#define HAS_40 (CGNS_VERSION >= 4000)
#define REFUSED_FROM_40(call)  \
  do {                         \
    if (HAS_40) REFUSED(call); \
  } while (0)
/* The reference library takes these, and then refuses the file. */
#define REFUSED_HERE(call)       \
  do {                           \
    if (IS_PCGNS) REFUSED(call); \
  } while (0)

static const cgsize_t face[6] = {1, 1, 1, 3, 3, 1}, line[6] = {1, 1, 1, 2, 3, 1},
                      beyond[6] = {1, 1, 1, 9, 9, 1};
static const CGNS_ENUMT(DataType_t) integers = sizeof(cgsize_t) == 8 ? CGNS_ENUMV(LongInteger)
                                                                     : CGNS_ENUMV(Integer);
static double values[64];

static void zones(void) {
  const cgsize_t too_many_cells[9] = {3, 3, 3, 3, 2, 2, 0, 0, 0}, too_many_boundary_vertices[3] = {8, 1, 9};
  REFUSED(cg_zone_write(fn, B, "X", too_many_cells, CGNS_ENUMV(Structured), &n));
  REFUSED_HERE(cg_zone_write(fn, B, "X", too_many_boundary_vertices, CGNS_ENUMV(Unstructured), &n));
  REFUSED(cg_biter_write(fn, B, "Steps", -3));
  REFUSED(cg_biter_write(fn, B, "Steps", 0));
}

static int write_solution(CGNS_ENUMT(GridLocation_t) location) {
  return cg_sol_write(fn, B, Z, "Flow", location, &n);
}

static void solutions(void) {
  int S;
  REFUSED(cg_coord_write(fn, B, Z, CGNS_ENUMV(Integer), "CoordinateX", values, &n));
  REFUSED(cg_coord_write(fn, B, Z, CGNS_ENUMV(Character), "CoordinateX", values, &n));
  REFUSED(write_solution(CGNS_ENUMV(FaceCenter)));
  REFUSED(write_solution(CGNS_ENUMV(EdgeCenter)));
  REFUSED(write_solution(CGNS_ENUMV(GridLocationNull)));
  REFUSED(write_solution(CGNS_ENUMV(GridLocationUserDefined)));
  REFUSED(cg_sol_write(fn, B, U, "Flow", CGNS_ENUMV(IFaceCenter), &n));
  REFUSED(cg_sol_ptset_write(fn, B, U, "Flow", CGNS_ENUMV(IFaceCenter), CGNS_ENUMV(PointList), 2, u, &n));
  REFUSED(
      cg_discrete_ptset_write(fn, B, U, "Data", CGNS_ENUMV(KFaceCenter), CGNS_ENUMV(PointList), 2, u, &n));
  MUST(cg_sol_write(fn, B, Z, "Faces", CGNS_ENUMV(KFaceCenter), &S));
  MUST(cg_sol_ptset_write(fn, B, U, "Flow", CGNS_ENUMV(FaceCenter), CGNS_ENUMV(PointList), 2, u, &S));
  REFUSED(cg_field_write(fn, B, Z, 1, CGNS_ENUMV(Character), "Name", values, &n));
}

static void conditions(void) {
  MUST(cg_boco_write(fn, B, U, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), 1, u, &n));
  MUST(cg_boco_gridlocation_write(fn, B, U, 1, CGNS_ENUMV(FaceCenter)));
  REFUSED(cg_boco_write(fn, B, Z, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointListDonor), 2, face, &n));
  MUST(cg_boco_write(fn, B, U, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), 1, u, &n));
  REFUSED(cg_boco_gridlocation_write(fn, B, U, 1, CGNS_ENUMV(IFaceCenter)));
  MUST(cg_boco_write(fn, B, Z, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, face, &n));
  REFUSED(cg_boco_gridlocation_write(fn, B, Z, 1, CGNS_ENUMV(GridLocationNull)));
}

static int write_match(const cgsize_t* range, const cgsize_t* donors, int first, int second, int third) {
  const int transform[3] = {first, second, third};
  return cg_1to1_write(fn, B, Z, "Match", "S", range, donors, transform, &n);
}

static int write_interface(CGNS_ENUMT(GridLocation_t) location, CGNS_ENUMT(GridConnectivityType_t) type,
                           CGNS_ENUMT(PointSetType_t) donor_set, cgsize_t donors) {
  return cg_conn_write(fn, B, U, "Interface", location, type, CGNS_ENUMV(PointList), 2, u, "U",
                       CGNS_ENUMV(Unstructured), donor_set, integers, donors, u, &n);
}

static void interfaces(void) {
  REFUSED(write_match(face, line, 1, 2, 3));
  REFUSED(write_match(beyond, beyond, 1, 2, 3));
  REFUSED(write_match(face, face, 1, 2, 4));
  MUST(write_match(face, line, 0, 2, 3));
  REFUSED(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointList), 2));
  REFUSED(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointRange), 2));
  REFUSED(write_interface(CGNS_ENUMV(EdgeCenter), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointListDonor), 2));
  REFUSED(write_interface(CGNS_ENUMV(IFaceCenter), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(PointListDonor), 2));
  REFUSED(write_interface(CGNS_ENUMV(FaceCenter), CGNS_ENUMV(Overset), CGNS_ENUMV(PointListDonor), 2));
  REFUSED(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(PointListDonor), 3));
  MUST(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointListDonor), 3));
  REFUSED(cg_conn_write_short(fn, B, U, "More", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting),
                              CGNS_ENUMV(PointList), 9, u, "U", &n));
  REFUSED(cg_hole_write(fn, B, Z, "Hole", CGNS_ENUMV(FaceCenter), CGNS_ENUMV(PointList), 1, 1, u, &n));
}

static int write_mixed(cgsize_t type, cgsize_t nodes) {
  const cgsize_t elements[5] = {type, 1, 2, 3, 4};
  cgsize_t offsets[2] = {0, 0};
  offsets[1] = nodes + 1;
  return cg_poly_section_write(fn, B, U, "Mixed", CGNS_ENUMV(MIXED), 2, 2, 0, elements, offsets, &n);
}

static void sections(void) {
  const cgsize_t descending[3] = {0, 3, 2};
  REFUSED(cg_section_write(fn, B, U, "Hexa", CGNS_ENUMV(HEXA_8), 1, 1, 2, u, &n));
  REFUSED_FROM_40(
      cg_poly_section_write(fn, B, U, "Polygons", CGNS_ENUMV(NGON_n), 2, 3, 0, u, descending, &n));
  REFUSED(write_mixed(99, 4));
  REFUSED(write_mixed(CGNS_ENUMV(NGON_n), 4));
  MUST(write_mixed(CGNS_ENUMV(QUAD_4), 4));
  REFUSED_HERE(write_mixed(CGNS_ENUMV(QUAD_4), 3));
  REFUSED_HERE(cg_section_write(fn, B, Z, "Hexa", CGNS_ENUMV(HEXA_8), 1, 1, 0, u, &n));
}

static int write_region(int dimension, CGNS_ENUMT(GridLocation_t) location) {
  return cg_subreg_ptset_write(fn, B, Z, "Region", dimension, location, CGNS_ENUMV(PointRange), 2, face, &n);
}

static void texts(void) {
  const char* longer = "a computer aided design system with a long name";
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_descriptor_write("Note", ""));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  REFUSED(cg_famname_write(""));
  REFUSED(cg_subreg_bcname_write(fn, B, Z, "Region", 2, "", &n));
  REFUSED(cg_subreg_gcname_write(fn, B, Z, "Region", 2, "", &n));
  REFUSED(write_region(0, CGNS_ENUMV(Vertex)));
  REFUSED(write_region(4, CGNS_ENUMV(Vertex)));
  REFUSED(write_region(1, CGNS_ENUMV(FaceCenter)));
  MUST(write_region(2, CGNS_ENUMV(FaceCenter)));
  MUST(cg_family_write(fn, B, "Wing", &n));
  REFUSED(cg_geo_write(fn, B, 1, "Shape", "wing.igs", longer, &n));
  MUST(cg_family_write(fn, B, "Wing", &n));
  REFUSED(cg_geo_write(fn, B, 1, "Shape", "", "NASA-IGES", &n));
}

static void parents(void) {
  const int negative[6] = {-1, 0, 0, 0, 0, 0}, none[6] = {0, 0, 0, 0, 0, 0};
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_exponents_write(CGNS_ENUMV(RealDouble), values));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_conversion_write(CGNS_ENUMV(RealDouble), values));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_ordinal_write(4));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_gridlocation_write(CGNS_ENUMV(Vertex)));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_famname_write("Wing"));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  REFUSED(cg_rind_write(none));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  REFUSED(cg_ptset_write(CGNS_ENUMV(PointRange), 2, face));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_goto(fn, B, "..", 0, "end"));
  MUST(cg_goto(fn, B, "end"));
  REFUSED(cg_array_write("Array", CGNS_ENUMV(RealDouble), 1, u, values));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  REFUSED(cg_governing_write(CGNS_ENUMV(Euler)));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  REFUSED(cg_model_write("GasModel_t", CGNS_ENUMV(Ideal)));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  MUST(cg_user_data_write("Data"));
  MUST(cg_goto(fn, B, "Zone_t", Z, "UserDefinedData_t", 1, "end"));
  REFUSED(cg_state_write("state"));
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_goto(fn, B, "Zone_t", Z, "FlowSolution_t", 1, ""));
  REFUSED_HERE(cg_array_write("Density", CGNS_ENUMV(RealDouble), 1, u + 1, values));
#if IS_PCGNS
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_field_write(fn, B, Z, 1, CGNS_ENUMV(RealDouble), "Density", values, &n));
  MUST(cg_goto(fn, B, "Zone_t", Z, "FlowSolution_t", 1, "end"));
  REFUSED(cg_gridlocation_write(CGNS_ENUMV(CellCenter)));
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_field_write(fn, B, Z, 1, CGNS_ENUMV(RealDouble), "Density", values, &n));
  MUST(cg_goto(fn, B, "Zone_t", Z, "FlowSolution_t", 1, "end"));
  REFUSED(cg_ptset_write(CGNS_ENUMV(PointRange), 2, face));
#endif
  MUST(cg_goto(fn, B, "end"));
  MUST(cg_user_data_write("Data"));
  MUST(cg_goto(fn, B, "UserDefinedData_t", 1, "end"));
  REFUSED(cg_ptset_write(CGNS_ENUMV(PointRange), 2, face));
  MUST(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", values, &n));
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "end"));
  REFUSED(cg_rind_write(negative));
  MUST(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", values, &n));
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "end"));
  REFUSED_FROM_40(cg_rind_write(none));
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  file = argv[1];
  begin();
  zones();
  solutions();
  conditions();
  interfaces();
  sections();
  texts();
  parents();
  MUST(cg_close(fn));
  return 0;
}
