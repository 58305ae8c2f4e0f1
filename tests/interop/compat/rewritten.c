/* rewritten.c: nodes of a file that is modified: what takes the place of another node, and what cannot be
 * deleted.
 *
 * rewritten FILE */
#include "cgnslib.h"

#include "must.h"

#define HAS_45 (CGNS_VERSION >= 4500)

static const char* file;
static int fn, B, Z, U, n;
static char name[33];
static const cgsize_t structured[9] = {4, 3, 2, 3, 2, 1, 0, 0, 0}, unstructured[3] = {8, 1, 0};
static const cgsize_t face[6] = {1, 1, 1, 3, 2, 1}, two[1] = {2}, three[1] = {3};
static const cgsize_t nodes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static const CGNS_ENUMT(DataType_t) real = CGNS_ENUMV(RealDouble);
static double values[64];

static void write_steps(void) {
  MUST(cg_biter_write(fn, B, "Steps", 2));
  EXPECT(cg_biter_write(fn, B, "Others", 3) == CG_ERROR);
  MUST(cg_goto(fn, B, "BaseIterativeData_t", 1, "end"));
  MUST(cg_array_write("TimeValues", real, 1, two, values));
  MUST(cg_ziter_write(fn, B, Z, "OfZone"));
  EXPECT(cg_ziter_write(fn, B, Z, "Others") == CG_ERROR);
#if HAS_45
  MUST(cg_particle_write(fn, B, "Drops", 10, &n));
  MUST(cg_piter_write(fn, B, 1, "OfDrops"));
  EXPECT(cg_piter_write(fn, B, 1, "Others") == CG_ERROR);
#endif
}

static void write_file(void) {
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "S", structured, CGNS_ENUMV(Structured), &Z));
  MUST(cg_zone_write(fn, B, "U", unstructured, CGNS_ENUMV(Unstructured), &U));
  MUST(cg_coord_write(fn, B, Z, real, "CoordinateX", values, &n));
  MUST(cg_section_write(fn, B, U, "Hexa", CGNS_ENUMV(HEXA_8), 1, 1, 0, nodes, &n));
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_field_write(fn, B, Z, 1, real, "Density", values, &n));
  MUST(cg_boco_write(fn, B, Z, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, face, &n));
  MUST(cg_boco_gridlocation_write(fn, B, Z, 1, CGNS_ENUMV(KFaceCenter)));
  MUST(cg_dataset_write(fn, B, Z, 1, "Data", CGNS_ENUMV(BCWall), &n));
  MUST(cg_gravity_write(fn, B, (const float*)values));
  write_steps();
  MUST(cg_goto(fn, B, "end"));
  MUST(cg_unitsfull_write(CGNS_ENUMV(Gram), CGNS_ENUMV(Foot), CGNS_ENUMV(Second), CGNS_ENUMV(Celsius),
                          CGNS_ENUMV(Radian), CGNS_ENUMV(Ampere), CGNS_ENUMV(Mole), CGNS_ENUMV(Candela)));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  MUST(cg_user_data_write("Own"));
  MUST(cg_gorel(fn, "UserDefinedData_t", 1, "end"));
  MUST(cg_ptset_write(CGNS_ENUMV(PointRange), 2, face));
  MUST(cg_close(fn));
}

static void reopen(int mode) {
  MUST(cg_close(fn));
  MUST(cg_open(file, mode, &fn));
}

/* There is one of them below its parent. */
static void steps(void) {
  MUST(cg_biter_write(fn, B, "Others", 3));
  MUST(cg_ziter_write(fn, B, Z, "OthersOfZone"));
#if HAS_45
  MUST(cg_piter_write(fn, B, 1, "OthersOfDrops"));
#endif
  reopen(CG_MODE_MODIFY);
  MUST(cg_biter_read(fn, B, name, &n));
  EXPECT(n == 3 && strcmp(name, "Others") == 0);
  MUST(cg_goto(fn, B, "BaseIterativeData_t", 1, "end"));
  MUST(cg_narrays(&n));
  EXPECT(n == 0);
  MUST(cg_ziter_read(fn, B, Z, name));
  EXPECT_TEXT(name, "OthersOfZone");
#if HAS_45
  MUST(cg_piter_read(fn, B, 1, name));
  EXPECT_TEXT(name, "OthersOfDrops");
#endif
}

