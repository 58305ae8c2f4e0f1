"""mutations_tree_values.py: damages to types, extents and texts (rules T02)."""

import numpy as np

from cgns import table, text_array
from mutations_tree import AREA, OFFSETS, PERIODIC, tree_mutation
from valid import integers


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


@tree_mutation("T0203", f"{PERIODIC}/RotationAngle", "sector")
def angle_is_wide(tree):
    angle = tree.at(f"{PERIODIC}/RotationAngle"[1:])
    angle.value = angle.value.astype(np.float64)


@tree_mutation("T0203", f"/{AREA}/SurfaceArea", "rich")
def surface_is_wide(tree):
    tree.at(f"{AREA}/SurfaceArea").value = np.ones(1)


@tree_mutation("T0201", "/Base/GlobalConvergenceHistory/CoefLift", "rich")
def history_without_sign(tree):
    tree.at("Base/GlobalConvergenceHistory/CoefLift").value = np.ones(3, np.uint32)


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
        tree.at(path).value = text_array(text)

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


@tree_mutation("T0208", "/Base/Left/ZoneGridConnectivity/ToRight", "blocks")
def donor_with_blanks(tree):
    tree.at("Base/Left/ZoneGridConnectivity/ToRight").value = text_array("Right  ")


@tree_mutation("T0208", "/Base/Zone/Region/BCRegionName")
def region_with_blanks(tree):
    region = tree.at("Base/Zone").add("Region", "ZoneSubRegion_t", integers([2]))
    region.add("BCRegionName", "Descriptor_t", "Wall  ")


@tree_mutation("T0201", "/Base/ReferenceState/Mach/DimensionalExponents/AdditionalExponents")
def exponents_of_two_types(tree):
    mach = tree.at("Base").add("ReferenceState", "ReferenceState_t").add("Mach", "DataArray_t", np.ones(1))
    exponents = mach.add("DimensionalExponents", "DimensionalExponents_t", np.zeros(5))
    exponents.add("AdditionalExponents", "AdditionalExponents_t", np.zeros(3, np.float32))


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


@tree_mutation("T0206", "/Base/Zone/GridCoordinates", "rich")
def bounding_box_of_the_plane(tree):
    grid = tree.at("Base/Zone/GridCoordinates")
    grid.value = np.ascontiguousarray(grid.value[:, :2])


@tree_mutation("T0210", "/Base/Zone/ZoneBC")
def conditions_with_a_value(tree):
    tree.at("Base/Zone/ZoneBC").value = integers([1])


@tree_mutation("T0212", "/Base/Zone/ZoneIterativeData")
def steps_of_a_zone_with_a_value(tree):
    tree.at("Base/Zone/ZoneIterativeData").value = integers([2])


@tree_mutation("T0211", "/Base/Zone/ZoneBC/Wall/FamilyName")
def family_name_empty(tree):
    tree.at("Base/Zone/ZoneBC/Wall/FamilyName").value = None
