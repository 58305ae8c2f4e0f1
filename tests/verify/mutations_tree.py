"""mutations_tree.py: damages to the tree of a file, for the rules T (01 to 05; the others are in mutations_tree_*.py)."""

import numpy as np

import valid_tree  # noqa: F401  pylint: disable=unused-import
from cgns import table
from mutate import mutation
from valid import integers

TREE = ("--layer", "tree")
OFFSETS = "ElementStartOffset"


def tree_mutation(code, path, base="hexa"):
    """Only the layer of trees is asked."""
    return mutation(code, path, base, TREE)


# --- T01 names and labels ---


@tree_mutation("T0101", "/Base/" + 33 * "x")
def name_too_long(tree):
    tree.at("Base").add(33 * "x", "UserDefinedData_t")


@tree_mutation("T0102", "/Base/Zone/.Solver")
def name_with_a_dot(tree):
    tree.at("Base/Zone").add(".Solver", "UserDefinedData_t")


@tree_mutation("T0103", "/Base/Zone/Cells1 ")
def name_with_a_blank(tree):
    tree.at("Base/Zone/Cells1").name = "Cells1 "


@tree_mutation("T0104", "/Base/Zone/Größe")
def name_not_ascii(tree):
    tree.at("Base/Zone").add("Größe", "UserDefinedData_t")


@tree_mutation("T0104", "/Base/Zone/a\tb")
def name_with_a_tab(tree):
    tree.at("Base/Zone").add("a\tb", "UserDefinedData_t")


@tree_mutation("T0105", "/Base/Zone/Mine")
def label_too_long(tree):
    tree.at("Base/Zone").add("Mine", 33 * "L")


@tree_mutation("T0106", "/Base/Zone" + 19 * "/User")
def tree_too_deep(tree):
    node = tree.at("Base/Zone")
    for _ in range(19):
        node = node.add("User", "UserDefinedData_t")


@tree_mutation("T0110", "/Base/Zone/Cells1")
def label_misspelt(tree):
    tree.at("Base/Zone/Cells1").label = "Flowsolution_t"


@tree_mutation("T0110", "/Base/Zone/ZoneBC/Wall")
def label_without_its_end(tree):
    tree.at("Base/Zone/ZoneBC/Wall").label = "BC"


@tree_mutation("T0111", "/Base/Zone/Mine")
def label_foreign(tree):
    tree.at("Base/Zone").add("Mine", "SolverSettings_t")


@tree_mutation("T0112", "/Base/Zone/Mine")
def label_empty(tree):
    tree.at("Base/Zone").add("Mine", "")


@tree_mutation("T0113", "/Base/Zone/Wall")
def condition_in_the_zone(tree):
    zone = tree.at("Base/Zone")
    zone.children.append(zone.at("ZoneBC/Wall"))


@tree_mutation("T0113", "/Base/DataClass/Inner")
def child_of_a_leaf(tree):
    tree.at("Base/DataClass").add("Inner", "Zone_t", integers([[1], [0], [0]]))


@tree_mutation("T0114", "/Base/Zone/GridCoordinates")
def reserved_name(tree):
    tree.at("Base/Zone/GridCoordinates").label = "FlowSolution_t"


@tree_mutation("T0114", "/Base/Zone/Hexa/ElementRange")
def range_with_another_label(tree):
    tree.at("Base/Zone/Hexa/ElementRange").label = "IndexArray_t"


@tree_mutation("T0115", "/Base/Zone/Conditions")
def name_not_the_reserved_one(tree):
    tree.at("Base/Zone/ZoneBC").name = "Conditions"


@tree_mutation("T0115", "/Base/Zone/Hexa/Connectivity")
def array_with_another_name(tree):
    tree.at("Base/Zone/Hexa/ElementConnectivity").name = "Connectivity"


@tree_mutation("T0116", "/Base/Zone/Hexa")
def connectivity_missing(tree):
    tree.at("Base/Zone/Hexa").remove("ElementConnectivity")


@tree_mutation("T0116", "/Base/Zone")
def zone_type_missing(tree):
    tree.at("Base/Zone").remove("ZoneType")


@tree_mutation("T0116", "/Base/Left/ZoneGridConnectivity/ToRight", "blocks")
def donor_range_missing(tree):
    tree.at("Base/Left/ZoneGridConnectivity/ToRight").remove("PointRangeDonor")


@tree_mutation("T0116", "/Base/Gravity")
def gravity_without_vector(tree):
    tree.at("Base").add("Gravity", "Gravity_t")


@tree_mutation("T0117", "/Base/Zone")
def two_zone_types(tree):
    tree.at("Base/Zone").add("Type", "ZoneType_t", "Unstructured")


@tree_mutation("T0117", "/Base")
def two_simulation_types(tree):
    for name in ("SimulationType", "Simulation"):
        tree.at("Base").add(name, "SimulationType_t", "TimeAccurate")


