"""mutations_tree_zones.py: damages to zones and sections (rules T04 and T05)."""

import numpy as np

from mutate import count_boundaries
from mutations_tree import OFFSETS, tree_mutation
from valid import integers


# --- T04 zones ---


@tree_mutation("T0401", "/Base/Zone")
def size_negative(tree):
    tree.at("Base/Zone").value = integers([[48], [-18], [0]])


@tree_mutation("T0401", "/Base/Zone")
def size_beyond_any(tree):
    tree.at("Base/Zone").value = integers([[2**63 - 1], [18], [0]], np.int64)


@tree_mutation("T0703", "/Base/Zone/GridCoordinates/CoordinateX")
def size_beyond_memory(tree):
    tree.at("Base/Zone").value = integers([[2**55], [18], [0]], np.int64)


@tree_mutation("T0402", "/Base/Left", "blocks")
def flat_block(tree):
    tree.at("Base/Left").value = integers([[5, 4, 1], [4, 3, 0], [0, 0, 0]])


@tree_mutation("T0403", "/Base/Left", "blocks")
def cells_as_vertices(tree):
    tree.at("Base/Left").value = integers([[5, 4, 3], [5, 3, 2], [0, 0, 0]])


@tree_mutation("T0404", "/Base/Left", "blocks")
def boundary_of_a_block(tree):
    tree.at("Base/Left").value = integers([[5, 4, 3], [4, 3, 2], [0, 1, 0]])


@tree_mutation("T0405", "/Base/Zone")
def three_vertices(tree):
    tree.at("Base/Zone").value = integers([[3], [18], [0]])


@tree_mutation("T0406", "/Base/Zone")
def boundary_too_large(tree):
    tree.at("Base/Zone").value = integers([[48], [18], [49]])


@tree_mutation("T0407", "/Base/Zone")
def no_coordinates(tree):
    tree.at("Base/Zone").remove("GridCoordinates")


@tree_mutation("T0408", "/Base/Zone")
def coordinates_renamed(tree):
    tree.at("Base/Zone/GridCoordinates").name = "Grid"


@tree_mutation("T0409", "/Base/Zone/GridCoordinates")
def two_coordinates(tree):
    tree.at("Base/Zone/GridCoordinates").remove("CoordinateZ")


@tree_mutation("T0410", "/Base/Zone/GridCoordinates")
def coordinates_with_other_names(tree):
    tree.at("Base/Zone/GridCoordinates/CoordinateZ").name = "z"


@tree_mutation("T0411", "/Base/Zone/WallFaces")
def ranges_overlap(tree):
    tree.at("Base/Zone/WallFaces/ElementRange").value = integers([18, 26])


@tree_mutation("T0412", "/Base/Zone/FarFaces")
def ranges_with_a_gap(tree):
    node = tree.at("Base/Zone/FarFaces/ElementRange")
    node.value = node.value + np.int32(5)


@tree_mutation("T0413", "/Base/Zone/WallFaces")
def ranges_begin_late(tree):
    tree.at("Base/Zone").remove("Hexa")


@tree_mutation("T0414", "/Base/Zone")
def no_sections(tree):
    tree.at("Base/Zone").remove("Hexa", "WallFaces", "FarFaces")


@tree_mutation("T0415", "/Base/Zone")
def cells_counted_wrong(tree):
    tree.at("Base/Zone").value = integers([[48], [17], [0]])


@tree_mutation("T0415", "/Base/Zone")
def cells_left_out(tree):
    tree.at("Base/Zone").remove("Hexa")


@tree_mutation("T0416", "/Base/Zone")
def surface_in_a_base_of_volumes(tree):
    tree.at("Base/Zone").remove("Hexa")
    tree.at("Base/Zone").value = integers([[48], [42], [0]])


@tree_mutation("T0416", "/Base/Zone")
def ghosts_of_a_surface_in_a_base_of_volumes(tree):
    surface_in_a_base_of_volumes(tree)
    tree.at("Base/Zone").value = integers([[48], [38], [0]])
    tree.at("Base/Zone/FarFaces").add("Rind", "Rind_t", integers([0, 4]))


@tree_mutation("T0417", "/Base/Zone/Hexa")
def cells_in_a_plane(tree):
    tree.at("Base").value = integers([2, 3])


@tree_mutation("T0418", "/Base/Left/Hexa", "blocks")
def section_in_a_block(tree):
    hexa = tree.at("Base/Left").add("Hexa", "Elements_t", integers([17, 0]))
    hexa.add("ElementRange", "IndexRange_t", integers([1, 1]))
    hexa.add("ElementConnectivity", "DataArray_t", integers(range(1, 9)))


@tree_mutation("T0419", "/Base/Zone")
def cells_of_no_faces(tree):
    tree.at("Base/Zone/Hexa").value = integers([23, 0])


