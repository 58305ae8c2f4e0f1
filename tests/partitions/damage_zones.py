"""damage_zones.py: damage to zones, their arrays, conditions and joins."""

import numpy as np

from cgns import table, text_array
from damage_kinds import change, join_of, kind, put, solution

# --- arrays ---


@kind("maia", r"missing|lacks|not there|has no|without")
def field_is_missing(damaged):
    """One part has a field less."""
    solution(damaged.parts[1][1]).remove("Density")


@kind("maia", r"type|R4|differ")
def field_has_another_type(damaged):
    """R4 in one part and R8 in the others."""
    change(solution(damaged.parts[1][1]).child("Density"), lambda value: value.astype(np.float32))


@kind("maia", r"extent|shape|size|dimension|values")
def field_has_other_extents(damaged):
    """A plane of cells too many."""
    change(solution(damaged.parts[0][1]).child("Density"), lambda value: np.pad(value, ((0, 1), (0, 0), (0, 0))))


@kind("maia", r"extent|shape|size|dimension|values")
def field_is_flat(damaged):
    """A field with one dimension instead of three."""
    change(solution(damaged.parts[0][1]).child("Density"), lambda value: value.ravel())


@kind("maia", r"no value|empty|missing|extent|size|type|values")
def field_has_no_value(damaged):
    """A field node with nothing in it."""
    solution(damaged.parts[0][1]).child("Density").value = None


@kind("maia", r"missing|lacks|not there|has no|without")
def solution_is_missing(damaged):
    """One part has a solution less."""
    damaged.parts[1][1].remove("FlowSolution")


@kind("maia", r"GridLocation|location|differ|extent")
def locations_differ(damaged):
    """Cells in one part, vertices in the others."""
    solution(damaged.parts[1][1]).child("GridLocation").value = text_array("Vertex")


@kind("maia", r"missing|lacks|not there|has no|without")
def coordinates_are_missing(damaged):
    """A part without GridCoordinates."""
    damaged.parts[1][1].remove("GridCoordinates")


@kind("maia", r"shared|differ|agree", "--shared", "error")
def shared_points_differ(damaged):
    """A vertex that two parts share has another place in one of them."""
    change(damaged.parts[0][1].at("GridCoordinates/CoordinateX"), lambda value: value + 1)


@kind("seacas", r"shared|differ|agree", "--shared", "error")
def shared_points_differ_in_seacas(damaged):
    """The same where only joins tell what is shared."""
    change(damaged.parts[0][1].at("GridCoordinates/CoordinateX"), lambda value: value + 1)


@kind("maia", r"copies of a point may differ")
def place_of_a_vertex_differs(damaged):
    """The same by little, without an option."""
    change(damaged.parts[0][1].at("GridCoordinates/CoordinateX"), lambda value: value + 1e-9)


@kind("seacas", r"copies of a point may differ")
def place_of_a_vertex_differs_in_seacas(damaged):
    """The same where only joins tell what is shared."""
    change(damaged.parts[0][1].at("GridCoordinates/CoordinateX"), lambda value: value + 1e-9)


@kind("maia", r"Rind|rind|extent|size")
def rind_is_not_there(damaged):
    """A Rind_t that the arrays do not have."""
    solution(damaged.parts[0][1]).add("Rind", "Rind_t", np.ones(6, np.int32))


@kind("maia", r"Rind|rind")
def rind_is_negative(damaged):
    """A Rind_t less than nothing."""
    solution(damaged.parts[0][1]).add("Rind", "Rind_t", np.full(6, -1, np.int32))


# --- zones ---


@kind("maia", r"cell|size|vert|extent")
def sizes_of_a_zone_do_not_fit(damaged):
    """As many cells as vertices."""
    put(damaged.parts[0][1], (1, 0), damaged.parts[0][1].value[0, 0])


@kind("maia", r"size|zero|positive|extent|cell|empty")
def zone_has_no_cells(damaged):
    """A zone of size zero."""
    change(damaged.parts[0][1], lambda value: value * 0)


@kind("maia", r"type|number|integer|Zone|size|C1")
def size_of_a_zone_is_a_text(damaged):
    """Letters where the size is wanted."""
    damaged.parts[0][1].value = text_array("5 4 3 4 3 2 0 0 0")


@kind("maia", r"ZoneType|[Uu]nstructured|differ|type|dimension|size")
def zone_types_differ(damaged):
    """One part says that it is unstructured."""
    damaged.parts[1][1].child("ZoneType").value = text_array("Unstructured")


@kind("maia", r"steps|time|BaseIterativeData|values|size", names=("file",))
def times_contradict(damaged):
    """A file with more steps than values of time."""
    base = damaged.files[damaged.parts[0][0]].labelled("CGNSBase_t")[0]
    base.child("BaseIterativeData").value = np.array([7], np.int32)


@kind("maia", r"FlowSolutionPointers|steps|differ|names", "--strict")
def pointers_contradict(damaged):
    """The steps of a part are other solutions than those of the other parts."""
    pointers = damaged.parts[1][1].at("ZoneIterativeData/FlowSolutionPointers")
    pointers.value = table(["Other", "Another"])


# --- conditions and joins ---


@kind("maia", r"range|outside|beyond|out of|points")
def condition_leaves_the_part(damaged):
    """A PointRange past the end."""
    put(condition(damaged), (1, 2), 99)


@kind("maia", r"PointRange|type|number|integer|C1")
def condition_is_a_text(damaged):
    """A PointRange in letters."""
    condition(damaged).value = text_array("all of it")


@kind("maia", r"PointRange|dimension|extent|shape|numbers|size")
def condition_has_too_few_numbers(damaged):
    """A PointRange with two indices."""
    change(condition(damaged), lambda value: np.ascontiguousarray(value[:, :2]))


def condition(damaged):
    """The PointRange of a condition of a part."""
    return next(child.child("PointRange") for _, zone in damaged.parts if zone.child("ZoneBC")
        for child in zone.child("ZoneBC").children if child.child("PointRange"))


@kind("maia", r"no (zone|part)|nowhere|not there|missing|unknown|donor")
def join_leads_nowhere(damaged):
    """A join of the cut to a part that is not there."""
    _, join = join_of(damaged, lambda join: join.name.startswith("JN."))
    join.value = text_array("Wing.P7.N7")


@kind("maia", r"Transform|transform|axis|axes")
def transform_is_nonsense(damaged):
    """A Transform with an axis twice."""
    _, join = join_of(damaged, lambda join: not join.name.startswith("JN."))
    join.child("Transform").value = np.array([1, 1, 2], np.int32)


@kind("maia", r"PointRangeDonor|donor|range|points|extent|differ|fit")
def ranges_of_a_join_do_not_fit(damaged):
    """More points on one side than on the other."""
    _, join = join_of(damaged, lambda join: not join.name.startswith("JN."))
    change(join.child("PointRangeDonor"), lambda value: value + [[0, 0, 0], [1, 1, 1]])


@kind("maia", r"range|outside|beyond|out of|points")
def join_leaves_the_part(damaged):
    """A join past the end."""
    _, join = join_of(damaged, lambda join: not join.name.startswith("JN."))
    change(join.child("PointRange"), lambda value: value + 90)
    change(join.child("PointRangeDonor"), lambda value: value + 90)


@kind("maia", r"Transform|missing|has no|without|not there")
def join_has_no_range(damaged):
    """A join without PointRangeDonor."""
    _, join = join_of(damaged, lambda join: not join.name.startswith("JN."))
    join.remove("PointRangeDonor")
