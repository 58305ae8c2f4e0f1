/* parallel_elements.c: what the parallel tests of CGNS do with unstructured zones: sections of one type and
 * MIXED, parents, boundary conditions and point lists, parts read by one rank each.
 *
 * parallel_elements FILE */
#include "mpi.h"
#include "pcgnslib.h"

#include "must.h"

enum {
  TRIANGLES = 9,
  QUADS = 8,
  VERTICES = 40,
  ELEMENTS = TRIANGLES + QUADS,
  CONNECTIVITY = 4 * TRIANGLES + 5 * QUADS
};

static int rank, ranks;

/* Element `e` of the MIXED section, from 0: its type and vertices. */
static int element(cgsize_t e, cgsize_t* to) {
  const int n = e < TRIANGLES ? 3 : 4;
  int i;
  to[0] = n == 3 ? CGNS_ENUMV(TRI_3) : CGNS_ENUMV(QUAD_4);
  for (i = 0; i < n; ++i) to[1 + i] = (e * 3 + i) % VERTICES + 1;
  return n + 1;
}

static cgsize_t offset(cgsize_t e) { return e < TRIANGLES ? 4 * e : 4 * TRIANGLES + 5 * (e - TRIANGLES); }

static void share(cgsize_t count, cgsize_t* start, cgsize_t* end) {
  *start = count * rank / ranks + 1;
  *end = count * (rank + 1) / ranks;
}

static void write_mixed(int fn, int Z) {
  cgsize_t offsets[ELEMENTS + 1], elements[CONNECTIVITY], start, end, e, n = 0;
  int S;
  share(ELEMENTS, &start, &end);
  for (e = start - 1; e < end; ++e) n += element(e, elements + n);
  for (e = start - 1; e <= end; ++e) offsets[e - start + 1] = offset(e);
  MUST(cgp_poly_section_write(fn, 1, Z, "Mixed", CGNS_ENUMV(MIXED), 1, ELEMENTS, CONNECTIVITY, 0, &S));
  MUST(cgp_poly_elements_write_data(fn, 1, Z, S, start, end, start > end ? NULL : elements,
                                    start > end ? NULL : offsets));
}

static void write_quads(int fn, int Z) {
  cgsize_t elements[4 * QUADS], parents[4 * QUADS], start, end, e, count;
  int S;
  share(QUADS, &start, &end);
  count = end - start + 1;
  for (e = 0; e < 4 * count; ++e) elements[e] = 4 * (start - 1) + e + 1;
  for (e = 0; e < count; ++e) {
    parents[e] = start + e;
    parents[count + e] = 0;
    parents[2 * count + e] = 1;
    parents[3 * count + e] = 0;
  }
  MUST(cgp_section_write(fn, 1, Z, "Quads", CGNS_ENUMV(QUAD_4), ELEMENTS + 1, ELEMENTS + QUADS, 0, &S));
  MUST(cgp_elements_write_data(fn, 1, Z, S, ELEMENTS + start, ELEMENTS + end, count > 0 ? elements : NULL));
  MUST(cgp_parent_data_write(fn, 1, Z, S, ELEMENTS + start, ELEMENTS + end, count > 0 ? parents : NULL));
}

static void write_condition(int fn, int Z) {
  cgsize_t list[QUADS], start, end, i;
  char* labels[3] = {"Zone_t", "ZoneBC_t", "BC_t"};
  int BC, numbers[3] = {1, 1, 1};
  share(QUADS, &start, &end);
  for (i = start; i <= end; ++i) list[i - start] = ELEMENTS + i;
  MUST(cg_boco_write(fn, 1, Z, "Wall", CGNS_ENUMV(BCWall), CGNS_ENUMV(PointList), QUADS, NULL, &BC));
  MUST(cg_boco_gridlocation_write(fn, 1, Z, BC, CGNS_ENUMV(CellCenter)));
  numbers[0] = Z;
  MUST(cg_golist(fn, 1, 3, labels, numbers));
  MUST(cg_famname_write("Wall"));
  MUST(cg_gorel(fn, "PointList", 0, "end"));
  MUST(cgp_ptlist_write_data(fn, start, end, start > end ? NULL : list));
}

