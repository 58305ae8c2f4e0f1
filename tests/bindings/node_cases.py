"""The cases in Python of particles, of arrays and point lists at nodes, of interfaces, of the names first published, of
lists, and of a file that is changed."""

import numpy

from case_values import (box_of, create, expect, expect_error, finish, range_of, rank, ranks, reopen, room_for, same,
                         use_mode, values_of)
from pcgns import capi as cg


def padded(c, array, own):
    """Memory has a value more at every end."""
    return None if own.shape is None else numpy.pad(values_of(c, array, own, numpy.float64), 1)


def memory_of(own):
    """Extents, first and last value of the range in such memory."""
    count = own.shape[0] if own.shape else 0
    return 1, count + 2, 2, count + 1


def write_particles(c):
    total = numpy.prod(c.points)  # a whole number of NumPy is one, too
    own = range_of(total)
    values, memory = [values_of(c, a, own) for a in range(5)], padded(c, 6, own)
    fn = create(c, cg.Structured)
    cg.cg_particle_write(fn, 1, "Drops", total)
    number = cg.cgp_particle_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cgp_particle_coord_write_data(fn, 1, 1, number, own.first, own.last, values[0])
    numbers = [cg.cgp_particle_coord_write(fn, 1, 1, c.data_type, name) for name in ("CoordinateY", "CoordinateZ")]
    cg.cgp_particle_coord_multi_write_data(fn, 1, 1, numbers, own.first, own.last, 2, values[1:3])
    cg.cg_particle_sol_write(fn, 1, 1, "Flow")
    numbers = [cg.cgp_particle_field_write(fn, 1, 1, 1, c.data_type, name) for name in ("Radius", "Mass")]
    cg.cgp_particle_field_multi_write_data(fn, 1, 1, 1, numbers, own.first, own.last, 2, values[3:])
    number = cg.cgp_particle_field_write(fn, 1, 1, 1, c.data_type, "Charge")
    cg.cgp_particle_field_general_write_data(fn, 1, 1, 1, number, own.first, own.last, cg.RealDouble, *memory_of(own), memory)
    finish(fn)


def read_particles(c):
    total = int(numpy.prod(c.points))
    own = range_of(total)
    fn = reopen(c)
    expect(cg.cg_particle_read(fn, 1, 1) == ("Drops", total) and cg.cg_particle_nfields(fn, 1, 1, 1) == 3, "the particles")
    one, two = room_for(c, own), room_for(c, own)
    cg.cgp_particle_coord_read_data(fn, 1, 1, 1, own.first, own.last, one)
    same(one, values_of(c, 0, own), "coordinates of particles")
    cg.cgp_particle_coord_multi_read_data(fn, 1, 1, [2, 3], own.first, own.last, 2, [one, two])
    same(one, values_of(c, 1, own), "several coordinates of particles")
    same(two, values_of(c, 2, own), "several coordinates of particles")
    cg.cgp_particle_field_read_data(fn, 1, 1, 1, 1, own.first, own.last, one)
    same(one, values_of(c, 3, own), "a field of particles")
    cg.cgp_particle_field_multi_read_data(fn, 1, 1, 1, [2], own.first, own.last, 1, [one])
    same(one, values_of(c, 4, own), "another field of particles")
    right = padded(c, 6, own)
    memory = None if right is None else numpy.zeros_like(right)
    cg.cgp_particle_field_general_read_data(fn, 1, 1, 1, 3, own.first, own.last, cg.RealDouble, *memory_of(own), memory)
    same(memory, right, "a part of memory")
    cg.cgp_close(fn)


def rows_of(c, rows):
    """The rows of a table of integers that this rank has."""
    if rows.shape is None:
        return None
    i, j = numpy.meshgrid(numpy.arange(1, c.cells[0] + 1), numpy.arange(rows.first[0], rows.last[0] + 1), indexing="ij")
    return numpy.asfortranarray(1000 * j + i, numpy.int32)


