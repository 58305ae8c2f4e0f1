"""The cases in Python of file sets and their parts, of files of single ranks, and of what is an error."""

import os
from dataclasses import replace

import numpy
from mpi4py import MPI

from case_values import (NAMES, box_of, comm, create, expect, expect_error, finish, range_of, rank, ranks, reopen, same,
                         value_at, values_of, write_structured)
from pcgns import capi as cg


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
    source = replace(c, path=c.path + ".source")
    write_structured(source)
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    fn = cg.cgp_fileset_open(1, [source.path], cg.CG_MODE_READ)
    p = cg.cgp_partition_create(fn, 1, "ghosts=1")
    size = cg.cgp_partition_size(p, cg.CellCenter)
    values = numpy.zeros(size) if size else None
    cg.cgp_partition_read(p, 1, "Pressure", cg.RealDouble, values)
    expect_error("data has", cg.cgp_partition_read, p, 1, "Pressure", cg.RealDouble,
                 None if values is None else values[:size - 1])
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


def write_second(c, path):
    """A zone of its own with the field of the first one, in another file of the set."""
    points, cells = box_of(c.points), box_of(c.cells)
    fn = create(replace(c, path=path), cg.Structured)
    cg.cg_goto(fn, 1, "end")
    cg.cg_delete_node("Zone")
    cg.cg_zone_write(fn, 1, "Zone2", [*c.points, *c.cells, 0, 0, 0], cg.Structured)
    for a, name in enumerate(NAMES):
        number = cg.cgp_coord_write(fn, 1, 1, c.data_type, name)
        cg.cgp_coord_write_data(fn, 1, 1, number, points.first, points.last, values_of(c, a, points))
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    number = cg.cgp_field_write(fn, 1, 1, 1, c.data_type, "Pressure")
    cg.cgp_field_write_data(fn, 1, 1, 1, number, cells.first, cells.last, values_of(c, 9, cells))
    finish(fn)


def exchange(p, values):
    """Ghosts get the values of their owners."""
    for neighbour in range(1, cg.cgp_partition_nneighbours(p, cg.CellCenter) + 1):
        to, sent, got = cg.cgp_partition_neighbour(p, cg.CellCenter, neighbour)
        own, ghosts = numpy.zeros(sent, numpy.int64), numpy.zeros(got, numpy.int64)
        cg.cgp_partition_exchange_lists(p, cg.CellCenter, neighbour, own, ghosts)
        received = numpy.zeros(got)
        comm.Sendrecv(values[own - 1], to, recvbuf=received, source=to)
        values[ghosts - 1] = received


def check_pieces(c, fn, p, values):
    """Own cells keep their values, ghosts lose them; the exchange brings these back."""
    part = cg.cgp_partition_part(p)
    expect(cg.cg_nzones(part, 1) == cg.cgp_partition_npieces(p), "zones of the part")
    changed = values.copy()
    for piece in range(1, cg.cgp_partition_npieces(p) + 1):
        _, zone, cells, _ = cg.cgp_partition_piece_info(p, piece)
        begin, _, total = cg.cgp_partition_piece_size(p, piece, cg.CellCenter)
        numbers = numpy.zeros(total, numpy.int64)
        expect_error(f"has {total - 1} values, needed are {total}", cg.cgp_partition_global_numbers, p, piece, cg.CellCenter,
                     numbers[:total - 1])
        cg.cgp_partition_global_numbers(p, piece, cg.CellCenter, numbers)
        at = numpy.stack(numpy.unravel_index(numbers - 1, c.cells, order="F")) + 1
        name, _ = cg.cg_zone_read(fn, 1, zone)
        own = values[begin - 1:begin - 1 + total]
        expect(numpy.array_equal(own, value_at(7 if name == "Zone" else 9, *at)), "values of a piece")
        outside = ((at < cells[:3, None]) | (at > cells[3:, None])).any(axis=0)
        changed[begin - 1:begin - 1 + total][outside] = -1
    exchange(p, changed)
    expect(numpy.array_equal(changed, values), "ghosts have the values of their owners")
    cg.cg_close(part)


