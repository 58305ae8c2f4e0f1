"""whole_beside.py: zones that are whole, beside the two pieces of the zone A: their interfaces lead to the merged zone.

    whole_beside.py

Exit status: 0 all is right, 1 something is not.
"""

import json
import os
import sys
import tempfile

import numpy as np

import cgns
import structured_corners
import tool
from unstructured_corners import add_interface, add_section, add_zone, block, ints, new_tree

HEXA = 17
QUAD = 7
BOTTOM, TOP = ([1 + i + 3 * (j + 3 * k) for k in range(3) for i in range(3)] for j in (0, 2))


def cube(base, name, x, y=0.0):
    """A zone of 2 x 2 x 2 cells."""
    (i, j, k), cells = block((3, 3, 3))
    zone = add_zone(base, name, [(np.round(i) + x, np.round(j) + y, k)], len(cells))
    add_section(zone, "Hexa", HEXA, 1, cells)
    return zone


def squares(zone, first, j):
    """A section of the faces at that j."""
    corners = [1 + i + 3 * (j + 3 * k) for k in range(2) for i in range(2)]
    add_section(zone, "Quad", QUAD, first, [[at, at + 1, at + 10, at + 9] for at in corners])


def numbered(zone, part):
    """Global numbers of the vertices and cells, from 0, for an assembly file."""
    ids = zone.add("Ids", "UserDefinedData_t")
    for name, n, all_x in (("Vertex", 3, 5), ("Hexa", 2, 4)):
        ids.add(name, "DataArray_t", np.array([i + 2 * part + all_x * (j + n * k)
            for k in range(n) for j in range(n) for i in range(n)]))


def boxes():
    """The zone A, structured, of 6 x 4 x 3 cells, in two files; (trees, the second base)."""
    trees = [cgns.new_root(4.2) for _ in range(2)]
    for part, tree in enumerate(trees):
        zone = structured_corners.zone_of(structured_corners.base_of(tree, 3), "A", 4, 5, 4)
        zone.at("GridCoordinates/CoordinateX").value += 3.0 * part
    return trees, trees[1].child("Base")


def cubes():
    """The zone A, unstructured, in two files; (trees, the second base)."""
    trees = []
    for part in range(2):
        root, base = new_tree()
        numbered(cube(base, "A", 2.0 * part), part)
        trees.append(root)
    return trees, base


def merged(trees, options=("--match-coordinates",), assembly=None):
    """The base of the merged file, or why there is none."""
    with tempfile.TemporaryDirectory(prefix="pcgns-beside.") as folder:
        files = [os.path.join(folder, f"part_{part}.cgns") for part in range(len(trees))]
        for file, tree in zip(files, trees):
            cgns.write(file, tree)
        if assembly:
            options = ("--assembly", os.path.join(folder, "assembly.json"))
            with open(options[1], "w", encoding="utf-8") as file:
                json.dump({"rules": [{"zone": "A", "original": "A", **assembly}]}, file)
        output = os.path.join(folder, "merged.cgns")
        result = tool.merge(files, output, 0, [*options, "--strict"])
        return cgns.read(output).child("Base") if result.code == 0 else result.why()


NUMBERS = {"numbers": {"Vertex": "Ids/Vertex", "Hexa": "Ids/Hexa", "base": 0}}


def donors_of(base, path):
    """The donors of an interface as a list, or what went wrong."""
    return base if isinstance(base, str) else base.at(path).value.T.ravel().tolist()


def numbers_of_donors():
    """The donors in A of a whole zone, some of whose vertices are at one place."""
    trees, base = cubes()
    zone = cube(base, "B", 2.0, 2.0)
    for node in zone.child("GridCoordinates").children:
        node.value[20] = node.value[23]
    add_interface(zone, "b2a", "A", BOTTOM, TOP)
    expected = [5 * (2 + 3 * k) + 3 + i for k in range(3) for i in range(3)]
    found = merged(trees, assembly=NUMBERS)
    yield donors_of(found, "B/ZoneGridConnectivity/b2a/PointListDonor"), expected


def zones_beyond():
    """C is beside B, which is beside A: the faces of B are renumbered in both."""
    for options in ({}, {"assembly": NUMBERS}):
        trees, base = cubes()
        near, far = cube(base, "B", 2.0, 2.0), cube(base, "C", 2.0, 4.0)
        add_interface(near, "b2a", "A", BOTTOM, TOP)
        squares(near, 101, 2)
        squares(far, 9, 0)
        for zone, donor, here, there in ((near, "C", 101, 9), (far, "B", 9, 101)):
            interface = add_interface(zone, "faces", donor, range(here, here + 4), range(there, there + 4))
            interface.child("GridLocation").value = cgns.text_array("FaceCenter")
        found = merged(trees, **options)
        yield donors_of(found, "C/ZoneGridConnectivity/faces/PointListDonor"), [9, 10, 11, 12]
        yield donors_of(found, "B/ZoneGridConnectivity/faces/PointList"), [9, 10, 11, 12]