@tree_mutation("T0118", "/Base/Zone/User/Cells")
def range_of_users(tree):
    tree.at("Base/Zone").add("User", "UserDefinedData_t").add("Cells", "IndexRange_t", integers([[1], [2]]))


# --- T02 values ---


@tree_mutation("T0201", "/Base/Zone")
def sizes_are_reals(tree):
    zone = tree.at("Base/Zone")
    zone.value = zone.value.astype(np.float64)


@tree_mutation("T0201", "/Base/Zone/GridCoordinates/CoordinateX")
def coordinates_are_integers(tree):
    array = tree.at("Base/Zone/GridCoordinates/CoordinateX")
    array.value = array.value.astype(np.int32)


@tree_mutation("T0201", "/Base/Zone/Hexa/ElementConnectivity")
def connectivity_is_real(tree):
    array = tree.at("Base/Zone/Hexa/ElementConnectivity")
    array.value = array.value.astype(np.float32)


@tree_mutation("T0201", "/Base/BaseIterativeData/TimeValues")
def times_are_integers(tree):
    tree.at("Base/BaseIterativeData/TimeValues").value = integers([1, 2])


@tree_mutation("T0202", "/Base")
def base_is_wide(tree):
    tree.at("Base").value = np.array([3, 3], np.int64)


@tree_mutation("T0202", "/Base/BaseIterativeData/IterationValues")
def iterations_are_wide(tree):
    tree.at("Base/BaseIterativeData/IterationValues").value = np.array([1, 2])


@tree_mutation("T0203", "/CGNSLibraryVersion")
def version_is_wide(tree):
    tree.at("CGNSLibraryVersion").value = np.array([3.5])


@tree_mutation("T0204", "/Base/Zone/ZoneType")
def zone_type_without_value(tree):
    tree.at("Base/Zone/ZoneType").value = None


@tree_mutation("T0204", "/Base/Zone")
def zone_without_sizes(tree):
    tree.at("Base/Zone").value = None


@tree_mutation("T0205", "/Base/Text")
def description_empty(tree):
    tree.at("Base").add("Text", "Descriptor_t")


@tree_mutation("T0206", "/Base")
def base_with_three_numbers(tree):
    tree.at("Base").value = integers([3, 3, 3])


@tree_mutation("T0206", "/Base/Left", "blocks")
def zone_untransposed(tree):
    zone = tree.at("Base/Left")
    zone.value = zone.value.reshape(9)


@tree_mutation("T0206", "/Base/Zone/ZoneBC/Wall/PointRange")
def range_flat(tree):
    node = tree.at("Base/Zone/ZoneBC/Wall/PointRange")
    node.value = node.value.ravel()


@tree_mutation("T0206", "/Base/Left/ZoneGridConnectivity/ToRight/Transform", "blocks")
def transform_too_short(tree):
    tree.at("Base/Left/ZoneGridConnectivity/ToRight/Transform").value = integers([1, 2])


@tree_mutation("T0206", "/Base/Zone/ZoneIterativeData/FlowSolutionPointers")
def one_pointer_too_many(tree):
    tree.at("Base/Zone/ZoneIterativeData/FlowSolutionPointers").value = table(["Cells1", "Cells2", "Cells2"])


@tree_mutation("T0206", "/Base/BaseIterativeData/TimeValues")
def times_too_few(tree):
    tree.at("Base/BaseIterativeData/TimeValues").value = np.array([0.5])


@tree_mutation("T0206", "/Base/DimensionalUnits")
def units_with_four_rows(tree):
    node = tree.at("Base/DimensionalUnits")
    node.value = node.value[:4]


@tree_mutation("T0206", "/Base/Zone/WallFaces/ParentElements")
def parents_too_few(tree):
    tree.at("Base/Zone/WallFaces").add("ParentElements", "DataArray_t", integers([[1, 2], [0, 0]]))


@tree_mutation("T0206", "/Base/Zone/Hexa/ElementStartOffset")
def offsets_too_few(tree):
    tree.at("Base/Zone/Hexa").add(OFFSETS, "DataArray_t", integers(8 * np.arange(18)))


@tree_mutation("T0206", "/Base/Left/Ghosts/Rind", "blocks")
def rind_too_short(tree):
    tree.at("Base/Left").add("Ghosts", "FlowSolution_t").add("Rind", "Rind_t", integers([0, 0]))


@tree_mutation("T0206", "/Base/ReferenceState/Density")
def state_with_two_values(tree):
    tree.at("Base").add("ReferenceState", "ReferenceState_t").add("Density", "DataArray_t", np.array([1.0, 2.0]))


def word(code, path, text, base="hexa"):
    """The text of a node becomes another one."""

    def change(tree):
        tree.at(path).value = valid_tree.text_array(text)

    change.__name__ = "text_" + path.rsplit("/", maxsplit=1)[-1]
    return tree_mutation(code, "/" + path, base)(change)


