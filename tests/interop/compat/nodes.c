/* nodes.c: the nodes that programs write less often: families, properties, motions, subregions, holes, data
 * sets, units, links. With "old", or compiled with the version 3.4 of the reference library, without what
 * that does not have.
 *
 * nodes FILE [old] */
#include "cgnslib.h"

#include "must.h"

#define HAS_40 (CGNS_VERSION >= 4000)

static const char* file;
static int is_old;
static const cgsize_t size[9] = {3, 3, 3, 2, 2, 2, 0, 0, 0};
static const float center[3] = {1, 2, 3}, angle[3] = {0, 0, 90}, shift[3] = {4, 5, 6};
static double field[27];

static void at_zone(int fn) { MUST(cg_goto(fn, 1, "Zone_t", 1, "end")); }

static void write_families(int fn) {
  int F, BC, G, P;
  MUST(cg_family_write(fn, 1, "Wing", &F));
  MUST(cg_fambc_write(fn, 1, F, "Wall", CGNS_ENUMV(BCWall), &BC));
  MUST(cg_family_name_write(fn, 1, F, "Parent", "Aircraft"));
  MUST(cg_geo_write(fn, 1, F, "Shape", "wing.igs", "NASA-IGES", &G));
  MUST(cg_part_write(fn, 1, F, G, "Surface", &P));
  MUST(cg_goto(fn, 1, "Family_t", F, "FamilyBC_t", BC, "end"));
  MUST(cg_bcdataset_write("Set", CGNS_ENUMV(BCWall), CGNS_ENUMV(Dirichlet)));
  at_zone(fn);
  MUST(cg_famname_write("Wing"));
  MUST(cg_multifam_write("More", "Aircraft"));
  MUST(cg_goto(fn, 1, "Family_t", F, "end"));
  MUST(cg_rotating_write(shift, center));
#if HAS_40
  if (is_old) return;
  MUST(cg_node_family_write("Flap", &F));
  MUST(cg_gorel(fn, "Family_t", 1, "end"));
  MUST(cg_node_fambc_write("Moving", CGNS_ENUMV(BCWallViscous), &BC));
  MUST(cg_node_family_name_write("Owner", "Wing"));
  MUST(cg_node_geo_write("FlapShape", "flap.igs", "NASA-IGES", &G));
  MUST(cg_node_part_write(G, "Hinge", &P));
#endif
}

static void read_families(int fn) {
  CGNS_ENUMT(BCType_t) type;
  char name[33], other[661], format[33], *geometry;
  float rate[3], middle[3];
  int n, geos, dirichlet, neumann;
  MUST(cg_family_read(fn, 1, 1, name, &n, &geos));
  EXPECT(n == 1 && geos == 1 && strcmp(name, "Wing") == 0);
  MUST(cg_nfamily_names(fn, 1, 1, &n));
  MUST(cg_family_name_read(fn, 1, 1, 1, name, other));
  EXPECT(n == 1 && strcmp(name, "Parent") == 0 && strcmp(other, "Aircraft") == 0);
  MUST(cg_geo_read(fn, 1, 1, 1, name, &geometry, format, &n));
  EXPECT(n == 1 && strcmp(geometry, "wing.igs") == 0 && strcmp(format, "NASA-IGES") == 0);
  MUST(cg_free(geometry));
  MUST(cg_part_read(fn, 1, 1, 1, 1, name));
  EXPECT_TEXT(name, "Surface");
  MUST(cg_goto(fn, 1, "Family_t", 1, "FamilyBC_t", 1, "end"));
  MUST(cg_bcdataset_info(&n));
  MUST(cg_bcdataset_read(1, name, &type, &dirichlet, &neumann));
  EXPECT(n == 1 && type == CGNS_ENUMV(BCWall) && dirichlet == 1 && neumann == 0);
  at_zone(fn);
  MUST(cg_famname_read(other));
  MUST(cg_nmultifam(&n));
  EXPECT(n == 1 && strcmp(other, "Wing") == 0);
  MUST(cg_multifam_read(1, name, other));
  EXPECT(strcmp(name, "More") == 0 && strcmp(other, "Aircraft") == 0);
  MUST(cg_goto(fn, 1, "Family_t", 1, "end"));
  MUST(cg_rotating_read(rate, middle));
  EXPECT(memcmp(rate, shift, sizeof rate) == 0 && memcmp(middle, center, sizeof middle) == 0);
#if HAS_40
  if (is_old) return;
  MUST(cg_node_nfamilies(&n));
  MUST(cg_node_family_read(1, name, &dirichlet, &geos));
  EXPECT(n == 1 && dirichlet == 1 && geos == 1 && strcmp(name, "Flap") == 0);
  MUST(cg_gorel(fn, "Family_t", 1, "end"));
  MUST(cg_node_nfamily_names(&n));
  MUST(cg_node_family_name_read(1, name, other));
  EXPECT(n == 1 && strcmp(other, "Wing") == 0);
  MUST(cg_node_fambc_read(1, name, &type));
  EXPECT(type == CGNS_ENUMV(BCWallViscous));
  MUST(cg_node_geo_read(1, name, &geometry, format, &n));
  EXPECT(n == 1 && strcmp(geometry, "flap.igs") == 0);
  MUST(cg_free(geometry));
  MUST(cg_node_part_read(1, 1, name));
  EXPECT_TEXT(name, "Hinge");
#endif
}