def structured_beyond():
    """The same, where the last zone is structured."""
    trees, base = cubes()
    add_interface(cube(base, "B", 2.0, 2.0), "b2a", "A", BOTTOM, TOP)
    zone = structured_corners.zone_of(base, "C", 3, 3, 3)
    interface = add_interface(zone, "c2b", "B", [1], TOP)
    interface.child("PointList").value = ints(*((i + 1, 1, k + 1) for k in range(3) for i in range(3)))
    yield donors_of(merged(trees), "C/ZoneGridConnectivity/c2b/PointListDonor"), TOP


def indices_of_donors():
    """An unstructured zone is whole, A is structured."""
    for options in ({}, {"assembly": {"range": {"node": "Where", "of": "cells"}}}):
        trees, base = boxes()
        for part, tree in enumerate(trees if options else ()):
            tree.at("Base/A").add("Where", "DataArray_t", np.array([[3 * part + 1, 1, 1], [3 * part + 3, 4, 3]], np.int32))
        interface = add_interface(cube(base, "B", 6.0), "b2a", "A", BOTTOM, BOTTOM)
        interface.child("PointListDonor").value = ints(*((4, j + 1, k + 1) for k in range(3) for j in range(3)))
        expected = [index for k in range(3) for j in range(3) for index in (7, j + 1, k + 1)]
        found = merged(trees, **options)
        yield (found if isinstance(found, str) else
               found.at("B/ZoneGridConnectivity/b2a/PointListDonor").value.ravel().tolist()), expected


def descending_pairs():
    """Ranges that descend are paired with donors from their first point to their last."""
    expected = [[[1, 1, 1], [7, 1, 1]], [[i, 5, 1] for i in range(1, 8)]]
    for name, donors in (("PointListDonor", None), ("PointRangeDonor", "IndexRange_t")):
        trees, base = boxes()
        structured_corners.zone_of(base, "B", 7, 5, 4).at("GridCoordinates/CoordinateY").value -= 4.0
        for part, tree in enumerate(trees):
            zone = tree.at("Base/A")
            zone.add("Where", "DataArray_t", np.array([[3 * part + 1, 1, 1], [3 * part + 3, 4, 3]], np.int32))
            interface = structured_corners.container(zone).add("a2b", "GridConnectivity_t", "B")
            interface.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
            structured_corners.ranged(interface, [4, 1, 1], [1, 1, 1])
            there = [[3 * part + i, 5, 1] for i in (4, 3, 2, 1)]
            if donors:
                structured_corners.ranged(interface, there[0], there[-1], name)
            else:
                structured_corners.listed(interface, there, name)
        found = merged(trees, assembly={"range": {"node": "Where", "of": "cells"}})
        if not isinstance(found, str):
            sets = [found.at(f"A/ZoneGridConnectivity/a2b/{each}") for each in ("PointRange", "PointListDonor")]
            found = [points and points.value.tolist() for points in sets]
        yield found, expected


def contents():
    """What a zone beside A has stays as it is."""
    trees, base = cubes()
    zone = cube(base, "B", 2.0, 2.0)
    zone.value = np.array([[27], [8], [4]], np.int32)
    zone.at("GridCoordinates/CoordinateZ").value[4] = np.nan
    cells = zone.at("Hexa/ElementConnectivity").value.reshape(8, 8)
    zone.remove("Hexa")
    squares(zone, 1, 2)
    faces = zone.at("Quad/ElementConnectivity").value.reshape(4, 4)
    zone.remove("Quad")
    for name, first, rows in (("Cells", 1, [*cells[:4], *faces[:2]]), ("Faces", 7, [*faces[2:], *cells[4:]])):
        mixed = [[HEXA if len(row) == 8 else QUAD, *row] for row in rows]
        add_section(zone, name, 20, first, mixed, has_heads=True)
    solution = zone.add("Solution", "FlowSolution_t")
    structured_corners.located(solution, "CellCenter")
    solution.add("P", "DataArray_t", np.arange(8.0))
    below = zone.add("State", "ReferenceState_t").add("Below", "UserDefinedData_t")
    below.add("PointList", "IndexArray_t", ints([3], [1]))
    below.add("V", "DataArray_t", np.array([3.0, 1.0]))
    add_interface(zone, "b2a", "A", BOTTOM, TOP)
    for options in ({}, {"assembly": NUMBERS}):
        found = merged(trees, **options)
        if not isinstance(found, str):
            sides = [side.copy() for side in (zone, found.child("B"))]
            for side in sides:
                side.remove("ZoneGridConnectivity")
            found = [*structured_corners.differences(*sides)]
        yield found, []



def lists_below():
    """User data with points below any node of pieces."""
    trees, base = cubes()
    for part, tree in enumerate(trees):
        below = tree.at("Base/A").add("State", "ReferenceState_t").add("Below", "UserDefinedData_t")
        below.add("PointList", "IndexArray_t", ints([1 + part], [2 + part]))
    found = merged(trees)
    yield (found if isinstance(found, str) else found.at("A/State/Below/PointList").value.ravel().tolist()), [1, 2, 28, 29]


CASES = [numbers_of_donors, zones_beyond, structured_beyond, indices_of_donors, descending_pairs, contents, lists_below]


def main():
    """Plays all cases."""
    failed = 0
    for case in CASES:
        for found, expected in case():
            if found != expected:
                failed += 1
                print(f"FAILED {case.__name__}: {found}, expected {expected}", flush=True)
    print(f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
