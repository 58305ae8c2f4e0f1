"""random_structured.py: structured zones with everything that hangs on their points, at random."""

import numpy as np

import points
from cgns import Node, table
from points import BOX_LOCATIONS, extents, point_range

BC_TYPES = ["BCWall", "BCInflow", "BCOutflow", "FamilySpecified", "BCSymmetryPlane", "Null"]
SPECIAL = [np.nan, -0.0, 0.0, np.inf, -np.inf, 5e-324]
SPREAD = 1 << 40


class Dice:
    """Random choices and values, all from one seed."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def chance(self, share):
        """True so often."""
        return self.rng.random() < share

    def number(self, low, high):
        """An integer, ends included."""
        return int(self.rng.integers(low, high + 1))

    def pick(self, choices):
        """One of them."""
        return choices[int(self.rng.integers(len(choices)))]

    def values(self, shape, kind=None):
        """An array in which any two values differ, with some that are not plain numbers."""
        kind = kind or self.pick(["f8", "f8", "f8", "f4", "i4", "i8"])
        if kind[0] == "i":
            return self.rng.integers(-SPREAD if kind == "i8" else -(1 << 30), SPREAD if kind == "i8" else 1 << 30,
                shape).astype(kind)
        made = self.rng.standard_normal(shape).astype(kind)
        if self.chance(0.3) and made.size:
            made.flat[self.number(0, made.size - 1)] = self.pick(SPECIAL)
        if self.chance(0.05) and made.size:  # a NaN with bits of its own, as a solver's marks may have
            bits = made.reshape(-1).view("u" + kind[1:])
            bits[self.number(0, made.size - 1)] = (0x7FF8 << 48 | 0xBEEF) if kind == "f8" else 0x7FC0BEEF
        return made

    def shuffled(self, items):
        """The same in another order."""
        return [items[i] for i in self.rng.permutation(len(items))]


class Plan:
    """What the zones of a base have in common."""

    def __init__(self, dice, cell_dim, steps, families):
        self.dice = dice
        self.dim = cell_dim
        self.steps = steps
        self.families = families
        self.index = dice.pick([np.int32, np.int64])
        self.reverse_bcs = dice.chance(0.1)


def zone(plan, name):
    """A structured zone without joins."""
    dice = plan.dice
    vertices = [dice.number(2, 6 if plan.dim == 3 else 9) for _ in range(plan.dim)]
    size = np.array([vertices, np.array(vertices) - 1, [0] * plan.dim], plan.index)
    node = Node(name, "Zone_t", size)
    node.add("ZoneType", "ZoneType_t", "Structured")
    if dice.chance(0.3) and plan.families:
        node.add("FamilyName", "FamilyName_t", dice.pick(plan.families))
    add_arrays(plan, node, vertices)
    add_solutions(plan, node, vertices)
    add_boundary(plan, node, vertices)
    add_extras(plan, node)
    if dice.chance(0.4):
        add_region(plan, node, vertices)
    return node


def rind_of(plan, share):
    """A random Rind, or None: how many planes there are beyond the zone on each side."""
    if not plan.dice.chance(share):
        return None
    return np.array([plan.dice.number(0, 2) for _ in range(2 * plan.dim)], np.int32)


def shape_of(sizes, rind):
    """The shape of an array with so many points along i, j, k and beyond."""
    grown = [n + (0 if rind is None else int(rind[2 * a] + rind[2 * a + 1])) for a, n in enumerate(sizes)]
    return tuple(grown[::-1])


def add_arrays(plan, node, vertices):
    """GridCoordinates, sometimes further ones, DiscreteData and ArbitraryGridMotion."""
    dice = plan.dice
    grids = ["GridCoordinates"] + (["GridCoordinates#Moved"] if dice.chance(0.1) else [])
    for name in grids:
        grid = node.add(name, "GridCoordinates_t")
        rind = rind_of(plan, 0.15)
        if rind is not None:
            grid.add("Rind", "Rind_t", rind)
        kind = dice.pick(["f8", "f8", "f4"])
        for axis in "XYZ"[:max(plan.dim, 2)]:
            grid.add(f"Coordinate{axis}", "DataArray_t", dice.values(shape_of(vertices, rind), kind))
    if dice.chance(0.2):
        add_fields(plan, node.add("DiscreteData", "DiscreteData_t"), vertices, ["Mark"])
    if dice.chance(0.15):
        motion = node.add("ArbitraryGridMotion", "ArbitraryGridMotion_t", "DeformingGrid")
        add_fields(plan, motion, vertices, ["GridVelocityX", "GridVelocityY"], "Vertex", "f8")


def add_fields(plan, node, vertices, names, location=None, kind=None):
    """Location, Rind and fields of a solution; `kind`: of number, otherwise any."""
    dice = plan.dice
    location = location or dice.pick(["Vertex", "CellCenter", "CellCenter", *BOX_LOCATIONS[:2 + plan.dim]])
    if location != "Vertex" or dice.chance(0.3):
        node.add("GridLocation", "GridLocation_t", location)
    rind = rind_of(plan, 0.2)
    if rind is not None:
        node.add("Rind", "Rind_t", rind)
    for name in names:
        field = node.add(name, "DataArray_t", dice.values(shape_of(extents(vertices, location), rind), kind))
        if dice.chance(0.1):
            field.add("DimensionalExponents", "DimensionalExponents_t", dice.values((5,), "f4"))


def add_solutions(plan, node, vertices):
    """Solutions of every step, and the table of their names."""
    dice = plan.dice
    names = [f"Sol{step:04d}" for step in range(1, plan.steps + 1)] or ["FlowSolution"]
    location = dice.pick(["Vertex", "CellCenter"])
    for name in names if dice.chance(0.9) else []:
        add_fields(plan, node.add(name, "FlowSolution_t"), vertices, ["Pressure", "Density"], location)
    if dice.chance(0.4):
        add_fields(plan, node.add("Other", "FlowSolution_t"), vertices, ["Mach"])
    if dice.chance(0.1):
        listed = node.add("AtPoints", "FlowSolution_t")
        _, chosen = add_points(plan, listed, vertices)
        listed.add("Heat", "DataArray_t", dice.values((len(chosen),)))
    if plan.steps and node.child(names[0]):
        iterative = node.add("ZoneIterativeData", "ZoneIterativeData_t")
        iterative.add("FlowSolutionPointers", "DataArray_t", table(names))


def face(plan, vertices, location):
    """A random window of a random side of the zone: lowest and highest points; whole axes often."""
    dice = plan.dice
    axis = dice.number(0, plan.dim - 1)
    if location.endswith("FaceCenter"):
        location = f"{points.AXES[axis]}FaceCenter"
    counts = extents(vertices, location)
    low, high = [1] * plan.dim, list(counts)
    for other in range(plan.dim):
        if dice.chance(0.4) and counts[other] > 1:
            low[other], high[other] = sorted((dice.number(1, counts[other]), dice.number(1, counts[other])))
    low[axis] = high[axis] = dice.pick([1, counts[axis]])
    return location, low, high


def add_points(plan, node, vertices, location=None):
    """GridLocation and PointRange or PointList of a node; (location, points in their order)."""
    dice = plan.dice
    location = location or dice.pick(["Vertex", "Vertex", "FaceCenter", "CellCenter"])
    location, low, high = face(plan, vertices, location)
    if location != "Vertex" or dice.chance(0.4):
        node.add("GridLocation", "GridLocation_t", location)
    chosen = points.range_points(point_range(low, high))
    if dice.chance(0.3):
        chosen = chosen[dice.rng.permutation(len(chosen))[:dice.number(1, len(chosen))]]
        node.add("PointList", "IndexArray_t", chosen.astype(plan.index))
    else:
        node.add("PointRange", "IndexRange_t", point_range(low, high, plan.index))
    return location, chosen


def add_boundary(plan, node, vertices):
    """A ZoneBC with some conditions."""
    dice = plan.dice
    count = dice.number(0, 4)
    if not count:
        return
    conditions = node.add("ZoneBC", "ZoneBC_t")
    for name in dice.shuffled(["Wall", "Inlet", "Outlet", "Far_Field", "sym-y"])[:count]:
        condition = conditions.add(name, "BC_t", dice.pick(BC_TYPES))
        location, chosen = add_points(plan, condition, vertices)
        if plan.families and dice.chance(0.5):
            condition.add("FamilyName", "FamilyName_t", dice.pick(plan.families))
        if dice.chance(0.2):
            condition.add("InwardNormalList", "IndexArray_t", dice.values((len(chosen), max(plan.dim, 2)), "f8"))
        if dice.chance(0.5):
            add_dataset(plan, condition, vertices, chosen)


def add_dataset(plan, condition, vertices, chosen):
    """A BCDataSet with data per point and data for all; sometimes at the faces between the condition's vertices."""
    dice = plan.dice
    dataset = condition.add("BCDataSet", "BCDataSet_t", "BCWall")
    faces = faces_between(condition, vertices) if dice.chance(0.4) else None
    if faces:
        dataset.add("GridLocation", "GridLocation_t", faces[0])
        dataset.add("PointRange", "IndexRange_t", faces[1].astype(plan.index))
        chosen = points.range_points(faces[1])
    for name in ["DirichletData", "NeumannData"][:dice.number(1, 2)]:
        data = dataset.add(name, "BCData_t")
        data.add("Temperature", "DataArray_t", dice.values((len(chosen),)))
        if len(chosen) > 1 and dice.chance(0.5):
            data.add("ForAll", "DataArray_t", dice.values((1,)))