def write_points(c, fn, rows):
    points = None
    if rows.shape:
        points = numpy.ones((*rows.shape, 3), numpy.int64)
        points[:, 2] = numpy.arange(rows.first[0], rows.last[0] + 1)
    wall = cg.cg_boco_write(fn, 1, 1, "Edge", cg.BCWall, cg.PointList, c.cells[2], None)
    cg.cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", wall, "end")
    cg.cgp_ptlist_write_data(fn, rows.first[0], rows.last[0], points)
    cg.queue_flush()


def go_to_extra(fn):
    cg.cg_goto(fn, 1, "Zone_t", 1, "UserDefinedData_t", 1, "end")


def write_arrays(c):
    total = int(numpy.prod(c.points))
    rows, own = range_of(c.cells[2]), range_of(total)
    extents, first, last = [c.cells[0], c.cells[2]], [1, *rows.first], [c.cells[0], *rows.last]
    table, values, memory = rows_of(c, rows), [values_of(c, a, own) for a in (1, 2)], padded(c, 3, own)
    fn = create(c, cg.Structured)
    cg.cg_gopath(fn, "/Base/Zone")
    cg.cg_user_data_write("Extra")
    go_to_extra(fn)
    cg.cg_ordinal_write(7)
    number = cg.cgp_array_write("Table", cg.Integer, 2, extents)
    cg.cgp_array_write_data(number, first, last, table)
    numbers = [cg.cgp_array_write(name, c.data_type, 1, total) for name in ("First", "Second")]
    cg.cgp_array_multi_write_data(fn, numbers, own.first, own.last, 2, values)
    number = cg.cgp_array_write("Third", c.data_type, 1, total)
    cg.cgp_array_general_write_data(number, own.first, own.last, cg.RealDouble, *memory_of(own), memory)
    cg.cgp_array_write("Queued", cg.Integer, 2, extents)
    cg.queue_slice_write(cg.CGP_SLICE_ARRAY, fn, 1, 1, "Queued", 2, first, last, table)
    cg.queue_flush()
    write_points(c, fn, rows)
    finish(fn)


def read_arrays(c):
    rows, own = range_of(c.cells[2]), range_of(int(numpy.prod(c.points)))
    first, last = [1, *rows.first], [c.cells[0], *rows.last]
    table, right = rows_of(c, rows), padded(c, 3, own)
    again = None if table is None else numpy.zeros_like(table)
    memory = None if right is None else numpy.zeros_like(right)
    fn = reopen(c)
    go_to_extra(fn)
    expect(cg.cg_ordinal_read() == 7, "the ordinal")
    cg.cgp_array_read_data(1, first, last, again)
    same(again, table, "a table")
    one, two = room_for(c, own), room_for(c, own)
    cg.cgp_array_multi_read_data(fn, [2, 3], own.first, own.last, 2, [one, two])
    same(one, values_of(c, 1, own), "several arrays")
    same(two, values_of(c, 2, own), "several arrays")
    cg.cgp_array_general_read_data(4, own.first, own.last, cg.RealDouble, *memory_of(own), memory)
    same(memory, right, "a part of memory")
    again = None if table is None else numpy.zeros_like(table)
    cg.queue_slice_read(cg.CGP_SLICE_ARRAY, fn, 1, 1, "Queued", 2, first, last, again)
    cg.cgp_queue_flush(fn)
    same(again, table, "an array of the queue")
    point = numpy.zeros(3, numpy.int64)
    cg.cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end")
    cg.cgp_ptlist_read_data(fn, c.cells[2], c.cells[2], point)
    same(point, [1, 1, c.cells[2]], "points")
    cg.cgp_close(fn)


