"""random_contents.py: what few meshes have, added to one at random: every kind of node of SIDS 4.5.

    random_contents.py SEED FILE [--kind structured|unstructured] [--only NAME]...

Each function of CONTENTS adds one kind of content to a tree of random_mesh.py, and can be chosen alone.
"""

import argparse

import numpy as np

import cgns
import points
import random_mesh
from cgns import table
from random_joins import container
from random_structured import Dice


class Setting:
    """A zone to which something is added, and what it takes to do so."""

    def __init__(self, dice, base, zone):
        self.dice, self.base, self.zone = dice, base, zone
        self.structured = zone.child("ZoneType").text() == "Structured"
        self.dim = zone.value.shape[1] if self.structured else int(base.value[0])
        self.physical = int(base.value[1])
        self.counts = {"Vertex": zone.value[0], "CellCenter": zone.value[1]}
        self.index = zone.value.dtype

    def shape(self, location):
        """The shape of an array of values there."""
        return tuple(int(n) for n in self.counts[location][::-1])

    def some(self, location, most=12):
        """Some points of that location, none twice."""
        count = int(np.prod(self.counts[location]))
        chosen = self.dice.rng.permutation(count)[:self.dice.number(1, min(most, count))]
        axes = np.unravel_index(chosen, self.shape(location)) if self.structured else [chosen]
        return np.stack(axes[::-1], axis=1).astype(self.index) + 1

    def iterative(self):
        """ZoneIterativeData, and how many steps there are; None without any."""
        steps = next(iter(self.base.labelled("BaseIterativeData_t")), None)
        if steps is None:
            return None, 0
        found = self.zone.labelled("ZoneIterativeData_t")
        made = found[0] if found else self.zone.add("ZoneIterativeData", "ZoneIterativeData_t")
        return made, int(steps.value[0])


