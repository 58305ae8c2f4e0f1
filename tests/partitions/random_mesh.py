"""random_mesh.py: a whole mesh from a seed, in which any misplaced value, name or point shows.

    random_mesh.py SEED FILE     writes it
"""

import sys

import numpy as np

import cgns
import random_joins
import random_lists
import random_sections
import random_structured as structured
import random_unstructured as unstructured
from random_structured import Dice, Plan

KINDS = ["structured", "unstructured"]
ZONE_NAMES = ["Zone", "blk-1", "domain", "A_b_c", "wing.upper", "Zone_2", "blk-1_x", "domain.5"]


def mesh(seed, kind="structured", bases=None, names=None):
    """The tree of that seed; `kind`: structured, unstructured, or sections for zones with many of them; `bases`: how many, otherwise mostly one."""
    dice = Dice([seed, len(kind)])
    root = cgns.new_root(dice.pick([3.4, 4.2]))
    count = bases or (2 if dice.chance(0.15) else 1)
    for number in range(count):
        make_base(dice, root, "Base" if number == 0 else f"Base#{number + 1}", kind, names or ZONE_NAMES)
    return root


def make_base(dice, root, name, kind, names):
    """A base with families, zones, joins and time steps."""
    dim = dice.pick([1, 2, 2, 3, 3, 3, 3]) if kind == "structured" else dice.pick([2, 3, 3])
    base = root.add(name, "CGNSBase_t", np.array([dim, max(dim, 2)], np.int32))
    families = ["WALL", "FLUID", "IN LET"][:dice.number(0, 3)]
    plan = Plan(dice, dim, dice.pick([0, 0, 1, 2, 3]), families)
    add_metadata(plan, base)
    zones = []
    maker = {"structured": structured, "unstructured": unstructured, "sections": random_sections}[kind]
    for zone_name in dice.shuffled(names)[:dice.number(1, 3)]:
        zones.append(maker.zone(plan, zone_name))
        base.children.append(zones[-1])
    (random_joins if kind == "structured" else random_lists).add_joins(plan, zones)
    if plan.steps:
        add_steps(plan, base, zones)


def add_metadata(plan, base):
    """What a base knows of all its zones."""
    dice = plan.dice
    if dice.chance(0.4):
        base.add("DataClass", "DataClass_t", "Dimensional")
        units = ["Kilogram", "Meter", "Second", "Kelvin", "Radian"]
        base.add("DimensionalUnits", "DimensionalUnits_t", cgns.table(units))
    if dice.chance(0.4):
        state = base.add("ReferenceState", "ReferenceState_t")
        state.add("Mach", "DataArray_t", dice.values((1,), "f8"))
        state.add("ReferenceStateDescription", "Descriptor_t", "far away")
    for family in plan.families:
        node = base.add(family, "Family_t")
        node.add("FamBC", "FamilyBC_t", dice.pick(["BCWall", "BCInflow"]))
        if dice.chance(0.4):
            node.add("Colour", "Descriptor_t", "red")
    if dice.chance(0.3):
        user = base.add("Program", "UserDefinedData_t")
        user.add("Version", "DataArray_t", dice.values((3,), "i4"))
    if dice.chance(0.2):
        base.add("Information", "Descriptor_t", "made at random")


def add_steps(plan, base, zones):
    """BaseIterativeData."""
    dice = plan.dice
    node = base.add("BaseIterativeData", "BaseIterativeData_t", np.array([plan.steps], np.int32))
    node.add("TimeValues", "DataArray_t", np.arange(plan.steps) * 0.5)
    if dice.chance(0.5):
        node.add("IterationValues", "DataArray_t", np.arange(plan.steps, dtype=np.int32) * 10)
    if dice.chance(0.4):
        names = [zone.name for zone in zones]
        node.add("NumberOfZones", "DataArray_t", np.full(plan.steps, len(names), np.int32))
        node.add("ZonePointers", "DataArray_t", cgns.table([names] * plan.steps))


def main():
    """Writes the mesh of a seed."""
    seed, path = sys.argv[1:3]
    kind = sys.argv[3] if len(sys.argv) > 3 else "structured"
    cgns.write(path, mesh(int(seed), kind))


if __name__ == "__main__":
    main()
