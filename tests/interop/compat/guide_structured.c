/* guide_structured.c: what the user's guide of CGNS shows for structured zones, step by step as its programs
 * do: each step opens the file again and adds to it, or reads it back.
 *
 * guide_structured FILE */
#include "cgnslib.h"

#include "must.h"

enum {
  NI = 21,
  NJ = 17,
  NK = 9,
  CI = NI - 1,
  CJ = NJ - 1,
  CK = NK - 1,
  VERTICES = NI * NJ * NK,
  CELLS = CI * CJ * CK
};

static const char* file;
static const cgsize_t size[9] = {NI, NJ, NK, CI, CJ, CK, 0, 0, 0};
static const cgsize_t first[3] = {1, 1, 1};
static double values[VERTICES], back[VERTICES];

static int opened(int mode) {
  int fn;
  MUST(cg_open(file, mode, &fn));
  return fn;
}

static double coordinate(int axis, int i, int j, int k) {
  const int index[3] = {i, j, k};
  return index[axis] + 0.001 * axis;
}

static void fill(int axis) {
  int i, j, k;
  for (k = 0; k < NK; ++k)
    for (j = 0; j < NJ; ++j)
      for (i = 0; i < NI; ++i) values[(k * NJ + j) * NI + i] = coordinate(axis, i, j, k);
}

/* Single-zone grid. */
static void write_grid(void) {
  static const char* names[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  int fn, B, Z, C, axis;
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "Zone  1", size, CGNS_ENUMV(Structured), &Z));
  for (axis = 0; axis < 3; ++axis) {
    fill(axis);
    MUST(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), names[axis], values, &C));
    EXPECT(C == axis + 1);
  }
  MUST(cg_close(fn));
}

static void read_grid(void) {
  char name[33];
  cgsize_t sizes[9];
  float some[VERTICES];
  int fn = opened(CG_MODE_READ), i;
  MUST(cg_zone_read(fn, 1, 1, name, sizes));
  EXPECT_TEXT(name, "Zone  1");
  EXPECT(memcmp(sizes, size, sizeof size) == 0);
  MUST(cg_coord_read(fn, 1, 1, "CoordinateY", CGNS_ENUMV(RealSingle), first, sizes, some));
  fill(1);
  for (i = 0; i < VERTICES; ++i) EXPECT(some[i] == (float)values[i]);
  MUST(cg_close(fn));
}

/* Solutions at vertices and at cell centres, with rind. */
static void write_solutions(void) {
  static const int rind[6] = {1, 1, 1, 1, 0, 0};
  int fn = opened(CG_MODE_MODIFY), S, F, i;
  for (i = 0; i < VERTICES; ++i) values[i] = i;
  MUST(cg_sol_write(fn, 1, 1, "AtVertices", CGNS_ENUMV(Vertex), &S));
  MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Density", values, &F));
  MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Pressure", values, &F));
  MUST(cg_sol_write(fn, 1, 1, "AtCells", CGNS_ENUMV(CellCenter), &S));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", S, "end"));
  MUST(cg_rind_write(rind));
  MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Density", values, &F));
  MUST(cg_close(fn));
}

static void read_solutions(void) {
  const cgsize_t low[3] = {0, 1, 2}, high[3] = {2, 2, 3};
  CGNS_ENUMT(GridLocation_t) location;
  CGNS_ENUMT(DataType_t) type;
  char name[33];
  int fn = opened(CG_MODE_READ), rind[6], i, j, k, at = 0;
  MUST(cg_sol_info(fn, 1, 1, 2, name, &location));
  EXPECT(location == CGNS_ENUMV(CellCenter));
  MUST(cg_field_info(fn, 1, 1, 1, 2, &type, name));
  EXPECT(type == CGNS_ENUMV(RealDouble) && strcmp(name, "Pressure") == 0);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 2, "end"));
  MUST(cg_rind_read(rind));
  EXPECT(rind[0] == 1 && rind[3] == 1 && rind[4] == 0);
  MUST(cg_field_read(fn, 1, 1, 2, "Density", CGNS_ENUMV(RealDouble), low, high, back));
  for (k = 1; k <= 2; ++k)
    for (j = 1; j <= 2; ++j)
      for (i = 0; i <= 2; ++i) EXPECT(back[at++] == (k * (CJ + 2) + j) * (CI + 2) + i);
  MUST(cg_close(fn));
}

