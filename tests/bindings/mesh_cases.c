/* mesh_cases.c: the cases of unstructured zones in C: elements, parents, point lists, polygons, polyhedra. */
#include "case_values.h"

/* Vertices of cell or face `n` from 0. */
static cgsize_t vertex(const Case* c, cgsize_t n, int corner) {
  const cgsize_t i = n % c->cells[0] + (corner % 4 == 1 || corner % 4 == 2);
  const cgsize_t j = n / c->cells[0] % c->cells[1] + (corner % 4 > 1);
  const cgsize_t k = n / (c->cells[0] * c->cells[1]) + corner / 4;
  return 1 + i + c->points[0] * (j + c->points[1] * k);
}

static void write_vertices(const Case* c, int fn) {
  const cgsize_t total = c->points[0] * c->points[1] * c->points[2];
  Box mine = {{1, 1, 1}, {1, 1, 1}, 0};
  int number;
  share(total, &mine.first[0], &mine.last[0]);
  mine.count = mine.last[0] - mine.first[0] + 1;
  void* values = values_of(c, 4, &mine);
  must(cgp_coord_write(fn, 1, 1, type_of(c), "CoordinateX", &number));
  must(cgp_coord_write_data(fn, 1, 1, number, mine.first, mine.last, given(&mine, values)));
  must(queue_flush());
  free(values);
}

void write_hexa(const Case* c) {
  const cgsize_t cells = c->cells[0] * c->cells[1] * c->cells[2], faces = c->cells[0] * c->cells[1];
  const int fn = create(c, Unstructured);
  cgsize_t first, last, low, high;
  int section, wall;
  write_vertices(c, fn);
  share(cells, &first, &last);
  share(faces, &low, &high);
  const cgsize_t n = last - first + 1, f = high - low + 1;
  cgsize_t *elements = calloc((size_t)(8 * n + 1), 8), *quads = calloc((size_t)(4 * f + 1), 8);
  cgsize_t *parents = calloc((size_t)(4 * f + 1), 8), *points = calloc((size_t)(f + 1), 8);
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 8; ++v) elements[8 * e + v] = vertex(c, first - 1 + e, v);
  for (cgsize_t q = 0; q < f; ++q) {
    for (int v = 0; v < 4; ++v) quads[4 * q + v] = vertex(c, low - 1 + q, v);
    parents[q] = low + q;
    parents[2 * f + q] = 1;
    points[q] = cells + low + q;
  }
  must(cgp_section_write(fn, 1, 1, "Cells", HEXA_8, 1, cells, 0, &section));
  must(cgp_elements_write_data(fn, 1, 1, section, first, last, n > 0 ? elements : NULL));
  must(cgp_section_write(fn, 1, 1, "Bottom", QUAD_4, cells + 1, cells + faces, 0, &section));
  must(cgp_elements_write_data(fn, 1, 1, section, cells + low, cells + high, f > 0 ? quads : NULL));
  must(cgp_parent_data_write(fn, 1, 1, section, cells + low, cells + high, f > 0 ? parents : NULL));
  must(cg_boco_write(fn, 1, 1, "Bottom", BCWall, PointList, faces, NULL, &wall));
  must(cg_boco_gridlocation_write(fn, 1, 1, wall, FaceCenter));
  must(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", wall, "PointList", 0, "end"));
  must(cgp_ptlist_write_data(fn, low, high, f > 0 ? points : NULL));
  finish(fn);
  free(elements), free(quads), free(parents), free(points);
}

void read_hexa(const Case* c) {
  const cgsize_t cells = c->cells[0] * c->cells[1] * c->cells[2], faces = c->cells[0] * c->cells[1];
  const int fn = reopen(c);
  cgsize_t first, last, low, high, start, end;
  int nbndry, parents, number;
  char name[33];
  ElementType_t type;
  share(cells, &first, &last);
  share(faces, &low, &high);
  cgsize_t *elements = calloc((size_t)(8 * (last - first + 1) + 1), 8),
           *pairs = calloc((size_t)(2 * faces + 1), 8);
  must(cg_section_read(fn, 1, 1, 2, name, &type, &start, &end, &nbndry, &parents));
  expect(strcmp(name, "Bottom") == 0 && type == QUAD_4 && end == cells + faces && parents != 0,
         "the section");
  must(cgp_elements_read_data(fn, 1, 1, 1, first, last, first <= last ? elements : NULL));
  for (cgsize_t e = first; e <= last; ++e)
    for (int v = 0; v < 8; ++v) expect(elements[8 * (e - first) + v] == vertex(c, e - 1, v), "elements");
  must(cgp_parentelements_read_data(fn, 1, 1, 2, cells + low, cells + high, low <= high ? pairs : NULL));
  for (cgsize_t q = low; q <= high; ++q) expect(pairs[q - low] == q, "parents");
  must(cg_npe(type, &number));
  expect(number == 4, "nodes of an element");
  must(cgp_close(fn));
  free(elements), free(pairs);
}