/* A name that is taken by another kind of node. */
static void other_kinds(void) {
  EXPECT(cg_family_write(fn, B, "S", &n) != CG_OK);
  EXPECT(cg_sol_write(fn, B, Z, "GridCoordinates", CGNS_ENUMV(Vertex), &n) != CG_OK);
  EXPECT(cg_discrete_write(fn, B, Z, "Flow", &n) != CG_OK);
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  EXPECT(cg_user_data_write("Flow") != CG_OK);
  reopen(CG_MODE_MODIFY);
  MUST(cg_nzones(fn, B, &n));
  EXPECT(n == 2);
  MUST(cg_nfields(fn, B, Z, 1, &n));
  EXPECT(n == 1);
}

/* What was below a node that is written again is gone. */
static void conditions(void) {
  const cgsize_t edge[6] = {1, 1, 1, 4, 1, 2};
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  CGNS_ENUMT(GridLocation_t) location;
  cgsize_t count, normals;
  int normal[3], sets;
  MUST(cg_boco_write(fn, B, Z, "Wall", CGNS_ENUMV(BCInflow), CGNS_ENUMV(PointRange), 2, edge, &n));
  reopen(CG_MODE_MODIFY);
  MUST(cg_boco_info(fn, B, Z, 1, name, &type, &set, &count, normal, &normals, &normal_type, &sets));
  EXPECT(type == CGNS_ENUMV(BCInflow) && sets == 0);
  MUST(cg_boco_gridlocation_read(fn, B, Z, 1, &location));
  EXPECT(location == CGNS_ENUMV(Vertex));
}

static void units(void) {
  const double exponents[8] = {1, -1, -2, 0, 0, 2, 3, 4};
  MUST(cg_goto(fn, B, "end"));
  MUST(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                      CGNS_ENUMV(Degree)));
  MUST(cg_nunits(&n));
  EXPECT(n == 5);
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_expfull_write(real, exponents));
  MUST(cg_coord_write(fn, B, Z, real, "CoordinateX", values, &n));
  reopen(CG_MODE_MODIFY);
  MUST(cg_goto(fn, B, "end"));
  MUST(cg_nunits(&n));
  EXPECT(n == 5);
  MUST(cg_goto(fn, B, "Zone_t", Z, "GridCoordinates_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_nexponents(&n));
  EXPECT(n == 8); /* Coordinates and fields keep what is below them. */
}

static void zones(void) {
  const cgsize_t larger[9] = {5, 3, 2, 4, 2, 1, 0, 0, 0};
  CGNS_ENUMT(GridLocation_t) location;
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(CellCenter), &n));
  MUST(cg_nfields(fn, B, Z, 1, &n));
  EXPECT(n == 0);
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &n));
  MUST(cg_sol_info(fn, B, Z, 1, name, &location));
  EXPECT(location == CGNS_ENUMV(Vertex));
  MUST(cg_zone_write(fn, B, "S", larger, CGNS_ENUMV(Structured), &n));
  MUST(cg_ncoords(fn, B, n, &n));
  EXPECT(n == 0);
  reopen(CG_MODE_MODIFY);
  MUST(cg_nzones(fn, B, &n));
  EXPECT(n == 2);
  MUST(cg_nsols(fn, B, Z, &n));
  EXPECT(n == 0);
  MUST(cg_base_write(fn, "Base", 2, 3, &B));
  MUST(cg_nzones(fn, B, &n));
  EXPECT(n == 0);
}

/* Elements beside cells of two dimensions are edges. */
static void edges(void) {
  CGNS_ENUMT(GridLocation_t) location;
  MUST(cg_zone_write(fn, B, "U", unstructured, CGNS_ENUMV(Unstructured), &U));
  MUST(cg_boco_write(fn, B, U, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(ElementList), 2, nodes, &n));
  MUST(cg_boco_gridlocation_read(fn, B, U, 1, &location));
  EXPECT(location == CGNS_ENUMV(EdgeCenter));
}