static void write_file(const char* file) {
  const cgsize_t size[3] = {VERTICES, ELEMENTS, 0};
  double x[VERTICES];
  cgsize_t start, end, i;
  int fn, B, Z, C;
  share(VERTICES, &start, &end);
  for (i = start; i <= end; ++i) x[i - start] = (double)i;
  MUST(cgp_open(file, CG_MODE_WRITE, &fn));
  MUST(cg_base_write(fn, "Base", 2, 3, &B));
  MUST(cg_zone_write(fn, B, "Zone", size, CGNS_ENUMV(Unstructured), &Z));
  MUST(cgp_coord_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", &C));
  /* Parts of serial calls reach the same array from every rank. */
  MUST(cg_coord_partial_write(fn, B, Z, CGNS_ENUMV(RealDouble), "CoordinateX", &start, &end, x, &C));
  write_mixed(fn, Z);
  write_quads(fn, Z);
  write_condition(fn, Z);
  MUST(cgp_close(fn));
}

static void read_file(const char* file) {
  cgsize_t offsets[ELEMENTS + 1], elements[CONNECTIVITY], all[CONNECTIVITY], parents[4 * QUADS], start, end,
      e, n = 0, count;
  double x[VERTICES];
  int fn, i;
  for (e = 0; e < ELEMENTS; ++e) n += element(e, all + n);
  MUST(cgp_open(file, CG_MODE_READ, &fn));
  share(ELEMENTS, &start, &end);
  MUST(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, start, end, start > end ? NULL : offsets));
  MUST(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, start, end, offsets, start > end ? NULL : elements));
  for (e = start - 1; e < end; ++e) EXPECT(offsets[e - start + 1] == offset(e));
  if (start <= end) {
    EXPECT(memcmp(elements, all + offset(start - 1),
                  (size_t)(offset(end) - offset(start - 1)) * sizeof *all) == 0);
    MUST(cg_ElementPartialSize(fn, 1, 1, 1, start, end, &count));
    EXPECT(count == offset(end) - offset(start - 1));
    MUST(cg_poly_elements_partial_read(fn, 1, 1, 1, start, end, elements, offsets, NULL));
    EXPECT(offsets[0] == 0 && offsets[end - start + 1] == count);
    EXPECT(memcmp(elements, all + offset(start - 1), (size_t)count * sizeof *all) == 0);
  }
  share(QUADS, &start, &end);
  MUST(cgp_elements_read_data(fn, 1, 1, 2, ELEMENTS + start, ELEMENTS + end, start > end ? NULL : elements));
  for (e = 0; e < 4 * (end - start + 1); ++e) EXPECT(elements[e] == 4 * (start - 1) + e + 1);
  MUST(cgp_parentelements_read_data(fn, 1, 1, 2, ELEMENTS + start, ELEMENTS + end,
                                    start > end ? NULL : parents));
  for (e = start; e <= end; ++e) EXPECT(parents[e - start] == e && parents[end - start + 1 + e - start] == 0);
  MUST(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "PointList", 0, "end"));
  MUST(cgp_ptlist_read_data(fn, start, end, start > end ? NULL : elements));
  for (e = start; e <= end; ++e) EXPECT(elements[e - start] == ELEMENTS + e);
  start = 1;
  end = VERTICES;
  MUST(cgp_coord_read_data(fn, 1, 1, 1, &start, &end, x));
  for (i = 0; i < VERTICES; ++i) EXPECT(x[i] == i + 1);
  MUST(cgp_close(fn));
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 2) return 2;
  write_file(argv[1]);
  read_file(argv[1]);
  MPI_Finalize();
  return 0;
}
