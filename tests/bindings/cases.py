#!/usr/bin/env python3
"""Writes and reads back what each line of a table says, through the Python functions. cases.c makes the same calls.

mpirun -n 3 python3 cases.py cases.txt FOLDER
"""

import os
import sys
from dataclasses import dataclass
from types import SimpleNamespace

import numpy
from mpi4py import MPI

from pcgns import capi as cg

comm = MPI.COMM_WORLD
rank, ranks = comm.rank, comm.size
NAMES = ("CoordinateX", "CoordinateY", "CoordinateZ")


@dataclass
class Case:
    name: str
    kind: str
    cells: list
    mode: str
    type: str
    path: str

    @property
    def points(self):
        return [n + 1 for n in self.cells]

    @property
    def data_type(self):
        return cg.DataType_t[self.type]

    @property
    def dtype(self):
        return numpy.float32 if self.type == "RealSingle" else numpy.float64


def expect(is_true, what):
    if not is_true:
        print(f"rank {rank}: not as expected: {what}", file=sys.stderr)
        comm.Abort(1)


def share(count):
    return count * rank // ranks + 1, count * (rank + 1) // ranks


def box_of(extents):
    """First and last index of this rank's part; `shape` is None if there is none."""
    first, last = share(extents[2])
    shape = (extents[0], extents[1], last - first + 1)
    return SimpleNamespace(first=[1, 1, first], last=[extents[0], extents[1], last], shape=shape if last >= first else None)


def value_at(array, i, j, k):
    return array * 10000.0 + (k - 1) * 900 + (j - 1) * 30 + i


def values_of(c, array, box, dtype=None):
    if box.shape is None:
        return None
    i, j, k = numpy.meshgrid(*[numpy.arange(a, b + 1) for a, b in zip(box.first, box.last)], indexing="ij")
    return numpy.asfortranarray(value_at(array, i, j, k), dtype or c.dtype)


def room_for(c, box):
    return None if box.shape is None else numpy.zeros(box.shape, c.dtype, order="F")


def same(values, expected, what):
    expect(values is None or numpy.array_equal(values, expected), what)


def create(c, zone_type):
    cg.cgp_pio_mode({"queued": cg.CGP_QUEUED, "independent": cg.CGP_INDEPENDENT}.get(c.mode, cg.CGP_COLLECTIVE))
    fn = cg.cgp_open(c.path, cg.CG_MODE_WRITE)
    cg.cg_base_write(fn, "Base", 3, 3)
    cg.cg_simulation_type_write(fn, 1, cg.NonTimeAccurate)
    cg.cg_goto(fn, 1, "end")
    cg.cg_dataclass_write(cg.Dimensional)
    cg.cg_units_write(cg.Kilogram, cg.Meter, cg.Second, cg.Kelvin, cg.Degree)
    cg.cg_descriptor_write("Note", "a case of the table")
    size = [*c.points, *c.cells, 0, 0, 0]
    if zone_type == cg.Unstructured:
        size = [numpy.prod(c.points), numpy.prod(c.cells), 0]
    cg.cg_zone_write(fn, 1, "Zone", size, zone_type)
    return fn


def finish(fn):
    cg.queue_flush()
    cg.cgp_close(fn)


def reopen(c):
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    return cg.cgp_open(c.path, cg.CG_MODE_READ)


def write_structured(c, path=None):
    points, cells = box_of(c.points), box_of(c.cells)
    fn = create(c, cg.Structured)
    for a, name in enumerate(NAMES):
        number = cg.cgp_coord_write(fn, 1, 1, c.data_type, name)
        cg.cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, values_of(c, a, points))
    solution = cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    number = cg.cgp_field_write(fn, 1, 1, solution, c.data_type, "Pressure")
    cg.cgp_field_write_data(fn, 1, 1, solution, number, cells.first, cells.last, values_of(c, 7, cells))
    cg.cg_family_write(fn, 1, "Wall")
    wall = [1, 1, 1, 1, c.points[1], c.points[2]]
    number = cg.cg_boco_write(fn, 1, 1, "IMin", cg.FamilySpecified, cg.PointRange, 2, wall)
    cg.cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", number, "end")
    cg.cg_famname_write("Wall")
    cg.cg_gopath(fn, "/Base/Zone")
    cg.cg_user_data_write("Extra")
    cg.cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 1, "end")
    total = c.cells[0] * 3
    number = cg.cgp_array_write("Numbers", cg.LongInteger, 1, total)
    first, last = share(total)
    numbers = numpy.arange(100 + first, 101 + last) if first <= last else None
    cg.cgp_array_write_data(number, first, last, numbers)
    finish(fn)