void write_ngon(const Case* c) {
  const cgsize_t faces = c->cells[0] * c->cells[1] * c->points[2];
  int fn = create(c, Unstructured), section;
  cgsize_t first, last;
  write_vertices(c, fn);
  share(faces, &first, &last);
  const cgsize_t n = last - first + 1;
  cgsize_t *elements = calloc((size_t)(4 * n + 1), 8), *offsets = calloc((size_t)(n + 2), 8);
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 4; ++v) elements[4 * e + v] = vertex(c, first - 1 + e, v);
  for (cgsize_t e = 0; e <= n; ++e) offsets[e] = 4 * (first - 1 + e);
  must(cgp_poly_section_write(fn, 1, 1, "Faces", NGON_n, 1, faces, 4 * faces, 0, &section));
  must(cgp_poly_elements_write_data(fn, 1, 1, section, first, last, n > 0 ? elements : NULL,
                                    n > 0 ? offsets : NULL));
  finish(fn);
  fn = reopen(c);
  memset(elements, 0, (size_t)(4 * n + 1) * 8);
  memset(offsets, 0, (size_t)(n + 2) * 8);
  must(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, first, last, n > 0 ? offsets : NULL));
  must(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, first, last, n > 0 ? offsets : NULL,
                                            n > 0 ? elements : NULL));
  for (cgsize_t e = 0; e < n; ++e)
    for (int v = 0; v < 4; ++v) expect(elements[4 * e + v] == vertex(c, first - 1 + e, v), "polygons");
  expect(n == 0 || offsets[n] == 4 * last, "offsets");
  must(cgp_close(fn));
  free(elements), free(offsets);
}

/* A face between cells is at the index of the cell behind it, and its normal points along the axis. Numbers
 * of faces count those across k, then i, then j. */
typedef struct {
  int axis;
  cgsize_t at[3];
} Face;

static const int axes[3] = {2, 0, 1};

static cgsize_t number_at(const cgsize_t* extents, const cgsize_t* at) {
  return 1 + at[0] + extents[0] * (at[1] + extents[1] * at[2]);
}

static void extents_across(const Case* c, int axis, cgsize_t* extents) {
  memcpy(extents, c->cells, 3 * sizeof *extents);
  ++extents[axis];
}

static Face face_of(const Case* c, cgsize_t number) {
  Face face;
  cgsize_t extents[3], n = number - 1;
  int order = 0;
  for (extents_across(c, axes[0], extents); n >= product(extents); extents_across(c, axes[++order], extents))
    n -= product(extents);
  face.axis = axes[order];
  face.at[0] = n % extents[0];
  face.at[1] = n / extents[0] % extents[1];
  face.at[2] = n / (extents[0] * extents[1]);
  return face;
}

static cgsize_t number_of(const Case* c, const Face* face) {
  cgsize_t extents[3], before = 0;
  for (int order = 0; axes[order] != face->axis; ++order) {
    extents_across(c, axes[order], extents);
    before += product(extents);
  }
  extents_across(c, face->axis, extents);
  return before + number_at(extents, face->at);
}

static cgsize_t vertex_of_face(const Case* c, Face face, int corner) {
  face.at[(face.axis + 1) % 3] += corner == 1 || corner == 2;
  face.at[(face.axis + 2) % 3] += corner > 1;
  return number_at(c->points, face.at);
}

/* The cell before or behind a face; 0 outside. */
static cgsize_t parent_of_face(const Case* c, Face face, int side, cgsize_t faces) {
  face.at[face.axis] -= 1 - side;
  if (face.at[face.axis] < 0 || face.at[face.axis] >= c->cells[face.axis]) return 0;
  return faces + number_at(c->cells, face.at);
}

