"""matched_corners.py: rare contents of unstructured pieces that are put together by coordinates.

    matched_corners.py

Exit status: 0 all is right, 1 something is not.
"""

import os
import sys
import tempfile

import numpy as np

import cgns
import structured_corners
import tool
from unstructured_corners import HEXA, QUAD, add_bc, add_interface, add_section, add_zone, block, new_tree, points


def at(i, j, k):
    """A vertex of a piece."""
    return 1 + i + 3 * (j + 3 * k)


def merged(change):
    """The zone A of two blocks of 8 cells side by side, after a change of each piece; (zone, what went wrong)."""
    with tempfile.TemporaryDirectory(prefix="pcgns-matched.") as folder:
        names = [os.path.join(folder, f"part_{rank}.cgns") for rank in range(2)]
        for rank, name in enumerate(names):
            root, base = new_tree()
            k, j, i = (index.ravel().astype(float) for index in np.meshgrid(range(3), range(3), range(3), indexing="ij"))
            cells = block((3, 3, 3))[1]
            zone = add_zone(base, "A", [(i + 2 * rank, j, k)], len(cells))
            add_section(zone, "Hexa", HEXA, 1, cells)
            change(zone, rank, base)
            cgns.write(name, root)
        output = os.path.join(folder, "merged.cgns")
        result = tool.merge(names, output, 2, ["--match-coordinates", "--strict"])
        return (cgns.read(output).at("Base/A"), []) if result.code == 0 else (None, [f"{change.__qualname__.partition('.')[0]}: {result.why()}"])


def indices_of_donors():
    """A whole structured zone as the donor: its points have three indices."""

    def change(zone, rank, base):
        top = [(i, k) for k in range(3) for i in range(3)]
        join = add_interface(zone, "join", "B", [at(i, 2, k) for i, k in top], [])
        join.child("PointListDonor").value = np.array([(i + 2 * rank + 1, 1, k + 1) for i, k in top], np.int32)
        join.add("InterpolantsDonor", "DataArray_t", np.array([i + 2.0 * rank for i, _ in top]))
        if rank == 0:
            structured_corners.zone_of(base, "B", 5, 3, 3)

    zone, wrong = merged(change)
    if zone is None:
        return wrong
    join = zone.at("ZoneGridConnectivity/join")
    x, z = (zone.at(f"GridCoordinates/Coordinate{axis}").value[join.child("PointList").value.ravel() - 1] for axis in "XZ")
    expected = np.array([x + 1, 0 * x + 1, z + 1]).T
    wrong = [] if len(x) == 15 and (join.child("PointListDonor").value == expected).all() else ["other donors"]
    return wrong + ([] if (join.child("InterpolantsDonor").value == x).all() else ["other interpolants"])


def range_and_list():
    """A condition that is a whole section in one piece, and a list in the other, which does not have it."""

    def change(zone, rank, _):
        faces = [[at(i, 0, k), at(i + 1, 0, k), at(i + 1, 0, k + 1), at(i, 0, k + 1)] for k in (0, 1) for i in (0, 1)]
        add_section(zone, "RQ"[rank], QUAD, 9, faces)
        add_bc(zone, "Wall", "FaceCenter", [9, 12] if rank == 0 else range(9, 13), is_range=rank == 0)

    zone, wrong = merged(change)
    listed = [] if zone is None else sorted(zone.at("ZoneBC/Wall/PointList").value.ravel().tolist())
    return wrong or ([] if listed == list(range(17, 25)) else [f"range and list: {listed}"])


def holes_in_a_numbered_range():
    """Holes as the reference library writes them."""

    def change(zone, rank, _):
        if rank == 1:
            holes = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t").add("Holes", "OversetHoles_t")
            holes.add("GridLocation", "GridLocation_t", "CellCenter")
            holes.add("PointRange1", "IndexRange_t", points([2, 3]))

    zone, wrong = merged(change)
    listed = [] if zone is None else zone.at("ZoneGridConnectivity/Holes/PointList").value.ravel().tolist()
    return wrong or ([] if listed == [10, 11] else [f"holes: {listed}"])


def table_beside_values():
    """User data at the vertices, and with them an array that is the same in all pieces."""

    def change(zone, *_):
        data = zone.add("Data", "UserDefinedData_t")
        data.add("GridLocation", "GridLocation_t", "Vertex")
        data.add("Values", "DataArray_t", zone.at("GridCoordinates/CoordinateX").value)
        data.add("Table", "DataArray_t", np.arange(5.0))

    zone, wrong = merged(change)
    lengths = [] if zone is None else [len(zone.at(f"Data/{name}").value) for name in ("Values", "Table")]
    return wrong or ([] if lengths == [45, 5] else [f"table: {lengths}"])


def list_in_one_piece():
    """User data of which one piece has no points, but the location."""

    def change(zone, rank, _):
        data = zone.add("Data", "UserDefinedData_t")
        data.add("GridLocation", "GridLocation_t", "Vertex")
        if rank == 1:
            data.add("PointList", "IndexArray_t", points([2, 3]))
            data.add("Values", "DataArray_t", np.array([5.0, 6.0]))

    zone, wrong = merged(change)
    data = None if zone is None else [zone.at(f"Data/{name}").value.ravel().tolist() for name in ("PointList", "Values")]
    return wrong or ([] if data == [[28, 29], [5.0, 6.0]] else [f"list in one piece: {data}"])


def main():
    """Checks all."""
    wrong = indices_of_donors() + range_and_list() + holes_in_a_numbered_range() + table_beside_values()
    wrong += list_in_one_piece()
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
