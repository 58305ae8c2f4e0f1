"""Damages to boundary conditions and cells of structured zones."""

import numpy as np

from cgns import Node
from mutate import mutation
from valid import add_bc, box
from valid_joins import put, replace

BCS = "/Base/Left/ZoneBC"


@mutation("B0201", "/Base/Left", base="blocks")
def side_has_no_condition(tree):
    tree.at("Base/Left/ZoneBC").remove("jmax")


@mutation("B0201", "/Base/Left", base="blocks")
def corner_has_no_condition(tree):
    replace(tree.at("Base/Left/ZoneBC/jmax"), "PointRange", box([[1, 5], [4, 4], [1, 2]]))


@mutation("B0201", "/Base/Right", base="blocks")
def listed_faces_are_not_all(tree):
    bc = tree.at("Base/Right/ZoneBC/jmax")
    bc.remove("PointRange")
    bc.add("GridLocation", "GridLocation_t", "JFaceCenter")
    bc.add("PointList", "IndexArray_t", box([[1, 2, 3, 1, 2], [4] * 5, [1, 1, 1, 2, 2]]))


@mutation("B0202", BCS + "/More", base="blocks")
def faces_have_two_conditions(tree):
    add_bc(tree.at("Base/Left/ZoneBC"), "More", "Far", location="JFaceCenter", PointRange=[[2, 3], [4, 4], [1, 1]])


@mutation("B0203", "/Base/Left/ZoneGridConnectivity/ToRight", base="blocks")
def seam_has_a_condition(tree):
    add_bc(tree.at("Base/Left/ZoneBC"), "More", "Far", PointRange=[[5, 5], [1, 2], [1, 2]])


@mutation("B0204", BCS + "/jmax", base="blocks")
def condition_is_outside(tree):
    replace(tree.at("Base/Left/ZoneBC/jmax"), "PointRange", box([[1, 6], [4, 4], [1, 3]]))


@mutation("B0204", BCS + "/jmax", base="blocks")
def face_is_outside(tree):
    bc = tree.at("Base/Left/ZoneBC/jmax")
    bc.add("GridLocation", "GridLocation_t", "JFaceCenter")


@mutation("B0205", BCS + "/jmax", base="blocks")
def condition_is_inside(tree):
    replace(tree.at("Base/Left/ZoneBC/jmax"), "PointRange", box([[1, 5], [3, 3], [1, 3]]))


@mutation("B0206", BCS + "/jmax", base="blocks")
def condition_is_a_line(tree):
    replace(tree.at("Base/Left/ZoneBC/jmax"), "PointRange", box([[1, 5], [4, 4], [3, 3]]))


@mutation("B0207", "/Base/Left/ZoneGridConnectivity/Again", base="blocks")
def seam_is_there_twice(tree):
    joins = tree.at("Base/Left/ZoneGridConnectivity")
    again = joins.child("ToRight").copy()
    again.name = "Again"
    joins.children.append(again)


@mutation("B0208", "/Base", base="blocks")
def zone_has_no_conditions(tree):
    tree.at("Base/Right").remove("ZoneBC")


@mutation("B0209", "/Base/Left", base="blocks")
def side_is_a_line(tree):
    """imin collapses in j to a line along k."""
    for name in "XYZ":
        node = tree.at(f"Base/Left/GridCoordinates/Coordinate{name}")
        put(node, (slice(None), slice(None), 0), node.value[:, :1, 0])
    tree.at("Base/Left/ZoneBC/imin").value = Node("", "", "BCWall").value


@mutation("B0210", BCS + "/Ghosts", base="fringe", options=["--profile", "restart"])
def condition_is_in_the_rind(tree):
    add_bc(tree.at("Base/Left/ZoneBC"), "Ghosts", "Far", PointRange=[[6, 6], [1, 4], [1, 3]])


@mutation("M0401", "/Base/Left", base="blocks")
def cells_have_no_volume(tree):
    for name in "XYZ":
        node = tree.at(f"Base/Left/GridCoordinates/Coordinate{name}")
        put(node, (slice(None), slice(None), 1), node.value[:, :, 0])


@mutation("M0402", "/Base/Right", base="blocks")
def cell_is_inside_out(tree):
    put(tree.at("Base/Right/GridCoordinates/CoordinateX"), (0, 0, 3), 0.5)
    put(tree.at("Base/Right/GridCoordinates/CoordinateX"), (0, 1, 3), 0.5)
    put(tree.at("Base/Right/GridCoordinates/CoordinateX"), (1, 0, 3), 0.5)
    put(tree.at("Base/Right/GridCoordinates/CoordinateX"), (1, 1, 3), 0.5)


@mutation("M0403", "/Base/Right", base="blocks")
def zone_is_left_handed(tree):
    for name in "XYZ":
        node = tree.at(f"Base/Right/GridCoordinates/Coordinate{name}")
        node.value = np.ascontiguousarray(node.value[::-1])