/* Negative where the normal points into the cell. */
static cgsize_t face_of_cell(const Case* c, cgsize_t cell, int side) {
  Face face = {side / 2, {0, 0, 0}};
  face.at[0] = (cell - 1) % c->cells[0];
  face.at[1] = (cell - 1) / c->cells[0] % c->cells[1];
  face.at[2] = (cell - 1) / (c->cells[0] * c->cells[1]);
  face.at[face.axis] += side % 2;
  return side % 2 == 0 ? -number_of(c, &face) : number_of(c, &face);
}

typedef struct {
  cgsize_t first, last, n, faces;
  cgsize_t *elements, *offsets, *parents;
} Polyhedra;

/* This rank's part of the faces (4 vertices each) or of the cells (6 faces each). */
static Polyhedra part_of(const Case* c, int each) {
  const Face last = {1, {c->cells[0] - 1, c->cells[1], c->cells[2] - 1}};
  Polyhedra p = {.faces = number_of(c, &last)};
  share(each == 4 ? p.faces : product(c->cells), &p.first, &p.last);
  p.n = p.last - p.first + 1;
  p.elements = calloc((size_t)(each * p.n + 1), 8);
  p.offsets = calloc((size_t)(p.n + 2), 8);
  p.parents = calloc((size_t)(2 * p.n + 1), 8);
  for (cgsize_t e = 0; e <= p.n; ++e) p.offsets[e] = each * (p.first - 1 + e);
  for (cgsize_t e = 0; e < p.n; ++e) {
    for (int i = 0; i < each; ++i)
      p.elements[each * e + i] =
          each == 4 ? vertex_of_face(c, face_of(c, p.first + e), i) : face_of_cell(c, p.first + e, i);
    for (int side = 0; side < 2 && each == 4; ++side)
      p.parents[side * p.n + e] = parent_of_face(c, face_of(c, p.first + e), side, p.faces);
  }
  return p;
}

static void release(Polyhedra* p) { free(p->elements), free(p->offsets), free(p->parents); }

static void read_part(int fn, int section, cgsize_t before, const Polyhedra* p, int each) {
  Polyhedra own = {.elements = calloc((size_t)(each * p->n + 1), 8),
                   .offsets = calloc((size_t)(p->n + 2), 8),
                   .parents = calloc((size_t)(2 * p->n + 1), 8)};
  cgsize_t *elements = p->n > 0 ? own.elements : NULL, *offsets = p->n > 0 ? own.offsets : NULL;
  must(cgp_poly_elements_read_data_offsets(fn, 1, 1, section, before + p->first, before + p->last, offsets));
  must(cgp_poly_elements_read_data_elements(fn, 1, 1, section, before + p->first, before + p->last, offsets,
                                            elements));
  expect(p->n == 0 || memcmp(own.offsets, p->offsets, (size_t)(p->n + 1) * 8) == 0, "offsets");
  expect(memcmp(own.elements, p->elements, (size_t)(each * p->n) * 8) == 0, "faces or polyhedra");
  if (each == 4)
    must(cgp_parentelements_read_data(fn, 1, 1, section, p->first, p->last, p->n > 0 ? own.parents : NULL));
  expect(memcmp(own.parents, p->parents, (size_t)(2 * p->n) * 8) == 0, "parents");
  release(&own);
}

void write_polyhedra(const Case* c) {
  Polyhedra faces = part_of(c, 4), cells = part_of(c, 6);
  const cgsize_t begin = faces.faces, end = begin + product(c->cells);
  int fn = create(c, Unstructured), section;
  write_vertices(c, fn);
  must(cgp_poly_section_write(fn, 1, 1, "Faces", NGON_n, 1, begin, 4 * begin, 0, &section));
  must(cgp_poly_elements_write_data(fn, 1, 1, section, faces.first, faces.last,
                                    faces.n > 0 ? faces.elements : NULL, faces.n > 0 ? faces.offsets : NULL));
  must(cgp_parentelements_write_data(fn, 1, 1, section, faces.first, faces.last,
                                     faces.n > 0 ? faces.parents : NULL));
  must(cgp_poly_section_write(fn, 1, 1, "Cells", NFACE_n, begin + 1, end, 6 * (end - begin), 0, &section));
  must(cgp_poly_elements_write_data(fn, 1, 1, section, begin + cells.first, begin + cells.last,
                                    cells.n > 0 ? cells.elements : NULL, cells.n > 0 ? cells.offsets : NULL));
  finish(fn);
  fn = reopen(c);
  read_part(fn, 1, 0, &faces, 4);
  read_part(fn, 2, begin, &cells, 6);
  must(cgp_close(fn));
  release(&faces), release(&cells);
}
