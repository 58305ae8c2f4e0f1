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

static int write_interface(CGNS_ENUMT(GridLocation_t) location, CGNS_ENUMT(GridConnectivityType_t) type,
                           CGNS_ENUMT(PointSetType_t) donor_set, cgsize_t donors) {
  const CGNS_ENUMT(DataType_t) integers =
      sizeof(cgsize_t) == 8 ? CGNS_ENUMV(LongInteger) : CGNS_ENUMV(Integer);
  return cg_conn_write(fn, B, U, "Interface", location, type, CGNS_ENUMV(PointList), 2, u, "U",
                       CGNS_ENUMV(Unstructured), donor_set, integers, donors, u, &n);
}

static void interfaces(void) {
  REFUSED(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointList), 2));
  REFUSED(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(PointRange), 2));
  MUST(write_interface(CGNS_ENUMV(Vertex), CGNS_ENUMV(Abutting), CGNS_ENUMV(CellListDonor), 2));
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  file = argv[1];
  begin();
  interfaces();
  MUST(cg_close(fn));
  return 0;
}