static void write_properties(int fn) {
  const cgsize_t range[6] = {1, 1, 1, 1, 3, 3}, donor[6] = {3, 1, 1, 3, 3, 3};
  const cgsize_t holes[12] = {1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3};
  const int transform[3] = {1, 2, 3};
  int BC, D, J, C;
  MUST(cg_boco_write(fn, 1, 1, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointRange), 2, range, &BC));
  MUST(cg_boco_normal_write(fn, 1, 1, BC, transform, 1, CGNS_ENUMV(RealDouble), field));
  MUST(cg_bc_wallfunction_write(fn, 1, 1, BC, CGNS_ENUMV(Generic)));
  MUST(cg_bc_area_write(fn, 1, 1, BC, CGNS_ENUMV(BleedArea), 2.5F, "Holes"));
  MUST(cg_dataset_write(fn, 1, 1, BC, "Data", CGNS_ENUMV(BCWall), &D));
  MUST(cg_bcdata_write(fn, 1, 1, BC, D, CGNS_ENUMV(Neumann)));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", BC, "BCDataSet_t", D, "BCData_t",
               CGNS_ENUMV(Neumann), "end"));
  MUST(cg_descriptor_write("Remark", "at faces"));
  MUST(cg_zconn_write(fn, 1, 1, "First", &C));
  MUST(cg_1to1_write(fn, 1, 1, "Periodic", "Zone", range, donor, transform, &J));
  MUST(cg_1to1_periodic_write(fn, 1, 1, J, center, angle, shift));
  MUST(cg_1to1_average_write(fn, 1, 1, J, CGNS_ENUMV(AverageAll)));
  MUST(cg_zconn_write(fn, 1, 1, "Second", &C));
  MUST(cg_conn_write_short(fn, 1, 1, "Overset", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting),
                           CGNS_ENUMV(PointRange), 2, range, "Zone", &J));
  MUST(cg_conn_periodic_write(fn, 1, 1, J, center, angle, shift));
  MUST(cg_conn_average_write(fn, 1, 1, J, CGNS_ENUMV(AverageRadial)));
  MUST(cg_hole_write(fn, 1, 1, "Hole", CGNS_ENUMV(Vertex), CGNS_ENUMV(PointRange), 2, 4, holes, &J));
  MUST(cg_hole_write(fn, 1, 1, "List", CGNS_ENUMV(CellCenter), CGNS_ENUMV(PointList), 1, 2, holes, &J));
  MUST(cg_hole_write(fn, 1, 1, "One", CGNS_ENUMV(Vertex), CGNS_ENUMV(PointRange), 1, 2, holes, &J));
  EXPECT(C == 2 && J == 3);
}