/* Boundary conditions by range and by list. */
static void write_conditions(void) {
  const cgsize_t range[6] = {1, 1, 1, 1, NJ, NK}, list[9] = {NI, 1, 1, NI, 2, 1, NI, 2, 2};
  const int normal[3] = {1, 0, 0};
  int fn = opened(CG_MODE_MODIFY), BC;
  MUST(cg_boco_write(fn, 1, 1, "Ilo", CGNS_ENUMV(BCTunnelInflow), CGNS_ENUMV(PointRange), 2, range, &BC));
  MUST(cg_boco_normal_write(fn, 1, 1, BC, normal, 0, CGNS_ENUMV(RealSingle), NULL));
  MUST(cg_boco_write(fn, 1, 1, "Ihi", CGNS_ENUMV(BCExtrapolate), CGNS_ENUMV(PointList), 3, list, &BC));
  MUST(cg_close(fn));
}

static void read_conditions(void) {
  CGNS_ENUMT(BCType_t) type;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) normal_type;
  char name[33];
  cgsize_t count, normals, points[9];
  int fn = opened(CG_MODE_READ), n, normal[3], sets;
  MUST(cg_nbocos(fn, 1, 1, &n));
  EXPECT(n == 2);
  MUST(cg_boco_info(fn, 1, 1, 1, name, &type, &set, &count, normal, &normals, &normal_type, &sets));
  EXPECT(set == CGNS_ENUMV(PointRange) && count == 2 && normal[0] == 1 && sets == 0);
  EXPECT_TEXT(BCTypeName[type], "BCTunnelInflow");
  MUST(cg_boco_read(fn, 1, 1, 2, points, NULL));
  EXPECT(points[0] == NI && points[7] == 2 && points[8] == 2);
  MUST(cg_close(fn));
}

/* Units and exponents, or none; descriptor; history of convergence; equations. */
static void write_facts(void) {
  const float mach[1] = {4.6F}, ratio[1] = {1.4F};
  const float density[5] = {1, -3, 0, 0, 0};
  const int diffusion[6] = {0, 1, 0, 0, 0, 0};
  const cgsize_t one = 1, steps = 5;
  const double history[5] = {1, 2, 3, 4, 5};
  int fn = opened(CG_MODE_MODIFY);
  MUST(cg_goto(fn, 1, "end"));
  MUST(cg_dataclass_write(CGNS_ENUMV(Dimensional)));
  MUST(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                      CGNS_ENUMV(Degree)));
  MUST(cg_descriptor_write("Information", "A text\nof two lines"));
  MUST(cg_convergence_write(5, "norms"));
  MUST(cg_state_write("a state"));
  MUST(cg_goto(fn, 1, "ConvergenceHistory_t", 1, "end"));
  MUST(cg_array_write("CoefLift", CGNS_ENUMV(RealDouble), 1, &steps, history));
  MUST(cg_goto(fn, 1, "ReferenceState_t", 1, "end"));
  MUST(cg_array_write("Mach", CGNS_ENUMV(RealSingle), 1, &one, mach));
  MUST(cg_goto(fn, 1, "ReferenceState_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_dataclass_write(CGNS_ENUMV(NondimensionalParameter)));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_exponents_write(CGNS_ENUMV(RealSingle), density));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "end"));
  MUST(cg_equationset_write(3));
  MUST(cg_gopath(fn, "FlowEquationSet"));
  MUST(cg_governing_write(CGNS_ENUMV(NSTurbulent)));
  MUST(cg_model_write("GasModel_t", CGNS_ENUMV(Ideal)));
  MUST(cg_model_write("TurbulenceClosure_t", CGNS_ENUMV(EddyViscosity)));
  EXPECT(cg_model_write("GasModel_t", CGNS_ENUMV(EddyViscosity)) == CG_ERROR);
  MUST(cg_gorel(fn, "GoverningEquations_t", 1, "end"));
  MUST(cg_diffusion_write(diffusion));
  MUST(cg_gorel(fn, "..", 0, "GasModel_t", 1, "end"));
  MUST(cg_array_write("SpecificHeatRatio", CGNS_ENUMV(RealSingle), 1, &one, ratio));
  MUST(cg_close(fn));
}

static void read_facts(void) {
  CGNS_ENUMT(GoverningEquationsType_t) governing;
  CGNS_ENUMT(ModelType_t) model;
  CGNS_ENUMT(DataType_t) type;
  char *text, name[33];
  float exponents[5];
  int fn = opened(CG_MODE_READ), n, dimension, flags[6], diffusion[6];
  MUST(cg_goto(fn, 1, "end"));
  MUST(cg_descriptor_read(1, name, &text));
  EXPECT_TEXT(text, "A text\nof two lines");
  MUST(cg_free(text));
  MUST(cg_convergence_read(&n, &text));
  EXPECT(n == 5 && strcmp(text, "norms") == 0);
  MUST(cg_free(text));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "DataArray_t", 1, "end"));
  MUST(cg_exponents_info(&type));
  MUST(cg_exponents_read(exponents));
  EXPECT(type == CGNS_ENUMV(RealSingle) && exponents[1] == -3);
  EXPECT(cg_conversion_info(&type) == CG_NODE_NOT_FOUND);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "end"));
  MUST(cg_equationset_read(&dimension, flags, flags + 1, flags + 2, flags + 3, flags + 4, flags + 5));
  EXPECT(dimension == 3 && flags[0] == 1 && flags[1] == 1 && flags[2] == 0 && flags[4] == 1 && flags[5] == 0);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "FlowEquationSet_t", 1, "end"));
  MUST(cg_governing_read(&governing));
  MUST(cg_model_read("GasModel_t", &model));
  EXPECT(governing == CGNS_ENUMV(NSTurbulent) && model == CGNS_ENUMV(Ideal));
  EXPECT(cg_model_read("TurbulenceModel_t", &model) == CG_NODE_NOT_FOUND);
  MUST(cg_gorel(fn, "GoverningEquations_t", 1, "end"));
  MUST(cg_diffusion_read(diffusion));
  EXPECT(diffusion[0] == 0 && diffusion[1] == 1 && diffusion[5] == 0);
  MUST(cg_close(fn));
}

