"""unstructured_corners.py: rare contents of unstructured zones come back from their parts, or are refused.

Every case was lost, misplaced or multiplied once. Exit status: 0 all is right, 1 something is not.
"""

import glob
import os
import sys
import tempfile
import zlib

import numpy as np

import cgns
import compare
import conventions
import split
import split_unstructured
import tool
from random_structured import Dice
from round_trip import cut
from unstructured_lists import mark

SIDES = [(0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)]
FIVE_TETRAHEDRA = [(0, 1, 2, 5), (0, 2, 3, 7), (0, 5, 7, 4), (2, 7, 5, 6), (0, 2, 7, 5)]
NODE, QUAD, HEXA, TRI, TETRA, MIXED, NGON, NFACE = 2, 7, 17, 5, 10, 20, 22, 23


def ints(*values):
    """As a node has them."""
    return np.array(values, np.int32)


def points(numbers):
    """A PointList or PointRange."""
    return ints(*numbers)[:, None]


def block(extents, offset=0.0, before=0):
    """Coordinates of a block of so many vertices, and its hexahedra; `before`: vertices of others."""
    nx, ny, nz = extents
    k, j, i = (index.ravel().astype(float) for index in np.meshgrid(*(range(n) for n in (nz, ny, nx)), indexing="ij"))

    def at(i, j, k):
        return before + 1 + i + nx * (j + ny * k)

    cells = [[at(i + a, j + b, k + c) for c in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
             for k in range(nz - 1) for j in range(ny - 1) for i in range(nx - 1)]
    return (i + 0.01 * j + offset, j + 0.02 * i, k), cells


def faces_of(cells):
    """(cell, vertices) of one or both sides of each face."""
    found = {}
    for cell, nodes in enumerate(cells):
        for side in SIDES:
            face = [nodes[corner] for corner in side]
            found.setdefault(frozenset(face), []).append((cell, face))
    return list(found.values())


def add_zone(base, name, blocks, cells):
    """A zone with the vertices of the blocks."""
    xyz = [np.concatenate(parts) for parts in zip(*blocks)]
    zone = base.add(name, "Zone_t", points([len(xyz[0]), cells, 0]))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for axis, values in zip("XYZ", xyz):
        grid.add("Coordinate" + axis, "DataArray_t", values)
    return zone


def add_section(zone, name, kind, first, elements, has_heads=False):
    """Elements with as many vertices as they have; of MIXED, each begins with its type."""
    section = zone.add(name, "Elements_t", ints(kind, 0))
    section.add("ElementRange", "IndexRange_t", ints(first, first + len(elements) - 1))
    section.add("ElementConnectivity", "DataArray_t", ints(*np.concatenate(elements)))
    if has_heads or kind in (NGON, NFACE):
        section.add("ElementStartOffset", "DataArray_t", ints(0, *np.cumsum([len(nodes) for nodes in elements])))
    return section


def add_bc(zone, name, location, numbers, is_range=False):
    """A BC_t, in the ZoneBC_t of the zone."""
    condition = (zone.child("ZoneBC") or zone.add("ZoneBC", "ZoneBC_t")).add(name, "BC_t", "BCWall")
    condition.add("GridLocation", "GridLocation_t", location)
    kind = ("PointRange", "IndexRange_t") if is_range else ("PointList", "IndexArray_t")
    condition.add(*kind, points(numbers))
    return condition


def hexahedra(base, name="Zone", extents=(4, 3, 3), offset=0.0):
    """A zone of hexahedra and their faces on the surface."""
    vertices, cells = block(extents, offset)
    zone = add_zone(base, name, [vertices], len(cells))
    add_section(zone, "Hexa", HEXA, 1, cells)
    add_section(zone, "Quad", QUAD, len(cells) + 1, [face[0][1] for face in faces_of(cells) if len(face) == 1])
    return zone


def new_tree():
    """A root and its base."""
    root = cgns.new_root(4.3)
    return root, root.add("Base", "CGNSBase_t", ints(3, 3))


def add_interface(zone, name, donor, here, there, donors="PointListDonor", kind="Abutting1to1", container=None):
    """A GridConnectivity_t of vertices."""
    container = container or zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    interface = container.add(name, "GridConnectivity_t", donor)
    interface.add("GridConnectivityType", "GridConnectivityType_t", kind)
    interface.add("GridLocation", "GridLocation_t", "Vertex")
    interface.add("PointList", "IndexArray_t", points(here))
    interface.add(donors, "IndexArray_t", points(there))
    return interface


def two_zones(name="joined", opposite=None, **words):
    """Zones with an interface between them."""
    root, base = new_tree()
    first, second = hexahedra(base, "A"), hexahedra(base, "B", (3, 3, 3), 10.0)
    there = add_interface(first, name, "B", [1, 2, 36], [3, 4, 27], **words)
    if opposite:
        there.add("GridConnectivityDonorName", "Descriptor_t", opposite)
        back = add_interface(second, opposite, "A", [3, 4, 27], [1, 2, 36])
        back.add("GridConnectivityDonorName", "Descriptor_t", name)
    return root, there


def one_zone():
    """A tree and its only zone."""
    root, base = new_tree()
    return root, hexahedra(base)


def polygons_in_two_sections():
    """No part has both NGON_n, or both NFACE_n: what comes first is not seen in any."""
    root, base = new_tree()
    first, second = block((3, 2, 2)), block((4, 2, 2), -50.0, 12)
    zone = add_zone(base, "Zone", [first[0], second[0]], 5)
    number, cell_sections = 1, []
    for name, (_, cells) in (("1", first), ("2", second)):
        faces = faces_of(cells)
        add_section(zone, "Faces" + name, NGON, number, [face[0][1] for face in faces])
        around = [[] for _ in cells]
        for index, face in enumerate(faces):
            for side, (cell, _) in enumerate(face):
                around[cell].append((number + index) * (-1 if side else 1))
        cell_sections.append(("Cells" + name, around))
        number += len(faces)
    for name, around in cell_sections:
        add_section(zone, name, NFACE, number, around)
        number += len(around)
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.array([10.0, 11.0, 20.0, 21.0, 22.0]))
    add_bc(zone, "Range", "FaceCenter", [2, 5], is_range=True)
    return root


def polyhedra(signed=True):
    """A zone of polyhedra; not signed: NFACE_n does not say on which side of its faces a cell is."""
    root, base = new_tree()
    vertices, cells = block((4, 3, 3))
    zone = add_zone(base, "Zone", [vertices], len(cells))
    faces, around = faces_of(cells), [[] for _ in cells]
    for index, face in enumerate(faces, 1):
        for side, (cell, _) in enumerate(face):
            around[cell].append(-index if signed and side else index)
    add_section(zone, "NGonElements", NGON, 1, [face[0][1] for face in faces])
    add_section(zone, "NFaceElements", NFACE, len(faces) + 1, around)
    return root, zone