def joins(c):
    """Interfaces, and what the base and the zone say of themselves."""
    n = c.points
    own, donor = [1, 1, 1, 1, n[1], n[2]], [n[0], 1, 1, *n]
    gravity = numpy.array([0, 0, -9.5], numpy.float32)
    fn = create(c, cg.Structured)
    cg.cg_1to1_write(fn, 1, 1, "Turn", "Zone", own, donor, [1, 2, 3])
    cg.cg_conn_write(fn, 1, 1, "General", cg.Vertex, cg.Abutting1to1, cg.PointList, 1, own[:3], "Zone", cg.Structured,
                     cg.PointListDonor, cg.LongInteger, 1, donor[:3])
    cg.cg_gravity_write(fn, 1, gravity)
    cg.cg_biter_write(fn, 1, "Steps", 1)
    cg.cg_goto(fn, 1, "Zone_t", 1, "end")
    cg.cg_descriptor_write("Note", "of a zone")
    cg.cg_rotating_write(gravity, [1, 2, 3])
    finish(fn)
    fn = reopen(c)
    name, zone, first, other, turned = cg.cg_1to1_read(fn, 1, 1, 1)
    expect((name, zone) == ("Turn", "Zone") and list(turned) == [1, 2, 3], "an interface")
    same(first.ravel(order="K"), own, "a range")
    same(other.ravel(order="K"), donor, "the range of a donor")
    one, two = numpy.zeros(3, numpy.int64), numpy.zeros(3, numpy.int64)
    cg.cg_conn_read(fn, 1, 1, 1, one, cg.LongInteger, two)
    same(one, own[:3], "points of an interface")
    same(two, donor[:3], "points of its donor")
    expect(cg.cg_simulation_type_read(fn, 1) == cg.NonTimeAccurate, "the kind of simulation")
    cg.cg_goto(fn, 1, "Zone_t", 1, "end")
    expect(cg.cg_descriptor_read(1) == ("Note", "of a zone"), "a text")
    cg.cgp_close(fn)


def first_names(c):
    """Names that were published first, in a second base."""
    cells, own = box_of(c.cells), range_of(int(numpy.prod(c.cells)))
    size, plane = [*c.points, *c.cells, 0, 0, 0], c.cells[0] * c.cells[1]
    begin = (cells.first[2] - 1) * plane
    values = numpy.arange(begin, begin + numpy.prod(cells.shape)).astype(float) if cells.shape else None
    elements = numpy.arange(own.first[0], own.last[0] + 1) if own.shape else None
    fn = create(c, cg.Structured)
    base = cg.cgp_base_write(fn, "Second", 3, 3)
    zone = cg.cgp_zone_write(fn, base, "Box", size, cg.Structured)
    solution = cg.cgp_sol_write(fn, base, zone, "Heat", cg.CellCenter)
    cg.cgp_sol_write_data(fn, base, zone, solution, cells.first, cells.last, values)
    zone = cg.cgp_zone_write(fn, base, "Mesh", [numpy.prod(c.points), numpy.prod(c.cells), 0], cg.Unstructured)
    section = cg.cgp_section_write(fn, base, zone, "Nodes", cg.NODE, 1, int(numpy.prod(c.cells)), 0)
    cg.cgp_section_write_data(fn, base, zone, section, own.first[0], own.last[0], elements)
    finish(fn)
    fn = reopen(c)
    expect(cg.cgp_nbases(fn) == 2 and cg.cgp_base_read(fn, 2) == ("Second", 3, 3), "the second base")
    name, again = cg.cgp_zone_read(fn, 2, 1)
    expect(cg.cgp_nzones(fn, 2) == 2 and name == "Box" and list(again) == size, "its first zone")
    expect(cg.cgp_zone_type(fn, 2, 2) == cg.Unstructured and cg.cgp_nsols(fn, 2, 1) == 1, "its second zone")
    back = None if values is None else numpy.zeros_like(values)
    cg.cgp_sol_read_data(fn, 2, 1, 1, cells.first, cells.last, back)
    same(back, values, "its solution")
    read = None if elements is None else numpy.zeros_like(elements)
    cg.cgp_section_read_data(fn, 2, 2, 1, own.first[0], own.last[0], read)
    same(read, elements, "its section")
    cg.cgp_close(fn)


def read_positions(c, fn, first):
    total, values = int(numpy.prod(c.points)), numpy.zeros(3)
    cg.cgp_read_list(cg.CGP_SLICE_COORDS, fn, 1, 1, 1, cg.RealDouble, 3, [total, 1, 2], values)
    same(values, [2.0 * total, first, 4], "values of a list")