/* Discrete data at faces, from the middle of an array in memory. */
static void write_discrete(void) {
  static const int rind[6] = {1, 1, 1, 1, 0, 0};
  const cgsize_t extents[3] = {CI + 2, CJ + 2, CK + 1}, low[3] = {0, 0, 1},
                 high[3] = {CI + 1, CJ + 1, CK + 1};
  const cgsize_t memory[3] = {CI + 2, CJ + 2, CK + 3}, m_low[3] = {1, 1, 2},
                 m_high[3] = {CI + 2, CJ + 2, CK + 2};
  static double fluxes[(CI + 2) * (CJ + 2) * (CK + 3)];
  int fn = opened(CG_MODE_MODIFY), D, i;
  for (i = 0; i < (CI + 2) * (CJ + 2) * (CK + 3); ++i) fluxes[i] = i;
  MUST(cg_discrete_write(fn, 1, 1, "Fluxes", &D));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "DiscreteData_t", D, "end"));
  MUST(cg_gridlocation_write(CGNS_ENUMV(KFaceCenter)));
  MUST(cg_rind_write(rind));
  MUST(cg_array_general_write("Flux", CGNS_ENUMV(RealDouble), 3, extents, low, high, CGNS_ENUMV(RealDouble),
                              3, memory, m_low, m_high, fluxes));
  MUST(cg_close(fn));
}

static void read_discrete(void) {
  const cgsize_t low[3] = {1, 1, 2}, high[3] = {1, 2, 3}, memory[3] = {2, 2, 2}, m_low[3] = {2, 1, 1},
                 m_high[3] = {2, 2, 2};
  const int plane = (CI + 2) * (CJ + 2);
  float some[8] = {0};
  int fn = opened(CG_MODE_READ), n, dimensions, i;
  cgsize_t extents[3];
  MUST(cg_ndiscrete(fn, 1, 1, &n));
  MUST(cg_discrete_size(fn, 1, 1, n, &dimensions, extents));
  EXPECT(n == 1 && dimensions == 3 && extents[0] == CI + 2 && extents[2] == CK + 1);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "DiscreteData_t", n, "end"));
  MUST(cg_array_general_read(1, low, high, CGNS_ENUMV(RealSingle), 3, memory, m_low, m_high, some));
  for (i = 0; i < 4; ++i) {
    EXPECT(some[2 * i] == 0);
    EXPECT(some[2 * i + 1] == plane * (2 + i / 2) + (CI + 2) * (1 + i % 2) + 1);
  }
  MUST(cg_close(fn));
}