def polyhedra_without_signs():
    """Faces between parts got the other orientation, in one of their cells."""
    return polyhedra(signed=False)[0]


def faces_between_cells():
    """Sections of cells and faces take turns, and no part has all of them."""
    root, base = new_tree()
    first, second = block((6, 2, 2)), block((2, 2, 2), 100.0, 24)
    tetrahedra = [[cell[corner] for corner in corners] for cell in second[1] for corners in FIVE_TETRAHEDRA]
    zone = add_zone(base, "Zone", [first[0], second[0]], len(first[1]) + len(tetrahedra))
    number = 1
    for name, kind, elements in (
            ("Quad", QUAD, [face[0][1] for face in faces_of(first[1]) if len(face) == 1]), ("Hexa", HEXA, first[1]),
            ("Tri", TRI, [corners[:3] for corners in tetrahedra]), ("Tetra", TETRA, tetrahedra)):
        add_section(zone, name, kind, number, elements)
        number += len(elements)
    first_triangle = zone.at("Tri/ElementRange").value[0]
    add_bc(zone, "Some", "FaceCenter", [first_triangle + 1, first_triangle + 3], is_range=True)
    return root


def face_in_mixed():
    """A face between two parts in a section of cells."""
    root, base = new_tree()
    vertices, cells = block((6, 2, 2))
    zone = add_zone(base, "Zone", [vertices], len(cells))
    inner = [face[0][1] for face in faces_of(cells) if len(face) == 2]
    elements = [[HEXA, *cell] for cell in cells] + [[QUAD, *face] for face in inner]
    add_section(zone, "All", MIXED, 1, elements, has_heads=True)
    return root


def surface(kind, head=()):
    """A surface with edges and a value in each cell, in a base of volumes."""
    root, base = new_tree()
    cells = [[i, i + 1, i + 5, i + 4] for i in (1, 2, 3, 5, 6, 7)]
    zone = add_zone(base, "Zone", [block((4, 3, 1))[0]], len(cells))
    add_section(zone, "Cells", kind, 1, [[*head, *cell] for cell in cells], has_heads=True)
    add_section(zone, "Edges", 3, 7, [[1, 2], [2, 3], [3, 4], [1, 5]])
    add_bc(zone, "Side", "EdgeCenter", [7, 8, 10])
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.arange(6.0))
    return root


def surface_of_mixed_elements():
    """Their section does not tell the dimension of the cells."""
    return surface(MIXED, [QUAD])


def surface_of_polygons():
    """Polygons that are no faces."""
    return surface(NGON)


def interface_of_earlier_parts():
    """It has the mark of an interface between parts."""
    root, interface = two_zones()
    interface.add("Decomp", "Descriptor_t", "is_decomp")
    return root


def interpolants():
    """Values of the points of an interface."""
    root, interface = two_zones(donors="CellListDonor", kind="Overset")
    interface.add("InterpolantsDonor", "DataArray_t", np.arange(9.0).reshape(3, 3))
    return root


def unlike_sides():
    """An interface of surfaces that need not match."""
    root, interface = two_zones(kind="Abutting")
    interface.child("PointListDonor").value = points([3, 4, 27, 5])
    return root


def donor_nowhere():
    """An interface with a zone that does not exist."""
    root, interface = two_zones()
    interface.value = cgns.text_array("C")
    return root


def long_names():
    """Names of interfaces that leave no room for a number, and are alike."""
    return two_zones("x" * 31 + "1", "x" * 31 + "2")[0]


def names_of_wide_letters():
    """Names with letters of two bytes that leave no room for a number."""
    name = "a" + 15 * "\u00e9"
    root, _ = two_zones(name + "1", name + "2")
    first, second = root.child("Base").labelled("Zone_t")
    first.name = name
    second.at(f"ZoneGridConnectivity/{name}2").value = cgns.text_array(name)
    return root


def several_ranges():
    """Holes with two ranges."""
    root, zone = one_zone()
    holes = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t").add("Holes", "OversetHoles_t")
    holes.add("PointRange1", "IndexRange_t", points([1, 3]))
    holes.add("PointRange2", "IndexRange_t", points([30, 36]))
    return root


def numbered_range():
    """Holes with one range, as the reference library calls it."""
    root, zone = one_zone()
    holes = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t").add("Holes", "OversetHoles_t")
    holes.add("PointRange1", "IndexRange_t", points([3, 20]))
    return root


def points_further_below():
    """User data in user data, at the cells and at some points."""
    root, zone = one_zone()
    at_cells = zone.add("Outer", "UserDefinedData_t").add("Inner", "UserDefinedData_t")
    at_cells.add("GridLocation", "GridLocation_t", "CellCenter")
    at_cells.add("Values", "DataArray_t", np.arange(12.0))
    at_points = zone.child("Outer").add("Points", "UserDefinedData_t")
    at_points.add("PointList", "IndexArray_t", points([1, 36]))
    at_points.add("Values", "DataArray_t", np.arange(2.0))
    return root


def points_below_a_state():
    """User data of a reference state with points of their own."""
    root, zone = one_zone()
    below = zone.add("State", "ReferenceState_t").add("Below", "UserDefinedData_t")
    below.add("PointList", "IndexArray_t", points([1, 36]))
    return root


def lists_of_a_state():
    """A reference state with a list of points."""
    root, zone = one_zone()
    zone.add("State", "ReferenceState_t").add("PointList", "IndexArray_t", points([1, 36]))
    return root


def lists_of_user_data():
    """User data with a list of another name than PointList."""
    root, zone = one_zone()
    zone.add("User", "UserDefinedData_t").add("Own", "IndexArray_t", points([1, 36]))
    return root


def fields_below_user_data():
    """Containers of fields, of elements and of data of a condition below user data."""
    root, zone = one_zone()
    user = zone.add("User", "UserDefinedData_t")
    for label in ("FlowSolution_t", "GridCoordinates_t", "ZoneSubRegion_t"):
        user.add(label, label).add("Values", "DataArray_t", np.arange(36.0))
    user.add("Data", "BCDataSet_t").add("DirichletData", "BCData_t").add("Values", "DataArray_t", np.arange(36.0))
    user.children.append(zone.child("Quad").copy())
    return root


def fields_below_a_state():
    """A solution of a reference state."""
    root, zone = one_zone()
    zone.add("State", "ReferenceState_t").add("Solution", "FlowSolution_t").add("Values", "DataArray_t", np.arange(36.0))
    return root


