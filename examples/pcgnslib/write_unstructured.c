/* write_unstructured.c: a cube of hexahedra and the squares of one side, in sections; every rank has some of
 * the vertices, of the elements, and of the squares.
 *
 *     mpirun -n 4 write_unstructured out.cgns [CELLS]
 *
 * Data calls are collective: a rank that has nothing passes NULL. */
#include "common.h"

typedef struct {
  cgsize_t n, points; /* Cells and vertices along an edge. */
  int fn, base, zone, hexa, quad, solution;
} Mesh;

static cgsize_t vertex(const Mesh* mesh, cgsize_t i, cgsize_t j, cgsize_t k) {
  return 1 + i + mesh->points * (j + mesh->points * k);
}

static void make_nodes(Mesh* mesh) {
  const cgsize_t n = mesh->n, cells = n * n * n;
  const cgsize_t size[3] = {mesh->points * mesh->points * mesh->points, cells, 0};
  const char* const names[3] = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  int number;
  must(cg_base_write(mesh->fn, "Base", 3, 3, &mesh->base));
  must(cg_zone_write(mesh->fn, mesh->base, "Cube", size, Unstructured, &mesh->zone));
  for (int i = 0; i < 3; ++i)
    must(cgp_coord_write(mesh->fn, mesh->base, mesh->zone, RealDouble, names[i], &number));
  must(cgp_section_write(mesh->fn, mesh->base, mesh->zone, "Hexa", HEXA_8, 1, cells, 0, &mesh->hexa));
  must(cgp_section_write(mesh->fn, mesh->base, mesh->zone, "Bottom", QUAD_4, cells + 1, cells + n * n, 0,
                         &mesh->quad));
  must(cg_sol_write(mesh->fn, mesh->base, mesh->zone, "Flow", CellCenter, &mesh->solution));
  must(cgp_field_write(mesh->fn, mesh->base, mesh->zone, mesh->solution, RealDouble, "Pressure", &number));
  must(cg_boco_write(mesh->fn, mesh->base, mesh->zone, "Bottom", BCWall, PointList, n * n, NULL, &number));
  must(cg_boco_gridlocation_write(mesh->fn, mesh->base, mesh->zone, number, FaceCenter));
}

static void write_coordinates(const Mesh* mesh, int rank, int ranks) {
  cgsize_t first, last;
  share(mesh->points * mesh->points * mesh->points, rank, ranks, &first, &last);
  double* values = room(last - first + 1, sizeof *values);
  for (int axis = 0; axis < 3; ++axis) {
    for (cgsize_t v = first; v <= last; ++v) {
      const cgsize_t index[3] = {(v - 1) % mesh->points, (v - 1) / mesh->points % mesh->points,
                                 (v - 1) / mesh->points / mesh->points};
      values[v - first] = (double)index[axis];
    }
    must(cgp_coord_write_data(mesh->fn, mesh->base, mesh->zone, axis + 1, &first, &last,
                              first <= last ? values : NULL));
  }
  free(values);
}

static void write_hexahedra(const Mesh* mesh, int rank, int ranks) {
  const cgsize_t n = mesh->n;
  cgsize_t first, last, *nodes;
  share(n * n * n, rank, ranks, &first, &last);
  nodes = room(8 * (last - first + 1), sizeof *nodes);
  double* pressure = room(last - first + 1, sizeof *pressure);
  for (cgsize_t e = first; e <= last; ++e) {
    const cgsize_t i = (e - 1) % n, j = (e - 1) / n % n, k = (e - 1) / n / n;
    cgsize_t* to = nodes + 8 * (e - first);
    for (int upper = 0; upper < 2; ++upper) {
      to[4 * upper + 0] = vertex(mesh, i, j, k + upper);
      to[4 * upper + 1] = vertex(mesh, i + 1, j, k + upper);
      to[4 * upper + 2] = vertex(mesh, i + 1, j + 1, k + upper);
      to[4 * upper + 3] = vertex(mesh, i, j + 1, k + upper);
    }
    pressure[e - first] = (double)e;
  }
  must(cgp_elements_write_data(mesh->fn, mesh->base, mesh->zone, mesh->hexa, first, last,
                               first <= last ? nodes : NULL));
  must(cgp_field_write_data(mesh->fn, mesh->base, mesh->zone, mesh->solution, 1, &first, &last,
                            first <= last ? pressure : NULL));
  free(nodes);
  free(pressure);
}

/* The squares, the element behind each, and the list of them in the boundary condition. */
static void write_bottom(const Mesh* mesh, int rank, int ranks) {
  const cgsize_t n = mesh->n, cells = n * n * n;
  cgsize_t first, last;
  share(n * n, rank, ranks, &first, &last);
  const cgsize_t count = last - first + 1;
  cgsize_t* nodes = room(4 * count, sizeof *nodes);
  cgsize_t* parents = room(2 * count, sizeof *parents); /* Two columns; 0: nothing on the other side. */
  cgsize_t* list = room(count, sizeof *list);
  for (cgsize_t q = first; q <= last; ++q) {
    const cgsize_t i = (q - 1) % n, j = (q - 1) / n, at = q - first;
    nodes[4 * at + 0] = vertex(mesh, i, j, 0);
    nodes[4 * at + 1] = vertex(mesh, i, j + 1, 0);
    nodes[4 * at + 2] = vertex(mesh, i + 1, j + 1, 0);
    nodes[4 * at + 3] = vertex(mesh, i + 1, j, 0);
    parents[at] = q;
    parents[count + at] = 0;
    list[at] = cells + q;
  }
  const int some = first <= last;
  must(cgp_elements_write_data(mesh->fn, mesh->base, mesh->zone, mesh->quad, cells + first, cells + last,
                               some ? nodes : NULL));
  must(cgp_parentelements_write_data(mesh->fn, mesh->base, mesh->zone, mesh->quad, cells + first,
                                     cells + last, some ? parents : NULL));
  must(cg_goto(mesh->fn, mesh->base, "Zone_t", mesh->zone, "ZoneBC_t", 1, "BC_t", 1, "end"));
  must(cgp_ptlist_write_data(mesh->fn, first, last, some ? list : NULL));
  free(nodes);
  free(parents);
  free(list);
}

int main(int argc, char** argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Mesh mesh = {0};
  mesh.n = argc > 2 ? atoll(argv[2]) : 8;
  if (argc < 2 || mesh.n < 1) {
    fputs("usage: write_unstructured FILE [CELLS]\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  mesh.points = mesh.n + 1;

  must(cgp_open(argv[1], CG_MODE_WRITE, &mesh.fn));
  make_nodes(&mesh);
  write_coordinates(&mesh, rank, ranks);
  write_hexahedra(&mesh, rank, ranks);
  write_bottom(&mesh, rank, ranks);
  must(cgp_close(mesh.fn));
  MPI_Finalize();
  return 0;
}
