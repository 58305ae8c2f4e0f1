"""mutations_boundary.py: damages to the boundary conditions of unstructured zones."""

from mutate import mutation
from valid import add_bc, integers

FAR = "/Base/Zone/ZoneBC/Far"


def conditions(tree):
    """The ZoneBC_t."""
    return tree.at("Base/Zone/ZoneBC")


@mutation("B0101", "/Base/Zone", base="hexa")
def no_conditions(tree):
    tree.at("Base/Zone").remove("ZoneBC")


@mutation("B0102", "/Base/Zone", base="hexa")
def condition_missing(tree):
    conditions(tree).remove("Far")


@mutation("B0102", "/Base/Zone", base="flat")
def edges_without_condition(tree):
    conditions(tree).remove("Others")


@mutation("B0102", "/Base/Zone", base="polyhedra")
def polygons_without_condition(tree):
    conditions(tree).remove("Far")


@mutation("B0103", "/Base/Zone", base="hexa")
def two_conditions(tree):
    add_bc(conditions(tree), "Both", "Wall", location="FaceCenter", PointList=[[20, 21]])


@mutation("B0104", FAR, base="hexa")
def face_not_there(tree):
    points = conditions(tree).at("Far/PointList")
    points.value = points.value + 100


@mutation("B0104", "/Base/Zone/ZoneBC/Wall", base="hexa")
def range_too_long(tree):
    conditions(tree).at("Wall/PointRange").value = integers([[19], [1000000000]])


@mutation("B0104", "/Base/Zone/ZoneBC/Others", base="flat")
def vertex_not_there(tree):
    points = conditions(tree).at("Others/PointList")
    points.value = points.value + 10


@mutation("B0104", "/Base/Zone/ZoneBC/Low", base="line")
def end_of_a_line_not_there(tree):
    conditions(tree).at("Low/PointList").value = integers([[6]])


@mutation("B0105", FAR, base="hexa")
def face_twice_in_list(tree):
    points = conditions(tree).at("Far/PointList")
    points.value = points.value.copy()
    points.value[0] = points.value[1]


@mutation("B0105", "/Base/Zone/ZoneBC/Others", base="flat")
def vertex_twice_in_list(tree):
    points = conditions(tree).at("Others/PointList")
    points.value = points.value[[0, *range(len(points.value))]]


@mutation("B0106", FAR, base="polyhedra")
def face_inside(tree):
    points = conditions(tree).at("Far/PointList")
    points.value = points.value.copy()
    points.value[0] = 36


@mutation("B0107", FAR, base="hexa")
def cells_for_faces(tree):
    points = conditions(tree).at("Far/PointList")
    points.value = points.value.copy()
    points.value[0] = 1


@mutation("B0108", FAR, base="hexa")
def condition_at_cells(tree):
    far = conditions(tree).child("Far")
    far.remove("GridLocation")
    far.add("GridLocation", "GridLocation_t", "CellCenter")


@mutation("B0109", "/Base/Zone/ZoneBC/Others", base="flat")
def vertex_inside(tree):
    points = conditions(tree).at("Others/PointList")
    points.value = points.value.copy()
    points.value[0] = 6


@mutation("B0110", FAR, base="hexa")
def face_of_no_cell(tree):
    faces = tree.at("Base/Zone/FarFaces/ElementConnectivity")
    faces.value = faces.value.copy()
    faces.value[0] = 17
