/* parallel_particles.c: particle zones in parallel: coordinates and fields, one or several per call, whole or
 * parts of memory; equations of particles.
 *
 * parallel_particles FILE */
#include "mpi.h"
#include "pcgnslib.h"

#include "must.h"

enum { COUNT = 24 };

static int rank, ranks;
static cgsize_t low, high;

static const void* own(const void* data) { return low > high ? NULL : data; }
static void* own_back(void* data) { return low > high ? NULL : data; }

static void write_file(const char* file) {
  double x[COUNT];
  float pairs[2 * COUNT];
  const cgsize_t memory = 2 * COUNT, range[2] = {3, 6};
  const double box[6] = {1, 0, 0, COUNT, 0, 0};
  cgsize_t m_low = 2, m_high = high - low + 2, i;
  int fn, B, P, C, D, S, F;
  for (i = low; i <= high; ++i) x[i - low] = (double)i, pairs[i - low + 1] = (float)-i;
  MUST(cgp_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_particle_write(fn, B, "Particles", COUNT, &P));
  MUST(cgp_particle_coord_write(fn, B, P, CGNS_ENUMV(RealDouble), "CoordinateX", &C));
  MUST(cgp_particle_coord_write(fn, B, P, CGNS_ENUMV(RealDouble), "CoordinateY", &D));
  MUST(cgp_particle_coord_write_data(fn, B, P, C, &low, &high, own(x)));
  MUST(cgp_particle_coord_general_write_data(fn, B, P, D, &low, &high, CGNS_ENUMV(RealSingle), 1, &memory,
                                             &m_low, &m_high, own(pairs)));
  MUST(cg_particle_bounding_box_write(fn, B, P, 1, CGNS_ENUMV(RealDouble), (void*)box));
  MUST(cg_particle_sol_write(fn, B, P, "Solution", &S));
  MUST(cgp_particle_field_write(fn, B, P, S, CGNS_ENUMV(RealDouble), "Radius", &F));
  MUST(cgp_particle_field_write_data(fn, B, P, S, F, &low, &high, own(x)));
  MUST(cgp_particle_field_write(fn, B, P, S, CGNS_ENUMV(RealDouble), "Mass", &F));
  MUST(cgp_particle_field_general_write_data(fn, B, P, S, F, &low, &high, CGNS_ENUMV(RealSingle), 1, &memory,
                                             &m_low, &m_high, own(pairs)));
  MUST(cg_particle_sol_ptset_write(fn, B, P, "Some", CGNS_ENUMV(PointRange), 2, range, &S));
  MUST(cg_particle_field_write(fn, B, P, S, CGNS_ENUMV(RealDouble), "Marker", box, &F));
  MUST(cg_biter_write(fn, B, "Times", 1));
  MUST(cg_piter_write(fn, B, P, "Steps"));
  MUST(cg_goto(fn, B, "ParticleZone_t", P, "end"));
  MUST(cg_particle_equationset_write(3));
  MUST(cg_gorel(fn, "ParticleEquationSet_t", 1, "end"));
  MUST(cg_particle_governing_write(CGNS_ENUMV(DEM)));
  MUST(cg_particle_model_write("ParticleCollisionModel_t", CGNS_ENUMV(HardSphere)));
  MUST(cgp_close(fn));
}