def read_structured(c):
    points, cells = box_of(c.points), box_of(c.cells)
    fn = reopen(c)
    name, size = cg.cg_zone_read(fn, 1, 1)
    expect(list(size) == [*c.points, *c.cells, 0, 0, 0] and cg.cg_zone_type(fn, 1, 1) == cg.Structured, "the zone")
    expect(cg.cg_ncoords(fn, 1, 1) == 3, "the coordinates")
    expect(cg.cg_coord_info(fn, 1, 1, 2) == (c.data_type, "CoordinateY"), "the coordinate")
    outside = [c.points[0] + 1, 1, 1]
    for a in range(3):
        values = room_for(c, points)
        cg.cgp_coord_read_data(fn, 1, 1, a + 1, points.first, points.last, values)
        same(values, values_of(c, a, points), "coordinates")
        try:
            cg.cgp_coord_read_data(fn, 1, 1, a + 1, outside, outside, numpy.zeros(1) if rank == ranks - 1 else None)
            expect(False, "a range outside of the array is an error on all ranks")
        except cg.Error as error:
            expect(c.path in str(error), "an error names the file")
    values = room_for(c, cells)
    cg.cgp_field_read_data(fn, 1, 1, 1, 1, cells.first, cells.last, values)
    same(values, values_of(c, 7, cells), "fields")
    cg.cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end")
    expect(cg.cg_famname_read() == "Wall", "the family")
    try:
        cg.cg_goto(fn, 1, "Zone_t", 2, "end")
        expect(False, "there is no second zone")
    except cg.NodeNotFound:
        pass
    cg.cgp_close(fn)


def general(c, reads):
    """Memory is an array with a plane more at every end; the solution has a rind plane at the start of k."""
    cells = box_of(c.cells)
    depth = cells.shape[2] if cells.shape else 1
    extents = [c.cells[0] + 2, c.cells[1] + 2, depth + 2]
    start, end = [2, 2, 2], [c.cells[0] + 1, c.cells[1] + 1, depth + 1]
    memory = numpy.zeros(extents, order="F") if cells.shape else None
    if reads:
        fn = reopen(c)
        cg.cgp_field_general_read_data(fn, 1, 1, 1, 1, cells.first, cells.last, cg.RealDouble, 3, extents, start, end, memory)
        if cells.shape:
            same(memory[1:-1, 1:-1, 1:-1], values_of(c, 3, cells), "values of the box in memory")
        return cg.cgp_close(fn)
    fn = create(c, cg.Structured)
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    cg.cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end")
    cg.cg_rind_write([0, 0, 0, 0, 1, 0])
    cg.cgp_field_write(fn, 1, 1, 1, c.data_type, "Density")
    # The rind plane is written by nobody: its values would be undefined.
    flat = c.cells[:2]
    plane = numpy.zeros(flat, order="F") if rank == 0 else None
    cg.cgp_field_general_write_data(fn, 1, 1, 1, 1, [1, 1, 0], [*flat, 0], cg.RealDouble, 2, flat, [1, 1], flat, plane)
    cg.queue_flush()
    if cells.shape:
        memory[1:-1, 1:-1, 1:-1] = values_of(c, 3, cells, numpy.float64)
    cg.cgp_field_general_write_data(fn, 1, 1, 1, 1, cells.first, cells.last, cg.RealDouble, 3, extents, start, end, memory)
    finish(fn)


def multi(c):
    points = box_of(c.points)
    fn = create(c, cg.Structured)
    numbers = [cg.cgp_coord_write(fn, 1, 1, c.data_type, name) for name in NAMES]
    written = [values_of(c, a, points) for a in (1, 2, 3)]
    read = [room_for(c, points) for a in range(3)]
    cg.cgp_coord_multi_write_data(fn, 1, 1, numbers, points.first, points.last, 3, written)
    finish(fn)
    fn = reopen(c)
    cg.cgp_coord_multi_read_data(fn, 1, 1, numbers, points.first, points.last, 3, read)
    for a in range(3):
        same(read[a], written[a], "several coordinates")
    cg.cgp_close(fn)


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
    first, last = share(int(numpy.prod(c.points)))
    values = value_at(4, numpy.arange(first, last + 1), 1, 1).astype(c.dtype)
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cgp_coord_write_data(fn, 1, 1, number, first, last, values)
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


def slices(c):
    """Fields lie in memory with i and k exchanged."""
    points, cells = box_of(c.points), box_of(c.cells)
    fn = create(c, cg.Structured)
    cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    cg.cgp_field_write(fn, 1, 1, 1, c.data_type, "Pressure")
    plain = values_of(c, 6, cells, numpy.float64)
    turned = None if plain is None else numpy.asfortranarray(plain.transpose(2, 1, 0))
    extents = [cells.shape[2] if cells.shape else 1, c.cells[1], c.cells[0]]
    # Nobody but the queue keeps these values until it is flushed.
    cg.queue_slice_write(cg.CGP_SLICE_COORDS, fn, 1, 1, 1, 3, points.first, points.last, values_of(c, 5, points))
    cg.queue_slice_general_write(cg.CGP_SLICE_FIELD, fn, 1, 1, [1, 1], 3, cells.first, cells.last, cg.RealDouble, extents,
                                 [1, 1, 1], [2, 1, 0], turned)
    finish(fn)
    fn = reopen(c)
    back = None if turned is None else numpy.zeros_like(turned)
    cg.queue_slice_general_read(cg.CGP_SLICE_FIELD, fn, 1, 1, [1, 1], 3, cells.first, cells.last, cg.RealDouble, extents,
                                [1, 1, 1], [2, 1, 0], back)
    cg.cgp_queue_flush(fn)
    cg.cgp_cache(fn, "memory=4M")
    listed = numpy.zeros(3)
    last = int(numpy.prod(c.cells))
    cg.cgp_read_list(cg.CGP_SLICE_FIELD, fn, 1, 1, [1, 1], cg.RealDouble, 3, [last, 1, 2], listed)
    same(listed[:2], [value_at(6, *c.cells), value_at(6, 1, 1, 1)], "lists")
    same(back, turned, "slices")
    cg.cgp_close(fn)


