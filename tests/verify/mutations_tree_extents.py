"""mutations_tree_extents.py: damages to ranges, extents and joins (rules T06 to T08)."""

import numpy as np

from cgns import text_array
from mutations_tree import tree_mutation
from valid import box, integers
from valid_tree import reals

WALL = "Base/Zone/ZoneBC/Wall"
JOIN = "Base/Left/ZoneGridConnectivity/ToRight"


# --- T06 points and places ---


@tree_mutation("T0601", "/" + WALL)
def range_and_list(tree):
    tree.at(WALL).add("PointList", "IndexArray_t", integers([[19]]))


@tree_mutation("T0601", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def donors_as_points_and_cells(tree):
    join = other_join(tree, "Abutting1to1")
    for name in ("PointListDonor", "CellListDonor"):
        join.add(name, "IndexArray_t", integers([[1, 1, 1], [1, 2, 1]]))


@tree_mutation("T0601", "/Base/Left/ZoneGridConnectivity/Hole", "blocks")
def hole_of_a_range_and_a_list(tree):
    hole = tree.at("Base/Left/ZoneGridConnectivity").add("Hole", "OversetHoles_t")
    hole.add("PointList", "IndexArray_t", integers([[1, 1, 1]]))
    hole.add("PointRange2", "IndexRange_t", box([[1, 1], [1, 2], [1, 2]]))


@tree_mutation("T0602", "/" + WALL)
def no_points(tree):
    tree.at(WALL).remove("PointRange")


@tree_mutation("T0603", "/" + WALL + "/PointRange")
def range_after_the_last_element(tree):
    tree.at(WALL + "/PointRange").value = integers([[19], [1000]])


@tree_mutation("T0603", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def range_out_of_the_block(tree):
    tree.at("Base/Left/ZoneBC/jmin/PointRange").value = box([[1, 6], [1, 1], [1, 3]])


@tree_mutation("T0603", "/Base/Zone/Two/PointRange", "parents_alone")
def range_behind_the_cells_of_parents(tree):
    tree.at("Base/Zone/Two/PointRange").value = integers([[44], [45]])


@tree_mutation("T0603", "/Base/Zone/ZoneBC/Far/PointRange", "parents_alone")
def range_of_faces_among_the_cells_of_parents(tree):
    tree.at("Base/Zone/ZoneBC/Far/PointRange").value = integers([[25], [37]])


@tree_mutation("T0603", "/Base/Left/Mine/PointRange", "blocks")
def range_of_user_data_out_of_the_block(tree):
    mine = tree.at("Base/Left").add("Mine", "UserDefinedData_t")
    mine.add("PointRange", "IndexRange_t", box([[1, 6], [1, 1], [1, 3]]))


@tree_mutation("T0603", "/Base/Drops/Some/PointRange", "rich")
def range_behind_the_particles(tree):
    some = tree.at("Base/Drops").add("Some", "ParticleSolution_t")
    some.add("PointRange", "IndexRange_t", integers([2, 4]))
    some.add("Radius", "DataArray_t", np.ones(3))


@tree_mutation("T0603", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def range_from_zero(tree):
    tree.at("Base/Left/ZoneBC/jmin/PointRange").value = box([[0, 5], [1, 1], [1, 3]])


@tree_mutation("T0604", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def range_backwards(tree):
    tree.at("Base/Left/ZoneBC/jmin/PointRange").value = box([[5, 1], [1, 1], [1, 3]])


@tree_mutation("T0605", "/" + WALL + "/ElementRange")
def range_of_old(tree):
    tree.at(WALL + "/PointRange").name = "ElementRange"


@tree_mutation("T0606", "/Base/Zone/ZoneBC/Far/PointList")
def list_empty(tree):
    tree.at("Base/Zone/ZoneBC/Far/PointList").value = None


@tree_mutation("T0607", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def condition_in_a_block(tree):
    tree.at("Base/Left/ZoneBC/jmin/PointRange").value = box([[1, 5], [1, 2], [1, 3]])


@tree_mutation("T0608", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def condition_inside(tree):
    tree.at("Base/Left/ZoneBC/jmin/PointRange").value = box([[1, 5], [2, 2], [1, 3]])


@tree_mutation("T0609", "/Base/Left/ZoneBC/jmin/InwardNormalIndex", "blocks")
def normal_in_two_directions(tree):
    tree.at("Base/Left/ZoneBC/jmin").add("InwardNormalIndex", '"int[IndexDimension]"', integers([1, 1, 0]))


@tree_mutation("T0610", "/" + WALL + "/InwardNormalList", "rich")
def normals_too_few(tree):
    node = tree.at(WALL + "/InwardNormalList")
    node.value = node.value[:5]


@tree_mutation("T0611", "/Base/Zone/Cells1/GridLocation")
def index_face_of_cells(tree):
    tree.at("Base/Zone/Cells1").remove("GridLocation")
    tree.at("Base/Zone/Cells1").add("GridLocation", "GridLocation_t", "IFaceCenter")


@tree_mutation("T0611", "/Base/Zone/ZoneBC/Far/GridLocation")
def index_face_of_listed_elements(tree):
    bc = tree.at("Base/Zone/ZoneBC/Far")
    bc.child("PointList").name = "ElementList"
    bc.child("GridLocation").value = text_array("IFaceCenter")


@tree_mutation("T0612", "/Base/Zone/ZoneBC/imin/GridLocation", "plane")
def index_face_in_a_plane(tree):
    tree.at("Base/Zone/ZoneBC/imin").add("GridLocation", "GridLocation_t", "KFaceCenter")


@tree_mutation("T0613", "/Base/Zone/Faces")
def faces_not_named(tree):
    faces = tree.at("Base/Zone").add("Faces", "FlowSolution_t")
    faces.add("GridLocation", "GridLocation_t", "FaceCenter")
    faces.add("Pressure", "DataArray_t", reals(1, 2))


@tree_mutation("T0614", "/Base/Left/ZoneGridConnectivity/Other/GridLocation", "blocks")
def join_at_edges(tree):
    other_join(tree).add("GridLocation", "GridLocation_t", "EdgeCenter")


@tree_mutation("T0614", "/Base/Left/ZoneGridConnectivity/Hole/GridLocation", "blocks")
def hole_at_faces(tree):
    hole = tree.at("Base/Left/ZoneGridConnectivity").add("Hole", "OversetHoles_t")
    hole.add("PointRange", "IndexRange_t", box([[1, 2], [1, 2], [1, 2]]))
    hole.add("GridLocation", "GridLocation_t", "IFaceCenter")


@tree_mutation("T0614", "/Base/Left/ZoneGridConnectivity/Other/GridLocation", "blocks")
def join_nowhere(tree):
    other_join(tree).add("GridLocation", "GridLocation_t", "Null")


@tree_mutation("T0614", "/Base/Zone/Vertices/GridLocation", "hexa")
def fields_nowhere(tree):
    tree.at("Base/Zone").add("Vertices", "FlowSolution_t").add("GridLocation", "GridLocation_t", "UserDefined")


@tree_mutation("T0614", "/Base/Zone/Faces/GridLocation")
def fields_at_named_faces(tree):
    faces = tree.at("Base/Zone").add("Faces", "FlowSolution_t")
    faces.add("GridLocation", "GridLocation_t", "FaceCenter")
    faces.add("PointRange", "IndexRange_t", integers([[19, 20]]))
    faces.add("Pressure", "DataArray_t", reals(1, 2))


@tree_mutation("T0615", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def vertices_at_cells(tree):
    tree.at("Base/Left/ZoneBC/jmin").add("GridLocation", "GridLocation_t", "CellCenter")


@tree_mutation("T0615", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def vertices_at_faces(tree):
    tree.at("Base/Left/ZoneBC/jmin").add("GridLocation", "GridLocation_t", "FaceCenter")


@tree_mutation("T0615", "/Base/Left/ZoneBC/jmin/PointRange", "blocks")
def vertices_at_faces_of_an_index(tree):
    tree.at("Base/Left/ZoneBC/jmin").add("GridLocation", "GridLocation_t", "JFaceCenter")


@tree_mutation("T0615", "/Base/Zone/ZoneBC/jmin/PointRange", "plane")
def vertices_at_edges(tree):
    tree.at("Base/Zone/ZoneBC/jmin").add("GridLocation", "GridLocation_t", "EdgeCenter")


# --- T07 extents ---


@tree_mutation("T0701", "/Base/Left/Cells/Rind", "blocks")
def ghosts_negative(tree):
    tree.at("Base/Left/Cells").add("Rind", "Rind_t", integers([0, -1, 0, 0, 0, 0]))


@tree_mutation("T0702", "/Base/Zone/Cells1/Rind")
def ghosts_of_cells(tree):
    tree.at("Base/Zone/Cells1").add("Rind", "Rind_t", integers([0, 1]))


@tree_mutation("T0703", "/Base/Zone/GridCoordinates/CoordinateY")
def coordinates_too_few(tree):
    node = tree.at("Base/Zone/GridCoordinates/CoordinateY")
    node.value = node.value[:-1]


@tree_mutation("T0703", "/Base/Left/GridCoordinates/CoordinateY", "blocks")
def coordinates_transposed(tree):
    node = tree.at("Base/Left/GridCoordinates/CoordinateY")
    node.value = np.ascontiguousarray(node.value.T)


@tree_mutation("T0703", "/Base/Left/GridCoordinates/CoordinateX", "blocks")
def ghosts_without_values(tree):
    tree.at("Base/Left/GridCoordinates").add("Rind", "Rind_t", integers([1, 1, 0, 0, 0, 0]))


@tree_mutation("T0704", "/Base/Left/Cells/Density", "blocks")
def location_forgotten(tree):
    tree.at("Base/Left/Cells").remove("GridLocation")


@tree_mutation("T0704", "/Base/Zone/Cells1/Temperature")
def field_cut_off(tree):
    node = tree.at("Base/Zone/Cells1/Temperature")
    node.value = node.value[:-1]


@tree_mutation("T0704", "/Base/Left/Faces/Flux", "blocks")
def index_faces_as_cells(tree):
    faces = tree.at("Base/Left").add("Faces", "FlowSolution_t")
    faces.add("GridLocation", "GridLocation_t", "JFaceCenter")
    faces.add("Flux", "DataArray_t", np.ones((2, 3, 4)))


@tree_mutation("T0704", "/Base/Zone/Moving/GridVelocityX", "rich")
def motion_of_too_few(tree):
    tree.at("Base/Zone/Moving/GridVelocityX").value = np.ones(47)


@tree_mutation("T0704", "/Base/Zone/Discrete/Marks", "rich")
def marks_of_too_few(tree):
    tree.at("Base/Zone/Discrete/Marks").value = np.ones(47, np.int32)


@tree_mutation("T0705", "/Base/Zone/Cells1/Density")
def field_on_a_list(tree):
    tree.at("Base/Zone/Cells1").add("PointList", "IndexArray_t", integers([[1], [2]]))


@tree_mutation("T0706", "/Base/Zone/Empty")
def solution_empty(tree):
    tree.at("Base/Zone").add("Empty", "FlowSolution_t")


@tree_mutation("T0707", "/" + WALL + "/Data/DirichletData/Temperature", "rich")
def data_too_few(tree):
    tree.at(WALL + "/Data/DirichletData/Temperature").value = np.ones(4)


@tree_mutation("T0708", "/Base/Left/ZoneBC/jmin/Data/DirichletData/Pressure", "blocks")
def data_of_faces(tree):
    data = tree.at("Base/Left/ZoneBC/jmin").add("Data", "BCDataSet_t", "BCFarfield")
    data.add("DirichletData", "BCData_t").add("Pressure", "DataArray_t", np.ones(4 * 2))


@tree_mutation("T0709", "/Base/Zone/Part/HeatFlux", "rich")
def region_too_few(tree):
    tree.at("Base/Zone/Part/HeatFlux").value = reals(1, 2, 3)


@tree_mutation("T0709", "/Base/Zone/Whole/HeatFlux", "rich")
def region_of_a_condition_too_few(tree):
    tree.at("Base/Zone/Whole/HeatFlux").value = reals(1, 2, 3)


@tree_mutation("T0710", "/Base/Drops/Solution/Radius", "rich")
def particles_too_few(tree):
    tree.at("Base/Drops/Solution/Radius").value = reals(1, 2)


@tree_mutation("T0710", "/Base/Drops/ParticleCoordinates/CoordinateX", "rich")
def places_too_few(tree):
    tree.at("Base/Drops/ParticleCoordinates/CoordinateX").value = reals(1, 2)


@tree_mutation("T0711", "/Base/Zone/Part", "rich")
def region_nowhere(tree):
    tree.at("Base/Zone/Part").remove("PointList")


@tree_mutation("T0711", "/Base/Zone/Part", "rich")
def region_twice(tree):
    tree.at("Base/Zone/Part").add("BCRegionName", "Descriptor_t", "Wall")


@tree_mutation("T0712", "/Base/Left/Skin/GridConnectivityRegionName", "blocks_with_regions")
def region_of_a_join_elsewhere(tree):
    skin = tree.at("Base/Left/Skin")
    skin.remove("GridConnectivityRegionName")
    skin.add("GridConnectivityRegionName", "Descriptor_t", "Other/ToRight")


@tree_mutation("T0712", "/Base/Zone/Whole/BCRegionName", "rich")
def region_of_nothing(tree):
    tree.at("Base/Zone/Whole").remove("BCRegionName")
    tree.at("Base/Zone/Whole").add("BCRegionName", "Descriptor_t", "Floor")


@tree_mutation("T0713", "/Base/Zone/Part", "rich")
def region_of_four_dimensions(tree):
    tree.at("Base/Zone/Part").value = integers([4])


# --- T08 joins ---


def other_join(tree, kind="Overset"):
    """A general join from two points of Left to Right."""
    join = tree.at("Base/Left/ZoneGridConnectivity").add("Other", "GridConnectivity_t", "Right")
    join.add("GridConnectivityType", "GridConnectivityType_t", kind)
    join.add("PointList", "IndexArray_t", integers([[2, 1, 1], [2, 2, 1]]))
    return join


@tree_mutation("T0801", "/" + JOIN, "blocks")
def donor_nowhere(tree):
    tree.at("Base").child("Right").name = "Other"


@tree_mutation("T0801", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def donor_in_no_base(tree):
    join = other_join(tree)
    join.value = np.frombuffer(b"Nowhere/Right", np.int8)


@tree_mutation("T0801", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def one_of_several_donors_is_nowhere(tree):
    other_join(tree).value = np.frombuffer(b"Right,Nowhere", np.int8)


@tree_mutation("T0802", "/" + JOIN + "/Transform", "blocks")
def transform_repeats(tree):
    tree.at(JOIN + "/Transform").value = integers([1, 2, 2])


@tree_mutation("T0802", "/" + JOIN + "/Transform", "blocks")
def transform_too_large(tree):
    tree.at(JOIN + "/Transform").value = integers([1, 2, 4])


@tree_mutation("T0803", "/" + JOIN, "blocks")
def sides_differ(tree):
    tree.at(JOIN + "/PointRangeDonor").value = box([[1, 1], [1, 4], [1, 2]])


@tree_mutation("T0803", "/" + JOIN, "blocks")
def axes_exchanged(tree):
    tree.at(JOIN + "/Transform").value = integers([1, 3, 2])


@tree_mutation("T0804", "/" + JOIN, "blocks")
def axis_reversed(tree):
    tree.at(JOIN + "/Transform").value = integers([1, -2, 3])


@tree_mutation("T0805", "/" + JOIN + "/PointRangeDonor", "blocks")
def donor_range_outside(tree):
    tree.at(JOIN + "/PointRangeDonor").value = box([[5, 5], [1, 4], [1, 3]])


@tree_mutation("T0603", "/" + JOIN + "/PointRange", "fringe")
def range_of_a_join_in_the_rind(tree):
    tree.at(JOIN + "/PointRange").value = box([[6, 6], [1, 4], [1, 3]])


@tree_mutation("T0805", "/Base/Right/ZoneGridConnectivity/ToLeft/PointRangeDonor", "fringe")
def donor_range_in_the_rind(tree):
    tree.at("Base/Right/ZoneGridConnectivity/ToLeft/PointRangeDonor").value = box([[6, 6], [1, 4], [1, 3]])


@tree_mutation("T0806", "/Base/Zone/Joins/Join")
def join_of_cells(tree):
    join = tree.at("Base/Zone").add("Joins", "ZoneGridConnectivity_t").add("Join", "GridConnectivity1to1_t", "Zone")
    for name in ("PointRange", "PointRangeDonor"):
        join.add(name, "IndexRange_t", integers([[1], [1]]))


@tree_mutation("T0807", "/" + JOIN + "/PointRange", "blocks")
def join_of_a_block(tree):
    tree.at(JOIN + "/PointRange").value = box([[4, 5], [1, 4], [1, 3]])


@tree_mutation("T0808", "/" + JOIN + "", "blocks")
def join_inside(tree):
    tree.at(JOIN + "/PointRange").value = box([[4, 4], [1, 4], [1, 3]])


@tree_mutation("T0809", "/" + JOIN + "/PointRange", "blocks")
def join_backwards(tree):
    for name in ("PointRange", "PointRangeDonor"):
        node = tree.at(JOIN).child(name)
        node.value = np.ascontiguousarray(node.value[::-1])


@tree_mutation("T0810", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def no_donors(tree):
    other_join(tree, "Abutting1to1")


@tree_mutation("T0811", "/Base/Left/ZoneGridConnectivity/Other/PointListDonor", "blocks")
def donors_too_few(tree):
    other_join(tree, "Abutting1to1").add("PointListDonor", "IndexArray_t", integers([[1, 1, 1]]))


@tree_mutation("T0812", "/Base/Left/ZoneGridConnectivity/Other/PointListDonor", "blocks")
def points_of_overset(tree):
    other_join(tree).add("PointListDonor", "IndexArray_t", integers([[1, 1, 1], [1, 2, 1]]))


@tree_mutation("T0813", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def factors_without_cells(tree):
    other_join(tree).add("InterpolantsDonor", "DataArray_t", np.ones((2, 3)))


@tree_mutation("T0816", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def cells_without_factors(tree):
    other_join(tree).add("CellListDonor", "IndexArray_t", integers([[1, 1, 1], [1, 2, 1]]))


@tree_mutation("T0814", "/Base/Left/ZoneGridConnectivity/Other/PointListDonor", "blocks")
def donors_with_one_index(tree):
    other_join(tree, "Abutting1to1").add("PointListDonor", "IndexArray_t", integers([[1], [2]]))


@tree_mutation("T0815", "/Base/Left/ZoneGridConnectivity/Other/InterpolantsDonor", "blocks")
def factors_too_few(tree):
    join = other_join(tree)
    join.add("CellListDonor", "IndexArray_t", integers([[1, 1, 1], [1, 2, 1]]))
    join.add("InterpolantsDonor", "DataArray_t", np.ones((1, 3)))


@tree_mutation("T0817", "/Base/Left/ZoneGridConnectivity/Other/CellListDonor", "blocks")
def donors_for_the_solver_to_find(tree):
    """As Cassiopée writes overset interfaces."""
    join = other_join(tree)
    join.add("CellListDonor", "IndexArray_t", integers([[1, 1, 1]]))
    join.add("InterpolantsDonor", "DataArray_t", np.ones((1, 3)))


@tree_mutation("T0818", "/Base/Left/ZoneGridConnectivity/Other", "blocks")
def donors_of_many_characters(tree):
    other_join(tree).value = text_array(",".join(["Right"] * 6))


@tree_mutation("T0818", "/" + JOIN, "blocks")
def donor_of_many_characters(tree):
    tree.at(JOIN).value = text_array("/Base/" + "Right" * 12)
