"""wings.py: what random meshes do not have: squares that both parts have, and walls that only their cells know.

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
    wrong = doubled_squares() + walls_without_vertices() + sections_in_any_order()
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
