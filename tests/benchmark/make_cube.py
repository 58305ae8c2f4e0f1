"""make_cube.py: writes a cube of n x n x n hexahedra, whose six sides are sections of quadrangles, each a BC.

python3 make_cube.py N FILE [--wide]     --wide: connectivity of 64 bits
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "partitions"))

import cgns
import numpy as np

SIDES = {
    "KMin": lambda v: (v[0, :-1, :-1], v[0, 1:, :-1], v[0, 1:, 1:], v[0, :-1, 1:]),
    "JMin": lambda v: (v[:-1, 0, :-1], v[:-1, 0, 1:], v[1:, 0, 1:], v[1:, 0, :-1]),
    "IMax": lambda v: (v[:-1, :-1, -1], v[:-1, 1:, -1], v[1:, 1:, -1], v[1:, :-1, -1]),
    "JMax": lambda v: (v[:-1, -1, 1:], v[:-1, -1, :-1], v[1:, -1, :-1], v[1:, -1, 1:]),
    "IMin": lambda v: (v[:-1, :-1, 0], v[1:, :-1, 0], v[1:, 1:, 0], v[:-1, 1:, 0]),
    "KMax": lambda v: (v[-1, :-1, :-1], v[-1, :-1, 1:], v[-1, 1:, 1:], v[-1, 1:, :-1]),
}


def hexahedra(v):
    """The connectivity of all cells; `v`: the numbers of the vertices as [k, j, i]."""
    low, high = v[:-1], v[1:]
    corners = [part[:, j, i] for part in (low, high)
        for j, i in ((slice(-1), slice(-1)), (slice(-1), slice(1, None)), (slice(1, None), slice(1, None)),
            (slice(1, None), slice(-1)))]
    return np.stack(corners, axis=-1).ravel()


def section(zone, name, kind, first, count, connectivity):
    """An Elements_t from element `first` on; the number of the next one."""
    node = zone.add(name, "Elements_t", np.array([kind, 0], np.int32))
    node.add("ElementRange", "IndexRange_t", np.array([first, first + count - 1], connectivity.dtype))
    node.add("ElementConnectivity", "DataArray_t", connectivity)
    return first + count


def cube(n, kind=np.int32):
    """The tree of the cube."""
    root = cgns.new_root(3.4)
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    zone = base.add("Zone", "Zone_t", np.array([[(n + 1) ** 3], [n**3], [0]], kind))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    z, y, x = np.meshgrid(*[np.linspace(0, 1, n + 1)] * 3, indexing="ij")
    for name, value in (("X", x + 0.1 * y * y), ("Y", y + 0.1 * z), ("Z", z)):
        grid.add("Coordinate" + name, "DataArray_t", value.ravel())
    vertices = np.arange(1, (n + 1) ** 3 + 1, dtype=kind).reshape((n + 1,) * 3)
    first = section(zone, "Hexa", 17, 1, n**3, hexahedra(vertices))
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    for name, corners in SIDES.items():
        after = section(zone, name, 7, first, n * n, np.stack(corners(vertices), axis=-1).ravel())
        bc = bcs.add(name, "BC_t", "BCWall")
        bc.add("GridLocation", "GridLocation_t", "FaceCenter")
        bc.add("PointRange", "IndexRange_t", np.array([[first], [after - 1]], np.int32))
        first = after
    return root


def main():
    """What the command line asks for."""
    kind = np.int64 if "--wide" in sys.argv else np.int32
    cgns.write(sys.argv[2], cube(int(sys.argv[1]), kind))


if __name__ == "__main__":
    main()
