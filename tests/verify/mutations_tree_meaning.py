"""mutations_tree_meaning.py: damages to families, steps, quantities and physics (rules T09 to T12)."""

import numpy as np

from cgns import table, text_array
from mutations_tree import tree_mutation
from valid import integers
from valid_tree import reals

WALL = "Base/Zone/ZoneBC/Wall"
STEPS = "Base/BaseIterativeData"
POINTERS = "Base/Zone/ZoneIterativeData/FlowSolutionPointers"


# --- T09 families ---


@tree_mutation("T0901", "/Base/Zone/FamilyName")
def family_of_a_zone_missing(tree):
    tree.at("Base/Zone").add("FamilyName", "FamilyName_t", "Fluid")


@tree_mutation("T0901", "/" + WALL + "/Second")
def second_family_missing(tree):
    tree.at(WALL).add("Second", "AdditionalFamilyName_t", "Walls")


@tree_mutation("T0902", "/" + WALL + "/FamilyName")
def family_of_a_condition_missing(tree):
    tree.at("Base").remove("Wall")


@tree_mutation("T0903", "/" + WALL)
def condition_without_family(tree):
    tree.at(WALL).remove("FamilyName")


@tree_mutation("T0904", "/" + WALL)
def family_says_nothing(tree):
    tree.at("Base/Wall").remove("FamilyBC")


@tree_mutation("T0905", "/Base/Lonely")
def family_of_nobody(tree):
    tree.at("Base").add("Lonely", "Family_t")


# --- T10 steps ---


@tree_mutation("T1001", "/" + STEPS)
def steps_negative(tree):
    tree.at(STEPS).value = integers([-1])


@tree_mutation("T1002", "/" + STEPS)
def steps_zero(tree):
    tree.at(STEPS).value = integers([0])


@tree_mutation("T1003", "/" + STEPS, "rich")
def steps_without_times(tree):
    tree.at(STEPS).remove("TimeValues", "IterationValues")


@tree_mutation("T1004", "/" + STEPS + "/ZonePointers", "rich")
def zones_not_counted(tree):
    tree.at(STEPS).remove("NumberOfZones")


@tree_mutation("T1005", "/" + STEPS + "/ZonePointers", "rich")
def zones_counted_wrong(tree):
    tree.at(STEPS + "/NumberOfZones").value = integers([1, 2])


@tree_mutation("T1006", "/" + STEPS + "/ZonePointers", "rich")
def zone_of_a_step_missing(tree):
    tree.at(STEPS + "/ZonePointers").value = table([["Zone"], ["Other"]])


@tree_mutation("T1006", "/" + STEPS + "/ParticleZonePointers", "rich")
def particles_of_a_step_missing(tree):
    tree.at(STEPS).add("NumberOfParticleZones", "DataArray_t", integers([1, 1]))
    tree.at(STEPS).add("ParticleZonePointers", "DataArray_t", table([["Drops"], ["Other"]]))


@tree_mutation("T1007", "/" + STEPS + "/NumberOfZones", "rich")
def zones_negative(tree):
    tree.at(STEPS + "/NumberOfZones").value = integers([1, -1])


@tree_mutation("T1013", "/" + STEPS + "/NumberOfZones", "rich")
def zones_named_in_fewer_steps(tree):
    tree.at(STEPS + "/ZonePointers").value = table([["Zone"], ["Null"]])


@tree_mutation("T1013", "/" + STEPS + "/NumberOfZones", "rich")
def more_zones_than_there_are(tree):
    tree.at(STEPS).remove("ZonePointers")
    tree.at(STEPS + "/NumberOfZones").value = integers([1, 7])


@tree_mutation("T1008", "/Base/Zone/ZoneIterativeData")
def base_without_steps(tree):
    tree.at("Base").remove("BaseIterativeData")


@tree_mutation("T1009", "/" + POINTERS)
def solution_of_a_step_missing(tree):
    tree.at(POINTERS).value = table(["Cells1", "Cells3"])


@tree_mutation("T1009", "/Base/Zone/ZoneIterativeData/GridCoordinatesPointers")
def coordinates_of_a_step_missing(tree):
    steps = tree.at("Base/Zone/ZoneIterativeData")
    steps.add("GridCoordinatesPointers", "DataArray_t", table(["GridCoordinates", "Moved"]))


@tree_mutation("T1011", "/" + POINTERS)
def solutions_named_by_what_they_share(tree):
    for step in ("1", "2"):
        tree.at("Base/Zone/Cells" + step).name = "CellCenterSolutionAtStep0000" + step
    tree.at(POINTERS).value = table(["SolutionAtStep00001", "SolutionAtStep00002"])


