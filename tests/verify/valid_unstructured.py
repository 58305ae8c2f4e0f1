"""valid_unstructured.py: more small meshes without a fault: other elements than hexahedra, parents, two dimensions."""

import numpy as np

from valid import SIDES, add_bc, add_coordinates, add_zone, base_of, bent, cube_cells, integers, lattice, new_root, outer_sides
from valid import section, valid

TRI, QUAD, PENTA, HEXA, MIXED, NGON, NFACE, BAR = 5, 7, 14, 17, 20, 22, 23, 3
PRISM_SIDES = [(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5), (0, 2, 1), (3, 4, 5)]
SIDES_OF = {PENTA: PRISM_SIDES, HEXA: SIDES}


def faces_of(cells):
    """All faces of (type, vertices): what is known of each by its set of vertices, as (cell, side, vertices)."""
    seen = {}
    for number, (kind, corners) in enumerate(cells):
        for side, places in enumerate(SIDES_OF[kind]):
            face = [int(corners[place]) for place in places]
            seen.setdefault(frozenset(face), []).append((number, side, face))
    return list(seen.values())


def prisms_and_hexahedra(counts):
    """Hexahedra of which those at i = 0 are cut into two prisms each."""
    cells = []
    for number, cell in enumerate(cube_cells(counts).tolist()):
        if number % (counts[0] - 1) == 0:
            cells.append((PENTA, [cell[i] for i in (0, 1, 2, 4, 5, 6)]))
            cells.append((PENTA, [cell[i] for i in (0, 2, 3, 4, 6, 7)]))
        else:
            cells.append((HEXA, cell))
    return cells


def mixed_section(zone, name, first, elements):
    """A section of MIXED; the number of the next element."""
    values = [[kind, *corners] for kind, corners in elements]
    offsets = np.cumsum([0] + [len(row) for row in values])
    return section(zone, name, MIXED, first, len(values), np.concatenate(values), offsets)


@valid
def mixed():
    """Prisms and hexahedra in one section of MIXED, triangles and quadrangles of the surface in another."""
    root = new_root()
    base = base_of(root)
    counts = [3, 3, 3]
    cells = prisms_and_hexahedra(counts)
    zone = add_zone(base, "Zone", [[27, len(cells), 0]], "Unstructured")
    add_coordinates(zone, bent(lattice(counts)), (27,))
    after = mixed_section(zone, "Cells", 1, cells)
    outer = [found[0][2] for found in faces_of(cells) if len(found) == 1]
    end = mixed_section(zone, "Surface", after, [(TRI if len(face) == 3 else QUAD, face) for face in outer])
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Wall", "Wall", location="FaceCenter", PointRange=[[after, end - 1]])
    return root


def eight_hexahedra():
    """A tree whose zone "Zone" has vertices but no sections yet; the zone, and (type, vertices) of its cells."""
    root = new_root()
    counts = [3, 3, 3]
    zone = add_zone(base_of(root), "Zone", [[27, 8, 0]], "Unstructured")
    add_coordinates(zone, bent(lattice(counts)), (27,))
    return root, zone, [(HEXA, cell) for cell in cube_cells(counts).tolist()]


@valid
def parents():
    """Hexahedra; the faces of the surface tell their parents."""
    root, zone, cells = eight_hexahedra()
    section(zone, "Hexa", HEXA, 1, 8, [cell for _, cell in cells])
    outer = [found[0] for found in faces_of(cells) if len(found) == 1]
    end = section(zone, "Faces", QUAD, 9, len(outer), [face for _, _, face in outer])
    faces = zone.child("Faces")
    faces.add("ParentElements", "DataArray_t", integers([[cell + 1 for cell, _, _ in outer], [0] * len(outer)]))
    faces.add("ParentElementsPosition", "DataArray_t", integers([[side + 1 for _, side, _ in outer], [0] * len(outer)]))
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Wall", "Wall", location="FaceCenter", PointRange=[[9, end - 1]])
    return root


@valid
def parents_of_polygons():
    """Hexahedra; polygons are their faces, also inside."""
    root, zone, cells = eight_hexahedra()
    section(zone, "Hexa", HEXA, 1, 8, [cell for _, cell in cells])
    faces = sorted(faces_of(cells), key=len)
    section(zone, "Faces", NGON, 9, len(faces), [found[0][2] for found in faces], 4 * np.arange(len(faces) + 1))
    both = [[found[0][0] + 1, found[1][0] + 1 if len(found) == 2 else 0] for found in faces]
    zone.child("Faces").add("ParentElements", "DataArray_t", integers(np.transpose(both)))
    add_bc(zone.add("ZoneBC", "ZoneBC_t"), "Wall", "Wall", location="FaceCenter", PointRange=[[9, 32]])
    return root


@valid
def polyhedra():
    """Eight cells of NFACE_n, with ParentElements."""
    root, zone, cells = eight_hexahedra()
    faces = sorted(faces_of(cells), key=len)
    count = len(faces)
    after = section(zone, "Faces", NGON, 1, count, [found[0][2] for found in faces], 4 * np.arange(count + 1))
    left = [found[0][0] + after for found in faces]
    right = [found[1][0] + after if len(found) == 2 else 0 for found in faces]
    zone.child("Faces").add("ParentElements", "DataArray_t", integers([left, right]))
    rows = [[] for _ in cells]
    for number, found in enumerate(faces):
        for place, (cell, _, _) in enumerate(found):
            rows[cell].append(number + 1 if place == 0 else -number - 1)
    section(zone, "Cells", NFACE, after, 8, rows, 6 * np.arange(9))
    outer = sum(len(found) == 1 for found in faces)
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Wall", "Wall", location="FaceCenter", PointRange=[[1, 4]])
    add_bc(bcs, "Far", "Far", location="FaceCenter", PointList=[list(range(5, outer + 1))])
    return root