def lists(c):
    """Each rank writes every so many-th value; then rank 0 one in a file that is changed."""
    total = int(numpy.prod(c.points))
    positions = numpy.arange(total - rank, 0, -ranks)
    fn = create(c, cg.Structured)
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cgp_cache(fn, "block=1024;memory=4096")
    cg.cgp_write_list(cg.CGP_SLICE_COORDS, fn, 1, 1, number, cg.RealDouble, len(positions), positions, 2.0 * positions)
    cg.cgp_cache_progress()
    cg.cgp_cache_flush(fn)
    read_positions(c, fn, 2)
    expect(cg.cgp_cache_count(fn, "values") == len(positions) + 3, "what the cache has done")
    expect_error("index 1 of the list is", cg.cgp_read_list, cg.CGP_SLICE_COORDS, fn, 1, 1, number, cg.RealDouble, 1,
                 [total + 1], numpy.zeros(1))
    finish(fn)
    cg.cgp_pio_mode(cg.CGP_COLLECTIVE)
    fn = cg.cgp_open(c.path, cg.CG_MODE_MODIFY)
    cg.cgp_cache(fn, "overwrite=1")
    if rank == 0:
        cg.cgp_write_list(cg.CGP_SLICE_COORDS, fn, 1, 1, number, cg.RealDouble, 1, 1, numpy.array([-1.0]))
    cg.cgp_close(fn)
    fn = reopen(c)
    cg.cgp_cache(fn, None)
    read_positions(c, fn, -1)
    cg.cgp_close(fn)


def room(box):
    """Extents in memory, first and last index there; a rank without values has to name some, too."""
    extents = [max(last - first + 1, 1) for first, last in zip(box.first, box.last)]
    return 3, extents, [1, 1, 1], extents


def write_changed_file(c, points, cells):
    fields = [values_of(c, a, cells) for a in (5, 6)]
    x = values_of(c, 1, points, numpy.float64)
    fn = create(c, cg.Structured)
    number = cg.cgp_coord_write(fn, 1, 1, c.data_type, "CoordinateX")
    cg.cgp_coord_general_write_data(fn, 1, 1, number, points.first, points.last, cg.RealDouble, *room(points), x)
    cg.cg_sol_write(fn, 1, 1, "Flow", cg.CellCenter)
    numbers = [cg.cgp_field_write(fn, 1, 1, 1, c.data_type, name) for name in ("Pressure", "Density")]
    cg.cgp_field_multi_write_data(fn, 1, 1, 1, numbers, cells.first, cells.last, 2, fields)
    finish(fn)


def changes(c):
    """A file gets another solution and loses a field."""
    points, cells = box_of(c.points), box_of(c.cells)
    later = values_of(c, 8, points)
    write_changed_file(c, points, cells)
    use_mode(c)
    fn = cg.cgp_open(c.path, cg.CG_MODE_MODIFY)
    solution = cg.cg_sol_write(fn, 1, 1, "Later", cg.Vertex)
    number = cg.cgp_field_write(fn, 1, 1, solution, c.data_type, "Temperature")
    cg.cgp_field_write_data(fn, 1, 1, solution, number, points.first, points.last, later)
    cg.cg_biter_write(fn, 1, "Steps", 2)
    cg.cg_goto(fn, 1, "Zone_t", 1, "FlowSolution_t", 1, "end")
    cg.cg_delete_node("Density")
    finish(fn)
    fn = reopen(c)
    expect(cg.cg_nfields(fn, 1, 1, 1) == 1 and cg.cg_biter_read(fn, 1) == ("Steps", 2), "what was changed")
    again = room_for(c, points)
    cg.cgp_field_read_data(fn, 1, 1, 2, 1, points.first, points.last, again)
    same(again, later, "the later solution")
    read = room_for(c, cells)
    cg.cgp_field_multi_read_data(fn, 1, 1, 1, [1], cells.first, cells.last, 1, [read])
    same(read, values_of(c, 5, cells), "the earlier solution")
    wide = None if again is None else numpy.zeros(again.shape, order="F")
    cg.cgp_coord_general_read_data(fn, 1, 1, 1, points.first, points.last, cg.RealDouble, *room(points), wide)
    same(wide, values_of(c, 1, points, numpy.float64), "coordinates in another type")
    cg.cgp_close(fn)