def single_values():
    """One value for all points, of which a part may have one."""
    root, zone = one_zone()
    for name, numbers in (("Two", [1, 36]), ("Three", [1, 5, 36])):
        for label, value in (("UserDefinedData_t", None), ("ZoneSubRegion_t", ints(2))):
            node = zone.add(name + label[0], label, value)
            node.add("PointList", "IndexArray_t", points(numbers))
            node.add("One", "DataArray_t", np.array([3.0]))
            node.add("Each", "DataArray_t", np.arange(float(len(numbers))))
            if value is None:
                node.add("Settings", "DataArray_t", np.arange(7.0))
                node.add("Box", "IndexRange_t", ints([1, 2]))
    cells = zone.add("Cells", "UserDefinedData_t")
    cells.add("GridLocation", "GridLocation_t", "CellCenter")
    cells.add("One", "DataArray_t", np.array([3.0]))
    cells.add("Settings", "DataArray_t", np.arange(5.0))
    cells.add("Box", "IndexRange_t", ints([1, 2]))
    data = add_bc(zone, "Wall", "Vertex", [1, 36]).add("Data", "BCDataSet_t", "BCWall")
    data.add("DirichletData", "BCData_t").add("Temperature", "DataArray_t", np.array([300.0]))
    return root


def boundary_elements():
    """Sections that count the elements of the boundary, which are all of them, or come first."""
    root, base = new_tree()
    zone = hexahedra(base)
    count = len(zone.at("Quad/ElementConnectivity").value) // 4
    zone.child("Quad").value = ints(QUAD, count)
    faces = zone.at("Quad/ElementConnectivity").value.reshape(-1, 4).tolist()
    add_section(zone, "Some", QUAD, 13 + count, faces).value = ints(QUAD, 5)
    return root


def sections_without_ghosts():
    """Elements, values and coordinates that say that they have no ghosts."""
    root, zone = one_zone()
    for node in zone.labelled("Elements_t", "GridCoordinates_t"):
        node.add("Rind", "Rind_t", ints(0, 0))
    return root


def zone_without_cells():
    """Points alone, beside a mesh."""
    root, base = new_tree()
    hexahedra(base)
    add_zone(base, "Points", [[np.arange(5.0)] * 3], 0)
    return root


def conditions_before_cgns_3():
    """Lists and ranges of elements name these, whatever the location."""
    root, zone = one_zone()
    last = int(zone.at("Quad/ElementRange").value[1])
    for name, where, numbers in (("Old", "ElementList", [13, last]), ("Range", "ElementRange", [14, 20])):
        bc = add_bc(zone, name, "Vertex", numbers, is_range=where == "ElementRange")
        bc.child(where.replace("Element", "Point")).name = where
    return root


def notes_everywhere():
    """Below lists, ranges and the arrays of polyhedra, where nothing is expected."""
    root, zone = polyhedra()
    first = add_interface(hexahedra(root.child("Base"), "A", offset=20.0), "joined", "B", [1, 2, 36], [3, 4, 27])
    hexahedra(root.child("Base"), "B", (3, 3, 3), 30.0)
    add_bc(zone, "Some", "FaceCenter", [1, 3, 5])
    quads = root.at("Base/A/Quad/ElementRange").value.tolist()
    whole = add_bc(root.at("Base/A"), "Whole", "FaceCenter", quads, is_range=True)
    assert first.child("PointListDonor") and whole.child("PointRange")
    first.add("GridConnectivityDonorName", "Descriptor_t", "back")
    for name in ("OriginalName", "OriginalDonorName"):  # as a part of an interface notes its name
        first.add(name, "Descriptor_t", "in the model")
    first.add(":PCGNS#Own", "UserDefinedData_t").add("Note", "Descriptor_t", "of an earlier part")
    for _, node in list(root.walk()):
        if node.label in ("IndexArray_t", "IndexRange_t", "DataArray_t") or node.name == "GridConnectivityDonorName":
            node.add("Note", "Descriptor_t", "of " + node.name)
    return root