static void read_properties(int fn) {
  CGNS_ENUMT(WallFunctionType_t) wall;
  CGNS_ENUMT(AreaType_t) area_type;
  CGNS_ENUMT(AverageInterfaceType_t) average;
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(GridLocation_t) location;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  char name[33];
  float a[3], b[3], c[3];
  double normals[27];
  cgsize_t count, list_size, points[12];
  int n, sets, dirichlet, neumann, normal[3];
  MUST(cg_boco_info(fn, 1, 1, 1, name, &type, &set, &count, normal, &list_size, &normal_type, &sets));
  EXPECT(normal[2] == 3 && list_size == 27 && normal_type == CGNS_ENUMV(RealDouble) && sets == 1);
  MUST(cg_boco_read(fn, 1, 1, 1, points, normals));
  EXPECT(memcmp(normals, field, sizeof normals) == 0);
  MUST(cg_bc_wallfunction_read(fn, 1, 1, 1, &wall));
  MUST(cg_bc_area_read(fn, 1, 1, 1, &area_type, a, name));
  EXPECT(wall == CGNS_ENUMV(Generic) && area_type == CGNS_ENUMV(BleedArea) && a[0] == 2.5F);
  EXPECT(strncmp(name, "Holes", 5) == 0);
  MUST(cg_dataset_read(fn, 1, 1, 1, 1, name, &type, &dirichlet, &neumann));
  EXPECT(strcmp(name, "Data") == 0 && dirichlet == 0 && neumann == 1);
  MUST(cg_nzconns(fn, 1, 1, &n));
  EXPECT(n == 2);
  MUST(cg_zconn_set(fn, 1, 1, 1));
  MUST(cg_1to1_periodic_read(fn, 1, 1, 1, a, b, c));
  EXPECT(memcmp(a, center, sizeof a) == 0 && memcmp(b, angle, sizeof b) == 0 &&
         memcmp(c, shift, sizeof c) == 0);
  MUST(cg_1to1_average_read(fn, 1, 1, 1, &average));
  EXPECT(average == CGNS_ENUMV(AverageAll));
  EXPECT(cg_nholes(fn, 1, 1, &n) == CG_OK && n == 0);
  MUST(cg_zconn_set(fn, 1, 1, 2));
  MUST(cg_zconn_get(fn, 1, 1, &n));
  EXPECT(n == 2);
  MUST(cg_conn_average_read(fn, 1, 1, 1, &average));
  EXPECT(average == CGNS_ENUMV(AverageRadial));
  MUST(cg_nholes(fn, 1, 1, &n));
  EXPECT(n == 3);
  MUST(cg_hole_info(fn, 1, 1, 1, name, &location, &set, &sets, &count));
  EXPECT(set == CGNS_ENUMV(PointRange) && sets == 2 && count == 4 && location == CGNS_ENUMV(Vertex));
  MUST(cg_hole_read(fn, 1, 1, 1, points));
  EXPECT(points[4] == 2 && points[11] == 3);
  MUST(cg_hole_info(fn, 1, 1, 2, name, &location, &set, &sets, &count));
  EXPECT(set == CGNS_ENUMV(PointList) && sets == 1 && count == 2 && location == CGNS_ENUMV(CellCenter));
}