static void points(void) {
  CGNS_ENUMT(PointSetType_t) set;
  cgsize_t count;
  MUST(cg_goto(fn, B, "Zone_t", Z, "UserDefinedData_t", 1, "end"));
  MUST(cg_ptset_write(CGNS_ENUMV(PointList), 1, face));
  reopen(CG_MODE_MODIFY);
  MUST(cg_goto(fn, B, "Zone_t", Z, "UserDefinedData_t", 1, "end"));
  MUST(cg_ptset_info(&set, &count));
  EXPECT(set == CGNS_ENUMV(PointList) && count == 1);
}

/* Points of the donor have its indices, of the type cgsize_t whatever the calls say. */
static void donors(void) {
  cgsize_t own[2], donors[6];
  MUST(cg_conn_write(fn, B, U, "ToS", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointList), 2,
                     nodes, "S", CGNS_ENUMV(Structured), CGNS_ENUMV(PointListDonor), real, 2, face, &n));
  reopen(CG_MODE_MODIFY);
  MUST(cg_conn_read(fn, B, U, 1, own, real, donors));
  EXPECT(own[1] == 2 && memcmp(donors, face, sizeof donors) == 0);
}

static void undeletable(void) {
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  EXPECT(cg_delete_node("ZoneType") == CG_ERROR);
  MUST(cg_goto(fn, B, "Zone_t", Z, "ZoneBC_t", 1, "BC_t", 1, "end"));
  EXPECT(cg_delete_node("PointRange") == CG_ERROR);
  MUST(cg_goto(fn, B, "Zone_t", U, "Elements_t", 1, "end"));
  EXPECT(cg_delete_node("ElementRange") == CG_ERROR);
  EXPECT(cg_delete_node("ElementConnectivity") == CG_ERROR);
  MUST(cg_goto(fn, B, "Gravity_t", 1, "end"));
  EXPECT(cg_delete_node("GravityVector") == CG_ERROR);
  MUST(cg_goto(fn, B, "Zone_t", Z, "ZoneBC_t", 1, "BC_t", 1, "end"));
  MUST(cg_delete_node("GridLocation"));
}

/* What the standard says a node has beside what its call writes. */
static void arrays_of_nodes(void) {
  const float two[2] = {0, 1}, angle = 90;
  const cgsize_t one = 1;
  MUST(cg_base_write(fn, "Flat", 2, 2, &n));
  MUST(cg_axisym_write(fn, n, two, two));
  MUST(cg_goto(fn, n, "Axisymmetry_t", 1, "end"));
  MUST(cg_array_write("AxisymmetryAngle", CGNS_ENUMV(RealSingle), 1, &one, &angle));
  EXPECT(cg_array_write("Angle", CGNS_ENUMV(RealSingle), 1, &one, &angle) == CG_ERROR);
#if IS_PCGNS /* the reference library writes it, and then cannot open the file */
  EXPECT(cg_array_write("AxisymmetryAngle", CGNS_ENUMV(RealDouble), 1, &one, values) == CG_ERROR);
#endif
}

/* Data sets of families have two labels in paths. */
static void data_sets_of_families(void) {
  int F;
  MUST(cg_family_write(fn, B, "WithData", &F));
  MUST(cg_fambc_write(fn, B, F, "FamBC", CGNS_ENUMV(BCWall), &n));
  MUST(cg_goto(fn, B, "Family_t", F, "FamilyBC_t", 1, "end"));
  MUST(cg_bcdataset_write("Data", CGNS_ENUMV(BCWall), CGNS_ENUMV(Dirichlet)));
  MUST(cg_goto(fn, B, "Family_t", F, "FamilyBC_t", 1, "BCDataSet_t", 1, "BCData_t", CGNS_ENUMV(Dirichlet),
               "end"));
  MUST(cg_goto(fn, B, "Family_t", F, "FamilyBC_t", 1, "FamilyBCDataSet_t", 1, "end"));
  EXPECT(cg_goto(fn, B, "Family_t", F, "FamilyBC_t", 1, "BCDataSet_t", 2, "end") != CG_OK);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  file = argv[1];
  write_file();
  MUST(cg_open(file, CG_MODE_MODIFY, &fn));
  other_kinds();
  steps();
  points();
  donors();
  undeletable();
  arrays_of_nodes();
  data_sets_of_families();
  conditions();
  units();
  zones();
  edges();
  MUST(cg_close(fn));
  return 0;
}