def faces_of_a_plane():
    """A field at the faces of a planar zone, which are its cells, in two sections."""
    root = cgns.new_root(4.3)
    base = root.add("Base", "CGNSBase_t", ints(2, 3))
    quads = [[1 + i + 5 * j, 2 + i + 5 * j, 7 + i + 5 * j, 6 + i + 5 * j] for j in range(3) for i in range(4)]
    triangles = [[quad[0], *quad[corner:corner + 2]] for quad in quads[6:] for corner in (1, 2)]
    places = np.arange(20.0)
    zone = add_zone(base, "Zone", [(places % 5, places // 5, 0 * places)], 18)
    add_section(zone, "Quads", QUAD, 1, quads[:6])
    add_section(zone, "Triangles", TRI, 7, triangles)
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "FaceCenter")
    solution.add("Pressure", "DataArray_t", np.arange(18.0))
    return root


def vertices_alone():
    """Few of them, without coordinates."""
    root, _ = one_zone()
    root.child("Base").add("Bare", "Zone_t", points([4, 0, 0])).add("ZoneType", "ZoneType_t", "Unstructured")
    return root


def characters():
    """A field of them, and text of a region and of user data."""
    root, zone = one_zone()
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Letters", "DataArray_t", "abcdefghijkl")
    for label in ("ZoneSubRegion_t", "UserDefinedData_t"):
        region = zone.add(label, label)
        region.add("PointList", "IndexArray_t", points([1, 2, 3, 36]))
        region.add("Text", "DataArray_t", "four")
        region.add("Values", "DataArray_t", np.arange(4.0))
    return root


def namesakes_of_metadata():
    """Nodes called as the metadata of pieces, that say something of the whole zone, or are no metadata."""
    root, interface = two_zones()
    zone = root.at("Base/A")
    wall = add_bc(zone, "maia#Wall", "Vertex", [1, 2, 36])
    solution = zone.add("maia#Solution", "FlowSolution_t")
    for field in ("NeighbourProcessors", "maia#Field"):
        solution.add(field, "DataArray_t", np.arange(36.0))
    state = zone.add("State", "ReferenceState_t")
    outer = zone.add("Outer", "UserDefinedData_t")
    zone.add("CellLoc2Glob", "UserDefinedData_t").add("Note", "Descriptor_t", "of nothing")
    for node in (interface, wall, solution, state, outer.add("Inner", "UserDefinedData_t"), zone.child("Hexa")):
        node.add(":CGNS#GlobalNumbering", "UserDefinedData_t").add("Index", "DataArray_t", np.arange(1, 41))
    return root


def range_of_a_section():
    """Of another name than ElementRange, below a section."""
    root, zone = one_zone()
    zone.child("Hexa").add("Own", "IndexRange_t", ints(2, 3))
    return root


def points_as_cells():
    """A zone whose elements are points, as probes are, beside one of hexahedra."""
    root, base = new_tree()
    zone = add_zone(base, "Probes", [(np.arange(9.0), np.arange(9.0) ** 2, np.zeros(9))], 9)
    add_section(zone, "Points", NODE, 1, [[point] for point in range(9, 0, -1)])
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.arange(9.0) + 0.5)
    add_bc(zone, "Some", "Vertex", [1, 5, 9])
    hexahedra(base)
    return root


def settings_with_a_location():
    """User data with a GridLocation_t, but neither points nor a value for each entity there."""
    root, zone = one_zone()
    faces = zone.child("Quad").child("ElementConnectivity").value.reshape(-1, 4).tolist()
    zone.remove("Quad")
    add_section(zone, "Quad1", QUAD, 13, faces[:10])
    add_section(zone, "Quad2", QUAD, 23, faces[10:])
    add_bc(zone, "W", "FaceCenter", [13, 20, 44])
    zone.add("Solution", "FlowSolution_t").add("Q", "DataArray_t", np.arange(36.0))
    for name, location in ("Edges", "EdgeCenter"), ("Faces", "FaceCenter"), ("None", "FaceCenter"), ("One", "EdgeCenter"):
        user = zone.add(name, "UserDefinedData_t")
        user.add("GridLocation", "GridLocation_t", location)
        user.add("Note", "Descriptor_t", "settings")
        if name != "None":
            user.add("A", "DataArray_t", np.arange(1.0 if name == "One" else 5.0))
    for above in "ZoneBC", "ZoneBC/W", "Quad1", "Solution":
        user = zone.at(above).add("User", "UserDefinedData_t")
        user.add("GridLocation", "GridLocation_t", "Vertex")
        user.add("One", "DataArray_t", np.array([7.0]))
    return root


def siblings_called_as_pieces():
    """Beside an interface, nodes with names of its pieces: holes that are cut, and a note."""
    root, there = two_zones("there", "back")
    here, donors = range(4, 37, 4), range(1, 26, 3)
    zone = root.at("Base/B")
    back = zone.at("ZoneGridConnectivity/back")
    for interface, lists in (there, (here, donors)), (back, (donors, here)):
        for name, numbers in zip(("PointList", "PointListDonor"), lists):
            interface.child(name).value = points(numbers)
    holes = cgns.Node("back.0", "OversetHoles_t")
    holes.add("PointList", "IndexArray_t", points(range(1, 28)))
    children = zone.child("ZoneGridConnectivity").children
    children.insert(0, holes)
    zone.child("ZoneGridConnectivity").add("back.1", "Descriptor_t", "a note")
    return root


CASES = (polygons_in_two_sections, polyhedra_without_signs, faces_between_cells, face_in_mixed, interface_of_earlier_parts, interpolants,
    unlike_sides, donor_nowhere, long_names,
    names_of_wide_letters, surface_of_mixed_elements, surface_of_polygons, several_ranges, numbered_range, points_further_below, points_below_a_state,
    lists_of_a_state, lists_of_user_data, fields_below_user_data, fields_below_a_state, single_values,
    zone_without_cells, boundary_elements, conditions_before_cgns_3, sections_without_ghosts, notes_everywhere,
    characters, faces_of_a_plane, vertices_alone, points_as_cells, namesakes_of_metadata, range_of_a_section,
    settings_with_a_location, siblings_called_as_pieces)


# What no part can have; the first file keeps it for the merge.
ONLY_FOR_MERGE = {interpolants: "joined", unlike_sides: "joined", donor_nowhere: "joined", several_ranges: "Holes", numbered_range: "Holes",
    points_further_below: "Outer", points_below_a_state: "State", lists_of_a_state: "State", lists_of_user_data: "User",
    fields_below_user_data: "User", fields_below_a_state: "State"}


def flat_list():
    """A PointList without its first extent."""
    root, zone = one_zone()
    add_bc(zone, "Some", "Vertex", [1, 2, 36]).child("PointList").value = ints(1, 2, 36)
    return root, "Some/PointList: does not have one index for each point"


def values_of_several_sections():
    """User data with a value for each face, which are in two sections."""
    root = settings_with_a_location()
    zone = root.at("Base/Zone")
    faces = sum(len(zone.at(f"{name}/ElementConnectivity").value) // 4 for name in ("Quad1", "Quad2"))
    zone.at("Faces").child("A").value = np.arange(float(faces))
    return root, "Faces: has values for elements of several sections"


def values_of_mixed_faces():
    """User data with a value for each face, which are in sections of MIXED."""
    root, _ = values_of_several_sections()
    zone = root.at("Base/Zone")
    for name in "Quad1", "Quad2":
        section = zone.child(name)
        quads = section.child("ElementConnectivity").value.reshape(-1, 4)
        section.value = np.array([20, 0], section.value.dtype)
        section.child("ElementConnectivity").value = np.insert(quads, 0, 7, axis=1).ravel()
        section.add("ElementStartOffset", "DataArray_t", np.arange(0, 5 * len(quads) + 1, 5, dtype=quads.dtype))
    zone.remove("Edges")
    return root, "Faces: has values for elements that no section has"


def values_below_a_solution():
    """Values of vertices where no merge places them."""
    root = settings_with_a_location()
    root.at("Base/Zone/Solution/User/One").value = np.arange(36.0)
    return root, "Solution: has a node with points of its own"


def points_below_a_bc():
    """User data of a BC_t with points of their own."""
    root, zone = one_zone()
    below = add_bc(zone, "Some", "Vertex", [1, 2, 36]).add("Below", "UserDefinedData_t")
    below.add("PointList", "IndexArray_t", points([1]))
    return root, "ZoneBC/Some: has a node with points of its own"


def points_beside(where):
    """User data with points of their own below a node that is cut."""
    root, zone = one_zone()
    add_bc(zone, "Some", "Vertex", [1, 2, 36])
    zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    zone.at(where).add("Below", "UserDefinedData_t").add("PointList", "IndexArray_t", points([1]))
    return root, where + f"{'' if where == 'Hexa' else '/Below'}: has a node with points of its own"


def points_beside_conditions():
    """In a ZoneBC_t."""
    return points_beside("ZoneBC")


def points_beside_interfaces():
    """In a ZoneGridConnectivity_t."""
    return points_beside("ZoneGridConnectivity")


def points_of_a_section():
    """In an Elements_t."""
    return points_beside("Hexa")


def values_below_cut_nodes():
    """Lists and fields of nodes below those that are cut."""
    made = []
    for where in ("Hexa", "Sol", "ZoneBC", "ZoneBC/Some", "ZoneBC/Some/Data", "ZoneGridConnectivity"):
        for label in ("UserDefinedData_t", "GridCoordinates_t"):
            root, zone = one_zone()
            zone.add("Sol", "FlowSolution_t")
            zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
            add_bc(zone, "Some", "Vertex", [1, 2, 36]).add("Data", "BCDataSet_t", "BCWall")
            below = zone.at(where).add("Below", label)
            if label == "UserDefinedData_t":
                below.add("Own", "IndexArray_t", points([1]))
            else:
                below.add("CoordinateX", "DataArray_t", np.arange(36.0))
            path = where + "/Below" if where in ("ZoneBC", "ZoneGridConnectivity") else where.removesuffix("/Data")
            made.append((root, f"/Base/Zone/{path}: has a node with lists or fields of its own, which cannot be split"))
    return made


def data_without_points():
    """Data for each point of a condition that has none."""
    root, zone = one_zone()
    data = add_bc(zone, "Some", "Vertex", [1, 2, 36]).add("Data", "BCDataSet_t", "BCWall")
    data.add("DirichletData", "BCData_t").add("Temperature", "DataArray_t", np.arange(3.0))
    zone.at("ZoneBC/Some").remove("PointList")
    return root, "/Base/Zone/ZoneBC/Some/Data: has points or values for each point, but its BC_t has no points"


def single_value_of_field():
    """One value of a field for all vertices."""
    root, zone = one_zone()
    zone.add("Solution", "FlowSolution_t").add("One", "DataArray_t", np.array([3.0]))
    return root, "Solution/One: does not have the same number of values for each of 36 points"


def text_of_field():
    """Text where a field has a value for each cell."""
    root, zone = one_zone()
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Text", "DataArray_t", "some text")
    return root, "Solution/Text: does not have the same number of values for each of 12 points"


def data_set_outside_its_condition():
    """A data set with points of its own, of which one is in parts that have none of the condition."""
    root, zone = one_zone()
    data = add_bc(zone, "Some", "Vertex", [1, 2]).add("Data", "BCDataSet_t", "BCWall")
    data.add("GridLocation", "GridLocation_t", "Vertex")
    data.add("PointList", "IndexArray_t", points([1, 2, 36]))
    data.add("DirichletData", "BCData_t").add("Temperature", "DataArray_t", np.arange(3.0))
    return root, "ZoneBC/Some/Data: has points outside its BC_t, which cannot be split: no part with the 3. of them"


def wrong_sizes():
    """Zones with other sizes than their arrays."""
    made = []
    for vertices, cells, bare, message in (
            (2**55, 12, False, "/GridCoordinates/CoordinateX: does not have a value for each vertex: expected "
                f"{2**55} values, found 36"),
            (35, 12, False, "/GridCoordinates/CoordinateX: does not have a value for each vertex: expected 35 values, found 36"),
            (2**55, 12, True, f": VertexSize is {2**55}, but there are no coordinates"),
            (36, 13, False, ": has 13 cells, but its sections have 12"),
            (36, -1, False, ": invalid Zone_t: expected [VertexSize, CellSize, 0], found [36, -1, 0]")):
        root, zone = one_zone()
        zone.value = np.array([[vertices], [cells], [0]], np.int64)
        if bare:
            zone.children.remove(zone.child("GridCoordinates"))
        made.append((root, "/Base/Zone" + message))
    for ends, message in (
            ([0, 11], "Hexa/ElementRange: is not a range of elements: expected two numbers from 1 on, the second not below the "
                "first, found 0 and 11"),
            ([1, 13], "Quad: has elements from 13 on, expected 14: two sections have elements of the same numbers"),
            ([1, 11], "Quad: has elements from 13 on, expected 12: element numbers with gaps cannot be split")):
        root, zone = one_zone()
        zone.at("Hexa/ElementRange").value = ints(*ends)
        made.append((root, "/Base/Zone/" + message))
    for section, count in (("NGonElements", 53), ("NFaceElements", 13)):
        root, zone = polyhedra()
        offsets = zone.at(section + "/ElementStartOffset")
        offsets.value = offsets.value[:-1]
        made.append((root, f"/Base/Zone/{section}/ElementStartOffset: has {count - 1} values, expected {count}: one for "
            "each element, and the end"))
    return made


def range_beyond_the_zone():
    """More faces than fit in memory."""
    root, zone = one_zone()
    add_bc(zone, "Some", "FaceCenter", [19, 2 * 10**9], is_range=True)
    return root, "ZoneBC/Some/PointRange: names "


def vertex_that_is_not_there():
    """The last of a list."""
    root, zone = one_zone()
    add_bc(zone, "Some", "Vertex", [1, 2, 37])
    return root, "ZoneBC/Some/PointList: names 37, which the zone does not have"


def parts_of(folder):
    """The files."""
    return sorted(glob.glob(os.path.join(folder, "part_*.cgns")))


def trouble(tree, folder, parts, ranks, only_for_merge):
    """What is wrong after it was cut and merged."""
    source, merged = os.path.join(folder, "source.cgns"), os.path.join(folder, "merged.cgns")
    cgns.write(source, tree)
    wrong = cut([source], os.path.join(folder, "part_%d.cgns"), parts, ["--no-digest"], ranks)
    for name in [] if wrong else parts_of(folder):
        nodes = list(cgns.read(name).walk())
        wrong += [f"{path} is too long" for path, _ in nodes if len(path.rpartition("/")[2].encode()) > 32]
        wrong += [f"{path} has no values" for path, node in nodes if node.label == "DataArray_t" and node.value is None]
    for name in [] if parts == 1 else parts_of(folder):
        wrong += [f"{path} is in a part" for path, _ in cgns.read(name).walk()
                  if path.endswith("/" + only_for_merge) and ":PCGNS#Partition" not in path]
    if wrong:
        return wrong
    result = tool.merge(parts_of(folder), merged, ranks)
    return [result.why()] if result.code else compare.compare(tree, cgns.read(merged))


def range_of_another_name():
    """A condition with a second range, which pcgns-merge could not read in the parts."""
    root, zone = one_zone()
    add_bc(zone, "Some", "Vertex", [1, 2, 36]).add("PointRange2", "IndexRange_t", points([3, 4]))
    return root, "/ZoneBC/Some/PointRange2: is a range that cannot be split: expected PointRange"


def lists_of_another_name():
    """Lists of numbers that parts would keep, and pcgns-merge refuse."""
    made = []
    for where in ("ZoneBC/Some", "ZoneBC/Some/Data", "Sol", "User", "Hexa", "ZoneBC"):
        root, zone = one_zone()
        bc = add_bc(zone, "Some", "Vertex", [1, 2, 36])
        bc.add("Data", "BCDataSet_t", "BCWall")
        for name, label in (("Sol", "FlowSolution_t"), ("User", "UserDefinedData_t")):
            zone.add(name, label).add("PointList", "IndexArray_t", points([1, 36]))
        zone.at(where).add("PointList2", "IndexArray_t", points([3, 4]))
        of = {"Hexa": "Elements_t", "ZoneBC": "ZoneBC_t"}.get(where)
        why = f"is a list or range of {of}, which cannot be split" if of else "is a list that cannot be split: expected PointList"
        made.append((root, f"/{where}/PointList2: {why}"))
    return made


def points_of_a_container():
    """A range of points of a ZoneBC_t."""
    root, zone = one_zone()
    add_bc(zone, "Some", "Vertex", [1, 2, 36])
    zone.child("ZoneBC").add("PointRange", "IndexRange_t", points([3, 4]))
    return root, "ZoneBC/PointRange: is a set of points of ZoneBC_t, which cannot be split"


def table_of_a_section(name):
    """An array of a section of polygons with two extents."""
    tree = polygons_in_two_sections()
    node = tree.at(f"Base/Zone/Faces1/{name}")
    node.value = node.value.reshape(1, -1)
    return tree, f"/Base/Zone/Faces1/{name}: has 2 extents, expected 1"


def mixed_of_version_3_0():
    """Types of mixed elements as only this version numbers them."""
    root, zone = one_zone()
    root.child("CGNSLibraryVersion").value = np.array([3.0], np.float32)
    cells = zone.child("Hexa").child("ElementConnectivity").value.reshape(-1, 8)
    zone.remove("Hexa", "Quad")
    add_section(zone, "Mixed", 21, 1, [ints(18, *nodes) for nodes in cells])
    return root, ("/CGNSLibraryVersion: is 3.0: files of this version number element types differently and cannot be split; the mixed "
        "elements of /Base/Zone/Mixed cannot be converted either")


SECTION = "ElementRange", "ElementConnectivity", "ElementStartOffset"


def refused(folder):
    """What was not refused, or not with this message."""
    wrong = []
    cases = (flat_list, values_of_several_sections, values_of_mixed_faces, values_below_a_solution, points_below_a_bc, points_beside_conditions, points_beside_interfaces, points_of_a_section,
        single_value_of_field, text_of_field, data_set_outside_its_condition, range_beyond_the_zone, vertex_that_is_not_there,
        mixed_of_version_3_0, range_of_another_name, points_of_a_container, data_without_points)
    for tree, why in [case() for case in cases] + wrong_sizes() + lists_of_another_name() + values_below_cut_nodes() + [table_of_a_section(name) for name in SECTION]:
        source = os.path.join(folder, "refused.cgns")
        cgns.write(source, tree)
        said = cut([source], os.path.join(folder, "no_%d.cgns"), 2)
        wrong += [] if said and "repartition: 2: " in said[0] and why in said[0] else [f"not {why}: {said}"]
    return wrong


def contradiction(folder):
    """A face of two pieces with another vertex in one of them is an error."""
    source = os.path.join(folder, "faces.cgns")
    root, base = new_tree()
    vertices, cells = block((3, 2, 2))
    zone, faces = add_zone(base, "Zone", [vertices], len(cells)), faces_of(cells)
    add_section(zone, "Faces", NGON, 1, [face[0][1] for face in faces])
    add_section(zone, "Cells", NFACE, len(faces) + 1, [
        [(index + 1) * (1 if face[0][0] == cell else -1) for index, face in enumerate(faces)
         if cell in (side[0] for side in face)] for cell in range(2)])
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "face_%d.cgns"), 2, ["--no-digest"])
    if wrong:
        return wrong
    pieces = sorted(glob.glob(os.path.join(folder, "face_*.cgns")))
    tree = cgns.read(pieces[1])
    piece = tree.labelled("CGNSBase_t")[0].labelled("Zone_t")[0]
    numbers = piece.at("Faces/:CGNS#GlobalNumbering/Element").value.ravel().tolist()
    shared = next(index + 1 for index, face in enumerate(faces) if len(face) == 2)
    connectivity = piece.at("Faces/ElementConnectivity").value
    corner = 4 * numbers.index(shared)
    connectivity[corner] = next(v for v in range(1, 9) if v not in connectivity[corner:corner + 4])
    cgns.write(pieces[1], tree)
    result = tool.merge(pieces, os.path.join(folder, "none.cgns"))
    is_told = result.code == 2 and f"Faces/ElementConnectivity: number {shared} differs between" in result.said
    return [] if is_told else [f"contradicting faces: {result.why()}"]


