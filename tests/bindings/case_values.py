"""What the cases in Python share: boxes, values, opening and closing."""

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


def range_of(count):
    """Of a list of so many values the range of this rank; `shape` is None if there is none."""
    first, last = share(count)
    return SimpleNamespace(first=[first], last=[last], shape=(last - first + 1,) if last >= first else None)


def value_at(array, i, j, k):
    return array * 10000.0 + (k - 1) * 900 + (j - 1) * 30 + i


def values_of(c, array, box, dtype=None):
    if box.shape is None:
        return None
    if len(box.shape) == 1:
        return value_at(array, numpy.arange(box.first[0], box.last[0] + 1), 1, 1).astype(dtype or c.dtype)
    i, j, k = numpy.meshgrid(*[numpy.arange(a, b + 1) for a, b in zip(box.first, box.last)], indexing="ij")
    return numpy.asfortranarray(value_at(array, i, j, k), dtype or c.dtype)


def room_for(c, box):
    return None if box.shape is None else numpy.zeros(box.shape, c.dtype, order="F")


def same(values, expected, what):
    expect(values is None or numpy.array_equal(values, expected), what)


def use_mode(c):
    cg.cgp_pio_mode({"queued": cg.CGP_QUEUED, "independent": cg.CGP_INDEPENDENT}.get(c.mode, cg.CGP_COLLECTIVE))


def create(c, zone_type):
    use_mode(c)
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


def expect_error(text, call, *arguments):
    try:
        call(*arguments)
    except cg.Error as error:
        return expect(text in str(error), f"{error} ({text})")
    expect(False, f"no error: {text}")


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