def from_set(c):
    """A restart from two files, which one rank reads for all; what the ranks have is written as whole zones."""
    paths = [f"{c.path}.{number}" for number in (1, 2)]
    write_structured(replace(c, path=paths[0]))
    write_second(c, paths[1])
    info = MPI.Info.Create()
    info.Set("pcgns_readers", "1")
    cg.cgp_mpi_info(info)
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    fn = cg.cgp_fileset_open(2, paths, cg.CG_MODE_READ)
    p = cg.cgp_partition_create(fn, 1, "ghosts=1")
    values = numpy.zeros(cg.cgp_partition_size(p, cg.CellCenter))
    cg.cgp_partition_read(p, 1, "Pressure", cg.RealDouble, values)
    check_pieces(c, fn, p, values)
    out = cg.cgp_partition_create_file(p, c.path)
    cg.cgp_partition_write(p, out, 1, "Pressure", cg.RealDouble, values)
    cg.cgp_partition_destroy(p)
    cg.cgp_close(out)
    cg.cgp_close(fn)
    cg.cgp_mpi_info(MPI.INFO_NULL)
    info.Free()
    if rank == 0:
        for path in paths:
            os.remove(path)


def own_files(c):
    """Every rank reads a file of its own, with what it wrote there, while all write one."""
    own = range_of(int(numpy.prod(c.points)))
    values, again, path = values_of(c, 2, own), None, f"{c.path}.{rank}"
    if own.shape:
        fn = cg.cg_open(path, cg.CG_MODE_WRITE)
        cg.cg_base_write(fn, "Base", 3, 3)
        cg.cg_zone_write(fn, 1, "Own", [*own.shape, 1, 0], cg.Unstructured)
        cg.cg_sol_write(fn, 1, 1, "Flow", cg.Vertex)
        cg.cg_field_write(fn, 1, 1, 1, cg.RealDouble, "Pressure", values)
        cg.cg_close(fn)
    fn = create(c, cg.Unstructured)
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.Vertex)
    number = cg.cgp_field_write(fn, 1, 1, 1, cg.RealDouble, "Pressure")
    if own.shape:
        again = numpy.zeros_like(values)
        alone = cg.cg_open(path, cg.CG_MODE_READ)
        cg.cg_field_read(alone, 1, 1, 1, "Pressure", cg.RealDouble, 1, own.shape[0], again)
        cg.cg_close(alone)
        os.remove(path)
    cg.cgp_field_write_data(fn, 1, 1, 1, number, own.first, own.last, again)
    finish(fn)
    same(again, values, "what a rank wrote alone")


def write_nothing(c):
    """A value that the file cannot have, on one rank, and calls that differ: the file does not appear."""
    one, large = [1, 1, 1], numpy.array([3e9 if rank == ranks - 1 else 1.0])
    fn = create(c, cg.Structured)
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    number = cg.cgp_field_write(fn, 1, 1, 1, cg.Integer, "Count")
    expect_error("cannot be represented", cg.cgp_field_general_write_data, fn, 1, 1, 1, number, one, one, cg.RealDouble, 3,
                 one, one, one, large)
    expect_error("cannot be represented", cg.cgp_close, fn)
    fn = create(c, cg.Structured)
    cg.cg_sol_write(fn, 1, 1, "Flow" if rank == 0 else "Other", cg.CellCenter)
    if ranks > 1:
        expect_error("differ between ranks", cg.cgp_close, fn)
    else:
        cg.cgp_close(fn)
        os.remove(c.path)
    comm.Barrier()
    expect(not os.path.exists(c.path), "a file that could not be written does not appear")
    comm.Barrier()


def after_errors(c):
    """None of these errors is the end, and the file is as without them."""
    missing, nowhere = c.path + ".9", c.path + "/nowhere.cgns"
    expect_error(missing, cg.cgp_open, missing, cg.CG_MODE_READ)
    expect_error("there is no such directory", cg.cgp_open, nowhere, cg.CG_MODE_WRITE)
    expect_error("nowhere.cgns", cg.cgp_wisdom_import, nowhere)
    cg.cgp_wisdom_import("none")
    expect_error("99", cg.cgp_close, 99)
    write_nothing(c)
    points = box_of(c.points)
    fn = create(c, cg.Structured)
    cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    expect_error("CoordinateX", cg.cgp_coord_write, fn, 1, 1, c.data_type, "CoordinateX")
    expect_error(c.path, cg.cgp_coord_write, fn, 1, 2, c.data_type, "CoordinateX")
    cg.cgp_coord_write_data(fn, 1, 1, 1, points.first, points.last, values_of(c, 1, points))
    finish(fn)
    fn = reopen(c)
    expect_error("reading only", cg.cg_base_write, fn, "Other", 3, 3)
    wrong = "ghosts=many" if rank == ranks - 1 else ""
    expect_error("'many' is not a number", cg.cgp_partition_create, fn, 1, wrong)
    expect_error("does not end in .cgns", cg.cgp_partition_from_map, fn, 1, "nowhere", "")
    cg.cgp_close(fn)