def swap(node, first, second):
    """Two values of a node change places."""
    node.value = node.value.copy()
    node.value[[first, second]] = node.value[[second, first]]


def other_corners(piece, shared):
    """A face has the vertices of another one."""
    corners = piece.at("Inner/ElementConnectivity").value.reshape(-1, 4)
    corners[shared[0]] = corners[shared[1]]


def other_point(piece, shared):
    """A point of a list is that of another one."""
    swap(piece.at("ZoneBC/Between/PointList"), shared[0], shared[1])


def other_cells(piece, _):
    """The cells have other numbers than their elements."""
    swap(piece.at(":CGNS#GlobalNumbering/Cell"), 0, 1)


CONTRADICTIONS = [
    (other_corners, "Inner/ElementConnectivity: number "),
    (other_point, "ZoneBC/Between/PointList: number "),
    (other_cells, ":CGNS#GlobalNumbering/Cell: contradicts the global numbers of the elements"),
]


def contradictions(folder):
    """Numbers of a piece that contradict those of another one, or one another, are an error."""
    source = os.path.join(folder, "inner.cgns")
    root, zone = one_zone()
    inner = [face[0][1] for face in faces_of(block((4, 3, 3))[1]) if len(face) == 2]
    first = 1 + int(zone.at("Quad/ElementRange").value[1])
    add_section(zone, "Inner", QUAD, first, inner)
    add_bc(zone, "Between", "FaceCenter", range(first + len(inner) - 1, first - 1, -1))
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "inner_%d.cgns"), 2, ["--no-digest"])
    for change, why in [] if wrong else CONTRADICTIONS:
        names = [os.path.join(folder, f"inner_{number}.cgns") for number in range(2)]
        trees = [cgns.read(name) for name in names]
        pieces = [tree.labelled("CGNSBase_t")[0].labelled("Zone_t")[0] for tree in trees]
        path = "Inner" if change is other_corners else "ZoneBC/Between"
        numbers = [piece.at(path + "/:CGNS#GlobalNumbering").children[0].value for piece in pieces]
        change(pieces[1], np.flatnonzero(np.isin(numbers[1], numbers[0])))
        changed = os.path.join(folder, "changed.cgns")
        cgns.write(changed, trees[1])
        result = tool.merge([names[0], changed], os.path.join(folder, "none.cgns"))
        wrong += [] if result.code == 2 and why in result.said else [f"{change.__name__}: {result.why()}"]
    return wrong


