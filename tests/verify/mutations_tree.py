"""mutations_tree.py: damages to names, labels, the root and bases (rules T01 and T03)."""

import numpy as np

import valid_joins  # noqa: F401  pylint: disable=unused-import
import valid_tree  # noqa: F401  pylint: disable=unused-import
from mutate import mutation
from valid import integers

TREE = ("--layer", "tree")
OFFSETS = "ElementStartOffset"
AREA = "Base/Zone/ZoneBC/Wall/BCProperty/Area"
PERIODIC = "/Base/Ring/ZoneGridConnectivity/Low/GridConnectivityProperty/Periodic"


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


@tree_mutation("T0119", "/Base/Zone/GridCoordinates")
def zone_with_the_label_of_a_family(tree):
    tree.at("Base/Zone").label = "Family_t"


@tree_mutation("T0119", "/Base/Zone/Cells1/Density")
def field_with_the_label_of_a_family(tree):
    tree.at("Base/Zone/Cells1/Density").label = "Family_t"


@tree_mutation("T0119", "/Base/Cells")
def solution_of_a_base(tree):
    cells = tree.at("Base/Zone/Cells1").copy()
    cells.name = "Cells"
    tree.at("Base").children.append(cells)


@tree_mutation("T0117", "/")
def version_twice(tree):
    tree.add("Twin", "CGNSLibraryVersion_t", np.array([3.4], np.float32))


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


@tree_mutation("T0120", "/Base/FlowEquationSet/Dimension", "rich")
def dimension_with_another_name(tree):
    tree.at("Base/FlowEquationSet/EquationDimension").name = "Dimension"


@tree_mutation("T0120", f"/{AREA}/More", "rich")
def area_with_a_third_array(tree):
    tree.at(AREA).add("More", "DataArray_t", np.ones(1, np.float32))


@tree_mutation("T0120", f"{PERIODIC}/More", "sector")
def motion_with_a_fourth_array(tree):
    tree.at(PERIODIC[1:]).add("More", "DataArray_t", np.ones(3, np.float32))


@tree_mutation("T0120", "/Base/Zone/GridCoordinates/CoordinateX/Range")
def range_of_an_array(tree):
    tree.at("Base/Zone/GridCoordinates/CoordinateX").add("Range", "IndexRange_t", integers([[1], [2]]))


@tree_mutation("T0120", "/Base/Left/ZoneGridConnectivity/ToRight/Turn", "blocks")
def transform_with_another_name(tree):
    tree.at("Base/Left/ZoneGridConnectivity/ToRight/Transform").name = "Turn"


@tree_mutation("T0116", "/Base/Gravity", "rich")
def gravity_without_its_vector(tree):
    tree.at("Base/Gravity/GravityVector").name = "Vector"


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
