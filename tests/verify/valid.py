"""valid.py: small meshes without a fault, to be damaged.

`build(name)` gives the list of trees of a file (one) or of a set of files.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "partitions"))

import numpy as np

from cgns import new_root, table

BUILDERS = {}
SIDES = [(0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)]


def valid(make):
    """Registers a builder by its name."""
    assert make.__name__ not in BUILDERS, make.__name__
    BUILDERS[make.__name__] = make
    return make


def build(name):
    """Fresh trees, which the caller may change."""
    made = BUILDERS[name]()
    return made if isinstance(made, list) else [made]


def integers(values, kind=np.int32):
    """An array of I4 (or another kind)."""
    return np.array(values, kind)


def base_of(root, cells=3, physical=3):
    """A base with two families."""
    base = root.add("Base", "CGNSBase_t", integers([cells, physical]))
    base.add("DataClass", "DataClass_t", "Dimensional")
    base.add("DimensionalUnits", "DimensionalUnits_t", table([["Kilogram", "Meter", "Second", "Kelvin", "Radian"]])[0])
    for family, kind in (("Wall", "BCWall"), ("Far", "BCFarfield")):
        base.add(family, "Family_t").add("FamilyBC", "FamilyBC_t", kind)
    return base


def lattice(counts):
    """The vertices of a grid of these counts as (n, dim) indices, i fastest."""
    grids = np.meshgrid(*[np.arange(count) for count in reversed(counts)], indexing="ij")
    return np.stack([grid.ravel() for grid in reversed(grids)], axis=1)


def bent(points):
    """Coordinates of a slightly bent grid: no two cells are alike."""
    x, y, z = (points.astype(float) * [0.5, 0.25, 0.125]).T
    return x + 0.01 * y * y, y + 0.02 * z, z + 0.01 * x * y


def add_coordinates(zone, values, shape):
    """GridCoordinates, values in the order of HDF5."""
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for name, value in zip(("CoordinateX", "CoordinateY", "CoordinateZ"), values):
        grid.add(name, "DataArray_t", np.ascontiguousarray(value.reshape(shape)))
    return grid


def add_solution(zone, name, location, shape, seed=1):
    """Two fields."""
    solution = zone.add(name, "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", location)
    rng = np.random.default_rng(seed)
    for field in ("Density", "Temperature"):
        solution.add(field, "DataArray_t", 1 + rng.random(shape))
    return solution


def add_bc(parent, name, family, kind="FamilySpecified", location=None, **sets):
    """A BC_t; `sets`: its point set (PointRange or PointList), a row for each direction."""
    bc = parent.add(name, "BC_t", kind)
    for label, value in sets.items():
        bc.add(label, "IndexRange_t" if label == "PointRange" else "IndexArray_t", box(value))
    bc.add("FamilyName", "FamilyName_t", family)
    if location:
        bc.add("GridLocation", "GridLocation_t", location)
    return bc


def box(rows):
    """A range or a list of points, given by a row for each direction, as HDF5 has it."""
    return np.ascontiguousarray(integers(rows).T)


def add_zone(base, name, sizes, kind):
    """A Zone_t; `sizes`: vertices, cells and boundary vertices, a row for each direction."""
    zone = base.add(name, "Zone_t", box(sizes))
    zone.add("ZoneType", "ZoneType_t", kind)
    return zone


def cube_cells(counts):
    """Hexahedra of a grid by 1-based vertices."""
    number = np.arange(int(np.prod(counts))).reshape(counts[::-1]) + 1
    cells = []
    for k in range(counts[2] - 1):
        for j in range(counts[1] - 1):
            for i in range(counts[0] - 1):
                low = [number[k, j, i], number[k, j, i + 1], number[k, j + 1, i + 1], number[k, j + 1, i]]
                high = [number[k + 1, j, i], number[k + 1, j, i + 1], number[k + 1, j + 1, i + 1], number[k + 1, j + 1, i]]
                cells.append(low + high)
    return np.array(cells)


def outer_sides(cells):
    """The sides that one hexahedron has, outwards: (cell from 0, side, its vertices)."""
    seen = {}
    for number, cell in enumerate(cells):
        for side, corners in enumerate(SIDES):
            seen.setdefault(frozenset(cell[list(corners)]), []).append((number, side, cell[list(corners)]))
    return [found[0] for found in seen.values() if len(found) == 1]


def section(zone, name, kind, first, count, connectivity, offsets=None):
    """An Elements_t of `count` elements from number `first` on; the number of the next one."""
    elements = zone.add(name, "Elements_t", integers([kind, 0]))
    elements.add("ElementRange", "IndexRange_t", integers([first, first + count - 1]))
    if offsets is not None:
        elements.add("ElementStartOffset", "DataArray_t", integers(offsets))
    elements.add("ElementConnectivity", "DataArray_t", integers(np.ravel(connectivity)))
    return first + count


@valid
def hexa():
    """3 x 3 x 2 hexahedra; the sides of the box in two sections, each a BC by its element range; two steps."""
    root = new_root()
    base = base_of(root)
    counts = [4, 4, 3]
    cells = cube_cells(counts)
    zone = add_zone(base, "Zone", [[48, len(cells), 0]], "Unstructured")
    add_coordinates(zone, bent(lattice(counts)), (48,))
    after = section(zone, "Hexa", 17, 1, len(cells), cells)
    sides = outer_sides(cells)
    walls = [corners for _, side, corners in sides if side == 0]
    others = [corners for _, side, corners in sides if side != 0]
    after_walls = section(zone, "WallFaces", 7, after, len(walls), walls)
    section(zone, "FarFaces", 7, after_walls, len(others), others)
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Wall", "Wall", location="FaceCenter", PointRange=[[after, after_walls - 1]])
    add_bc(bcs, "Far", "Far", location="FaceCenter",
        PointList=[[after_walls + i for i in range(len(others))]])
    add_solution(zone, "Cells1", "CellCenter", (len(cells),))
    add_solution(zone, "Cells2", "CellCenter", (len(cells),), seed=2)
    add_steps(base, ["Cells1", "Cells2"])
    return root


def add_steps(base, solutions):
    """The iterative nodes for one solution a step in every zone."""
    steps = base.add("BaseIterativeData", "BaseIterativeData_t", integers([len(solutions)]))
    steps.add("TimeValues", "DataArray_t", 0.5 * np.arange(1, len(solutions) + 1))
    steps.add("IterationValues", "DataArray_t", integers(np.arange(1, len(solutions) + 1)))
    for zone in base.labelled("Zone_t"):
        pointers = zone.add("ZoneIterativeData", "ZoneIterativeData_t")
        pointers.add("FlowSolutionPointers", "DataArray_t", table(solutions))


@valid
def blocks():
    """Two structured zones side by side (5 x 4 x 3 and 4 x 4 x 3 vertices), joined; BCs on all other sides."""
    root = new_root()
    base = base_of(root)
    widths, begin = {"Left": 5, "Right": 4}, 0
    for name, width in widths.items():
        counts = [width, 4, 3]
        sizes = [[n, n - 1, 0] for n in counts]
        zone = add_zone(base, name, sizes, "Structured")
        add_coordinates(zone, bent(lattice(counts) + [begin, 0, 0]), counts[::-1])
        begin += width - 1
        add_solution(zone, "Cells", "CellCenter", [n - 1 for n in counts[::-1]], seed=width)
        add_solution(zone, "Vertices", "Vertex", counts[::-1], seed=10 + width)
        bcs = zone.add("ZoneBC", "ZoneBC_t")
        ranges = {"jmin": [[1, width], [1, 1], [1, 3]], "jmax": [[1, width], [4, 4], [1, 3]],
            "kmin": [[1, width], [1, 4], [1, 1]], "kmax": [[1, width], [1, 4], [3, 3]]}
        ranges["imin" if name == "Left" else "imax"] = [[1 if name == "Left" else width] * 2, [1, 4], [1, 3]]
        for side, box in ranges.items():
            add_bc(bcs, side, "Wall" if side.startswith("k") else "Far", PointRange=box)
    join_blocks(base)
    return root


def join_blocks(base):
    """Left's imax is Right's imin."""
    ranges = {"Left": [[5, 5], [1, 4], [1, 3]], "Right": [[1, 1], [1, 4], [1, 3]]}
    for name, donor in (("Left", "Right"), ("Right", "Left")):
        grid = base.child(name).add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
        join = grid.add("To" + donor, "GridConnectivity1to1_t", donor)
        join.add("Transform", '"int[IndexDimension]"', integers([1, 2, 3]))
        join.add("PointRange", "IndexRange_t", box(ranges[name]))
        join.add("PointRangeDonor", "IndexRange_t", box(ranges[donor]))