def joined_zones(location):
    """A structured zone beside an unstructured one, and lists of the points at which they touch."""
    root, base = new_tree()
    zone = base.add("S", "Zone_t", ints(4, 3, 3, 3, 2, 2, 0, 0, 0).reshape(3, 3))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for axis, values in zip("XYZ", np.meshgrid(*(np.arange(float(n)) for n in (3, 3, 4)), indexing="ij")[::-1]):
        grid.add("Coordinate" + axis, "DataArray_t", values.copy())
    other = hexahedra(base, "U", offset=3.0)
    if location == "Vertex":
        sides = [((4, j, k), 4 * (j - 1 + 3 * (k - 1)) + 1) for k in (1, 2, 3) for j in (1, 2, 3)]
    else:
        first, faces = int(other.at("Quad/ElementRange").value[0]), other.at("Quad/ElementConnectivity").value.reshape(-1, 4)
        sides = [((4, min(face - 1) // 4 % 3 + 1, min(face - 1) // 12 + 1), first + n)
                 for n, face in enumerate(faces) if not ((face - 1) % 4).any()][::-1]
    here, there = ints(*[n for point, _ in sides for n in point]).reshape(-1, 3), points([number for _, number in sides])
    for owner, donor, own, others in ((zone, "U", here, there), (other, "S", there, here)):
        join = add_interface(owner, "to" + donor, donor, [], [])
        join.child("PointList").value, join.child("PointListDonor").value = own, others
        join.child("GridLocation").value = cgns.text_array("I" * (location != "Vertex" and owner is zone) + location)
        join.add("GridConnectivityDonorName", "Descriptor_t", "to" + owner.name)
    return root


class Side:
    """The pieces of a zone, and where each has the points of the interface."""

    def __init__(self, join, parts, local):
        self.join, self.parts = join, parts
        self.points = {part.name: local(part) for part in parts}  # by position in the list

    def common(self, part, other, opposite):
        """Positions of the points that two pieces have."""
        return sorted(set(self.points[part.name]) & set(opposite.points[other.name]))

    def number(self, part, other, opposite):
        """Of the piece of the interface, among those of `part`."""
        before = opposite.parts[:opposite.parts.index(other)]
        return sum(bool(self.common(part, earlier, opposite)) for earlier in before)

    def write(self, dice, opposite, zones):
        """Adds the pieces of the interface, with their points in any order."""
        for part in self.parts:
            for other in opposite.parts:
                which = dice.shuffled(self.common(part, other, opposite))
                if not which:
                    continue
                made = add_interface(zones[part.name], f"{self.join.name}.{self.number(part, other, opposite)}", other.name, [], [])
                made.child("GridLocation").value = self.join.child("GridLocation").value
                made.child("PointList").value = ints(*[self.points[part.name][n] for n in which])
                made.child("PointListDonor").value = ints(*[opposite.points[other.name][n] for n in which])
                back = f"{opposite.join.name}.{opposite.number(other, part, self)}"
                made.add("GridConnectivityDonorName", "Descriptor_t", back)
                mark(made, Index=np.array(which) + 1)


def pieces_of_joined_zones(tree, ranks, seed):
    """What each rank of a program writes that cuts both zones as Maia does."""
    dice, tree = Dice([seed, ranks]), tree.copy()
    convention, zones = conventions.Maia(dice), tree.child("Base").labelled("Zone_t")
    joins = [zone.child("ZoneGridConnectivity").children[0] for zone in zones]
    for zone in zones:
        zone.remove("ZoneGridConnectivity")
    files = [split.whole_without_zones(tree, convention) for _ in range(ranks)]
    bases = [file.child("Base") for file in files]
    structured = split.split_structured(dice, convention, zones[:1], bases, 0)
    unstructured = split_unstructured.split_zones(dice, zones[1:], bases)
    here, there = joins[0].child("PointList").value, joins[1].child("PointList").value
    at_vertices = joins[1].child("GridLocation").text() == "Vertex"

    def in_box(part):
        last = part.high + (1 if at_vertices else ints(1, 0, 0))
        return {n: point - part.low for n, point in enumerate(here) if (point > part.low).all() and (point <= last).all()}

    def in_sections(part):
        table = part.local_vertex if at_vertices else part.elements
        return {n: [table[int(point[0])]] for n, point in enumerate(there) if int(point[0]) in table}

    sides = Side(joins[0], structured, in_box), Side(joins[1], unstructured, in_sections)
    made = {zone.name: zone for base in bases for zone in base.labelled("Zone_t")}
    for side, opposite in zip(sides, sides[::-1]):
        side.write(dice, opposite, made)
    return files


def rind_of_arrays(folder):
    """A Rind_t below an array, where it means nothing, is not lost."""
    root, zone = one_zone()
    zone.at("GridCoordinates/CoordinateX").add("Rind", "Rind_t", ints(1, 0))
    source, merged = os.path.join(folder, "rind.cgns"), os.path.join(folder, "rind_merged.cgns")
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "rind_%d.cgns"), 2)
    result = wrong or tool.merge(sorted(glob.glob(os.path.join(folder, "rind_?.cgns"))), merged)
    if wrong or result.code:
        return wrong or [f"a Rind_t of an array: {result.why()}"]
    return [] if cgns.read(merged).at("Base/Zone/GridCoordinates/CoordinateX/Rind") else ["a Rind_t of an array is lost"]


