"""The cases of unstructured zones in Python: elements, parents, point lists, polygons, polyhedra."""

import numpy

from case_values import create, expect, expect_error, finish, range_of, reopen, same, share, values_of
from pcgns import capi as cg

AXES = (2, 0, 1)  # numbers of faces count those across k, then i, then j


def elements_of(c, first, last, corners):
    """The vertices of cells or faces, one a row; None if there are none."""
    if last < first:
        return None
    n = numpy.arange(first - 1, last)[:, None]
    corner = numpy.arange(corners)[None, :]
    i = n % c.cells[0] + ((corner % 4 == 1) | (corner % 4 == 2))
    j = n // c.cells[0] % c.cells[1] + (corner % 4 > 1)
    k = n // (c.cells[0] * c.cells[1]) + corner // 4
    return numpy.ascontiguousarray(1 + i + c.points[0] * (j + c.points[1] * k))


def write_vertices(c, fn):
    own = range_of(int(numpy.prod(c.points)))
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cgp_coord_write_data(fn, 1, 1, number, own.first, own.last, values_of(c, 4, own))
    cg.queue_flush()


def write_hexa(c):
    cells, faces = int(numpy.prod(c.cells)), c.cells[0] * c.cells[1]
    fn = create(c, cg.Unstructured)
    write_vertices(c, fn)
    (first, last), (low, high) = share(cells), share(faces)
    section = cg.cgp_section_write(fn, 1, 1, "Cells", cg.HEXA_8, 1, cells, 0)
    cg.cgp_elements_write_data(fn, 1, 1, section, first, last, elements_of(c, first, last, 8))
    section = cg.cgp_section_write(fn, 1, 1, "Bottom", cg.QUAD_4, cells + 1, cells + faces, 0)
    cg.cgp_elements_write_data(fn, 1, 1, section, cells + low, cells + high, elements_of(c, low, high, 4))
    own = numpy.arange(low, high + 1)
    parents = numpy.zeros((len(own), 4), numpy.int64, order="F")
    parents[:, 0], parents[:, 2] = own, 1
    cg.cgp_parent_data_write(fn, 1, 1, section, cells + low, cells + high, parents if len(own) else None)
    wall = cg.cg_boco_write(fn, 1, 1, "Bottom", cg.BCWall, cg.PointList, faces, None)
    cg.cg_boco_gridlocation_write(fn, 1, 1, wall, cg.FaceCenter)
    cg.cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", wall, "PointList", 0, "end")
    cg.cgp_ptlist_write_data(fn, low, high, cells + own if len(own) else None)
    finish(fn)


def read_hexa(c):
    cells, faces = int(numpy.prod(c.cells)), c.cells[0] * c.cells[1]
    fn = reopen(c)
    (first, last), (low, high) = share(cells), share(faces)
    name, element_type, start, end, _, parents = cg.cg_section_read(fn, 1, 1, 2)
    expect((name, element_type, end) == ("Bottom", cg.QUAD_4, cells + faces) and parents, "the section")
    elements = numpy.zeros((last - first + 1, 8), numpy.int64) if first <= last else None
    cg.cgp_elements_read_data(fn, 1, 1, 1, first, last, elements)
    same(elements, elements_of(c, first, last, 8), "elements")
    if elements is not None:
        cg.cgp_pio_mode(cg.CGP_INDEPENDENT)
        expect_error(f"has 7 values, needed are {elements.size}", cg.cgp_elements_read_data, fn, 1, 1, 1, first, last,
                     numpy.zeros(7, numpy.int64))
        cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    pairs = numpy.zeros((high - low + 1, 2), numpy.int64, order="F") if low <= high else None
    cg.cgp_parentelements_read_data(fn, 1, 1, 2, cells + low, cells + high, pairs)
    expect(pairs is None or list(pairs[:, 0]) == list(range(low, high + 1)), "parents")
    expect(cg.cg_npe(element_type) == 4, "nodes of an element")
    cg.cgp_close(fn)


def ngon(c):
    faces = c.cells[0] * c.cells[1] * c.points[2]
    fn = create(c, cg.Unstructured)
    write_vertices(c, fn)
    first, last = share(faces)
    expected = elements_of(c, first, last, 4)
    offsets = 4 * numpy.arange(first - 1, last + 1) if first <= last else None
    section = cg.cgp_poly_section_write(fn, 1, 1, "Faces", cg.NGON_n, 1, faces, 4 * faces, 0)
    cg.cgp_poly_elements_write_data(fn, 1, 1, section, first, last, expected, offsets)
    finish(fn)
    fn = reopen(c)
    elements = None if expected is None else numpy.zeros_like(expected)
    again = None if offsets is None else numpy.zeros_like(offsets)
    cg.cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, first, last, again)
    same(again, offsets, "offsets")
    cg.cgp_poly_elements_read_data_elements(fn, 1, 1, 1, first, last, again, elements)
    same(elements, expected, "polygons")
    cg.cgp_close(fn)