@tree_mutation("T1009", "/" + POINTERS)
def solution_renamed(tree):
    tree.at("Base/Zone/Cells2").name = "OtherCells2"


@tree_mutation("T1012", "/Base/Zone")
def solutions_not_named(tree):
    tree.at("Base/Zone/ZoneIterativeData").remove("FlowSolutionPointers")


@tree_mutation("T1012", "/Base/Zone")
def no_names_of_steps(tree):
    tree.at("Base/Zone").remove("ZoneIterativeData")


@tree_mutation("T1011", "/" + POINTERS)
def solution_named_with_garbage(tree):
    tree.at(POINTERS).value = table(["Cells1\0\0garbage", "Cells2"])


@tree_mutation("T1010", "/Base/Zone/ZoneIterativeData")
def solution_of_no_step(tree):
    tree.at(POINTERS).value = table(["Cells1", "Null"])


# --- T11 quantities ---


def density(tree):
    """A field."""
    return tree.at("Base/Zone/Cells1/Density")


@tree_mutation("T1101", "/Base/Zone/Cells1/Density")
def no_units(tree):
    tree.at("Base").remove("DimensionalUnits")
    density(tree).add("DataClass", "DataClass_t", "Dimensional")


@tree_mutation("T1101", "/Base")
def no_units_at_all(tree):
    tree.at("Base").remove("DimensionalUnits")


@tree_mutation("T1102", "/Base/ReferenceState/Mach/DimensionalExponents", "rich")
def plain_number_with_exponents(tree):
    mach = tree.at("Base/ReferenceState/Mach")
    mach.add("DimensionalExponents", "DimensionalExponents_t", reals(0, 1, -1, 0, 0))


@tree_mutation("T1103", "/Base/Zone/Cells1/Density/DimensionalExponents")
def exponents_of_something_else(tree):
    density(tree).add("DimensionalExponents", "DimensionalExponents_t", reals(1, -1, -2, 0, 0))


@tree_mutation("T1104", "/Base/Zone/Cells1/Density/DataConversion")
def conversion_by_zero(tree):
    density(tree).add("DataClass", "DataClass_t", "NormalizedByDimensional")
    density(tree).add("DataConversion", "DataConversion_t", reals(0, 1))


@tree_mutation("T1105", "/Base/Zone/Cells1/Density/DataConversion")
def conversion_without_reason(tree):
    density(tree).add("DataConversion", "DataConversion_t", reals(2, 0))


@tree_mutation("T1106", "/Base/Zone/Cells1")
def name_in_small_letters(tree):
    density(tree).name = "density"


@tree_mutation("T1107", "/Base")
def no_class(tree):
    tree.at("Base").remove("DataClass")


# --- T12 physics ---


@tree_mutation("T1201", "/Base/FlowEquationSet/EquationDimension", "rich")
def equations_in_four_dimensions(tree):
    tree.at("Base/FlowEquationSet/EquationDimension").value = integers([4])


@tree_mutation("T1202", "/Base/FlowEquationSet/GoverningEquations/DiffusionModel", "rich")
def diffusion_of_two(tree):
    tree.at("Base/FlowEquationSet/GoverningEquations/DiffusionModel").value = integers([1, 1, 2, 0, 0, 0])


@tree_mutation("T1203", "/Base/GlobalConvergenceHistory/CoefLift", "rich")
def history_too_short(tree):
    tree.at("Base/GlobalConvergenceHistory/CoefLift").value = reals(1, 2)


@tree_mutation("T1204", "/Base/GlobalConvergenceHistory", "rich")
def iterations_negative(tree):
    tree.at("Base/GlobalConvergenceHistory").value = integers([-3])


@tree_mutation("T1205", "/Base/Axisymmetry", "plane")
def axis_in_space(tree):
    tree.at("Base").value = integers([2, 3])


@tree_mutation("T1206", "/Base/Axisymmetry/AxisymmetryAxisVector", "plane")
def axis_without_direction(tree):
    tree.at("Base/Axisymmetry/AxisymmetryAxisVector").value = np.zeros(2, np.float32)


@tree_mutation("T1207", "/Base/Zone/Rigid", "rich")
def motion_without_origin(tree):
    tree.at("Base/Zone/Rigid").remove("OriginLocation")


@tree_mutation("T1208", "/Base/Wall/Shape/GeometryFormat", "rich")
def format_too_long(tree):
    tree.at("Base/Wall/Shape/GeometryFormat").value = text_array(40 * "x")