def namesakes_in_containers(folder):
    """Interfaces of two time steps have the same names, and are between other parts: each names its own opposite."""
    root, base = new_tree()
    zones = hexahedra(base, "A", (4, 4, 4)), hexahedra(base, "B", (4, 4, 4), 3.0)
    sides = list(range(4, 65, 4)), list(range(1, 65, 4))
    for zone, donor, (here, there) in zip(zones, "BA", (sides, sides[::-1])):
        for name, part in ("Early", slice(7)), ("Late", slice(6, 16)):
            container = zone.add(name, "ZoneGridConnectivity_t")
            join = add_interface(zone, "Join", donor, here[part], there[part], container=container)
            join.add("GridConnectivityDonorName", "Descriptor_t", "Join")
    source, made = os.path.join(folder, "namesakes.cgns"), os.path.join(folder, "namesakes_in_parts.cgns")
    cgns.write(source, root)
    wrong = cut([source], made, 9)
    if not wrong:
        parts = cgns.read(made)
        wrong = [f"interfaces called alike: {line}" for line in (*wrong_pairs(parts), *uneven_cuts(parts, ["Early", "Late"]))]
    return wrong


def uneven_cuts(tree, names):
    """Zones with interfaces at cuts in some of their containers, which have these names, but not in all."""
    for zone in tree.child("Base").labelled("Zone_t"):
        cuts = {node.name: {join.name for join in node.children if join.child("Decomp")}
            for node in zone.labelled("ZoneGridConnectivity_t")}
        if any(cuts.values()) and any(cuts.get(name) != max(cuts.values(), key=len) for name in names):
            yield f"{zone.name}: {cuts} at cuts"


def pairs(interface, is_opposite=False):
    """The pairs of points of an interface, as the one or the other side has them."""
    lists = [interface.child(name).value.ravel().tolist() for name in ("PointList", "PointListDonor")]
    return sorted(zip(*(lists[::-1] if is_opposite else lists)))


