"""Damages to connections between zones."""

import numpy as np

from cgns import Node
from mutate import mutation
from valid import box, integers
from valid_joins import periodic_of, put, replace

LEFT = "/Base/Left/ZoneGridConnectivity/ToRight"
RIGHT = "/Base/Right/ZoneGridConnectivity/ToLeft"
VERTICES = "/Base/Left/ZoneGridConnectivity/Vertices"
RING = "/Base/Ring/ZoneGridConnectivity/"
FACES = "/Base/Left/ZoneGridConnectivity/Faces"
LATE = "/Base/Left/ZoneGridConnectivity/Overlap"


def at(tree, path):
    """The node of a path with its slash."""
    return tree.at(path[1:])


@mutation("J0101", LEFT, base="blocks")
def donor_has_another_name(tree):
    at(tree, LEFT).value = Node("", "", "Wright").value


@mutation("J0102", LEFT, base="blocks", options=["--allow-missing"])
def donor_may_be_missing(tree):
    at(tree, LEFT).value = Node("", "", "Far away").value


@mutation("J0101", LEFT.replace("ToRight", "Overset"), base="blocks")
def one_of_several_donors_is_missing(tree):
    overset(tree, "Right,Wright")


def overset(tree, donors):
    """An overset interface without donors, for the solver to find in the zones named."""
    node = at(tree, LEFT[:-len("/ToRight")]).add("Overset", "GridConnectivity_t", donors)
    node.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    node.add("PointRange", "IndexRange_t", box([[1, 5], [1, 1], [1, 3]]))


@mutation("J0103", LEFT.replace("ToRight", "Overset"), base="blocks")
def donors_are_several_zones(tree):
    overset(tree, "Right,Left")


@mutation("J0103", LEFT.replace("ToRight", "Overset"), base="blocks")
def donors_are_a_family(tree):
    tree.at("Base").add("Rotor", "Family_t")
    overset(tree, "Rotor")


@mutation("J0103", LEFT, base="blocks")
def donor_is_named_from_the_root(tree):
    at(tree, LEFT).value = Node("", "", "/Base/Right").value


@mutation("J0201", LEFT, base="blocks")
def range_is_missing(tree):
    at(tree, LEFT).remove("PointRange")


@mutation("J0201", LEFT, base="blocks")
def donor_range_is_in_a_plane(tree):
    replace(at(tree, LEFT), "PointRangeDonor", box([[1, 4], [1, 3]]))


@mutation("J0202", LEFT, base="blocks")
def range_is_outside(tree):
    replace(at(tree, LEFT), "PointRange", box([[5, 5], [1, 4], [1, 4]]))


@mutation("J0202", LEFT, base="fringe")
def range_is_in_the_rind(tree):
    """Of which overset interfaces may name points."""
    replace(at(tree, LEFT), "PointRange", box([[6, 6], [1, 4], [1, 3]]))


@mutation("J0203", RIGHT, base="fringe")
def donor_range_is_in_the_rind(tree):
    replace(at(tree, RIGHT), "PointRangeDonor", box([[6, 6], [1, 4], [1, 3]]))


@mutation("J0203", LEFT, base="blocks")
def donor_range_is_outside(tree):
    replace(at(tree, LEFT), "PointRangeDonor", box([[1, 1], [1, 4], [0, 2]]))


@mutation("J0204", LEFT, base="blocks")
def range_is_inside_the_zone(tree):
    replace(at(tree, LEFT), "PointRange", box([[4, 4], [1, 4], [1, 3]]))


@mutation("J0206", LEFT, base="blocks")
def transform_has_an_axis_twice(tree):
    replace(at(tree, LEFT), "Transform", integers([1, 2, 2]))


@mutation("J0206", RIGHT, base="blocks")
def transform_has_an_axis_four(tree):
    replace(at(tree, RIGHT), "Transform", integers([1, 2, -4]))


@mutation("J0207", LEFT, base="blocks")
def transform_turns_axes(tree):
    replace(at(tree, LEFT), "Transform", integers([1, 3, 2]))


@mutation("J0207", LEFT, base="blocks")
def transform_turns_back(tree):
    replace(at(tree, LEFT), "Transform", integers([1, -2, 3]))


@mutation("J0208", LEFT, base="blocks")
def way_back_is_missing(tree):
    at(tree, "/Base/Right").remove("ZoneGridConnectivity")


