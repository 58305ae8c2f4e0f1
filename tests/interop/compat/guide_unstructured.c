/* guide_unstructured.c: what the user's guide of CGNS shows for unstructured zones, and parts of sections.
 *
 * guide_unstructured FILE */
#include "cgnslib.h"

#include "must.h"

enum { N = 4, VERTICES = N * N * N, CELLS = (N - 1) * (N - 1) * (N - 1), FACES = (N - 1) * (N - 1) };

static const char* file;
static const cgsize_t size[3] = {VERTICES, CELLS, 0};
static cgsize_t hexa[8 * CELLS], quad[4 * FACES];
static double values[VERTICES];

static cgsize_t vertex(int i, int j, int k) { return 1 + i + N * (j + N * k); }

static void make_elements(void) {
  cgsize_t *h = hexa, *q = quad;
  int i, j, k, c;
  for (k = 0; k < N - 1; ++k)
    for (j = 0; j < N - 1; ++j)
      for (i = 0; i < N - 1; ++i)
        for (c = 0; c < 8; ++c) *h++ = vertex(i + ((c + 1) / 2) % 2, j + (c / 2) % 2, k + c / 4);
  for (j = 0; j < N - 1; ++j)
    for (i = 0; i < N - 1; ++i)
      for (c = 0; c < 4; ++c) *q++ = vertex(i + ((c + 1) / 2) % 2, j + c / 2, 0);
}

static void write_grid(void) {
  static cgsize_t parents[4 * FACES];
  int fn, B, Z, S, C, F, i;
  for (i = 0; i < VERTICES; ++i) values[i] = 0.5 * i;
  for (i = 0; i < FACES; ++i) parents[i] = i + 1, parents[2 * FACES + i] = 5;
  MUST(cg_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 3, 3, &B));
  MUST(cg_zone_write(fn, B, "Zone", size, CGNS_ENUMV(Unstructured), &Z));
  MUST(cg_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", values, &C));
  MUST(cg_section_write(fn, B, Z, "Hexa", CGNS_ENUMV(HEXA_8), 1, CELLS, 0, hexa, &S));
  MUST(cg_section_write(fn, B, Z, "Bottom", CGNS_ENUMV(QUAD_4), CELLS + 1, CELLS + FACES, 0, quad, &S));
  MUST(cg_parent_data_write(fn, B, Z, S, parents));
  MUST(cg_sol_write(fn, B, Z, "Flow", CGNS_ENUMV(Vertex), &S));
  MUST(cg_field_write(fn, B, Z, S, CGNS_ENUMV(RealDouble), "Pressure", values, &F));
  MUST(cg_close(fn));
}

static void write_condition(void) {
  cgsize_t list[FACES];
  int fn, BC, i;
  for (i = 0; i < FACES; ++i) list[i] = CELLS + 1 + i;
  MUST(cg_open(file, CG_MODE_MODIFY, &fn));
  MUST(cg_boco_write(fn, 1, 1, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), FACES, list, &BC));
  MUST(cg_boco_gridlocation_write(fn, 1, 1, BC, CGNS_ENUMV(FaceCenter)));
  MUST(cg_close(fn));
}

static void read_grid(void) {
  CGNS_ENUMT(ElementType_t) type;
  CGNS_ENUMT(GridLocation_t) location;
  cgsize_t start, end, count, some[8 * CELLS], parents[8];
  char name[33];
  int fn, n, nbndry, flag;
  MUST(cg_open(file, CG_MODE_READ, &fn));
  MUST(cg_nsections(fn, 1, 1, &n));
  EXPECT(n == 2);
  MUST(cg_section_read(fn, 1, 1, 2, name, &type, &start, &end, &nbndry, &flag));
  EXPECT(type == CGNS_ENUMV(QUAD_4) && start == CELLS + 1 && end == CELLS + FACES && flag == 1);
  EXPECT_TEXT(cg_ElementTypeName(type), "QUAD_4");
  MUST(cg_npe(type, &n));
  EXPECT(n == CGNS_ENUMV(NPE_QUAD_4));
  MUST(cg_ElementDataSize(fn, 1, 1, 1, &count));
  EXPECT(count == 8 * CELLS);
  MUST(cg_elements_read(fn, 1, 1, 1, some, NULL));
  EXPECT(memcmp(some, hexa, sizeof hexa) == 0);
  MUST(cg_ElementPartialSize(fn, 1, 1, 2, start + 1, start + 2, &count));
  EXPECT(count == 8);
  MUST(cg_elements_partial_read(fn, 1, 1, 2, start + 1, start + 2, some, parents));
  EXPECT(memcmp(some, quad + 4, 8 * sizeof *quad) == 0);
  EXPECT(parents[0] == 2 && parents[1] == 3 && parents[3] == 0 && parents[4] == 5 && parents[7] == 0);
  MUST(cg_boco_gridlocation_read(fn, 1, 1, 1, &location));
  EXPECT(location == CGNS_ENUMV(FaceCenter));
  MUST(cg_close(fn));
}

/* Sections that grow, and values of part of an array. */
static void write_parts(void) {
  const cgsize_t low = 11, high = 20;
  int fn, S, F, C, i;
  MUST(cg_open(file, CG_MODE_MODIFY, &fn));
  MUST(cg_section_partial_write(fn, 1, 1, "Top", CGNS_ENUMV(QUAD_4), 101, 104, 0, &S));
  MUST(cg_elements_partial_write(fn, 1, 1, S, 101, 103, quad));
  MUST(cg_elements_partial_write(fn, 1, 1, S, 103, 106, quad + 12));
  for (i = 0; i < 10; ++i) values[i] = -i;
  MUST(cg_field_partial_write(fn, 1, 1, 1, CGNS_ENUMV(RealDouble), "Pressure", &low, &high, values, &F));
  MUST(cg_coord_partial_write(fn, 1, 1, CGNS_ENUMV(RealDouble), "CoordinateX", &low, &high, values, &C));
  MUST(cg_close(fn));
}

static void read_parts(void) {
  const cgsize_t low = 10, high = 21;
  cgsize_t some[24];
  double back[12];
  int fn;
  MUST(cg_open(file, CG_MODE_READ, &fn));
  MUST(cg_elements_partial_read(fn, 1, 1, 3, 101, 106, some, NULL));
  EXPECT(memcmp(some, quad, 8 * sizeof *quad) == 0 && memcmp(some + 8, quad + 12, 16 * sizeof *quad) == 0);
  MUST(cg_field_read(fn, 1, 1, 1, "Pressure", CGNS_ENUMV(RealDouble), &low, &high, back));
  EXPECT(back[0] == 4.5 && back[1] == 0 && back[10] == -9 && back[11] == 10);
  MUST(cg_close(fn));
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  file = argv[1];
  make_elements();
  write_grid();
  write_condition();
  read_grid();
  write_parts();
  read_parts();
  return 0;
}