def wrong_pairs(tree):
    """Interfaces that name an opposite without the same pairs of points."""
    zones = {zone.name: zone for zone in tree.child("Base").labelled("Zone_t")}
    for zone in zones.values():
        for join in [node for container in zone.labelled("ZoneGridConnectivity_t") for node in container.children]:
            name = join.child("GridConnectivityDonorName").text()
            opposites = [node.child(name) for node in zones[join.text()].labelled("ZoneGridConnectivity_t")]
            if not any(opposite and pairs(opposite, True) == pairs(join) for opposite in opposites):
                yield f"{zone.name}/{join.name}: its opposite is not {name} of {join.text()}"


def joined_to_structured(folder):
    """Interfaces between structured and unstructured zones, both in pieces, come back."""
    wrong = []
    for location in "FaceCenter", "Vertex":
        tree = joined_zones(location)
        for ranks, seed in ((1, 0), (1, 4), (2, 0), (3, 1), (3, 4)):
            names = [os.path.join(folder, f"joined_{rank}.cgns") for rank in range(ranks)]
            for name, file in zip(names, pieces_of_joined_zones(tree, ranks, seed)):
                cgns.write(name, file)
            merged = os.path.join(folder, f"joined_{location}_{ranks}_{seed}.cgns")
            result = tool.merge(names, merged, 2 if seed == 1 else 0)
            found = [result.why()] if result.code else compare.compare(tree, cgns.read(merged), compare.Rules(list_order=True))
            wrong += [f"{location}, {ranks} ranks, seed {seed}: {line}" for line in found]
    return wrong


def donors_of_some_pieces(folder):
    """Points without donors are an error where the donor zone is structured, too."""
    wrong = []
    for location in "FaceCenter", "Vertex":
        files, names = pieces_of_joined_zones(joined_zones(location), 2, 4), []
        bases = [file.child("Base") for file in files]
        joins = [node for base in bases for zone in base.labelled("Zone_t") if zone.name.startswith("U")
            for node in (zone.child("ZoneGridConnectivity") or zone).children if node.name.startswith("toS")]
        joins[-1].remove("PointListDonor")
        for rank, file in enumerate(files):
            names.append(os.path.join(folder, f"donors_{rank}.cgns"))
            cgns.write(names[-1], file)
        result = tool.merge(names, os.path.join(folder, "none.cgns"))
        is_told = result.code == 2 and "does not have PointListDonor, unlike " in result.said
        wrong += [] if len(joins) > 1 and is_told else [f"{location}, without some donors: {result.why()}"]
    return wrong


def sections_by_cells(folder):
    """Where no part has all sections, and nothing else tells their order, the numbers of the cells do."""
    root, base = new_tree()
    blocks = [block((2, 2, 2), 10.0 * n, 8 * n) for n in range(6)]
    zone = add_zone(base, "Zone", [vertices for vertices, _ in blocks], 6)
    for n, (_, cells) in enumerate(blocks):
        add_section(zone, f"Cells{3 * n % 7}", HEXA, n + 1, cells)
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.arange(6.0))
    wrong = []
    for seed in (2, 7):
        made = split.split(root, "maia", 3, seed)
        for node in [node for _, tree, _ in made.files for _, node in tree.walk() if node.label == "Elements_t"]:
            node.child(":CGNS#GlobalNumbering").remove("Sections")
        merged = os.path.join(folder, f"sections_{seed}.cgns")
        result = tool.merge(made.write(folder), merged)
        found = [result.why()] if result.code else compare.compare(root, cgns.read(merged))
        wrong += [f"sections by cells, seed {seed}: {line}" for line in found]
    return wrong


def coordinates(name):
    """Bytes of all coordinates, by path."""
    return {path: node.value.tobytes() for path, node in cgns.read(name).walk() if "/GridCoordinates/" in path}


def kept_zones(folder):
    """Parts can be cut again as zones of their own."""
    source = os.path.join(folder, "again.cgns")
    tree = long_names()
    zone = tree.labelled("CGNSBase_t")[0].labelled("Zone_t")[0]
    add_bc(zone, "Range", "FaceCenter", zone.at("Quad/ElementRange").value - [0, 1], is_range=True)
    cgns.write(source, tree)
    wrong = cut([source], os.path.join(folder, "first_%d.cgns"), 3)
    first = sorted(glob.glob(os.path.join(folder, "first_*.cgns")))
    wrong = wrong or cut(first, os.path.join(folder, "second_%d.cgns"), 2, ["--keep-zones", "--check", "full"])
    if wrong:
        return wrong
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(sorted(glob.glob(os.path.join(folder, "second_*.cgns"))), merged)
    if result.code:
        return [f"zones that were parts: {result.why()}"]
    parts = {path: value for name in first for path, value in coordinates(name).items()}
    return [] if coordinates(merged) == parts else ["zones that were parts have other coordinates"]


def missing_donor(folder):
    """An interface to a zone that is missing with permission is left out, and that is a loss."""
    source, merged = os.path.join(folder, "whole.cgns"), os.path.join(folder, "merged.cgns")
    cgns.write(source, two_zones("there", "back")[0])
    wrong = cut([source], os.path.join(folder, "kept_%d.cgns"), 3, ["--method", "keep"])
    files = [os.path.join(folder, f"kept_{rank}.cgns") for rank in (0, 2)]
    left_out = "kept_0.cgns:/Base/A.P0.N0/ZoneGridConnectivity/there.0: connects to /Base/B.P1.N0, which is missing"
    for options, code, said in ([], 0, ""), (["--strict"], 2, left_out):
        result = wrong or tool.merge(files, merged, options=["-O", "--allow-missing", *options])
        if not wrong and (result.code != code or said not in result.said):
            wrong = [f"an interface to a missing zone {options}: {result.code}, {result.said}"]
    if not wrong and cgns.read(merged).at("Base/A/ZoneGridConnectivity"):
        wrong = ["an interface to a missing zone stays"]
    return wrong


def main():
    """All cases, on some ranks."""
    wrong = []
    for case in CASES:
        for parts, ranks in ((1 + zlib.crc32(case.__name__.encode()) % 2, 0), (3, 3), (5, 2)):
            with tempfile.TemporaryDirectory(prefix="pcgns-corners.") as folder:
                try:
                    wrong += [f"{case.__name__}, {parts} parts: {line}" for line in trouble(
                        case(), folder, parts, ranks, ONLY_FOR_MERGE.get(case, "?"))]
                except Exception as error:  # pylint: disable=broad-except
                    wrong.append(f"{case.__name__}, {parts} parts: {error!r}")
    with tempfile.TemporaryDirectory(prefix="pcgns-corners.") as folder:
        wrong += refused(folder) + contradiction(folder) + contradictions(folder) + kept_zones(folder)
        wrong += joined_to_structured(folder) + donors_of_some_pieces(folder) + sections_by_cells(folder) + namesakes_in_containers(folder)
        wrong += missing_donor(folder) + rind_of_arrays(folder)
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
