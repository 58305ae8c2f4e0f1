"""Damages to sets of files."""

import numpy as np

from cgns import table
from mutate import mutation, set_mutation
from valid_joins import parts_of, put, replace

NUMBERS = ":CGNS#GlobalNumbering"


@set_mutation("S0101", "/Base/Left.P1.N0", base="maia")
def file_is_missing(trees):
    del trees[1]


@set_mutation("S0102", "/Base/Left.P1.N0", base="maia")
def file_is_there_twice(trees):
    trees.append(trees[1].copy())


@set_mutation("S0103", "/Base/Left", base="maia")
def parts_have_the_same_cells(trees):
    first, second = parts_of(trees)[:2]
    for name in ("CellRange", "Cell", "Vertex", "Face"):
        replace(second.child(NUMBERS), name, first.child(NUMBERS).child(name).value)


@set_mutation("S0104", "/Base/Left.P1.N0/:CGNS#GlobalNumbering/CellSize", base="maia")
def sizes_differ(trees):
    put(parts_of(trees)[1].child(NUMBERS).child("CellSize"), 0, 17)


@set_mutation("S0105", "/Base/Left.P1.N0", base="maia")
def marks_are_lost(trees):
    parts_of(trees)[1].remove(NUMBERS)


@set_mutation("S0106", "/", base="seacas")
def names_tell_other_numbers(trees):
    return ["out.cgns.3.0", "out.cgns.3.1", "out.cgns.4.2"]


@set_mutation("S0107", "/Base/Zone", base="maia_hexa")
def cell_is_there_twice(trees):
    node = parts_of(trees, "Zone")[1].child(NUMBERS).child("Cell")
    put(node, 2, node.value[1])


@set_mutation("S0108", "/Base/Left.P1.N0/Cells/Density", base="maia")
def part_lacks_a_field(trees):
    parts_of(trees)[1].child("Cells").remove("Density")


@set_mutation("S0201", "/Base/DataClass", base="maia")
def bases_differ(trees):
    replace(trees[1].child("Base"), "DataClass", "NondimensionalParameter")


@set_mutation("S0301", "/Base/BaseIterativeData", base="maia")
def file_has_fewer_steps(trees):
    steps = trees[2].child("Base").child("BaseIterativeData")
    steps.value = np.array([1], np.int32)
    for node in steps.children:
        node.value = node.value[:1]
    for zone in trees[2].child("Base").labelled("Zone_t"):
        replace(zone.child("ZoneIterativeData"), "FlowSolutionPointers", table(["Cells"]))


@mutation("S0302", "/Base/Zone/ZoneIterativeData/FlowSolutionPointers", base="hexa")
def zone_is_not_in_all_steps(tree):
    replace(tree.at("Base/Zone/ZoneIterativeData"), "FlowSolutionPointers", table(["Null", "Cells2"]))


def move(trees, distance):
    """Moves the vertices of each piece of Left by the distance times its rank."""
    for zone in parts_of(trees):
        node = zone.at("GridCoordinates/CoordinateX")
        node.value = node.value + distance(node.value) * int(zone.name[6])


@set_mutation("S0501", "/Base/Left/GridCoordinates/CoordinateX", base="maia")
def shared_point_differs_by_rounding(trees):
    move(trees, lambda x: np.spacing(np.abs(x).max()))


@set_mutation("S0502", "/Base/Left/GridCoordinates/CoordinateX", base="maia")
def shared_point_has_two_places(trees):
    move(trees, lambda _: 1e-9)