def settings(dice, tree):
    """All zones."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            yield Setting(dice, base, zone)


def every_zone(add):
    """A function for trees from one for zones."""
    def add_to_all(dice, tree):
        for setting in settings(dice, tree):
            add(setting)
    return add_to_all


# --- zones ---


def cell_location(setting):
    """Where elements of a list of an unstructured zone, or cells of a structured one, are."""
    return "CellCenter" if setting.structured else "Vertex"


@every_zone
def joined_regions(setting):
    """ZoneSubRegion_t that refer to an interface."""
    joins = container(setting.zone)
    for join in list(joins.children):
        listed = join.child("PointList")
        if join.label == "GridConnectivity_t" and listed is not None and join.child("PointListDonor") is not None:
            region = setting.zone.add(f"On_{join.name}", "ZoneSubRegion_t", np.array([setting.dim - 1], np.int32))
            region.add("GridConnectivityRegionName", "Descriptor_t", join.name)
            region.add("Flux", "DataArray_t", setting.dice.values((len(listed.value),)))
    if not joins.children:
        setting.zone.children.remove(joins)


@every_zone
def region_forms(setting):
    """ZoneSubRegion_t with a range, and with a list of vertices or cells."""
    dice, zone = setting.dice, setting.zone
    dim = np.array([max(1, setting.dim - 1)], np.int32)
    region = zone.add("Listed", "ZoneSubRegion_t", dim)
    location = dice.pick(["Vertex", cell_location(setting)])
    chosen = setting.some(location)
    region.add("GridLocation", "GridLocation_t", location)
    region.add("PointList", "IndexArray_t", chosen)
    region.add("Shear", "DataArray_t", dice.values((len(chosen),)))
    region.add("FamilyName", "FamilyName_t", "Probes")
    region = zone.add("Ranged", "ZoneSubRegion_t", dim)
    low, high = np.sort(np.stack([setting.some("Vertex", 1)[0], setting.some("Vertex", 1)[0]]), axis=0)
    region.add("PointRange", "IndexRange_t", np.stack([low, high]))
    region.add("Shear", "DataArray_t", dice.values((int(np.prod(high - low + 1)),)))


@every_zone
def own_datasets(setting):
    """BCDataSet_t with points of their own."""
    for condition in setting.zone.child("ZoneBC").children if setting.zone.child("ZoneBC") else []:
        held = points.point_set(condition)[1]
        if held is None:
            continue
        dataset = condition.add("Own", "BCDataSet_t", "BCWall")
        count = setting.dice.number(1, len(held))
        if condition.child("GridLocation"):
            dataset.children.append(condition.child("GridLocation").copy())
        dataset.add("PointList", "IndexArray_t", held[:count].astype(setting.index))
        data = dataset.add("NeumannData", "BCData_t")
        data.add("Heat", "DataArray_t", setting.dice.values((count,)))


@every_zone
def holes(setting):
    """OversetHoles_t: a list, and a range."""
    dice, joins = setting.dice, container(setting.zone)
    listed = joins.add("Blanked", "OversetHoles_t")
    location = dice.pick(["Vertex", cell_location(setting)])
    listed.add("GridLocation", "GridLocation_t", location)
    listed.add("PointList", "IndexArray_t", setting.some(location))
    ends = np.sort(np.stack([setting.some("Vertex", 1)[0], setting.some("Vertex", 1)[0]]), axis=0)
    joins.add("Cut", "OversetHoles_t").add("PointRange", "IndexRange_t", ends)


@every_zone
def properties(setting):
    """Averaging and rotating interfaces."""
    joins = setting.zone.child("ZoneGridConnectivity")
    for join in joins.children if joins else []:
        if join.label not in ("GridConnectivity_t", "GridConnectivity1to1_t"):
            continue
        held = join.child("GridConnectivityProperty")
        held = held or join.add("GridConnectivityProperty", "GridConnectivityProperty_t")
        average = held.add("AverageInterface", "AverageInterface_t")
        average.add("AverageInterfaceType", "AverageInterfaceType_t", setting.dice.pick(["AverageAll", "AverageI"]))
        join.add("Ordinal", "Ordinal_t", np.array([setting.dice.number(1, 9)], np.int32))


@every_zone
def moving_grids(setting):
    """Several GridCoordinates_t, which the time steps name."""
    node, steps = setting.iterative()
    if node is None:
        return
    names = ["GridCoordinates"] + [f"Grid{step:03d}" for step in range(2, steps + 1)]
    for name in names[1:]:
        grid = setting.zone.add(name, "GridCoordinates_t")
        for axis in "XYZ"[:setting.physical]:
            grid.add(f"Coordinate{axis}", "DataArray_t", setting.dice.values(setting.shape("Vertex"), "f8"))
    node.add("GridCoordinatesPointers", "DataArray_t", table(names))


@every_zone
def motions(setting):
    """ArbitraryGridMotion_t and RigidGridMotion_t, which the time steps name."""
    dice, zone = setting.dice, setting.zone
    rigid = zone.add("Turning", "RigidGridMotion_t", "ConstantRate")
    rigid.add("OriginLocation", "DataArray_t", dice.values((2, setting.physical), "f8"))
    rigid.add("RigidRotationRate", "DataArray_t", dice.values((setting.physical,), "f8"))
    bending = zone.add("Bending", "ArbitraryGridMotion_t", "DeformingGrid")
    for axis in "XYZ"[:setting.physical]:
        bending.add(f"GridVelocity{axis}", "DataArray_t", dice.values(setting.shape("Vertex"), "f8"))
    node, steps = setting.iterative()
    if node is not None:
        node.add("RigidGridMotionPointers", "DataArray_t", table(["Turning"] * steps))
        node.add("ArbitraryGridMotionPointers", "DataArray_t", table(["Bending"] * steps))


@every_zone
def discrete_data(setting):
    """DiscreteData_t at vertices, at cells and at some points."""
    for location in ("Vertex", "CellCenter"):
        node = setting.zone.add(f"Discrete{location}", "DiscreteData_t")
        node.add("GridLocation", "GridLocation_t", location)
        node.add("Mark", "DataArray_t", setting.dice.values(setting.shape(location)))
    chosen = setting.some("Vertex")
    node = setting.zone.add("DiscreteSome", "DiscreteData_t")
    node.add("PointList", "IndexArray_t", chosen)
    node.add("Mark", "DataArray_t", setting.dice.values((len(chosen),)))


def equations(dice, node):
    """FlowEquationSet_t."""
    made = node.add("FlowEquationSet", "FlowEquationSet_t")
    made.add("EquationDimension", '"int"', np.array([3], np.int32))
    governing = made.add("GoverningEquations", "GoverningEquations_t", "NSTurbulent")
    governing.add("DiffusionModel", '"int[1 + ... + IndexDimension]"', np.array([1, 1, 1, 0, 0, 0], np.int32))
    gas = made.add("GasModel", "GasModel_t", "Ideal")
    gas.add("IdealGasConstant", "DataArray_t", dice.values((1,), "f8"))
    turbulence = made.add("TurbulenceModel", "TurbulenceModel_t", "OneEquation_SpalartAllmaras")
    turbulence.add("DiffusionModel", '"int[1 + ... + IndexDimension]"', np.array([1] * 6, np.int32))
    made.add("ViscosityModel", "ViscosityModel_t", "SutherlandLaw")


def history(dice, node, name):
    """ConvergenceHistory_t."""
    made = node.add(name, "ConvergenceHistory_t", np.array([11], np.int32))
    made.add("RSDMassRMS", "DataArray_t", dice.values((11,), "f8"))
    made.add("NormDefinitions", "Descriptor_t", "L2")


def integrals(dice, node):
    """IntegralData_t."""
    made = node.add("Forces", "IntegralData_t")
    made.add("CoefLift", "DataArray_t", dice.values((1,), "f8"))
    made.add("Moments", "DataArray_t", dice.values((3,), "f8"))


def rotation(dice, node, physical):
    """RotatingCoordinates_t."""
    made = node.add("RotatingCoordinates", "RotatingCoordinates_t")
    made.add("RotationCenter", "DataArray_t", dice.values((physical,), "f4"))
    made.add("RotationRateVector", "DataArray_t", dice.values((physical,), "f4"))


def physics(dice, tree):
    """Equation sets, histories, integrals, gravity, axisymmetry, rotation and order, in bases and zones."""
    for base in tree.labelled("CGNSBase_t"):
        physical = int(base.value[1])
        equations(dice, base)
        history(dice, base, "GlobalConvergenceHistory")
        integrals(dice, base)
        base.add("SimulationType", "SimulationType_t", "TimeAccurate")
        gravity = base.add("Gravity", "Gravity_t")
        gravity.add("GravityVector", "DataArray_t", dice.values((physical,), "f4"))
        if physical == 2:
            axis = base.add("Axisymmetry", "Axisymmetry_t")
            axis.add("AxisymmetryReferencePoint", "DataArray_t", dice.values((2,), "f4"))
            axis.add("AxisymmetryAxisVector", "DataArray_t", dice.values((2,), "f4"))
    for setting in settings(dice, tree):
        equations(dice, setting.zone)
        history(dice, setting.zone, "ZoneConvergenceHistory")
        integrals(dice, setting.zone)
        rotation(dice, setting.zone, setting.physical)
        setting.zone.add("Ordinal", "Ordinal_t", np.array([dice.number(1, 99)], np.int32))


# --- everywhere ---

# Nodes that may have descriptors and user-defined data.
DESCRIBED = {"CGNSBase_t", "Zone_t", "GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "Elements_t", "ZoneBC_t",
    "BC_t", "BCDataSet_t", "BCData_t", "ZoneGridConnectivity_t", "GridConnectivity_t", "GridConnectivity1to1_t",
    "OversetHoles_t", "GridConnectivityProperty_t", "Periodic_t", "AverageInterface_t", "ZoneSubRegion_t", "Family_t",
    "FamilyBC_t", "ArbitraryGridMotion_t", "RigidGridMotion_t", "ZoneIterativeData_t", "BaseIterativeData_t",
    "FlowEquationSet_t", "GasModel_t", "ConvergenceHistory_t", "IntegralData_t", "ReferenceState_t", "Gravity_t",
    "RotatingCoordinates_t", "ParticleZone_t", "ParticleCoordinates_t", "ParticleSolution_t"}


def descriptors(dice, tree):
    """Descriptor_t wherever they may be."""
    for path, node in list(tree.walk()):
        if node.label in DESCRIBED:
            node.add("Remark", "Descriptor_t", f"of {path}\n" + "x" * dice.number(0, 50))


def user_data(dice, tree):
    """UserDefinedData_t wherever it may be, nested."""
    for _, node in list(tree.walk()):
        if node.label in DESCRIBED - {"Descriptor_t"} and dice.chance(0.7):
            user = node.add("Own", "UserDefinedData_t") if node.child("Own") is None else node.add(
                "OwnData", "UserDefinedData_t")
            user.add("Values", "DataArray_t", dice.values((dice.number(2, 5), 3)))
            inner = user.add("Inner", "UserDefinedData_t")
            inner.add("Text", "Descriptor_t", "deep")
            inner.add("One", "DataArray_t", dice.values((1,)))


def families(dice, tree):
    """Families of families, and several family names of zones and conditions."""
    for base in tree.labelled("CGNSBase_t"):
        outer = base.add("Aircraft", "Family_t")
        wing = outer.add("Wing", "Family_t")
        wing.add("FamilyName", "FamilyName_t", "Aircraft")
        flap = wing.add("Flap", "Family_t")
        condition = flap.add("FamBC", "FamilyBC_t", "BCWall")
        dataset = condition.add("Data", "FamilyBCDataSet_t", "BCWallViscous")
        dataset.add("DirichletData", "BCData_t").add("Temperature", "DataArray_t", dice.values((1,), "f8"))
        geometry = wing.add("Shape", "GeometryReference_t")
        geometry.add("GeometryFile", "GeometryFile_t", "wing.igs")
        geometry.add("GeometryFormat", "GeometryFormat_t", "NASA-IGES")
        base.add("Probes", "Family_t")
        for zone in base.labelled("Zone_t"):
            if zone.child("FamilyName") is None:
                zone.add("FamilyName", "FamilyName_t", "Aircraft/Wing")
            zone.add("Second", "AdditionalFamilyName_t", "Aircraft/Wing/Flap")
            for condition in zone.child("ZoneBC").children if zone.child("ZoneBC") else []:
                condition.add("More", "AdditionalFamilyName_t", "Probes")


def interpolation(dice, tree):
    """Nodes of high-order elements (CGNS 5.0): how solutions and shapes are interpolated."""
    for base in tree.labelled("CGNSBase_t"):
        family = base.add("HighOrder", "Family_t")
        element = family.add("Tetra", "ElementInterpolation_t", np.array([11], np.int32))
        element.add("InterpolationPoints", "DataArray_t", dice.values((10, 3), "f8"))
        solution = family.add("P1", "SolutionInterpolation_t", np.array([10, 1, 0], np.int32))
        solution.add("InterpolationPoints", "DataArray_t", dice.values((4, 3), "f8"))


def particles(dice, tree):
    """ParticleZone_t, with particles in the zones and outside."""
    for base in tree.labelled("CGNSBase_t"):
        steps = next(iter(base.labelled("BaseIterativeData_t")), None)
        for name in ["Drops", "Dust"][:dice.number(1, 2)]:
            count = dice.number(1, 40)
            node = base.add(name, "ParticleZone_t", np.array([count], dice.pick([np.int32, np.int64])))
            places = node.add("ParticleCoordinates", "ParticleCoordinates_t")
            for axis in "XYZ"[:int(base.value[1])]:
                places.add(f"Coordinate{axis}", "DataArray_t", dice.values((count,), dice.pick(["f4", "f8"])))
            solution = node.add("ParticleSolution", "ParticleSolution_t")
            for field in ("Radius", "Density"):
                solution.add(field, "DataArray_t", dice.values((count,)))
            if dice.chance(0.2):
                some = node.add("Some", "ParticleSolution_t")
                some.add("PointList", "IndexArray_t", np.array([[1]], np.int32))
                some.add("Mark", "DataArray_t", dice.values((1,)))
            if steps is not None:
                pointers = node.add("ParticleIterativeData", "ParticleIterativeData_t")
                names = ["ParticleSolution"] * int(steps.value[0])
                pointers.add("ParticleSolutionPointers", "DataArray_t", table(names))
    tree.child("CGNSLibraryVersion").value = np.array([4.5], np.float32)


CONTENTS = {make.__name__: make for make in (families, interpolation, physics, particles)}
CONTENTS.update(joined_regions=joined_regions, region_forms=region_forms, own_datasets=own_datasets, holes=holes,
    properties=properties, moving_grids=moving_grids, motions=motions, discrete_data=discrete_data)
CONTENTS.update(descriptors=descriptors, user_data=user_data)  # Last: they are added to what the others add.


def add(dice, tree, names):
    """Adds contents, in the order of CONTENTS; returns the tree."""
    for name, make in CONTENTS.items():
        if name in names:
            make(dice, tree)
    return tree


def main():
    """Writes the mesh of a seed with contents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("file")
    parser.add_argument("--kind", choices=random_mesh.KINDS, default="structured")
    parser.add_argument("--only", action="append", choices=sorted(CONTENTS))
    args = parser.parse_args()
    tree = random_mesh.mesh(args.seed, args.kind)
    cgns.write(args.file, add(Dice([args.seed, 13]), tree, args.only or CONTENTS))


if __name__ == "__main__":
    main()