word("T0207", "Base/Zone/ZoneType", "unstructured")
word("T0207", "Base/DataClass", "Dimensionnal")
word("T0207", "Base/Zone/ZoneBC/Wall", "BCWal")
word("T0207", "Base/Zone/ZoneBC/Wall/GridLocation", "Facecenter")
word("T0207", "Base/Wall/FamilyBC", "Wall")
word("T0207", "Base/SimulationType", "Unsteady", "rich")
word("T0207", "Base/FlowEquationSet/GoverningEquations", "NavierStokes", "rich")
word("T0207", "Base/FlowEquationSet/GasModel", "Constant", "rich")
word("T0207", "Base/FlowEquationSet/ViscosityModel", "Sutherland", "rich")
word("T0207", "Base/FlowEquationSet/TurbulenceModel", "OneEquation_SpalartAlmaras", "rich")
word("T0207", "Base/FlowEquationSet/EMElectricFieldModel", "Volt", "rich")
word("T0207", "Base/Zone/Rigid", "Constant", "rich")
word("T0207", "Base/Zone/Moving", "Deforming", "rich")
word("T0207", "Base/Zone/ZoneBC/Wall/Data", "Dirichlet", "rich")
word("T0207", "Base/Zone/ZoneBC/Wall/BCProperty/WallFunction/WallFunctionType", "generic", "rich")
word("T0207", "Base/Zone/ZoneBC/Wall/BCProperty/Area/AreaType", "Bleed", "rich")
word("T0208", "Base/Zone/ZoneType", "Unstructured ")
word("T0208", "Base/Zone/ZoneBC/Wall", "BCWall   ")


@tree_mutation("T0207", "/Base/DimensionalUnits")
def unit_unknown(tree):
    tree.at("Base/DimensionalUnits").value = table([["Kilogram", "Metre", "Second", "Kelvin", "Radian"]])[0]


@tree_mutation("T0207", "/Base/DimensionalUnits/AdditionalUnits")
def additional_unit_unknown(tree):
    node = tree.at("Base/DimensionalUnits")
    node.add("AdditionalUnits", "AdditionalUnits_t", table([["Ampere", "Mol", "Candela"]])[0])


@tree_mutation("T0209", "/Base/Zone/Cells1/Density")
def field_without_values(tree):
    tree.at("Base/Zone/Cells1/Density").value = None


@tree_mutation("T0210", "/Base/Zone/GridCoordinates")
def coordinates_with_a_value(tree):
    tree.at("Base/Zone/GridCoordinates").value = integers([1])


@tree_mutation("T0211", "/Base/Zone/ZoneBC/Wall/FamilyName")
def family_name_empty(tree):
    tree.at("Base/Zone/ZoneBC/Wall/FamilyName").value = None


# --- T03 root and bases ---


@tree_mutation("T0301", "/")
def version_missing(tree):
    tree.remove("CGNSLibraryVersion")


@tree_mutation("T0302", "/CGNSLibraryVersion")
def version_zero(tree):
    tree.at("CGNSLibraryVersion").value = np.array([0], np.float32)


@tree_mutation("T0302", "/CGNSLibraryVersion")
def version_no_number(tree):
    tree.at("CGNSLibraryVersion").value = np.array([np.nan], np.float32)


@tree_mutation("T0303", "/CGNSLibraryVersion")
def version_of_tomorrow(tree):
    tree.at("CGNSLibraryVersion").value = np.array([5], np.float32)


@tree_mutation("T0304", "/CGNSLibraryVersion")
def version_new(tree):
    tree.at("CGNSLibraryVersion").value = np.array([4.7], np.float32)


@tree_mutation("T0305", "/CGNSLibraryVersion")
def version_too_old(tree):
    tree.at("CGNSLibraryVersion").value = np.array([3.1], np.float32)
    tree.at("Base/Zone/Hexa").add(OFFSETS, "DataArray_t", integers(8 * np.arange(19)))


@tree_mutation("T0306", "/")
def no_base(tree):
    tree.remove("Base")


@tree_mutation("T0307", "/Base")
def four_dimensions(tree):
    tree.at("Base").value = integers([4, 3])


@tree_mutation("T0308", "/Base")
def space_too_small(tree):
    tree.at("Base").value = integers([3, 2])


@tree_mutation("T0308", "/Base")
def space_too_large(tree):
    tree.at("Base").value = integers([3, 4])


@tree_mutation("T0309", "/Base")
def no_zone(tree):
    tree.at("Base").remove("Zone")


# --- T04 zones ---


@tree_mutation("T0401", "/Base/Zone")
def size_negative(tree):
    tree.at("Base/Zone").value = integers([[48], [-18], [0]])


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


@tree_mutation("T0416", "/Base/Zone")
def no_cells(tree):
    tree.at("Base/Zone").remove("Hexa")


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


# --- T05 sections ---


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


@tree_mutation("T0512", "/Base/Zone/Hexa")
def numbered_as_in_3_0(tree):
    tree.at("CGNSLibraryVersion").value = np.array([3], np.float32)
    tree.at("Base/Zone/Hexa").value = integers([18, 0])
