"""damage_others.py: damage to what SEACAS and Cassiopée write, and wrong questions."""

import numpy as np

from cgns import text_array
from damage_kinds import change, join_of, kind, put

# --- SEACAS ---


@kind("seacas", r"not connected|cannot locate|no interface|offset|position|reach|connect|place", names=("zone",))
def part_is_not_connected(damaged):
    """No join tells where a part lies."""
    for _, zone in damaged.parts:
        holder = zone.child("ZoneGridConnectivity")
        holder.children = [join for join in holder.children if not join.child("Decomp")]


@kind("seacas", r"contradict|leaves the zone|offset|position|place|inconsistent|disagree|fit|range|opposite|overlap")
def joins_contradict(damaged):
    """A join of the cut that puts the part elsewhere than its counterpart does."""
    _, join = join_of(damaged, lambda join: join.child("Decomp"))
    change(join.child("PointRangeDonor"), lambda value: value + 1)


@kind("seacas", r"no (zone|part)|nowhere|not there|missing|unknown|donor")
def decomp_leads_nowhere(damaged):
    """A join of the cut to a rank that is not there."""
    _, join = join_of(damaged, lambda join: join.child("Decomp"))
    join.value = text_array("Wing_proc-7")


@kind("seacas", r"Transform|transform|turned|permutes axes")
def decomp_is_turned(damaged):
    """A join of the cut with other axes than 1 2 3."""
    _, join = join_of(damaged, lambda join: join.child("Decomp"))
    join.child("Transform").value = np.array([2, 1, 3], np.int32)


@kind("seacas", r"mixed|convention|mark|both|different")
def conventions_are_mixed(damaged):
    """One part is called as Maia has it."""
    name, zone = damaged.parts[1]
    zone.name = "Wing.P1.N0"
    info = zone.add(":CGNS#GlobalNumbering", "UserDefinedData_t")
    info.add("CellRange", "IndexRange_t", np.array([[1, 1, 1], zone.value[1]], np.int32))
    info.add("CellSize", "DataArray_t", zone.value[1].astype(np.int64) * 2)
    assert name in damaged.files


# --- Cassiopée ---


def loc2glob(damaged, number=0):
    """The window of a part."""
    return damaged.parts[number][1].at(".Solver#ownData/loc2glob")


@kind("cassiopee", r"loc2glob|size|contradict|differ|disagree")
def windows_tell_of_other_sizes(damaged):
    """Two parts tell of different sizes of the whole."""
    put(loc2glob(damaged), 6, 77)


@kind("cassiopee", r"loc2glob|beyond|outside|out of|range|window")
def window_leaves_the_zone(damaged):
    """A window past the end."""
    change(loc2glob(damaged), lambda value: value + [9, 9, 0, 0, 0, 0, 0, 0, 0])


@kind("cassiopee", r"loc2glob|extent|size|vert|fit|window|differ")
def window_does_not_fit(damaged):
    """A window with more vertices than the part."""
    put(loc2glob(damaged), 0, -1)


@kind("cassiopee", r"loc2glob|numbers|values|nine|9|size|extent")
def window_is_too_short(damaged):
    """Six numbers of nine."""
    change(loc2glob(damaged), lambda value: value[:6])


@kind("cassiopee", r"loc2glob|type|number|integer|C1")
def window_is_a_text(damaged):
    """Letters where numbers are wanted."""
    loc2glob(damaged).value = text_array("1 2 3 4 5 6 7 8 9")


@kind("cassiopee", r"source|missing|no |name")
def source_is_missing(damaged):
    """A part that does not say of what."""
    damaged.parts[0][1].child(".Solver#ownData").remove("source")


@kind("cassiopee", r"hole|in no piece|missing|not covered|incomplete|belong to no part", names=("zone",))
def window_is_missing(damaged):
    """A part that was taken out of its file."""
    name, zone = damaged.parts[1]
    for base in damaged.files[name].labelled("CGNSBase_t"):
        base.remove(zone.name)


@kind("cassiopee-ghosts", r"ZoneRind|rind|ghost|extent|window|fit|negative")
def ghosts_are_too_many(damaged):
    """More ghosts than points."""
    damaged.parts[0][1].child("ZoneRind").value = np.full(6, 9, np.int32)


@kind("maia", r"no zone .* has partition metadata|none|convention|not", "--convention", "seacas", names=())
def asked_for_another_convention(damaged):
    """The convention that was asked for is not that of the files."""
    assert damaged.inputs


@kind("maia", r"convention", "--convention", "nonsense", names=())
def asked_for_no_convention(damaged):
    """A convention that nobody knows."""
    assert damaged.inputs