static void write_regions(int fn) {
  const cgsize_t range[6] = {1, 1, 1, 2, 2, 2};
  const float gravity[3] = {0, 0, -9.81F};
  const float origin[6] = {0, 0, 0, 1, 1, 1};
  const double exponents[8] = {1, -1, -2, 0, 0, 2, 3, 4}, factors[2] = {2, 1};
  const cgsize_t shape[2] = {3, 2};
  int S, R, F;
  MUST(cg_subreg_ptset_write(fn, 1, 1, "Points", 3, CGNS_ENUMV(CellCenter), CGNS_ENUMV(PointRange), 2, range,
                             &S));
  MUST(cg_subreg_bcname_write(fn, 1, 1, "OfWall", 2, "Wall", &S));
  MUST(cg_subreg_gcname_write(fn, 1, 1, "OfInterface", 2, "Periodic", &S));
  MUST(cg_rigid_motion_write(fn, 1, 1, "Rigid", CGNS_ENUMV(ConstantRate), &R));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "RigidGridMotion_t", R, "end"));
  MUST(cg_array_write("OriginLocation", CGNS_ENUMV(RealSingle), 2, shape, origin));
  MUST(cg_arbitrary_motion_write(fn, 1, 1, "Arbitrary", CGNS_ENUMV(DeformingGrid), &R));
  MUST(cg_sol_ptset_write(fn, 1, 1, "Part", CGNS_ENUMV(CellCenter), CGNS_ENUMV(PointRange), 2, range, &S));
  MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Density", field, &F));
  MUST(cg_gravity_write(fn, 1, gravity));
  at_zone(fn);
  MUST(cg_integral_write("Forces"));
  MUST(cg_user_data_write("Own"));
  MUST(cg_ordinal_write(7));
  MUST(cg_gorel(fn, "UserDefinedData_t", 1, "end"));
  MUST(cg_user_data_write("Inner"));
  MUST(cg_ptset_write(CGNS_ENUMV(PointRange), 2, range));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_unitsfull_write(CGNS_ENUMV(Gram), CGNS_ENUMV(Foot), CGNS_ENUMV(Second), CGNS_ENUMV(Celsius),
                          CGNS_ENUMV(Radian), CGNS_ENUMV(Ampere), CGNS_ENUMV(Mole), CGNS_ENUMV(Candela)));
  MUST(cg_expfull_write(CGNS_ENUMV(RealDouble), exponents));
  MUST(cg_conversion_write(CGNS_ENUMV(RealDouble), factors));
  at_zone(fn);
  MUST(cg_link_write("Linked", "", "/Base/Zone/Part"));
  MUST(cg_sol_write(fn, 1, 1, "After", CGNS_ENUMV(Vertex), &S));
  MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Density", field, &F));
}

