"""Damages to numbers: what is none, what cannot be, what steps and zones lack."""

import numpy as np

from cgns import table
from mutate import mutation
from valid import add_solution, integers
from valid_joins import put, replace

ZONE = "/Base/Zone"
STEPS = "/Base/BaseIterativeData"
POINTERS = ZONE + "/ZoneIterativeData/FlowSolutionPointers"


@mutation("V0101", ZONE + "/GridCoordinates/CoordinateX", base="hexa")
def coordinate_is_nan(tree):
    put(tree.at("Base/Zone/GridCoordinates/CoordinateX"), 17, np.nan)


@mutation("V0102", "/Base/Right/GridCoordinates/CoordinateZ", base="blocks")
def coordinate_is_infinite(tree):
    put(tree.at("Base/Right/GridCoordinates/CoordinateZ"), (1, 2, 3), -np.inf)


@mutation("V0103", ZONE + "/Cells2/Density", base="hexa")
def field_has_nan(tree):
    put(tree.at("Base/Zone/Cells2/Density"), [3, 4], np.nan)


@mutation("V0103", ZONE + "/Cells2/Density", base="hexa", options=["--profile", "restart"])
def field_of_a_restart_has_nan(tree):
    put(tree.at("Base/Zone/Cells2/Density"), 0, np.nan)


@mutation("V0104", "/Base/Left/Vertices/Temperature", base="blocks")
def field_is_infinite(tree):
    put(tree.at("Base/Left/Vertices/Temperature"), (2, 3, 4), np.inf)


@mutation("V0105", "/Base/ReferenceState/Mach", base="hexa")
def reference_is_nan(tree):
    tree.child("Base").add("ReferenceState", "ReferenceState_t").add("Mach", "DataArray_t", np.array([np.nan]))


@mutation("V0106", "/Base/ReferenceState/Mach", base="hexa")
def reference_is_infinite(tree):
    tree.child("Base").add("ReferenceState", "ReferenceState_t").add("Mach", "DataArray_t", np.array([np.inf]))


@mutation("V0201", ZONE + "/Cells1/Density", base="hexa")
def field_was_never_written(tree):
    replace(tree.at("Base/Zone/Cells1"), "Density", np.zeros(18))


@mutation("V0202", ZONE + "/Cells1/Density", base="hexa")
def field_is_constant(tree):
    replace(tree.at("Base/Zone/Cells1"), "Density", np.full(18, 1.25))


@mutation("V0203", ZONE + "/GridCoordinates/CoordinateZ", base="hexa")
def zone_is_flat(tree):
    replace(tree.at("Base/Zone/GridCoordinates"), "CoordinateZ", np.zeros(48))


@mutation("V0204", "/Base/Empty/Nothing", base="hexa")
def array_is_empty(tree):
    tree.child("Base").add("Empty", "UserDefinedData_t").add("Nothing", "DataArray_t", np.zeros(0))


@mutation("V0301", ZONE + "/Cells1/Density", base="hexa")
def density_is_negative(tree):
    put(tree.at("Base/Zone/Cells1/Density"), 5, -1e-3)


@mutation("V0302", ZONE + "/Cells1/Pressure", base="hexa")
def pressure_is_negative(tree):
    solution = tree.at("Base/Zone/Cells1")
    solution.add("Pressure", "DataArray_t", np.linspace(-1, 1, 18))


@mutation("V0401", STEPS + "/TimeValues", base="hexa")
def time_goes_back(tree):
    replace(tree.at("Base/BaseIterativeData"), "TimeValues", np.array([1.0, 0.5]))


@mutation("V0402", STEPS + "/TimeValues", base="hexa")
def time_is_nan(tree):
    replace(tree.at("Base/BaseIterativeData"), "TimeValues", np.array([0.5, np.nan]))


@mutation("V0403", STEPS + "/IterationValues", base="hexa")
def iteration_is_there_twice(tree):
    replace(tree.at("Base/BaseIterativeData"), "IterationValues", integers([2, 2]))


@mutation("V0404", STEPS + "/TimeValues", base="hexa")
def time_is_missing(tree):
    replace(tree.at("Base/BaseIterativeData"), "TimeValues", np.array([0.5]))


@mutation("V0405", POINTERS, base="hexa")
def step_has_no_name(tree):
    replace(tree.at("Base/Zone/ZoneIterativeData"), "FlowSolutionPointers", table(["Cells1"]))


@mutation("V0501", "/Base/Right", base="blocks")
def zone_lacks_a_field(tree):
    tree.at("Base/Right/Cells").remove("Density")


@mutation("V0502", "/Base/Right", base="blocks")
def zone_has_no_fields(tree):
    tree.at("Base/Right").remove("Cells", "Vertices")


@mutation("V0503", ZONE + "/Cells2/Density", base="hexa")
def field_lost_digits(tree):
    field = tree.at("Base/Zone/Cells2/Density")
    field.value = field.value.astype(np.float32)


@mutation("V0504", ZONE + "/Cells2", base="hexa")
def step_lacks_a_field(tree):
    tree.at("Base/Zone/Cells2").remove("Temperature")


@mutation("V0502", "/Base/Left", base="blocks", options=["--profile", "restart"])
def only_one_zone_has_fields(tree):
    tree.at("Base/Left").remove("Cells", "Vertices")
    add_solution(tree.at("Base/Right"), "More", "CellCenter", (2, 3, 3))