@mutation("J0208", LEFT, base="blocks")
def way_back_is_shorter(tree):
    for name in ("PointRange", "PointRangeDonor"):
        low = 1 if name == "PointRange" else 5
        replace(at(tree, RIGHT), name, box([[low, low], [1, 3], [1, 3]]))


@mutation("J0209", LEFT, base="blocks")
def way_back_is_upside_down(tree):
    replace(at(tree, RIGHT), "Transform", integers([1, -2, 3]))
    replace(at(tree, RIGHT), "PointRangeDonor", box([[5, 5], [4, 1], [1, 3]]))


@mutation("J0210", LEFT, base="blocks")
def transform_leads_back_into_the_zone(tree):
    for path in (LEFT, RIGHT):
        replace(at(tree, path), "Transform", integers([-1, 2, 3]))


@mutation("J0211", LEFT, base="blocks")
def right_zone_is_left_handed(tree):
    """Its j runs the other way."""
    zone = tree.at("Base/Right")
    for node in zone.child("GridCoordinates").children:
        node.value = np.ascontiguousarray(node.value[:, ::-1, :])
    for path, name in ((LEFT, "PointRangeDonor"), (RIGHT, "PointRange")):
        replace(at(tree, path), "Transform", integers([1, -2, 3]))
        low = 1
        replace(at(tree, path), name, box([[low, low], [4, 1], [1, 3]]))


@mutation("J0212", LEFT, base="blocks")
def donor_is_unstructured(tree):
    zone = tree.at("Base/Right")
    zone.value = box([[48, 18, 0]])
    replace(zone, "ZoneType", "Unstructured")


@mutation("J0301", VERTICES, base="pair")
def connection_has_no_points(tree):
    at(tree, VERTICES).remove("PointList")


@mutation("J0302", VERTICES, base="pair")
def vertex_is_not_there(tree):
    put(at(tree, VERTICES + "/PointList"), (4, 0), 28)


@mutation("J0302", FACES, base="pair")
def face_is_zero(tree):
    put(at(tree, FACES + "/PointList"), (1, 0), 0)


@mutation("J0302", LEFT.replace("ToRight", "FringePointRange"), base="fringe")
def range_beyond_ghosts(tree):
    put(at(tree, LEFT.replace("ToRight", "FringePointRange/PointRange")), (1, 0), 7)


@mutation("J0303", LEFT.replace("ToRight", "FringePointRange"), base="fringe")
def donor_of_a_ghost_is_not_there(tree):
    join = at(tree, LEFT.replace("ToRight", "FringePointRange"))
    join.child("GridConnectivityType").value = Node("", "", "Abutting1to1").value
    donors = [[99, 1, 1], *([2, j, k] for k in (1, 2, 3) for j in (1, 2, 3, 4))][:12]
    join.add("PointListDonor", "IndexArray_t", box(np.transpose(donors)))


@mutation("J0302", LEFT.replace("ToRight", "FringePointList"), base="fringe")
def point_beyond_ghosts(tree):
    put(at(tree, LEFT.replace("ToRight", "FringePointList/PointList")), (1, 0), 0)


@mutation("J0302", LATE, base="pair_of_late_cells")
def cell_is_not_there(tree):
    put(at(tree, LATE + "/PointList"), (1, 0), 33)


@mutation("J0303", LATE, base="pair_of_late_cells")
def donor_cell_is_not_there(tree):
    put(at(tree, LATE + "/CellListDonor"), (1, 0), 33)


@mutation("J0303", VERTICES, base="pair")
def donor_vertex_is_not_there(tree):
    put(at(tree, VERTICES + "/PointListDonor"), (4, 0), -1)


@mutation("J0304", VERTICES, base="pair")
def donor_list_is_shorter(tree):
    node = at(tree, VERTICES + "/PointListDonor")
    node.value = np.ascontiguousarray(node.value[:-1])


@mutation("J0305", VERTICES, base="pair")
def vertex_is_listed_twice(tree):
    put(at(tree, VERTICES + "/PointList"), (4, 0), at(tree, VERTICES + "/PointList").value[0, 0])


@mutation("J0306", VERTICES, base="pair")
def list_has_no_way_back(tree):
    tree.at("Base/Right/ZoneGridConnectivity").remove("Vertices")