@tree_mutation("T0420", "/Base/Zone/Hexa")
def polygons_of_edges(tree):
    tree.at("Base").value = integers([2, 3])
    tree.at("Base/Zone/Hexa").value = integers([23, 0])
    tree.at("Base/Zone/WallFaces").value = integers([22, 0])


# --- T05 sections ---


@tree_mutation("T0415", "/Base/Zone")
def boundaries_counted_with_fields_at_cells(tree):
    count_boundaries(tree.at("Base/Zone"))


@tree_mutation("T0421", "/Base/Zone")
def boundaries_counted_as_cells(tree):
    tree.child("Base").remove("BaseIterativeData")
    tree.at("Base/Zone").remove("Cells1", "Cells2", "ZoneIterativeData")
    count_boundaries(tree.at("Base/Zone"))


@tree_mutation("T0501", "/Base/Zone/Hexa/ElementRange")
def range_backwards(tree):
    tree.at("Base/Zone/Hexa/ElementRange").value = integers([18, 1])


@tree_mutation("T0501", "/Base/Zone/Hexa/ElementRange")
def range_from_zero(tree):
    tree.at("Base/Zone/Hexa/ElementRange").value = integers([0, 17])


@tree_mutation("T0502", "/Base/Zone/Hexa")
def type_unknown(tree):
    tree.at("Base/Zone/Hexa").value = integers([57, 0])


@tree_mutation("T0503", "/Base/Zone/Hexa/ElementConnectivity")
def connectivity_cut_off(tree):
    node = tree.at("Base/Zone/Hexa/ElementConnectivity")
    node.value = node.value[:-1]


@tree_mutation("T0503", "/Base/Zone/Hexa/ElementConnectivity")
def type_of_other_length(tree):
    tree.at("Base/Zone/Hexa").value = integers([10, 0])


@tree_mutation("T0504", "/Base/Zone/Hexa/ElementConnectivity")
def mixed_too_short(tree):
    tree.at("Base/Zone/Hexa").value = integers([20, 0])
    tree.at("Base/Zone/Hexa/ElementConnectivity").value = integers([17, 1, 2])


@tree_mutation("T0505", "/Base/Zone/Hexa")
def offsets_missing(tree):
    tree.at("CGNSLibraryVersion").value = np.array([4.2], np.float32)
    tree.at("Base/Zone/Hexa").value = integers([20, 0])


@tree_mutation("T0506", "/Base/Zone/Hexa/ElementStartOffset")
def offsets_not_needed(tree):
    tree.at("Base/Zone/Hexa").add(OFFSETS, "DataArray_t", integers(8 * np.arange(19)))


@tree_mutation("T0507", "/Base/Zone/Hexa")
def boundary_elements_too_many(tree):
    tree.at("Base/Zone/Hexa").value = integers([17, 19])


@tree_mutation("T0508", "/Base/Zone/WallFaces/ParentElementsPosition")
def positions_without_parents(tree):
    tree.at("Base/Zone/WallFaces").add("ParentElementsPosition", "DataArray_t", np.ones((2, 9), np.int32))


@tree_mutation("T0509", "/Base/Zone/WallFaces/ParentData")
def parents_of_old(tree):
    tree.at("Base/Zone/WallFaces").add("ParentData", "DataArray_t", np.ones((4, 9), np.int32))


@tree_mutation("T0510", "/Base/Zone/Hexa/ParentElements")
def parents_of_cells(tree):
    tree.at("Base/Zone/Hexa").add("ParentElements", "DataArray_t", np.ones((2, 18), np.int32))


@tree_mutation("T0511", "/Base/Zone/Hexa")
def mixed_of_old(tree):
    hexa = tree.at("Base/Zone/Hexa")
    cells = tree.at("Base/Zone/Hexa/ElementConnectivity").value.reshape(18, 8)
    hexa.value = integers([20, 0])
    hexa.child("ElementConnectivity").value = np.hstack([np.full((18, 1), 17, np.int32), cells]).ravel()


@tree_mutation("T0514", "/Base/Zone/WallFaces/ParentData")
def parents_twice(tree):
    walls = tree.at("Base/Zone/WallFaces")
    walls.add("ParentData", "DataArray_t", np.ones((4, 9), np.int32))
    walls.add("ParentElements", "DataArray_t", np.ones((2, 9), np.int32))


@tree_mutation("T0513", "/Base/Zone/Faces/ElementStartOffset", "polyhedra")
def offsets_before_their_version(tree):
    tree.at("CGNSLibraryVersion").value = np.array([3.3], np.float32)


@tree_mutation("T0512", "/Base/Zone/Hexa")
def numbered_as_in_3_0(tree):
    tree.at("CGNSLibraryVersion").value = np.array([3], np.float32)
    tree.at("Base/Zone/Hexa").value = integers([18, 0])
