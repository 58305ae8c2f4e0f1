"""mutations_mesh.py: damages to the meshes of unstructured zones."""

import numpy as np

import valid_unstructured
from mutate import count_boundaries, mutation
from valid import integers

HEXA = "/Base/Zone/Hexa"
NAMES = ("CoordinateX", "CoordinateY", "CoordinateZ")


def zone_of(tree):
    """The one zone."""
    return tree.at("Base/Zone")


def values(tree, section, name="ElementConnectivity"):
    """An array of a section that may be changed in place."""
    node = zone_of(tree).child(section).child(name)
    node.value = node.value.copy()
    return node.value


def set_range(tree, section, first, last):
    """Another ElementRange."""
    zone_of(tree).child(section).child("ElementRange").value = integers([first, last])


def add_cell(tree, vertices, after="Hexa"):
    """One more hexahedron, in a section of its own at the end."""
    zone = zone_of(tree)
    last = max(int(made.child("ElementRange").value[1]) for made in zone.labelled("Elements_t"))
    valid_unstructured.section(zone, "More", 17, last + 1, 1, vertices)
    sizes = zone.value.copy()
    sizes[1, 0] += 1
    zone.value = sizes
    for solution in zone.labelled("FlowSolution_t"):
        zone.remove(solution.name)
    zone.remove("ZoneIterativeData")
    tree.child("Base").remove("BaseIterativeData")


@mutation("M0101", HEXA, base="hexa")
def vertex_out_of_range(tree):
    values(tree, "Hexa")[70] = 49


@mutation("M0101", "/Base/Zone/Faces", base="polyhedra")
def vertex_zero_in_a_polygon(tree):
    values(tree, "Faces")[3] = 0


@mutation("M0102", HEXA, base="hexa")
def vertex_twice(tree):
    of_cell = values(tree, "Hexa")[:8]
    of_cell[6] = of_cell[7]


@mutation("M0103", HEXA, base="hexa")
def unknown_type(tree):
    zone_of(tree).child("Hexa").value = integers([99, 0])


@mutation("M0103", "/Base/Zone/Cells", base="mixed")
def unknown_type_in_mixed(tree):
    values(tree, "Cells")[0] = 22


@mutation("M0104", "/Base/Zone/Cells", base="mixed")
def offsets_descend(tree):
    values(tree, "Cells", "ElementStartOffset")[2] = 3


@mutation("M0104", "/Base/Zone/Faces", base="polyhedra")
def offsets_begin_with_one(tree):
    values(tree, "Faces", "ElementStartOffset")[0] = 1


@mutation("M0104", "/Base/Zone/Cells", base="polyhedra")
def offsets_end_too_early(tree):
    values(tree, "Cells", "ElementStartOffset")[-1] -= 1


@mutation("M0104", "/Base/Zone/Cells", base="polyhedra")
def offset_missing(tree):
    offsets = zone_of(tree).child("Cells").child("ElementStartOffset")
    offsets.value = offsets.value[:-1]


@mutation("M0105", "/Base/Zone/Cells", base="mixed")
def offset_within_an_element(tree):
    values(tree, "Cells", "ElementStartOffset")[1] += 1


@mutation("M0106", HEXA, base="hexa")
def connectivity_too_short(tree):
    connectivity = zone_of(tree).child("Hexa").child("ElementConnectivity")
    connectivity.value = connectivity.value[:-1]


@mutation("M0107", "/Base/Zone/WallFaces", base="hexa")
def same_numbers(tree):
    set_range(tree, "WallFaces", 18, 26)


@mutation("M0107", "/Base/Zone/More", base="polyhedra")
def same_numbers_of_polygons(tree):
    """The vertices of a section of polygons are asked for, and another section has its numbers."""
    zone = zone_of(tree)
    valid_unstructured.section(zone, "More", 22, 5, 2, [1, 2, 3, 2, 3, 4], [0, 3, 6])
    valid_unstructured.add_bc(zone.child("ZoneBC"), "Corners", "Far", PointList=[list(range(1, 28))])


@mutation("M0108", "/Base/Zone/FarFaces", base="hexa")
def gap_in_numbers(tree):
    range_of = zone_of(tree).child("FarFaces").child("ElementRange")
    range_of.value = range_of.value + 10
    points = tree.at("Base/Zone/ZoneBC/Far/PointList")
    points.value = points.value + 10