static void read_names(int fn) {
  CGNS_ENUMT(ParticleGoverningEquationsType_t) governing;
  CGNS_ENUMT(ParticleModelType_t) model;
  CGNS_ENUMT(PointSetType_t) set;
  CGNS_ENUMT(DataType_t) type;
  char name[33];
  cgsize_t size, points[2];
  double box[6];
  int n, flags[6];
  MUST(cg_nparticle_zones(fn, 1, &n));
  MUST(cg_particle_read(fn, 1, 1, name, &size));
  EXPECT(n == 1 && size == COUNT && strcmp(name, "Particles") == 0);
  MUST(cg_particle_ncoord_nodes(fn, 1, 1, &n));
  EXPECT(n == 1);
  MUST(cg_particle_ncoords(fn, 1, 1, &n));
  MUST(cg_particle_coord_info(fn, 1, 1, 2, &type, name));
  EXPECT(n == 2 && type == CGNS_ENUMV(RealDouble) && strcmp(name, "CoordinateY") == 0);
  MUST(cg_particle_bounding_box_read(fn, 1, 1, 1, CGNS_ENUMV(RealDouble), box));
  EXPECT(box[3] == COUNT);
  MUST(cg_particle_nsols(fn, 1, 1, &n));
  MUST(cg_particle_sol_info(fn, 1, 1, 2, name));
  MUST(cg_particle_sol_size(fn, 1, 1, 2, &size));
  EXPECT(n == 2 && size == 4 && strcmp(name, "Some") == 0);
  MUST(cg_particle_sol_ptset_info(fn, 1, 1, 2, &set, &size));
  MUST(cg_particle_sol_ptset_read(fn, 1, 1, 2, points));
  EXPECT(set == CGNS_ENUMV(PointRange) && size == 2 && points[0] == 3 && points[1] == 6);
  MUST(cg_particle_nfields(fn, 1, 1, 1, &n));
  MUST(cg_particle_field_info(fn, 1, 1, 1, 2, &type, name));
  EXPECT(n == 2 && strcmp(name, "Mass") == 0);
  MUST(cg_piter_read(fn, 1, 1, name));
  EXPECT_TEXT(name, "Steps");
  MUST(cg_goto(fn, 1, "ParticleZone_t", 1, "end"));
  MUST(cg_particle_equationset_read(&n, flags, flags + 1, flags + 2, flags + 3, flags + 4, flags + 5));
  EXPECT(n == 3 && flags[0] == 1 && flags[1] == 1 && flags[2] == 0);
  MUST(cg_gorel(fn, "ParticleEquationSet_t", 1, "end"));
  MUST(cg_particle_governing_read(&governing));
  MUST(cg_particle_model_read("ParticleCollisionModel_t", &model));
  EXPECT(governing == CGNS_ENUMV(DEM) && model == CGNS_ENUMV(HardSphere));
}

static void read_file(const char* file) {
  const cgsize_t first = 1, last = COUNT;
  double x[COUNT], y[COUNT];
  void* both[2];
  float mass[COUNT];
  cgsize_t i, count = high - low + 1;
  int fn, numbers[2] = {1, 2};
  both[0] = x;
  both[1] = y;
  MUST(cgp_open(file, CG_MODE_MODIFY, &fn));
  read_names(fn);
  MUST(cgp_particle_coord_read_data(fn, 1, 1, 1, &low, &high, own_back(x)));
  for (i = low; i <= high; ++i) EXPECT(x[i - low] == (double)i);
  MUST(cgp_particle_coord_multi_read_data(fn, 1, 1, numbers, &first, &last, 2, both));
  for (i = 0; i < COUNT; ++i) EXPECT(x[i] == (double)(i + 1) && y[i] == -x[i]);
  MUST(cgp_particle_field_multi_read_data(fn, 1, 1, 1, numbers, &first, &last, 2, both));
  for (i = 0; i < COUNT; ++i) EXPECT(x[i] == (double)(i + 1) && y[i] == -x[i]);
  MUST(cgp_particle_field_multi_write_data(fn, 1, 1, 1, numbers, &first, &last, 2, (const void**)both));
  MUST(cgp_particle_coord_multi_write_data(fn, 1, 1, numbers, &first, &last, 2, (const void**)both));
  MUST(cgp_particle_field_read_data(fn, 1, 1, 1, 1, &low, &high, own_back(x)));
  MUST(cgp_particle_field_general_read_data(fn, 1, 1, 1, 2, &low, &high, CGNS_ENUMV(RealSingle), 1, &count,
                                            &first, &count, own_back(mass)));
  for (i = low; i <= high; ++i) EXPECT(x[i - low] == (double)i && mass[i - low] == (float)-i);
  MUST(cgp_close(fn));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) return 2;
  low = COUNT * rank / ranks + 1;
  high = COUNT * (rank + 1) / ranks;
  write_file(argv[1]);
  read_file(argv[1]);
  MPI_Finalize();
  return 0;
}