/* A second zone; matching interface, and the same as a list. */
static void write_interfaces(void) {
  const cgsize_t range[6] = {NI, 1, 1, NI, NJ, NK}, donor_range[6] = {1, 1, 1, 1, NJ, NK};
  const cgsize_t list[6] = {NI, 1, 1, NI, 2, 1}, donors[6] = {1, 1, 1, 1, 2, 1};
  const int transform[3] = {1, 2, 3};
  int fn = opened(CG_MODE_MODIFY), Z, J, axis;
  MUST(cg_zone_write(fn, 1, "Zone  2", size, CGNS_ENUMV(Structured), &Z));
  EXPECT(Z == 2);
  for (axis = 0; axis < 3; ++axis) {
    char name[33] = "CoordinateX";
    name[10] = (char)('X' + axis);
    fill(axis);
    MUST(cg_coord_write(fn, 1, Z, CGNS_ENUMV(RealDouble), name, values, &J));
  }
  MUST(cg_1to1_write(fn, 1, 1, "Matching", "Zone  2", range, donor_range, transform, &J));
  MUST(cg_conn_write(fn, 1, 1, "General", CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting1to1), CGNS_ENUMV(PointList),
                     2, list, "Zone  2", CGNS_ENUMV(Structured), CGNS_ENUMV(PointListDonor),
                     CGNS_ENUMV(Integer), 2, donors, &J));
  MUST(cg_close(fn));
}

static void read_interfaces(void) {
  char name[33], donor[33];
  cgsize_t range[6], donor_range[6];
  int fn = opened(CG_MODE_READ), n, transform[3];
  MUST(cg_n1to1_global(fn, 1, &n));
  EXPECT(n == 1);
  MUST(cg_1to1_read(fn, 1, 1, 1, name, donor, range, donor_range, transform));
  EXPECT(range[0] == NI && donor_range[4] == NJ && transform[2] == 3);
  EXPECT_TEXT(donor, "Zone  2");
  MUST(cg_nconns(fn, 1, 1, &n));
  EXPECT(n == 1);
  MUST(cg_conn_read_short(fn, 1, 1, 1, range));
  EXPECT(range[3] == NI && range[4] == 2);
  MUST(cg_close(fn));
}

/* A flow in time. */
static void write_steps(void) {
  const double times[3] = {10, 20, 50};
  const char names[3][33] = {"FlowSolution1                   ", "FlowSolution2                   ",
                             "AtVertices                      "};
  const cgsize_t three = 3, shape[2] = {32, 3};
  char text[96];
  int fn = opened(CG_MODE_MODIFY), S, F, i;
  for (i = 0; i < 3; ++i) memcpy(text + 32 * i, names[i], 32);
  for (i = 1; i <= 2; ++i) {
    char name[33];
    sprintf(name, "FlowSolution%d", i);
    MUST(cg_sol_write(fn, 1, 1, name, CGNS_ENUMV(Vertex), &S));
    MUST(cg_field_write(fn, 1, 1, S, CGNS_ENUMV(RealDouble), "Density", values, &F));
  }
  MUST(cg_biter_write(fn, 1, "TimeIterValues", 3));
  MUST(cg_goto(fn, 1, "BaseIterativeData_t", 1, "end"));
  MUST(cg_array_write("TimeValues", CGNS_ENUMV(RealDouble), 1, &three, times));
  MUST(cg_ziter_write(fn, 1, 1, "ZoneIterativeData"));
  MUST(cg_goto(fn, 1, "Zone_t", 1, "ZoneIterativeData_t", 1, "end"));
  MUST(cg_array_write("FlowSolutionPointers", CGNS_ENUMV(Character), 2, shape, text));
  MUST(cg_simulation_type_write(fn, 1, CGNS_ENUMV(TimeAccurate)));
  MUST(cg_close(fn));
}

static void read_steps(void) {
  char name[33], text[97] = {0};
  double times[3];
  int fn = opened(CG_MODE_READ), n;
  MUST(cg_biter_read(fn, 1, name, &n));
  EXPECT(n == 3);
  MUST(cg_goto(fn, 1, "BaseIterativeData_t", 1, "end"));
  MUST(cg_array_read_as(1, CGNS_ENUMV(RealDouble), times));
  EXPECT(times[2] == 50);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "ZoneIterativeData_t", 1, "end"));
  MUST(cg_array_read(1, text));
  EXPECT(memcmp(text + 32, "FlowSolution2 ", 14) == 0);
  MUST(cg_close(fn));
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  file = argv[1];
  write_grid();
  read_grid();
  write_solutions();
  read_solutions();
  write_conditions();
  read_conditions();
  write_facts();
  read_facts();
  write_discrete();
  read_discrete();
  write_interfaces();
  read_interfaces();
  write_steps();
  read_steps();
  return 0;
}
