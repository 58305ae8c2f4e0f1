/* write_structured.c: a block that is cut in all three directions, each rank with a box of it, becomes one
 * zone.
 *
 *     mpirun -n 8 write_structured out.cgns [CELLS]
 *
 * Every rank hands its boxes of all arrays to the queue; one flush moves them together. */
#include "common.h"

enum { dimensions = 3, coordinates = 3, fields = 2 };

static const char* const coordinate_names[coordinates] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
static const char* const field_names[fields] = {"Pressure", "Temperature"};

typedef struct {
  cgsize_t first[dimensions], last[dimensions];
} Box;

static cgsize_t volume(const Box* box) {
  cgsize_t values = 1;
  for (int i = 0; i < dimensions; ++i)
    values *= box->last[i] < box->first[i] ? 0 : box->last[i] - box->first[i] + 1;
  return values;
}

/* This rank's box of points; the first index is the fastest in memory. */
static Box box_of(cgsize_t points, MPI_Comm grid) {
  Box box;
  int cuts[dimensions], periods[dimensions], place[dimensions];
  MPI_Cart_get(grid, dimensions, cuts, periods, place);
  for (int i = 0; i < dimensions; ++i) share(points, place[i], cuts[i], &box.first[i], &box.last[i]);
  return box;
}

static double value_at(int array, cgsize_t i, cgsize_t j, cgsize_t k) {
  const cgsize_t index[dimensions] = {i, j, k};
  return array < coordinates ? 0.1 * (double)(index[array] - 1)
                             : (double)(array * 1000000 + ((k - 1) * 1000 + j - 1) * 1000 + i);
}

static double* values_of(int array, const Box* box) {
  double* values = room(volume(box), sizeof *values);
  cgsize_t at = 0;
  for (cgsize_t k = box->first[2]; k <= box->last[2]; ++k)
    for (cgsize_t j = box->first[1]; j <= box->last[1]; ++j)
      for (cgsize_t i = box->first[0]; i <= box->last[0]; ++i) values[at++] = value_at(array, i, j, k);
  return values;
}

/* Metadata: every rank makes the same calls. Nothing is sent, nothing is written yet. */
static void make_nodes(int fn, cgsize_t cells) {
  const cgsize_t size[9] = {cells + 1, cells + 1, cells + 1, cells, cells, cells, 0, 0, 0};
  const cgsize_t wall[6] = {1, 1, 1, 1, cells + 1, cells + 1};
  int base, zone, solution, number;
  must(cg_base_write(fn, "Base", 3, 3, &base));
  must(cg_family_write(fn, base, "Wall", &number));
  must(cg_zone_write(fn, base, "Block", size, Structured, &zone));
  for (int i = 0; i < coordinates; ++i)
    must(cgp_coord_write(fn, base, zone, RealDouble, coordinate_names[i], &number));
  must(cg_sol_write(fn, base, zone, "Flow", CellCenter, &solution));
  for (int i = 0; i < fields; ++i)
    must(cgp_field_write(fn, base, zone, solution, RealDouble, field_names[i], &number));
  must(cg_boco_write(fn, base, zone, "IMin", FamilySpecified, PointRange, 2, wall, &number));
  must(cg_goto(fn, base, "Zone_t", zone, "ZoneBC_t", 1, "BC_t", number, "end"));
  must(cg_famname_write("Wall"));
}

static void write_values(int fn, cgsize_t cells, MPI_Comm grid) {
  const Box points = box_of(cells + 1, grid);
  const Box own_cells = box_of(cells, grid);
  double* kept[coordinates + fields];
  for (int i = 0; i < coordinates + fields; ++i) {
    const Box* box = i < coordinates ? &points : &own_cells;
    int number[2] = {1, i - coordinates + 1}; /* solution and field */
    if (i < coordinates) number[0] = i + 1;
    kept[i] = values_of(i, box);
    must(queue_slice_write(i < coordinates ? CGP_SLICE_COORDS : CGP_SLICE_FIELD, fn, 1, 1, number, dimensions,
                           box->first, box->last, volume(box) > 0 ? kept[i] : NULL));
  }
  must(queue_flush()); /* until here the memory must stay */
  for (int i = 0; i < coordinates + fields; ++i) free(kept[i]);
}

int main(int argc, char** argv) {
  int fn, ranks, cuts[dimensions] = {0, 0, 0}, periods[dimensions] = {0, 0, 0};
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  const cgsize_t cells = argc > 2 ? atoll(argv[2]) : 32;
  if (argc < 2 || cells < 1) {
    fputs("usage: write_structured FILE [CELLS]\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, dimensions, cuts);
  MPI_Cart_create(MPI_COMM_WORLD, dimensions, cuts, periods, 0, &grid);

  must(cgp_mpi_comm(grid));
  must(cgp_open(argv[1], CG_MODE_WRITE, &fn));
  make_nodes(fn, cells);
  write_values(fn, cells, grid);
  must(cgp_close(fn)); /* now the file is there */
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
