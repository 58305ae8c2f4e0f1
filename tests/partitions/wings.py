"""wings.py: what random meshes do not have: squares that both parts have, walls that only their cells know, or that
are in one section with the cells.

    wings.py

Exit status: 0 all is right, 1 something is not.
"""

import os
import sys
import tempfile

import numpy as np

import cgns
import damage
import damage_match
import tool


def merged(change=lambda zone: None, options=()):
    """The zone Wing of the set of damage_match.py, after a change of each part; (zone, what went wrong)."""
    made = damage.Set(damage_match.unmarked())
    for _, zone in made.parts:
        change(zone)
    with tempfile.TemporaryDirectory(prefix="pcgns-wings.") as folder:
        output = os.path.join(folder, "merged.cgns")
        result = tool.merge(made.write(folder), output, 2, ["--match-coordinates", *options])
        return (cgns.read(output).at("Base/Wing"), []) if result.code == 0 else (None, [result.why()])


def doubled_squares():
    """Squares between parts are in both, and become one."""
    zone, wrong = merged(options=["--shared", "error"])
    if zone is None:
        return wrong
    rows = zone.at("Sides/ElementConnectivity").value.reshape(-1, 4)
    places = zone.at("GridCoordinates/CoordinateX").value[rows - 1]
    if zone.value.ravel().tolist() != [63, 24, 0] or len(rows) != 8 or not np.isin(places, [2.0, 4.0]).all():
        return [f"doubled squares: {len(rows)} of them, {zone.value.ravel()}"]
    return []


def walls_without_vertices():
    """SEACAS writes no vertices of boundary elements, but their cells and which side of them it is."""

    def change(zone):
        wall = zone.child("Wall")
        wall.child("ElementConnectivity").value = np.zeros(16, np.int32)
        wall.add("ParentElements", "DataArray_t", np.array([[1, 3, 5, 7], [0, 0, 0, 0]], np.int32))
        wall.add("ParentElementsPosition", "DataArray_t", np.array([[1, 1, 1, 1], [0, 0, 0, 0]], np.int32))

    zone, wrong = merged(change)
    if zone is None:
        return wrong
    expected = [[8 * part + cell for part in range(3) for cell in (1, 3, 5, 7)], [0] * 12]
    if zone.at("Wall/ParentElements").value.tolist() != expected or zone.at("Wall/ElementConnectivity").value.any():
        return ["walls: other parents"]
    return [] if zone.at("ZoneBC/Wall/PointRange").value.ravel().tolist() == [25, 36] else ["walls: another range"]


def into_one_section(zone, faces_first=False):
    """Makes one MIXED section of the cells and the wall."""
    rows = [("Hexa", 17, 8), ("Wall", 7, 4)][:: -1 if faces_first else 1]
    elements = [[kind, *row] for name, kind, width in rows
        for row in zone.at(name + "/ElementConnectivity").value.reshape(-1, width)]
    zone.remove("Hexa", "Wall", "Sides")
    section = zone.add("All", "Elements_t", np.array([20, 0], np.int32))
    section.add("ElementRange", "IndexRange_t", np.array([1, len(elements)], np.int32))
    section.add("ElementConnectivity", "DataArray_t", np.concatenate(elements).astype(np.int32))
    section.add("ElementStartOffset", "DataArray_t", np.cumsum([0, *map(len, elements)]).astype(np.int32))
    first = 1 if faces_first else 9
    zone.at("ZoneBC/Wall/PointRange").value = np.array([[first], [first + 3]], np.int32)
    zone.at("AtCellCenter/Density").value = zone.at("GridCoordinates/CoordinateX").value[0] * 10 + np.arange(8.0)


def cells_among_faces():
    """Cells and walls in one section: the cells are counted, and have their values."""
    wrong = []
    for faces_first in (False, True):
        for fields in (True, False):

            def change(zone, faces_first=faces_first, fields=fields):
                into_one_section(zone, faces_first)
                if not fields:
                    zone.remove("AtCellCenter")

            zone, failed = merged(change)
            if zone is None:
                wrong += failed
                continue
            if zone.value.ravel().tolist() != [63, 24, 0]:
                wrong.append(f"cells among faces: {zone.value.ravel()} vertices and cells")
            expected = [20.0 * part + cell for part in range(3) for cell in range(8)]
            if fields and zone.at("AtCellCenter/Density").value.tolist() != expected:
                wrong.append("cells among faces: other values")
    return wrong


def two_sections_that_begin_with_faces():
    """Cells in two sections of each part, behind faces: their order is not known, and values need it."""

    def change(zone):
        into_one_section(zone, True)
        all_of_them = zone.child("All")
        values = all_of_them.child("ElementConnectivity").value
        for name, faces, cells in (("One", slice(0, 10), slice(20, 56)), ("Two", slice(10, 20), slice(56, 92))):
            section = zone.add(name, "Elements_t", np.array([20, 0], np.int32))
            begin = 1 if name == "One" else 7
            section.add("ElementRange", "IndexRange_t", np.array([begin, begin + 5], np.int32))
            section.add("ElementConnectivity", "DataArray_t", np.concatenate([values[faces], values[cells]]))
            section.add("ElementStartOffset", "DataArray_t", np.cumsum([0, 5, 5, 9, 9, 9, 9]).astype(np.int32))
        zone.remove("All", "ZoneBC")

    zone, failed = merged(change)
    if zone is not None:
        return ["two sections that begin with faces: the cells are in a wrong order"]
    return [] if "has no global numbers of cells" in failed[0] else failed


def in_order(zone, names):
    """Numbers the sections in this order."""
    first = 1
    for name in names:
        span = zone.child(name).child("ElementRange").value
        span[:] = first, first + span[1] - span[0]
        first = int(span[1]) + 1
    zone.at("ZoneBC/Wall/PointRange").value = zone.at("Wall/ElementRange").value[:, None].copy()


def sections_in_any_order():
    """The parts have their sections in contradicting orders."""
    orders = iter([("Hexa", "Wall", "Sides"), ("Sides", "Wall", "Hexa"), ("Wall", "Sides", "Hexa")])

    def change(zone):
        in_order(zone, next(orders))
        zone.at("AtCellCenter/Density").value = zone.at("GridCoordinates/CoordinateX").value[0] * 10 + np.arange(8.0)

    zone, failed = merged(change, ["--shared", "first"])
    if zone is None:
        return failed
    low, high = zone.at("Wall/ElementRange").value
    wrong = [] if zone.at("ZoneBC/Wall/PointRange").value.ravel().tolist() == [low, high] else ["sections: another wall"]
    places = zone.at("GridCoordinates/CoordinateX").value[zone.at("Hexa/ElementConnectivity").value.reshape(-1, 8) - 1]
    parts = places.min(axis=1) // 2
    expected = [20.0 * part + cell % 8 for cell, part in enumerate(parts)]
    return wrong + ([] if zone.at("AtCellCenter/Density").value.tolist() == expected else ["sections: other values"])


def main():
    """Checks all."""
    wrong = doubled_squares() + walls_without_vertices() + cells_among_faces() + two_sections_that_begin_with_faces()
    wrong += sections_in_any_order()
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
