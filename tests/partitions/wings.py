"""wings.py: what random meshes do not have: squares that both parts have, walls that only their cells know, or that are in
one section with the cells, and polyhedra with faces in several sections.

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
import unstructured_corners


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


def into_polyhedra(zone, section_of, parents=False):
    """Makes polyhedra of the cells; `section_of` names the section of a face, by its number of cells and its places.
    A face is as its first cell sees it: those between parts as the cell of the part does."""
    cells = zone.at("Hexa/ElementConnectivity").value.reshape(-1, 8).tolist()
    places = zone.at("GridCoordinates/CoordinateX").value
    sections = {}
    for sides in unstructured_corners.faces_of(cells):
        sections.setdefault(section_of(len(sides), places[np.array(sides[0][1]) - 1]), []).append(sides)
    zone.remove("Hexa", "Wall", "Sides", "ZoneBC")
    number, around = 1, [[] for _ in cells]
    for name, faces in sections.items():
        section = unstructured_corners.add_section(zone, name, 22, number, [sides[0][1] for sides in faces])
        for index, sides in enumerate(faces):
            for sign, (cell, _) in zip((1, -1), sides):
                around[cell].append(sign * (number + index))
        if parents:
            rows = [[sides[0][0], sides[1][0] if len(sides) == 2 else -1] for sides in faces]
            section.add("ParentElements", "DataArray_t", np.array(rows, np.int32).T.copy())
        number += len(faces)
    for name in sections if parents else []:
        rows = zone.at(name + "/ParentElements").value
        rows[:] = np.where(rows < 0, 0, rows + number)
    unstructured_corners.add_section(zone, "Cells", 23, number, around)


def into_two(zone):
    """Divides the section of polyhedra."""
    whole = zone.child("Cells")
    begins, values = (whole.child(name).value for name in ("ElementStartOffset", "ElementConnectivity"))
    first, rows = int(whole.child("ElementRange").value[0]), np.split(values, begins[1:-1])
    zone.remove("Cells")
    unstructured_corners.add_section(zone, "Some", 23, first, rows[:3])
    unstructured_corners.add_section(zone, "More", 23, first + 3, rows[3:])


def contradictions(zone):
    """Faces that two cells have with the same sign, or that a cell has with another sign than its column of parents."""
    found, signs = [], {}
    for cells in zone.labelled("Elements_t"):
        begins, values = (cells.child(name).value for name in ("ElementStartOffset", "ElementConnectivity"))
        first = int(cells.child("ElementRange").value[0])
        for cell in range(len(begins) - 1 if cells.value[0] == 23 else 0):
            for face in values[begins[cell]:begins[cell + 1]].tolist():
                signs.setdefault(abs(face), {})[first + cell] = face > 0
    found += [f"face {face} has one sign twice" for face, of in signs.items() if len(of) != len(set(of.values()))]
    for section in zone.labelled("Elements_t"):
        parents = section.child("ParentElements")
        for index, pair in enumerate(parents.value.T.tolist() if parents else []):
            of = {cell: column == 0 for column, cell in enumerate(pair) if cell}
            face = int(section.child("ElementRange").value[0]) + index
            if of != signs[face]:
                found.append(f"face {face} of the cells {signs[face]} has the parents {pair}")
    return found


def faces_in_several_sections():
    """Faces between parts, in one of two sections, are turned with the signs of their cells, which may be in two, too."""
    wrong = []
    for parents, in_two in ((False, False), (True, False), (False, True)):

        def change(zone, parents=parents, in_two=in_two):
            into_polyhedra(zone, lambda cells, _: "Outer" if cells == 1 else "Inner", parents)
            if in_two:
                into_two(zone)

        zone, failed = merged(change, ["--shared", "first"])
        wrong += contradictions(zone) if zone else failed
    return wrong


def faces_in_sections_of_other_names():
    """A face between parts that each of them has in a section of its own would stay two faces."""

    def section_of(cells, places):
        is_cut = cells == 1 and np.ptp(places) == 0 and places[0] in (2.0, 4.0)
        return f"Cut{section_of.part}" if is_cut else "Others"

    def change(zone):
        section_of.part = int(zone.at("GridCoordinates/CoordinateX").value[0]) // 2
        into_polyhedra(zone, section_of)

    zone, failed = merged(change)
    if zone is not None:
        return ["faces in sections of other names: they stay two faces"]
    if "must be in sections of one name" not in failed[0]:
        return failed
    _, failed = merged(change, ["--keep-zones"])  # Zones may name their sections as they like.
    return failed


def faces_of_a_thin_wall():
    """A part may have a face in two sections: they are the sides of a wall."""

    def change(zone):
        into_polyhedra(zone, lambda cells, _: "Faces")
        section = zone.child("Faces")
        cells = zone.child("Cells")
        faces = int(section.child("ElementRange").value[1])
        inner = next(face for face in np.abs(cells.child("ElementConnectivity").value).tolist()
            if (np.abs(cells.child("ElementConnectivity").value) == face).sum() == 2)
        corners = section.child("ElementConnectivity").value.reshape(-1, 4)[inner - 1].tolist()
        values = cells.child("ElementConnectivity").value
        values[values == -inner] = faces + 1
        cells.child("ElementRange").value = cells.child("ElementRange").value + 1
        unstructured_corners.add_section(zone, "Wall", 22, faces + 1, [corners[::-1]])

    zone, failed = merged(change)
    if zone is None:
        return failed
    count = len(zone.at("Wall/ElementStartOffset").value) - 1
    return contradictions(zone) + ([] if count == 3 else [f"thin walls: {count} faces"])


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


def joined(zone, donor, pairs):
    """An interface of vertices."""
    container = zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    join = container.add(f"{zone.name}_to_{donor.name}", "GridConnectivity_t", donor.name)
    join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
    join.add("GridLocation", "GridLocation_t", "Vertex")
    for name, column in (("PointList", 0), ("PointListDonor", 1)):
        join.add(name, "IndexArray_t", np.array(pairs, np.int32)[:, column:column + 1].copy())


def places_of(zone):
    """The vertices by number, from 1."""
    return list(map(tuple, np.array([node.value for node in zone.child("GridCoordinates").children]).T.tolist()))


def two_zones_in_two_files(orders):
    """The zones Left and Right, each cut into two, in the files in that order; each file lists as interfaces what its
    pieces share, as SEACAS does."""
    made = damage.Set(damage_match.unmarked())
    made.inputs = made.inputs[:2]
    for file, name in enumerate(made.inputs):
        zones = []
        for rank, (zone_name, order) in enumerate(zip(("Left", "Right"), orders)):
            zone = damage_match.wing(rank)
            zone.name = zone_name
            zone.remove("Wall", "Sides", "ZoneBC")
            zone.at("GridCoordinates/CoordinateY").value += 2.0 * order[file]
            zones.append(zone)
        left, right = map(places_of, zones)
        pairs = [(1 + left.index(place), 1 + right.index(place)) for place in left if place in right]
        joined(*zones, pairs)
        joined(*zones[::-1], [pair[::-1] for pair in pairs])
        made.files[name].child("Base").children = zones
    made.files = {name: made.files[name] for name in made.inputs}
    return made


def vertices_that_no_file_lists():
    """Two pieces of two zones that are in different files share vertices that no interface lists."""
    wrong = []
    for tolerance in ("", "=1e-6"):
        for orders in ([(0, 1), (0, 1)], [(0, 1), (1, 0)]):
            lacks = orders[0] != orders[1]
            made = two_zones_in_two_files(orders)
            with tempfile.TemporaryDirectory(prefix="pcgns-wings.") as folder:
                inputs, output = made.write(folder), os.path.join(folder, "merged.cgns")
                options = ["--match-coordinates" + tolerance]
                strict = tool.merge(inputs, output, 2, [*options, "--strict"])
                if strict.code != (2 if lacks else 0) or lacks != ("lists 3 of 15 vertices" in strict.said):
                    wrong.append(f"vertices that no file lists: {orders} {strict.why()}")
                result = tool.merge(inputs, output, 3, [*options, "--overwrite"])
                if result.code:
                    wrong.append(f"vertices that no file lists: {orders} {result.why()}")
                for tree in made.files.values():  # Another interface of the two may connect the others.
                    zone = tree.at("Base/Left")
                    joined(zone, tree.at("Base/Right"), [(1, 1)])
                    zone.child("ZoneGridConnectivity").children[-1].name = "Abutting"
                    zone.at("ZoneGridConnectivity/Abutting/GridConnectivityType").value = cgns.text_array("Abutting")
                    tree.at("Base/Right").remove("ZoneGridConnectivity")
                result = tool.merge(made.write(folder), output, 2, [*options, "--overwrite", "--strict"])
                if result.code:
                    wrong.append(f"vertices that another interface may connect: {orders} {result.why()}")
    return wrong


def main():
    """Checks all."""
    wrong = doubled_squares() + walls_without_vertices() + cells_among_faces() + two_sections_that_begin_with_faces()
    wrong += faces_in_several_sections() + faces_in_sections_of_other_names() + faces_of_a_thin_wall()
    wrong += sections_in_any_order() + vertices_that_no_file_lists()
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