@mutation("J0306", RING + "Low", base="sector_in_lists")
def list_of_a_zone_to_itself_has_no_way_back(tree):
    tree.at("Base/Ring/ZoneGridConnectivity").remove("High")


@mutation("J0306", "/Base/Left/ZoneGridConnectivity/Other", base="pair")
def list_has_as_many_points_as_one_of_another(tree):
    """The interface of the donor is the way back of one that is not periodic."""
    joins = tree.at("Base/Left/ZoneGridConnectivity")
    other = Node("Other", "GridConnectivity_t", joins.child("Vertices").value, list(joins.child("Vertices").children))
    joins.children.append(other)
    periodic_of(other, translation=(1, 0, 0))


@mutation("J0307", RING + "Low", base="sector_in_lists")
def lists_of_a_zone_to_itself_are_mixed_up(tree):
    node = at(tree, RING + "High").child("PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0404", RING + "Low", base="sector_in_lists")
def motion_of_a_list_is_not_undone(tree):
    at(tree, RING + "High/GridConnectivityProperty/Periodic/RotationAngle").value = np.array([0, 0, 0.3], np.float32)


@mutation("J0307", VERTICES, base="pair")
def lists_of_the_way_back_are_mixed_up(tree):
    node = tree.at("Base/Right/ZoneGridConnectivity/Vertices/PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0307", RING + "Low", base="sector_in_all_forms")
def range_opposite_a_list_has_other_donors(tree):
    node = at(tree, RING + "High").child("PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0307", RING + "Top", base="sector_in_all_forms")
def list_opposite_a_one_to_one_interface_is_mixed_up(tree):
    node = at(tree, RING + "Bottom").child("PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0404", RING + "Top", base="sector_in_all_forms")
def motion_of_a_list_opposite_a_one_to_one_interface_is_not_undone(tree):
    at(tree, RING + "Bottom/GridConnectivityProperty/Periodic/Translation").value = np.array([0, 0, 2], np.float32)


@mutation("J0308", VERTICES, base="pair")
def list_has_no_donors(tree):
    at(tree, VERTICES).remove("PointListDonor")


@mutation("J0309", VERTICES, base="pair")
def interpolants_do_not_fit(tree):
    replace(at(tree, VERTICES), "GridConnectivityType", "Abutting")
    at(tree, VERTICES).add("InterpolantsDonor", "DataArray_t", np.ones(10))


@mutation("J0310", FACES, base="pair")
def face_is_a_cell(tree):
    put(at(tree, FACES + "/PointList"), (1, 0), 3)


@mutation("J0401", LEFT, base="blocks")
def point_of_the_seam_is_moved(tree):
    put(tree.at("Base/Right/GridCoordinates/CoordinateY"), (1, 2, 0), 0.6)


@mutation("J0401", VERTICES, base="pair")
def donors_are_mixed_up(tree):
    node = at(tree, VERTICES + "/PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0401", "/Base/Ring/ZoneGridConnectivity/Low", base="sector")
def angle_is_wrong(tree):
    put(tree.at("Base/Ring/ZoneGridConnectivity/Low/GridConnectivityProperty/Periodic/RotationAngle"), 2, 0.31)


@mutation("J0402", LEFT, base="blocks")
def point_of_the_seam_is_rounded(tree):
    node = tree.at("Base/Right/GridCoordinates/CoordinateY")
    put(node, (1, 2, 0), np.float32(node.value[1, 2, 0]))


@mutation("J0403", FACES, base="pair")
def faces_are_mixed_up(tree):
    node = at(tree, FACES + "/PointListDonor")
    put(node, [0, 1], node.value[[1, 0]])


@mutation("J0404", "/Base/Ring/ZoneGridConnectivity/Top", base="sector")
def translation_is_lost(tree):
    replace(tree.at("Base/Ring/ZoneGridConnectivity/Top/GridConnectivityProperty/Periodic"), "Translation",
        np.zeros(3, np.float32))


@mutation("J0404", LEFT, base="blocks")
def one_side_is_periodic(tree):
    periodic_of(at(tree, RIGHT))


@mutation("J0405", "/Base/Ring/ZoneGridConnectivity/Low", base="sector")
def angle_has_the_other_sign(tree):
    put(tree.at("Base/Ring/ZoneGridConnectivity/Low/GridConnectivityProperty/Periodic/RotationAngle"), 2, -0.3)
