"""queue_python.py: what queue_c.c does, with the Python package."""

import resource
import sys

import mpi4py
import numpy

mpi4py.rc.threads = False  # MPI as the programs in C and Fortran initialise it
from mpi4py import MPI  # noqa: E402
from pcgns import capi as cg  # noqa: E402

ARRAYS = 7
world = MPI.COMM_WORLD


def peak():
    """The most memory that this process has had, in bytes."""
    return 1024.0 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


file, n, rest = sys.argv[1], int(sys.argv[2]), world.rank
first, last = [], []
for parts in map(int, sys.argv[3:6]):
    first.append(rest % parts * n // parts + 1)
    last.append((rest % parts + 1) * n // parts)
    rest //= parts
shape = [b - a + 1 for a, b in zip(first, last)]
values = [numpy.full(shape, world.rank + a, dtype=numpy.float64, order="F") for a in range(ARRAYS)]
cg.cgp_pio_mode(cg.CGP_COLLECTIVE)  # loads the library
before, times = peak(), numpy.zeros(3)
for reads in (False, True):
    for box in values if reads else ():
        box.fill(0)
    world.Barrier()
    times[int(reads)] = -MPI.Wtime()
    fn = cg.cgp_open(file, cg.CG_MODE_READ if reads else cg.CG_MODE_WRITE)
    if not reads:
        cg.cg_base_write(fn, "Base", 3, 3)
        cg.cg_zone_write(fn, 1, "Zone", numpy.array([[n] * 3, [n - 1] * 3, [0] * 3]), cg.Structured)
        cg.cg_sol_write(fn, 1, 1, "Flow", cg.Vertex)
    for a, box in enumerate(values, 1):
        if not reads:
            cg.cgp_field_write(fn, 1, 1, 1, cg.RealDouble, f"Field{a}")
        move = cg.queue_slice_read if reads else cg.queue_slice_write
        move(cg.CGP_SLICE_FIELD, fn, 1, 1, [1, a], 3, first, last, box)
    cg.queue_flush()
    cg.cgp_close(fn)
    times[int(reads)] += MPI.Wtime()
times[2] = peak() - before
assert values[1].flat[0] == world.rank + 1
everywhere = numpy.zeros(3)
world.Reduce(times, everywhere, op=MPI.MAX)
if world.rank == 0:
    print(*(f"{value:.6f}" for value in everywhere))
