/* parallel_structured.c: what the parallel tests of CGNS do with structured zones: bases, zones, coordinates,
 * fields and arrays, one or several per call, whole or parts of memory, in both modes, on the communicator of
 * all ranks and on one's own; modes of opening; settings.
 *
 * parallel_structured FILE */
#include "mpi.h"
#include "pcgnslib.h"

#include "must.h"

enum { NI = 5, NJ = 4, NK = 6, PLANE = NI * NJ, ZONES = 3, FIELDS = 2 };

static int rank, ranks, B;
static const cgsize_t size[9] = {NI, NJ, NK, NI - 1, NJ - 1, NK - 1, 0, 0, 0};

/* This rank's planes of the last index; low > high: none. */
static void planes(cgsize_t count, cgsize_t* low, cgsize_t* high) {
  low[0] = low[1] = 1;
  high[0] = NI;
  high[1] = NJ;
  low[2] = count * rank / ranks + 1;
  high[2] = count * (rank + 1) / ranks;
}

static double value(int zone, int array, cgsize_t number) {
  return 1000.0 * zone + 100.0 * array + (double)number;
}

static double* values_of(int zone, int array, const cgsize_t* low, const cgsize_t* high) {
  const cgsize_t count = PLANE * (high[2] - low[2] + 1);
  double* all = malloc((size_t)(count > 0 ? count : 1) * sizeof *all);
  cgsize_t i;
  for (i = 0; i < count; ++i) all[i] = value(zone, array, PLANE * (low[2] - 1) + i);
  return all;
}

static void expect_values(const double* found, int zone, int array, const cgsize_t* low,
                          const cgsize_t* high) {
  cgsize_t i;
  for (i = 0; i < PLANE * (high[2] - low[2] + 1); ++i)
    EXPECT(found[i] == value(zone, array, PLANE * (low[2] - 1) + i));
}

static void write_zone(int fn, int zone) {
  static const char* coordinates[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  cgsize_t low[3], high[3], extents[3] = {NI, NJ, NK};
  double* data[3];
  char name[33];
  int Z, S, C[3], F[FIELDS], A[FIELDS], i;
  planes(NK, low, high);
  sprintf(name, "Zone %d", zone);
  MUST(cg_zone_write(fn, B, name, size, CGNS_ENUMV(Structured), &Z));
  for (i = 0; i < 3; ++i) MUST(cgp_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), coordinates[i], C + i));
  for (i = 0; i < 3; ++i) {
    data[i] = values_of(zone, i, low, high);
    MUST(cgp_coord_write_data(fn, B, Z, C[i], low, high, low[2] > high[2] ? NULL : data[i]));
  }
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &S));
  MUST(cgp_field_write(fn, B, Z, S, CGNS_ENUMV(RealDouble), "Density", F));
  MUST(cgp_field_write(fn, B, Z, S, CGNS_ENUMV(RealDouble), "Pressure", F + 1));
  for (i = 0; i < FIELDS; ++i)
    MUST(cgp_field_write_data(fn, B, Z, S, F[i], low, high, low[2] > high[2] ? NULL : data[i]));
  MUST(cg_goto(fn, B, "Zone_t", Z, "end"));
  MUST(cg_user_data_write("Own"));
  MUST(cg_gorel(fn, "Own", 0, "end"));
  for (i = 0; i < FIELDS; ++i) {
    sprintf(name, "Array %d", i);
    MUST(cgp_array_write(name, CGNS_ENUMV(RealDouble), 3, extents, A + i));
    MUST(cgp_array_write_data(A[i], low, high, low[2] > high[2] ? NULL : data[i]));
  }
  for (i = 0; i < 3; ++i) free(data[i]);
}

static void read_zone(int fn, int Z) {
  cgsize_t low[3], high[3];
  double* data;
  int i;
  planes(NK, low, high);
  data = malloc((size_t)(PLANE * NK) * sizeof *data);
  for (i = 0; i < 3; ++i) {
    MUST(cgp_coord_read_data(fn, B, Z, i + 1, low, high, low[2] > high[2] ? NULL : data));
    expect_values(data, Z, i, low, high);
  }
  for (i = 0; i < FIELDS; ++i) {
    MUST(cgp_field_read_data(fn, B, Z, 1, i + 1, low, high, low[2] > high[2] ? NULL : data));
    expect_values(data, Z, i, low, high);
    MUST(cg_goto(fn, B, "Zone_t", Z, "UserDefinedData_t", 1, "end"));
    MUST(cgp_array_read_data(i + 1, low, high, low[2] > high[2] ? NULL : data));
    expect_values(data, Z, i, low, high);
  }
  free(data);
}

/* Several arrays per call: all ranks have values. */
static void several(int fn) {
  cgsize_t low[3] = {1, 1, 1}, high[3] = {NI, NJ, NK};
  double *data[3], *back[3];
  int numbers[3] = {1, 2, 3}, S, i;
  for (i = 0; i < 3; ++i) data[i] = values_of(1, i, low, high), back[i] = calloc(PLANE * NK, sizeof(double));
  MUST(cgp_coord_multi_write_data(fn, B, 1, numbers, low, high, 3, (const void**)data));
  MUST(cgp_coord_multi_read_data(fn, B, 1, numbers, low, high, 3, (void**)back));
  for (i = 0; i < 3; ++i) expect_values(back[i], 1, i, low, high);
  S = 1;
  numbers[0] = 2;
  numbers[1] = 1;
  MUST(cgp_field_multi_read_data(fn, B, 1, S, numbers, low, high, 2, (void**)back));
  expect_values(back[0], 1, 1, low, high);
  expect_values(back[1], 1, 0, low, high);
  MUST(cg_goto(fn, B, "Zone_t", 1, "UserDefinedData_t", 1, "end"));
  MUST(cgp_array_multi_read_data(fn, numbers, low, high, 2, (void**)back));
  expect_values(back[0], 1, 1, low, high);
  for (i = 0; i < 3; ++i) free(data[i]), free(back[i]);
}