def expect_error(text, call, *arguments):
    try:
        call(*arguments)
    except cg.Error as error:
        return expect(text in str(error), f"{error} ({text})")
    expect(False, f"no error: {text}")


def refused(c):
    """What the functions refuse on one rank is an error on all, and leaves the file as it was."""
    points = box_of(c.points)
    fn = create(c, cg.Structured)
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    values = values_of(c, 1, points)
    wrong = numpy.zeros((4, 4, 4), order="F")[::2]
    expect_error("not contiguous in Fortran order", cg.cgp_coord_write_data, fn, 1, 1, number, points.first, points.last,
                 wrong if rank == ranks - 1 else values)
    expect_error("needed is a NumPy array", cg.cgp_coord_write_data, fn, 1, 1, number, points.first, points.last, [1.0])
    expect_error("the call says RealSingle", cg.cg_coord_write, fn, 1, 1, cg.RealSingle, "CoordinateY", numpy.zeros(9))
    expect_error("has 2 values, needed are 3", cg.cgp_array_write, "Short", cg.RealDouble, 3, [1, 2])
    cg.cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, values)
    finish(fn)


def check_interfaces(p):
    """The interfaces between the pieces are not periodic, and all their points have another side."""
    listed, received, interfaces = 0, 0, cg.cgp_partition_ninterfaces(p)
    for interface in range(1, interfaces + 1):
        piece, _, location, there, points = cg.cgp_partition_interface_info(p, interface)
        expect(piece == 1 and location == cg.Vertex and there != rank, "the interface")
        expect_error("is not periodic", cg.cgp_partition_interface_periodic, p, interface)
        listed += points
    for neighbour in range(1, cg.cgp_partition_interface_nneighbours(p, cg.Vertex) + 1):
        _, sent, got = cg.cgp_partition_interface_neighbour(p, cg.Vertex, neighbour)
        own, there, across = numpy.zeros(sent, numpy.int64), numpy.zeros(got, numpy.int64), numpy.zeros(got, numpy.int32)
        cg.cgp_partition_interface_lists(p, cg.Vertex, neighbour, own, there, across)
        expect(got > 0 and across[0] >= 1 and across[-1] <= interfaces, "the lists of an interface")
        received += got
    expect(received == listed, "points of interfaces")


def parts(c):
    """A file is cut into parts with ghosts, in memory, and what they have is written as whole zones."""
    source = Case(c.name, c.kind, c.cells, c.mode, c.type, c.path + ".source")
    write_structured(source)
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    fn = cg.cgp_fileset_open(1, [source.path], cg.CG_MODE_READ)
    p = cg.cgp_partition_create(fn, 1, "ghosts=1")
    size = cg.cgp_partition_size(p, cg.CellCenter)
    values = numpy.zeros(size) if size else None
    cg.cgp_partition_read(p, 1, "Pressure", cg.RealDouble, values)
    counted = 0
    for piece in range(1, cg.cgp_partition_npieces(p) + 1):
        _, zone, cells, ghosts = cg.cgp_partition_piece_info(p, piece)
        begin, own, total = cg.cgp_partition_piece_size(p, piece, cg.CellCenter)
        expect(zone == 1 and own == numpy.prod(cells[3:] - cells[:3] + 1), "the piece")
        expect(values[begin - 1] == value_at(7, *ghosts[:3]), "values of a piece")
        counted += total
    expect(counted == size, "values of all pieces")
    check_interfaces(p)
    out = cg.cgp_partition_create_file(p, c.path)
    cg.cgp_partition_write(p, out, 1, "Pressure", cg.RealDouble, values)
    cg.cgp_partition_destroy(p)
    cg.cgp_close(out)
    cg.cgp_close(fn)
    if rank == 0:
        os.remove(source.path)


STEPS = {
    "structured": (write_structured, read_structured),
    "general": (lambda c: general(c, False), lambda c: general(c, True)),
    "multi": (multi,), "hexa": (write_hexa, read_hexa), "ngon": (ngon,), "queue": (slices,), "refused": (refused,),
    "partition": (parts,),
}


def main():
    table, folder = sys.argv[1:]
    cases = 0
    cg.cgp_mpi_comm(comm)
    with open(table) as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            name, kind, *cells, mode, data_type = line.split()
            c = Case(name, kind, [int(n) for n in cells], mode, data_type, f"{folder}/{name}.cgns")
            for step in STEPS[kind]:
                step(c)
            cases += 1
    if rank == 0:
        print(cases, "cases")


main()