@valid
def flat():
    """Quadrangles in a plane; its edges in a section of BAR_2, half of them a condition by vertices."""
    root = new_root()
    base = base_of(root, 2, 2)
    number = np.arange(16).reshape(4, 4) + 1
    cells = [[number[j, i], number[j, i + 1], number[j + 1, i + 1], number[j + 1, i]] for j in range(3) for i in range(3)]
    zone = add_zone(base, "Zone", [[16, 9, 0]], "Unstructured")
    x, y, _ = bent(np.column_stack([lattice([4, 4]), np.zeros(16, int)]))
    add_coordinates(zone, [x, y], (16,))
    after = section(zone, "Quads", QUAD, 1, 9, cells)
    low = [[number[0, i], number[0, i + 1]] for i in range(3)]
    end = section(zone, "Edges", BAR, after, 3, low)
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Low", "Wall", location="EdgeCenter", PointRange=[[after, end - 1]])
    add_bc(bcs, "Others", "Far", PointList=[[*number[:, 0], *number[3, 1:], *number[:3, 3]]])
    return root


@valid
def parents_alone():
    """Polyhedra that only the parents define, of polygons in three sections; a region of two of them."""
    root, zone, cells = eight_hexahedra()
    faces = faces_of(cells)
    inner = [found for found in faces if len(found) == 2]
    halves = [[found for found in faces if len(found) == 1 and (found[0][0] < 4) == low] for low in (True, False)]
    first_cell, first = len(faces) + 1, 1
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    for name, some in (("Inner", inner), ("Wall", halves[0]), ("Far", halves[1])):
        end = section(zone, name, NGON, first, len(some), [found[0][2] for found in some], 4 * np.arange(len(some) + 1))
        both = [[first_cell + found[0][0], first_cell + found[1][0] if len(found) == 2 else 0] for found in some]
        zone.child(name).add("ParentElements", "DataArray_t", integers(np.transpose(both)))
        if name != "Inner":
            add_bc(bcs, name, name, location="FaceCenter", PointRange=[[first, end - 1]])
        first = end
    region = zone.add("Two", "ZoneSubRegion_t", integers([3]))
    region.add("GridLocation", "GridLocation_t", "CellCenter")
    region.add("PointRange", "IndexRange_t", integers([[first_cell], [first_cell + 1]]))
    region.add("Mark", "DataArray_t", np.array([1.0, 2.0]))
    return root


@valid
def kinds_of_cells():
    """Two hexahedra beside a polyhedron, of which the parents of the polygons tell."""
    root = new_root()
    counts = [4, 2, 2]
    cells = cube_cells(counts)
    zone = add_zone(base_of(root), "Zone", [[16, 3, 0]], "Unstructured")
    add_coordinates(zone, bent(lattice(counts)), (16,))
    section(zone, "Hexa", HEXA, 1, 2, cells[:2])
    polygons = [[int(cells[2][i]) for i in side] for side in SIDES]
    section(zone, "Faces", NGON, 3, 6, polygons, 4 * np.arange(7))
    section(zone, "Cells", NFACE, 9, 1, range(3, 9), [0, 6])
    is_seam = [set(face) <= set(cells[1].tolist()) for face in polygons]
    parents = integers([[9] * 6, [2 if seam else 0 for seam in is_seam]])
    zone.child("Faces").add("ParentElements", "DataArray_t", parents)
    others = [face for cell, _, face in outer_sides(cells) if cell < 2]
    section(zone, "Outer", QUAD, 10, len(others), others)
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Wall", "Wall", location="FaceCenter", PointRange=[[10, 9 + len(others)]])
    add_bc(bcs, "Far", "Far", location="FaceCenter", PointList=[[3 + i for i in range(6) if not is_seam[i]]])
    return root


@valid
def shell():
    """Three quadrangles in space that meet at an edge, on which two of them turn the same way round."""
    root = new_root()
    base = base_of(root, 2, 3)
    places = np.array([[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [-1, 0.1, 0], [-1, 0.1, 1], [0.1, 1, 0], [0.1, 1, 1]])
    zone = add_zone(base, "Zone", [[8, 3, 0]], "Unstructured")
    add_coordinates(zone, places.T, (8,))
    section(zone, "Quads", QUAD, 1, 3, [[1, 3, 4, 2], [2, 6, 5, 1], [1, 7, 8, 2]])
    return root


@valid
def line():
    """Four bars in one dimension, with a condition at both ends."""
    root = new_root()
    zone = add_zone(base_of(root, 1, 1), "Zone", [[5, 4, 0]], "Unstructured")
    zone.add("GridCoordinates", "GridCoordinates_t").add("CoordinateX", "DataArray_t", np.arange(5.0) ** 2)
    section(zone, "Bars", BAR, 1, 4, [[i, i + 1] for i in range(1, 5)])
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "Low", "Wall", PointList=[[1]])
    add_bc(bcs, "High", "Far", PointRange=[[5, 5]])
    return root
