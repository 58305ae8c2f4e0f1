#!/usr/bin/env python3
"""Writes and reads back what each line of a table says, through the Python functions. cases.c makes the same calls.

mpirun -n 3 python3 cases.py cases.txt FOLDER
"""

import os
import sys
from ctypes import ArgumentError

import numpy

import mesh_cases as mesh
import node_cases as nodes
import set_cases as sets
from case_values import (NAMES, Case, box_of, comm, create, expect, expect_error, finish, rank, ranks, reopen, room_for, same,
                         value_at, values_of, write_structured)
from pcgns import capi as cg


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


def refused(c):
    """What the functions refuse on one rank is an error on all, and leaves the file as it was."""
    points = box_of(c.points)
    fn = create(c, cg.Structured)
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    values = values_of(c, 1, points)
    wrong = numpy.zeros((4, 4, 4), order="F")[::2]
    expect_error("not contiguous in Fortran order", cg.cgp_coord_write_data, fn, 1, 1, number, points.first, points.last,
                 wrong if rank == ranks - 1 else values)
    expect_error("has 1 values, needed are", cg.cgp_coord_write_data, fn, 1, 1, number, points.first, points.last,
                 None if values is None else numpy.zeros((1, 1, 1), c.dtype))
    expect_error("has the dtype int64, the file has RealDouble", cg.cgp_coord_write_data, fn, 1, 1, number, points.first,
                 points.last, values if values is None else values.astype(int))
    expect_error("argument size has 3 values, needed are 9", cg.cg_zone_write, fn, 1, "Short", [4, 4, 4], cg.Structured)
    for call, arguments in ((cg.cgp_open, (c.path, "w")), (cg.cgp_coord_write, (fn, 1, 1, c.dtype, "CoordinateY"))):
        try:
            call(*arguments)
            expect(False, "no error: not a whole number")
        except ArgumentError as error:
            expect("is not a whole number" in str(error), str(error))
    integers = None if values is None else values.astype(int)
    expect_error("buf[0] has the dtype int64, the file has RealDouble", cg.cgp_coord_multi_write_data, fn, 1, 1, [number],
                 points.first, points.last, 1, [integers])
    expect_error("buf[0] has 1 values, needed are", cg.cgp_coord_multi_read_data, fn, 1, 1, [number], points.first,
                 points.last, 1, [None if values is None else numpy.zeros(1, c.dtype)])
    for wrong, why in (["x", 1, 1], "rmin is wrong"), ([1.5, 1, 1], "not whole numbers of 64 bits"), ([2**70] * 3, "too large"):
        expect_error(why, cg.cgp_coord_write_data, fn, 1, 1, number, wrong if rank == ranks - 1 else points.first,
                     points.last, values)
    expect_error("C is wrong: 1.0 is not a whole number", cg.cgp_coord_write_data, fn, 1, 1,
                 1.0 if rank == ranks - 1 else number, points.first, points.last, values)
    if values is not None:
        box = points.first, points.last, values
        expect_error("data has the dtype int64, the file has RealDouble", cg.queue_slice_write, cg.CGP_SLICE_COORDS, fn, 1, 1,
                     number, 3, *box[:2], integers)
        expect_error("SN has 1 values, needed are 2", cg.queue_slice_write, cg.CGP_SLICE_FIELD, fn, 1, 1, [1], 3, *box)
        expect_error("SN is a name, needed are numbers", cg.queue_slice_write, cg.CGP_SLICE_COORDS, fn, 1, 1, "X", 3, *box)
        expect_error("needed are 9223372036854775808", cg.queue_slice_general_write, cg.CGP_SLICE_COORDS, fn, 1, 1, number, 3,
                     *box[:2], cg.RealDouble, [2**61, 2, 2], [1, 1, 1], None, values)
    expect_error("needed is a NumPy array", cg.cgp_coord_write_data, fn, 1, 1, number, points.first, points.last, [1.0])
    expect_error("the call says RealSingle", cg.cg_coord_write, fn, 1, 1, cg.RealSingle, "CoordinateY", numpy.zeros(9))
    expect_error("has 2 values, needed are 3", cg.cgp_array_write, "Short", cg.RealDouble, 3, [1, 2])
    expect_error("points has 3 values, needed are 12", cg.cg_boco_write, fn, 1, 1, "Short", cg.BCWall, cg.PointList, 4, [1, 2, 3])
    cg.cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, values)
    finish(fn)


def orders(c):
    """Points and parents in arrays of two dimensions are those of its rows or columns, whatever the order of memory."""
    if rank > 0:
        return
    path, points = f"{c.path}.orders", [[1, 1, 1], [2, 1, 1], [1, 2, 1], [2, 2, 1]]
    rows = numpy.array(points)
    fn = cg.cg_open(path, cg.CG_MODE_WRITE)
    base = cg.cg_base_write(fn, "Base", 3, 3)
    cg.cg_zone_write(fn, base, "Zone", [2, 2, 2, 1, 1, 1, 0, 0, 0], cg.Structured)
    ways = [points, rows, rows.copy("F"), rows.T, rows.T.copy("C"), rows.ravel()]
    for number, way in enumerate(ways, 1):
        cg.cg_boco_write(fn, base, 1, f"Wall{number}", cg.BCWall, cg.PointList, len(points), way)
        found = numpy.zeros(rows.size, int)
        cg.cg_boco_read(fn, base, 1, number, found, None)
        same(found, rows.ravel(), "points")
    for row in numpy.zeros((5, 3), int, "F"), numpy.zeros((3, 5), int, "C"):
        expect_error("must be contiguous in", cg.cg_boco_read, fn, base, 1, 1, row, None)
    cg.cg_zone_write(fn, base, "Zone 2", [8, 1, 0], cg.Unstructured)
    cg.cg_section_partial_write(fn, base, 2, "Wall", cg.QUAD_4, 2, 6, 0)
    parents = numpy.array([[1, 0, n, 0] for n in range(1, 6)])
    for way in parents, parents.copy("F"), parents.T, parents.T.ravel():
        cg.cg_parent_data_write(fn, base, 2, 1, way)
        found = numpy.zeros((5, 4), int, "F")
        cg.cg_elements_partial_read(fn, base, 2, 1, 2, 6, numpy.zeros((5, 4), int), found)
        same(found, parents, "parents")
    expect_error("must be contiguous in Fortran order", cg.cg_elements_partial_read, fn, base, 2, 1, 2, 6,
                 numpy.zeros((5, 4), int), parents)
    cg.cg_close(fn)
    os.remove(path)


STEPS = {
    "structured": (write_structured, read_structured),
    "general": (lambda c: general(c, False), lambda c: general(c, True)),
    "multi": (multi,), "queue": (slices,), "refused": (refused, orders),
    "hexa": (mesh.write_hexa, mesh.read_hexa), "ngon": (mesh.ngon,), "nface": (mesh.polyhedra,),
    "particles": (nodes.write_particles, nodes.read_particles), "arrays": (nodes.write_arrays, nodes.read_arrays),
    "joins": (nodes.joins,), "first_names": (nodes.first_names,), "lists": (nodes.lists,), "changes": (nodes.changes,),
    "partition": (sets.parts,), "set": (sets.from_set,), "own_files": (sets.own_files,), "errors": (sets.after_errors,),
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