def faces_between(condition, vertices):
    """(location, PointRange) of the faces whose vertices a condition has; None where it has none of whole faces."""
    held = condition.child("PointRange")
    if held is None or points.location_of(condition) != "Vertex":
        return None
    low, high = held.value
    flat = [axis for axis, n in enumerate(vertices) if low[axis] == high[axis] and low[axis] in (1, n)]
    if len(flat) != 1 or (low == high).sum() != 1:
        return None
    return f"{points.AXES[flat[0]]}FaceCenter", np.array([low, high - (np.arange(len(vertices)) != flat[0])])


def add_region(plan, node, vertices):
    """A ZoneSubRegion with points of its own, or with those of a condition."""
    dice = plan.dice
    region = node.add("Region", "ZoneSubRegion_t", np.array([max(1, plan.dim - 1)], np.int32))
    conditions = node.child("ZoneBC").children if node.child("ZoneBC") else []
    if conditions and dice.chance(0.4):
        condition = dice.pick(conditions)
        region.add("BCRegionName", "Descriptor_t", condition.name)
        count = len(points.point_set(condition)[1])
    else:
        count = len(add_points(plan, region, vertices)[1])
    for name in ["Shear", "Normal"][:dice.number(1, 2)]:
        region.add(name, "DataArray_t", dice.values((count,)))


def add_extras(plan, node):
    """What does not grow with the zone."""
    dice = plan.dice
    if dice.chance(0.3):
        node.add("Note", "Descriptor_t", f"about {node.name}")
    if dice.chance(0.3):
        user = node.add("Settings", "UserDefinedData_t")
        user.add("Values", "DataArray_t", dice.values((7,)))
        user.add("Deeper", "UserDefinedData_t").add("Text", "Descriptor_t", "x" * dice.number(1, 40))
    if dice.chance(0.2):
        state = node.add("ReferenceState", "ReferenceState_t")
        state.add("Mach", "DataArray_t", dice.values((1,), "f8"))
    if dice.chance(0.1):
        node.add("DataClass", "DataClass_t", "Dimensional")
