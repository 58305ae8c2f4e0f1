"""meshes.py: a mesh for the pictures: half a body of revolution in a flow, finer near the wall.

meshes.py structured|unstructured FILE

The cell field Work is what a solver with wall functions and chemistry would take there.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "tests", folder) for folder in ("partitions", "benchmark")]

import cgns
import make_cube
import numpy as np

CELLS = (44, 18, 24)


def points():
    """Coordinates as [k, j, i]: along the body, away from it, around it."""
    angle, away, along = np.meshgrid(np.linspace(0, np.pi, CELLS[2] + 1), np.linspace(0, 1, CELLS[1] + 1) ** 1.8,
        np.linspace(0, 1, CELLS[0] + 1), indexing="ij")
    body = 0.3 * np.sqrt(np.clip(1 - ((along - 0.42) / 0.46) ** 2, 0.03, None))
    radius = body + 0.8 * away
    return 2.6 * along, radius * np.cos(angle), radius * np.sin(angle)


def work():
    """By cell: most near the wall and behind the shoulder."""
    x, y, z = (0.125 * sum(a[1 - k:-k or None, 1 - j:-j or None, 1 - i:-i or None] for k in (0, 1) for j in (0, 1)
        for i in (0, 1)) for a in points())
    distance = np.sqrt(y * y + z * z)
    return 1 + 6 * np.exp(-distance / 0.25) + 3 * np.exp(-((x - 1.9) ** 2 + (distance - 0.3) ** 2) / 0.06)


def add_fields(zone, flat):
    """Coordinates and the field of work."""
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for name, values in zip("XYZ", points()):
        grid.add("Coordinate" + name, "DataArray_t", values.ravel() if flat else values)
    flow = zone.add("Flow", "FlowSolution_t")
    flow.add("GridLocation", "GridLocation_t", "CellCenter")
    flow.add("Work", "DataArray_t", work().ravel() if flat else work())


def mesh(kind):
    """The tree."""
    root = cgns.new_root(3.4)
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    if kind == "structured":
        size = np.array([np.array(CELLS) + 1, CELLS, [0, 0, 0]], np.int32)
        zone = base.add("Body", "Zone_t", size)
        zone.add("ZoneType", "ZoneType_t", "Structured")
        add_fields(zone, False)
        return root
    vertices = np.arange(1, np.prod(np.array(CELLS) + 1) + 1, dtype=np.int32)
    shaped = vertices.reshape([n + 1 for n in reversed(CELLS)])
    zone = base.add("Body", "Zone_t", np.array([[vertices.size], [np.prod(CELLS)], [0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    add_fields(zone, True)
    make_cube.section(zone, "Hexa", 17, 1, int(np.prod(CELLS)), make_cube.hexahedra(shaped))
    return root


if __name__ == "__main__":
    cgns.write(sys.argv[2], mesh(sys.argv[1]))