@mutation("M0108", "/Base/Zone/More", base="polyhedra")
def polyhedra_far_apart(tree):
    """The gap in their numbers is larger than any memory."""
    zone = zone_of(tree)
    zone.child("Faces").remove("ParentElements")
    first = int(zone.child("Cells").child("ElementRange").value[0])
    faces = values(tree, "Cells")
    set_range(tree, "Cells", first, first + 3)
    zone.child("Cells").child("ElementConnectivity").value = faces[:24]
    zone.child("Cells").child("ElementStartOffset").value = integers(6 * np.arange(5))
    valid_unstructured.section(zone, "More", 23, first, 4, faces[24:], 6 * np.arange(5))
    zone.child("More").child("ElementRange").value = integers([2**50, 2**50 + 3], np.int64)


@mutation("M0109", "/Base/Zone", base="hexa")
def no_cells(tree):
    zone = zone_of(tree)
    zone.remove("Hexa")
    set_range(tree, "WallFaces", 1, 9)
    set_range(tree, "FarFaces", 10, 9 + len(zone.child("FarFaces").child("ElementConnectivity").value) // 4)


@mutation("M0110", "/Base/Zone", base="mixed")
def other_number_of_cells(tree):
    zone = zone_of(tree)
    zone.value = zone.value + integers([[0], [1], [0]])


@mutation("M0110", "/Base/Zone", base="polyhedra")
def cell_without_faces(tree):
    """ParentElements define one cell fewer than CellSize."""
    zone = zone_of(tree)
    zone.remove("Cells")
    zone.value = integers([[27], [9], [0]])


@mutation("M0110", "/Base/Zone", base="hexa")
def boundaries_are_cells_with_fields(tree):
    count_boundaries(zone_of(tree))


@mutation("M0113", "/Base/Zone", base="hexa")
def boundaries_are_cells(tree):
    tree.child("Base").remove("BaseIterativeData")
    zone_of(tree).remove("Cells1", "Cells2", "ZoneIterativeData")
    count_boundaries(zone_of(tree))


@mutation("M0111", HEXA, base="hexa")
def solids_in_a_plane(tree):
    tree.child("Base").value = integers([2, 3])


@mutation("M0112", "/Base/Zone/Faces", base="parents")
def faces_by_parents_only(tree):
    values(tree, "Faces")[:] = 0


@mutation("M0201", "/Base/Zone/Faces", base="polyhedra")
def polygon_of_two(tree):
    values(tree, "Faces", "ElementStartOffset")[1] = 2


@mutation("M0202", "/Base/Zone/Cells", base="polyhedra")
def face_not_there(tree):
    values(tree, "Cells")[4] = 37


@mutation("M0202", "/Base/Zone/Cells", base="polyhedra")
def cells_without_polygons(tree):
    zone_of(tree).remove("Faces")


@mutation("M0203", "/Base/Zone/Faces", base="polyhedra")
def face_of_three_cells(tree):
    faces = values(tree, "Cells")
    inner = next(face for face in faces[:6] if -face in faces)
    other = next(cell for cell in range(1, 8) if inner not in abs(faces[6 * cell : 6 * cell + 6]))
    faces[6 * other] = inner


@mutation("M0204", "/Base/Zone/Faces", base="polyhedra")
def same_sign(tree):
    faces = values(tree, "Cells")
    faces[:] = abs(faces)


@mutation("M0205", "/Base/Zone/Faces", base="polyhedra")
def parent_not_there(tree):
    values(tree, "Faces", "ParentElements")[0, 5] = 99


@mutation("M0205", "/Base/Zone/Faces", base="parents")
def parent_of_face_not_there(tree):
    values(tree, "Faces", "ParentElements")[0, 5] = 99


@mutation("M0206", "/Base/Zone/Faces", base="polyhedra")
def other_parent(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[0, 5] = 37 if cells[0, 5] != 37 else 38


@mutation("M0206", "/Base/Zone/Faces", base="parents_of_polygons")
def other_parent_of_polygon(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[0, 5] = 1 if cells[0, 5] != 1 else 2


@mutation("M0206", "/Base/Zone/Faces", base="parents")
def other_parent_of_face(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[0, 5] = 1 if cells[0, 5] != 1 else 2


@mutation("M0207", "/Base/Zone/Faces", base="parents")
def other_side_of_parent(tree):
    sides = values(tree, "Faces", "ParentElementsPosition")
    sides[0, 5] = sides[0, 5] % 6 + 1


@mutation("M0208", "/Base/Zone/Faces", base="polyhedra")
def face_without_cell(tree):
    cells = zone_of(tree)
    cells.remove("Cells")
    values(tree, "Faces", "ParentElements")[:, 7] = 0


@mutation("M0208", "/Base/Zone/More", base="polyhedra")
def section_of_faces_without_cells(tree):
    """The cells, from 1, are defined by the parents of the other section alone."""
    zone = zone_of(tree)
    zone.remove("Cells")
    count = len(zone.child("Faces").child("ElementStartOffset").value) - 1
    cells = values(tree, "Faces", "ParentElements")
    cells[cells > 0] -= count
    set_range(tree, "Faces", 9, 8 + count)
    valid_unstructured.section(zone, "More", 22, 9 + count, 1, [1, 2, 3], [0, 3])
    zone.child("More").add("ParentElements", "DataArray_t", integers([[0], [0]]))


@mutation("M0209", "/Base/Zone/Faces", base="polyhedra")
def cell_beside_itself(tree):
    zone_of(tree).remove("Cells")
    cells = values(tree, "Faces", "ParentElements")
    cells[1, 7] = cells[0, 7]


@mutation("M0209", "/Base/Zone/Faces", base="parents")
def parent_twice(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[1, 3] = cells[0, 3]


@mutation("M0209", "/Base/Zone/Faces", base="polyhedra")
def cell_beside_itself_and_faces_in_mixed(tree):
    """A section that may have cells has their faces on the surface."""
    cell_beside_itself(tree)
    faces = np.insert(values(tree, "Faces")[:96].reshape(24, 4), 0, 7, axis=1)
    valid_unstructured.section(zone_of(tree), "Patches", 20, 45, 24, faces, 5 * np.arange(25))


@mutation("M0210", "/Base/Zone/Cells", base="polyhedra")
def cell_of_three_faces(tree):
    values(tree, "Cells", "ElementStartOffset")[1] = 3


@mutation("M0211", "/Base/Zone/Faces", base="polyhedra")
def parents_turned(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[:] = cells[::-1].copy()


@mutation("M0212", "/Base/Zone/Faces", base="polyhedra", options=["--profile", "restart"])
def parents_from_one(tree):
    cells = values(tree, "Faces", "ParentElements")
    cells[cells > 0] -= 36


@mutation("M0213", "/Base/Zone/Faces", base="polyhedra")
def polygons_alone(tree):
    zone_of(tree).remove("Cells")
    zone_of(tree).child("Faces").remove("ParentElements")


@mutation("M0214", "/Base/Zone/Cells", base="mixed")
def no_offsets(tree):
    zone_of(tree).child("Cells").remove("ElementStartOffset")


@mutation("M0301", HEXA, base="hexa")
def third_cell_on_a_face(tree):
    inner = values(tree, "Hexa")[8 + 1], values(tree, "Hexa")[8 + 2], values(tree, "Hexa")[8 + 6], values(tree, "Hexa")[8 + 5]
    add_cell(tree, [*inner, 1, 4, 48, 45])


@mutation("M0302", HEXA, base="hexa")
def cell_turned(tree):
    cell = values(tree, "Hexa")[8:16]
    cell[:] = cell[[4, 5, 6, 7, 0, 1, 2, 3]]


@mutation("M0303", "/Base/Zone/More", base="hexa")
def cell_twice(tree):
    add_cell(tree, values(tree, "Hexa")[8:16])


@mutation("M0304", "/Base/Zone/WallFaces", base="hexa")
def face_of_no_cell(tree):
    values(tree, "WallFaces")[0] = 48


@mutation("M0304", "/Base/Zone/WallFaces", base="hexa")
def face_of_no_cell_in_bytes(tree):
    values(tree, "WallFaces")[0] = 48
    node = zone_of(tree).child("WallFaces").child("ElementConnectivity")
    node.value = node.value.astype(np.uint8)


@mutation("M0305", "/Base/Zone/WallFaces", base="hexa")
def face_twice(tree):
    faces = values(tree, "WallFaces")
    faces[:4] = faces[4:8][::-1]


@mutation("M0501", HEXA, base="hexa")
def cell_inside_out(tree):
    cell = values(tree, "Hexa")[8:16]
    cell[:] = cell[[4, 5, 6, 7, 0, 1, 2, 3]]


@mutation("M0501", "/Base/Zone/Cells", base="polyhedra")
def polyhedron_inside_out(tree):
    faces = values(tree, "Cells")
    faces[:6] *= -1
    for at in range(6, len(faces)):
        if abs(faces[at]) in abs(faces[:6]):
            faces[at] *= -1


@mutation("M0502", "/Base/Zone", base="hexa")
def mirrored(tree):
    node = tree.at("Base/Zone/GridCoordinates/CoordinateX")
    node.value = -node.value


@mutation("M0503", HEXA, base="hexa")
def flat_cell(tree):
    cells = values(tree, "Hexa")
    for name in NAMES:
        node = tree.at("Base/Zone/GridCoordinates/" + name)
        node.value = node.value.copy()
        node.value[cells[4:8] - 1] = node.value[cells[0:4] - 1]


@mutation("M0504", "/Base/Zone/Cells", base="polyhedra")
def face_left_out(tree):
    zone = zone_of(tree)
    cells = zone.child("Cells")
    connectivity = cells.child("ElementConnectivity")
    connectivity.value = np.delete(connectivity.value, 0)
    cells.child("ElementStartOffset").value = integers([0, *range(5, 48, 6)])


@mutation("M0601", "/Base/Zone", base="hexa")
def points_in_one_place(tree):
    for name in NAMES:
        node = tree.at("Base/Zone/GridCoordinates/" + name)
        node.value = node.value.copy()
        node.value[7] = node.value[40]


@mutation("M0602", "/Base/Zone", base="mixed")
def unused_vertex(tree):
    zone = zone_of(tree)
    zone.value = zone.value + integers([[1], [0], [0]])
    for name in NAMES:
        node = tree.at("Base/Zone/GridCoordinates/" + name)
        node.value = np.append(node.value, 7.0)


@mutation("M0602", "/Base/Zone", base="flat")
def unused_vertices_around_an_axis(tree):
    """More than the elements have numbers, in another system of coordinates."""
    zone = zone_of(tree)
    zone.value = zone.value + integers([[500], [0], [0]])
    for name, other in (("CoordinateX", "CoordinateR"), ("CoordinateY", "CoordinateTheta")):
        node = tree.at("Base/Zone/GridCoordinates/" + name)
        node.name = other
        node.value = np.append(node.value, np.full(500, 7.0))


def add_list(node, location, points, values=True):
    """A list of points, one of which is not there."""
    node.add("GridLocation", "GridLocation_t", location)
    node.add("PointList", "IndexArray_t", integers(points))
    if values:
        node.add("Mark", "DataArray_t", np.arange(1.0, 1 + len(points)))


@mutation("M0701", "/Base/Zone/Part/PointList", base="rich")
def face_of_a_region_not_there(tree):
    zone_of(tree).at("Part/PointList").value = integers([[19], [1000]])


@mutation("M0701", "/Base/Zone/Some/PointList", base="parents_alone")
def cell_behind_all_parents(tree):
    add_list(zone_of(tree).add("Some", "FlowSolution_t"), "CellCenter", [[44], [45]])


@mutation("M0701", "/Base/Left/Some/PointList", base="blocks")
def index_of_a_block_not_there(tree):
    add_list(tree.at("Base/Left").add("Some", "DiscreteData_t"), "CellCenter", [[4, 3, 2], [5, 3, 2]])


@mutation("M0701", "/Base/Left/Mine/PointList", base="blocks")
def index_of_user_data_not_there(tree):
    add_list(tree.at("Base/Left").add("Mine", "UserDefinedData_t"), "CellCenter", [[4, 3, 2], [5, 3, 2]], values=False)


@mutation("M0701", "/Base/Drops/Some/PointList", base="rich")
def particle_not_there(tree):
    some = tree.at("Base/Drops").add("Some", "ParticleSolution_t")
    some.add("PointList", "IndexArray_t", integers([[3], [4]]))
    some.add("Radius", "DataArray_t", np.ones(2))


@mutation("M0701", "/Base/Right/ZoneGridConnectivity/Hole/PointList", base="pair")
def cell_of_a_hole_not_there(tree):
    hole = tree.at("Base/Right/ZoneGridConnectivity").add("Hole", "OversetHoles_t")
    add_list(hole, "CellCenter", [[0], [1]], values=False)