/* Fields with rind, from and to the middle of an array in memory with another type. */
static float data[NK][NJ][NI + 3];
static const cgsize_t memory[3] = {NI + 3, NJ, NK}, m_low[3] = {2, 1, 1};

static void planes_with_rind(cgsize_t* low, cgsize_t* high, cgsize_t* m_high) {
  planes(NK - 1, low, high);
  low[0] = 0;
  high[0] = NI;
  high[1] = NJ - 1;
  m_high[0] = NI + 2;
  m_high[1] = NJ - 1;
  m_high[2] = high[2] - low[2] + 1;
}

static void write_general(int fn) {
  static const int rind[6] = {1, 1, 0, 0, 0, 0};
  cgsize_t low[3], high[3], m_high[3], i, j, k;
  int S, F;
  planes_with_rind(low, high, m_high);
  for (k = 0; k < NK; ++k)
    for (j = 0; j < NJ; ++j)
      for (i = 0; i < NI + 3; ++i) data[k][j][i] = (float)((low[2] + k) * 100 + j * 10 + i);
  MUST(cg_sol_write(fn, B, 1, "Cells", CGNS_ENUMV(CellCenter), &S));
  MUST(cg_goto(fn, B, "Zone_t", 1, "FlowSolution_t", S, "end"));
  MUST(cg_rind_write(rind));
  MUST(cgp_field_write(fn, B, 1, S, CGNS_ENUMV(RealDouble), "Density", &F));
  MUST(cgp_field_general_write_data(fn, B, 1, S, F, low, high, CGNS_ENUMV(RealSingle), 3, memory, m_low,
                                    m_high, low[2] > high[2] ? NULL : (void*)data));
}

static void read_general(int fn) {
  cgsize_t low[3], high[3], m_high[3], i, j, k;
  planes_with_rind(low, high, m_high);
  memset(data, 0, sizeof data);
  MUST(cgp_field_general_read_data(fn, B, 1, 2, 1, low, high, CGNS_ENUMV(RealSingle), 3, memory, m_low,
                                   m_high, low[2] > high[2] ? NULL : (void*)data));
  for (k = 0; k < m_high[2]; ++k)
    for (j = 0; j < NJ - 1; ++j) {
      EXPECT(data[k][j][0] == 0 && data[k][j][NI + 2] == 0);
      for (i = 1; i < NI + 2; ++i) EXPECT(data[k][j][i] == (float)((low[2] + k) * 100 + j * 10 + i));
    }
}

static void write_all(const char* file) {
  int fn, zone;
  MUST(cgp_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  for (zone = 1; zone <= ZONES; ++zone) {
    MUST(cgp_pio_mode(zone == 2 ? CGP_INDEPENDENT : CGP_COLLECTIVE));
    write_zone(fn, zone);
  }
  MUST(cgp_pio_mode(CGP_COLLECTIVE));
  write_general(fn);
  MUST(cgp_close(fn));
}

static void read_all(const char* file) {
  char name[33];
  cgsize_t found[9];
  int fn, n, Z;
  MUST(cgp_open(file, CG_MODE_READ, &fn));
  MUST(cg_nbases(fn, &n));
  EXPECT(n == 1);
  MUST(cg_nzones(fn, 1, &n));
  EXPECT(n == ZONES);
  for (Z = 1; Z <= ZONES; ++Z) {
    MUST(cg_zone_read(fn, B, Z, name, found));
    EXPECT(memcmp(found, size, sizeof size) == 0 && name[5] == '0' + Z);
    read_zone(fn, Z);
  }
  read_general(fn);
  MUST(cgp_close(fn));
}

/* Each rank a file of its own, by its own communicator, with settings that the library may ignore. */
static void alone(const char* file) {
  size_t alignment[2] = {0, 4096};
  MPI_Comm self = MPI_COMM_SELF;
  char name[300];
  int fn, Z;
  sprintf(name, "%s.%d", file, rank);
  MUST(cg_configure(CG_CONFIG_HDF5_MPI_COMM, &self));
  MUST(cg_configure(CG_CONFIG_HDF5_ALIGNMENT, alignment));
  MUST(cg_configure(CG_CONFIG_HDF5_SIEVE_BUF_SIZE, (void*)65536));
  MUST(cgp_open(name, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "Zone", size, CGNS_ENUMV(Structured), &Z));
  MUST(cgp_close(fn));
  MUST(cgp_open(name, CG_MODE_READ, &fn));
  MUST(cg_nzones(fn, 1, &Z));
  EXPECT(Z == 1);
  MUST(cgp_close(fn));
  MUST(cg_configure(CG_CONFIG_RESET, (void*)CG_CONFIG_RESET_HDF5));
  remove(name);
}

int main(int argc, char** argv) {
  int fn;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) return 2;
  MUST(cgp_mpi_comm(MPI_COMM_WORLD));
  write_all(argv[1]);
  read_all(argv[1]);
  MUST(cgp_open(argv[1], CG_MODE_MODIFY, &fn));
  several(fn);
  MUST(cgp_close(fn));
  read_all(argv[1]);
  alone(argv[1]);
  MPI_Finalize();
  return 0;
}