def number_at(extents, at):
    return 1 + at[0] + extents[0] * (at[1] + extents[1] * at[2])


def indices_of(extents, n):
    return [n % extents[0], n // extents[0] % extents[1], n // (extents[0] * extents[1])]


def extents_across(c, axis):
    return [n + (a == axis) for a, n in enumerate(c.cells)]


def face_of(c, number):
    """The axis along which the normal of a face points, and the indices of the cell behind it."""
    n = number - 1
    for axis in AXES:
        extents = extents_across(c, axis)
        if n < numpy.prod(extents):
            return axis, indices_of(extents, n)
        n -= int(numpy.prod(extents))


def number_of(c, axis, at):
    before = sum(int(numpy.prod(extents_across(c, a))) for a in AXES[:AXES.index(axis)])
    return before + number_at(extents_across(c, axis), at)


def vertices_of_face(c, number):
    axis, at = face_of(c, number)
    corners = []
    for corner in range(4):
        moved = list(at)
        moved[(axis + 1) % 3] += corner in (1, 2)
        moved[(axis + 2) % 3] += corner > 1
        corners.append(number_at(c.points, moved))
    return corners


def parent_of_face(c, number, side, faces):
    """The cell before or behind a face; 0 outside."""
    axis, at = face_of(c, number)
    at[axis] -= 1 - side
    return faces + number_at(c.cells, at) if 0 <= at[axis] < c.cells[axis] else 0


def faces_of_cell(c, cell):
    """Negative where the normal points into the cell."""
    faces = []
    for axis in range(3):
        for end in range(2):
            at = indices_of(c.cells, cell - 1)
            at[axis] += end
            faces.append(number_of(c, axis, at) * (1 if end else -1))
    return faces


def read_part(fn, section, first, last, expected, starts, parents=None):
    elements = None if expected is None else numpy.zeros_like(expected)
    offsets = None if starts is None else numpy.zeros_like(starts)
    cg.cgp_poly_elements_read_data_offsets(fn, 1, 1, section, first, last, offsets)
    same(offsets, starts, "offsets")
    cg.cgp_poly_elements_read_data_elements(fn, 1, 1, section, first, last, offsets, elements)
    same(elements, expected, "faces or polyhedra")
    if section == 1:
        pairs = None if parents is None else numpy.zeros_like(parents)
        cg.cgp_parentelements_read_data(fn, 1, 1, section, first, last, pairs)
        same(pairs, parents, "parents")


def polyhedra(c):
    total = number_of(c, 1, [c.cells[0] - 1, c.cells[1], c.cells[2] - 1])
    end = total + int(numpy.prod(c.cells))
    (first, last), (low, high) = share(total), share(end - total)
    faces = starts = parents = cells = cell_starts = None
    if first <= last:
        own = range(first, last + 1)
        faces = numpy.array([vertices_of_face(c, f) for f in own])
        starts = 4 * numpy.arange(first - 1, last + 1)
        parents = numpy.array([[parent_of_face(c, f, side, total) for f in own] for side in range(2)]).T
    if low <= high:
        cells = numpy.array([faces_of_cell(c, cell) for cell in range(low, high + 1)])
        cell_starts = 6 * numpy.arange(low - 1, high + 1)
    fn = create(c, cg.Unstructured)
    write_vertices(c, fn)
    section = cg.cgp_poly_section_write(fn, 1, 1, "Faces", cg.NGON_n, 1, total, 4 * total, 0)
    cg.cgp_poly_elements_write_data(fn, 1, 1, section, first, last, faces, starts)
    cg.cgp_parentelements_write_data(fn, 1, 1, section, first, last, parents)
    section = cg.cgp_poly_section_write(fn, 1, 1, "Cells", cg.NFACE_n, total + 1, end, 6 * (end - total), 0)
    cg.cgp_poly_elements_write_data(fn, 1, 1, section, total + low, total + high, cells, cell_starts)
    finish(fn)
    fn = reopen(c)
    read_part(fn, 1, first, last, faces, starts, parents)
    read_part(fn, 2, total + low, total + high, cells, cell_starts)
    cg.cgp_close(fn)