static void read_regions(int fn) {
  CGNS_ENUMT(GridLocation_t) location;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(RigidGridMotionType_t) rigid;
  CGNS_ENUMT(ArbitraryGridMotionType_t) arbitrary;
  CGNS_ENUMT(MassUnits_t) mass;
  CGNS_ENUMT(LengthUnits_t) length;
  CGNS_ENUMT(TimeUnits_t) time;
  CGNS_ENUMT(TemperatureUnits_t) temperature;
  CGNS_ENUMT(AngleUnits_t) degrees;
  CGNS_ENUMT(ElectricCurrentUnits_t) current;
  CGNS_ENUMT(SubstanceAmountUnits_t) amount;
  CGNS_ENUMT(LuminousIntensityUnits_t) intensity;
  char name[33];
  float gravity[3];
  double exponents[8], factors[2];
  cgsize_t count, points[6];
  int n, dimension, bc_length, gc_length, fn_here, B, depth, numbers[4];
  char labels[4][33], *places[4];
  MUST(cg_nsubregs(fn, 1, 1, &n));
  MUST(cg_subreg_info(fn, 1, 1, 1, name, &dimension, &location, &set, &count, &bc_length, &gc_length));
  EXPECT(n == 3 && dimension == 3 && location == CGNS_ENUMV(CellCenter) && count == 2 && bc_length == 0);
  MUST(cg_subreg_ptset_read(fn, 1, 1, 1, points));
  EXPECT(points[5] == 2);
  MUST(cg_subreg_info(fn, 1, 1, 2, name, &dimension, &location, &set, &count, &bc_length, &gc_length));
  EXPECT(bc_length == 4 && gc_length == 0 && set == CGNS_ENUMV(PointSetTypeNull));
  MUST(cg_subreg_bcname_read(fn, 1, 1, 2, name));
  EXPECT_TEXT(name, "Wall");
  MUST(cg_subreg_gcname_read(fn, 1, 1, 3, name));
  EXPECT_TEXT(name, "Periodic");
  MUST(cg_goto(fn, 1, "Zone_t", 1, "ZoneSubRegion_t", 2, "end"));
  MUST(cg_ndescriptors(&n));
  EXPECT(n == 0);
  MUST(cg_n_rigid_motions(fn, 1, 1, &n));
  MUST(cg_rigid_motion_read(fn, 1, 1, 1, name, &rigid));
  EXPECT(n == 1 && rigid == CGNS_ENUMV(ConstantRate));
  MUST(cg_arbitrary_motion_read(fn, 1, 1, 1, name, &arbitrary));
  EXPECT(arbitrary == CGNS_ENUMV(DeformingGrid));
  MUST(cg_sol_ptset_info(fn, 1, 1, 1, &set, &count));
  EXPECT(set == CGNS_ENUMV(PointRange) && count == 2);
  MUST(cg_gravity_read(fn, 1, gravity));
  EXPECT(gravity[2] == -9.81F);
  at_zone(fn);
  MUST(cg_nintegrals(&n));
  MUST(cg_integral_read(1, name));
  EXPECT(n == 1 && strcmp(name, "Forces") == 0);
  EXPECT(cg_integral_read(2, name) == CG_NODE_NOT_FOUND);
  MUST(cg_ordinal_read(&n));
  EXPECT(n == 7);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 1, "UserDefinedData_t", 1, "end"));
  for (n = 0; n < 4; ++n) places[n] = labels[n];
  MUST(cg_where(&fn_here, &B, &depth, places, numbers));
  EXPECT(fn_here == fn && B == 1 && depth == 3 && numbers[2] == 1 && strcmp(labels[0], "Zone_t") == 0);
  MUST(cg_golist(fn, 1, 2, places, numbers));
  MUST(cg_ptset_info(&set, &count));
  EXPECT(set == CGNS_ENUMV(PointRange) && count == 2);
  EXPECT(cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 2, "end") == CG_NODE_NOT_FOUND);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_nunits(&n));
  EXPECT(n == 8);
  MUST(cg_unitsfull_read(&mass, &length, &time, &temperature, &degrees, &current, &amount, &intensity));
  EXPECT(mass == CGNS_ENUMV(Gram) && degrees == CGNS_ENUMV(Radian) && current == CGNS_ENUMV(Ampere));
  EXPECT(amount == CGNS_ENUMV(Mole) && intensity == CGNS_ENUMV(Candela));
  MUST(cg_nexponents(&n));
  MUST(cg_expfull_read(exponents));
  EXPECT(n == 8 && exponents[2] == -2 && exponents[7] == 4);
  MUST(cg_conversion_read(factors));
  EXPECT(factors[0] == 2 && factors[1] == 1);
  MUST(cg_nsols(fn, 1, 1, &n));
  EXPECT(n == 3);
}

int main(int argc, char** argv) {
  int fn, B, Z, i;
  if (argc < 2) return 2;
  file = argv[1];
  is_old = argc > 2 || !HAS_40;
  for (i = 0; i < 27; ++i) field[i] = i;
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "Zone", size, CGNS_ENUMV(Structured), &Z));
  write_families(fn);
  write_properties(fn);
  write_regions(fn);
  MUST(cg_close(fn));
  MUST(cg_open(file, CG_MODE_READ, &fn));
  read_families(fn);
  read_properties(fn);
  read_regions(fn);
  EXPECT(cg_axisym_read(fn, 1, NULL, NULL) != CG_OK);
  MUST(cg_close(fn));
  return 0;
}
