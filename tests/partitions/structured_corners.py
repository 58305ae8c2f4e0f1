"""structured_corners.py: what few structured zones have comes back exactly from pcgns-repartition and pcgns-merge, or is
refused by name.

    structured_corners.py [--ranks N]... [--only CASE]... [--rounds N]

N ranks start pcgns-repartition; 0: without the launcher. One round has half of the numbers of parts of each case, two have
all. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import cgns
import tool
from cgns import table
from round_trip import PATIENCE, REPARTITION
from unstructured_corners import hexahedra, uneven_cuts

PARTS = [1, 2, 3, 5]


# --- meshes ---


def base_of(root, dim, name="Base"):
    """A new base."""
    return root.add(name, "CGNSBase_t", np.array([dim, max(dim, 2)], np.int32))


def zone_of(base, name, *vertices):
    """A new zone, with coordinates that tell its points."""
    zone = base.add(name, "Zone_t", np.array([vertices, [n - 1 for n in vertices], [0] * len(vertices)], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    axes = np.meshgrid(*[np.arange(n, dtype=float) for n in vertices[::-1]], indexing="ij")[::-1]
    for letter, values in zip("XYZ", axes):
        grid.add("Coordinate" + letter, "DataArray_t", values)
    return zone


def two_zones(dim=3):
    """A mesh, its zones Z and Y."""
    root = cgns.new_root(4.2)
    base = base_of(root, dim)
    return root, zone_of(base, "Z", *(7, 5, 4)[:dim]), zone_of(base, "Y", *(7, 5, 4)[:dim])


def ranged(node, first, last, name="PointRange"):
    """A range of points."""
    return node.add(name, "IndexRange_t", np.array([first, last], np.int32))


def listed(node, points, name="PointList"):
    """A list of points."""
    return node.add(name, "IndexArray_t", np.array(points, np.int32).reshape(-1, len(points[0]) if len(points) else 3))


def located(node, location):
    """A GridLocation_t."""
    return node.add("GridLocation", "GridLocation_t", location)


def container(zone, name="ZoneGridConnectivity"):
    """The container of interfaces of that name."""
    return zone.child(name) or zone.add(name, "ZoneGridConnectivity_t")


def joined(parent, name, donor, here, there, opposite=None):
    """An interface between ranges, each a pair of corners."""
    join = parent.add(name, "GridConnectivity1to1_t", donor)
    join.add("Transform", '"int[IndexDimension]"', np.arange(1, len(here[0]) + 1, dtype=np.int32))
    ranged(join, *here)
    ranged(join, *there, name="PointRangeDonor")
    if opposite:
        join.add("GridConnectivityDonorName", "Descriptor_t", opposite)
    return join


# --- cases: each gives a mesh, or pairs of a mesh and the error that refuses it ---


def several_containers():
    """ZoneGridConnectivity_t for each time step."""
    root, *zones = two_zones()
    steps = root.child("Base").add("BaseIterativeData", "BaseIterativeData_t", np.array([2], np.int32))
    steps.add("TimeValues", "DataArray_t", np.arange(2.0))
    for zone, donor, here, there in zip(zones, ("Y", "Z"), (1, 7), (7, 1)):
        for step, name in enumerate(("Early", "Late")):
            joined(container(zone, name), f"Join{step}", donor, ([here, 1, 1], [here, 4 + step, 4]),
                ([there, 1, 1], [there, 4 + step, 4]), f"Join{step}")
        overset = zone.child("Late").add("Overset", "GridConnectivity_t", donor)
        overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
        listed(overset, [[2, 2, 2], [6, 4, 3]])
        listed(overset, [[1, 1, 1], [7, 5, 4]], "PointListDonor")
        uncut = container(zone, "Uncut").add("Nowhere", "GridConnectivity_t", "Nowhere")
        listed(uncut, [[1, 1, 1]])
        container(zone, "Empty")
        iterative = zone.add("ZoneIterativeData", "ZoneIterativeData_t")
        iterative.add("ZoneGridConnectivityPointers", "DataArray_t", table(["Early", "Late"]))
    return root


def cuts_at_each_step(part):
    """Only one container holds at a time step, so each has the interfaces at cuts."""
    return list(uneven_cuts(part, ["Early", "Late", "Uncut", "Empty"]))


def interfaces_of_another_base():
    """Interfaces to a zone that has a namesake in its own base."""
    root, zone, _ = two_zones(2)
    other = base_of(root, 2, "Other")
    donor = zone_of(other, "Y", 7, 5)
    zone_of(other, "Z", 7, 5)
    joined(container(zone), "Right", "Other/Y", ([7, 1], [7, 5]), ([1, 1], [1, 5]), "Left")
    joined(container(donor), "Left", "Base/Z", ([1, 1], [1, 5]), ([7, 1], [7, 5]), "Right")
    joined(container(donor), "Own", "Other/Z", ([7, 1], [7, 5]), ([1, 1], [1, 5]))
    overset = container(zone).add("Overset", "GridConnectivity_t", "Other/Y")
    overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    listed(overset, [[1, 1], [5, 4], [3, 3]])
    listed(overset, [[7, 5], [6, 4], [1, 1]], "PointListDonor")
    return root


def transforms_of_any_form():
    """Interfaces without a Transform, which is then the identity, and with one of 64 bits."""
    root, zone, donor = two_zones()
    here, there = ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4])
    joined(container(zone), "Right", "Y", here, there, "Left").remove("Transform")
    joined(container(donor), "Left", "Z", there, here, "Right").remove("Transform")
    joined(container(donor), "Wide", "Z", here, there).child("Transform").value = np.array([1, 2, 3])
    return root


def fields_of_others():
    """Containers of fields where the standard has none."""
    root, zone, _ = two_zones()
    condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
    for parent in zone.child("ZoneBC"), zone.at("ZoneBC/Wall"), zone.child("GridCoordinates"):
        parent.add("Grid", "GridCoordinates_t").add("CoordinateX", "DataArray_t", np.arange(140.0).reshape(4, 5, 7))
    return root


def conditions_of_several_ranges():
    """A condition and a solution with two ranges, which pcgns-merge would refuse in the parts; a data set, which would
    have the values of the first one only."""
    made = []
    for name in ("PointRange2", "PointList"):
        root, zone, _ = two_zones()
        data = data_set(condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1]), 24, "KFaceCenter")
        ranged(data, [1, 1, 1], [6, 4, 1])
        if name == "PointList":
            listed(data, [[1, 1, 1], [6, 4, 1]])
        else:
            ranged(data, [1, 1, 1], [6, 1, 1], name)
        made.append((root, "/Base/Z/ZoneBC/Wall/Data: has several ranges or lists of points, which cannot be split"))
    for kind, name in (("BC_t", "ZoneBC/Two"), ("FlowSolution_t", "Two")):
        root, zone, _ = two_zones()
        parent = zone.add("ZoneBC", "ZoneBC_t") if kind == "BC_t" else zone
        node = parent.add("Two", kind, "BCWall" if kind == "BC_t" else None)
        ranged(node, [1, 1, 1], [7, 5, 1])
        ranged(node, [1, 1, 1], [7, 1, 4], "PointRange2")
        made.append((root, f"/Base/Z/{name}: has several ranges or lists of points, which cannot be split"))
    return made


def misplaced_ranges():
    """Points of a container of conditions, and a range of an interface with another label."""
    made = []
    root, zone, _ = two_zones()
    condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
    ranged(zone.child("ZoneBC"), [1, 1, 1], [7, 5, 1])
    made.append((root, "/Base/Z/ZoneBC/PointRange: is a set of points of ZoneBC_t, which cannot be split"))
    root, zone, _ = two_zones()
    join = joined(container(zone), "Right", "Y", ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4]))
    join.child("PointRangeDonor").label = "FamilyName_t"
    made.append((root, "/ZoneGridConnectivity/Right/PointRangeDonor: is a FamilyName_t, expected IndexRange_t"))
    return made


def interfaces_outside():
    """Cells beyond the last one, of the zone and of the donor."""
    made = []
    for point, donor, name in (([7, 1, 1], [1, 1, 1], "PointList"), ([6, 4, 3], [7, 5, 4], "CellListDonor")):
        root, zone, _ = two_zones()
        overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
        located(overset, "CellCenter")
        listed(overset, [point])
        listed(overset, [donor], "CellListDonor")
        made.append((root, f"/Base/Z/ZoneGridConnectivity/Overset/{name}: has points outside its zone: expected 1 to 6"))
    return made


def condition(zone, name, location, first, last):
    """A boundary condition on a range."""
    parent = zone.child("ZoneBC") or zone.add("ZoneBC", "ZoneBC_t")
    made = parent.add(name, "BC_t", "BCWall")
    located(made, location)
    ranged(made, first, last)
    return made


def data_set(bc, count, location=None):
    """A BCDataSet_t with an array of `count` values."""
    made = bc.add("Data", "BCDataSet_t", "BCWall")
    if location:
        located(made, location)
    made.add("DirichletData", "BCData_t").add("Heat", "DataArray_t", np.arange(float(count)) + 300)
    return made


def data_sets_beyond():
    """Points of a data set that its condition does not have."""
    made = []
    for points in (lambda node: ranged(node, [1, 1, 1], [1, 4, 3]), lambda node: listed(node, [[1, 4, 3], [1, 3, 3]])):
        root = cgns.new_root(4.2)
        zone = zone_of(base_of(root, 3), "Z", 5, 5, 4)
        points(data_set(condition(zone, "Wall", "IFaceCenter", [1, 1, 1], [1, 2, 3]), 1, "IFaceCenter"))
        made.append((root, "/Base/Z/ZoneBC/Wall/Data: has points that are not among those of its BC_t"))
    return made


def data_sets_within():
    """Points of a data set on cuts, and at another location than those of its condition."""
    root, zone, _ = two_zones()
    wall = condition(zone, "Wall", "Vertex", [1, 1, 1], [1, 5, 4])
    ranged(data_set(wall, 12, "IFaceCenter"), [1, 1, 1], [1, 4, 3])
    for last in range(2, 8):  # one of them ends at a cut
        floor = condition(zone, f"Floor{last}", "Vertex", [1, 1, 1], [last, 5, 1])
        listed(data_set(floor, 2, "Vertex"), [[1, 2, 1], [last, 3, 1]])
    return root


def equal_values():
    """Data sets in which all points have the same value, and of which a part may have one point."""
    root = cgns.new_root(4.2)
    zone = zone_of(base_of(root, 3), "Z", 6, 2, 2)
    for count in range(1, 6):
        wall = condition(zone, f"Wall{count}", "JFaceCenter", [1, 1, 1], [count, 1, 1])
        data_set(wall, 1).child("DirichletData").add("Flux", "DataArray_t", np.full(count, 2.5))
    return root


def faces_without_normal():
    """Conditions at FaceCenter."""
    root = cgns.new_root(4.2)
    zone = zone_of(base_of(root, 3), "Z", 7, 5, 4)
    for i in range(1, 7):  # along cuts
        data_set(condition(zone, f"Strip{i}", "FaceCenter", [i, 1, 1], [i, 4, 1]), 4)
    condition(zone, "Edge", "FaceCenter", [1, 1, 4], [6, 1, 4])
    condition(zone, "Side", "FaceCenter", [7, 1, 1], [7, 4, 3])
    condition(zone, "Inner", "FaceCenter", [4, 1, 1], [4, 4, 3])
    zone.child("ZoneBC").children += [cgns.Node(name, "BC_t", "BCWall") for name in ("Listed", "Corners")]
    for name, faces in (("Listed", [[i, j, 1] for j in (3, 4) for i in range(1, 7)]),
            ("Corners", [[1, 1, 1], [7, 2, 2], [3, 5, 2], [4, 1, 3], [4, 2, 4]])):
        located(zone.child("ZoneBC").child(name), "FaceCenter")
        listed(zone.child("ZoneBC").child(name), faces)
    return root


def edges():
    """Edges of a zone, along one direction, over two and single ones, as ranges and as a list."""
    root, zone, _ = two_zones()
    condition(zone, "Along", "EdgeCenter", [1, 1, 1], [6, 1, 1])
    condition(zone, "Inside", "EdgeCenter", [3, 1, 2], [3, 4, 2])
    condition(zone, "Over", "EdgeCenter", [1, 1, 4], [6, 5, 4])
    condition(zone, "Single", "EdgeCenter", [4, 5, 1], [4, 5, 1])
    listed_ones = zone.child("ZoneBC").add("Some", "BC_t", "BCWall")
    located(listed_ones, "EdgeCenter")
    listed(listed_ones, [[5, 1, 1], [2, 5, 4], [4, 1, 1], [7, 2, 4]])
    return root


def invented_faces(part):
    """Faces of a part's conditions at the high end of its cells that are not those of the zone."""
    zone = part.child("Base").labelled("Zone_t")[0]
    cells = zone.at(":CGNS#GlobalNumbering/CellRange").value
    for bc in zone.child("ZoneBC").children if zone.child("ZoneBC") else []:
        held = next(node for node in bc.children if node.label in ("IndexRange_t", "IndexArray_t"))
        for point in held.value if bc.name != "Inner" else []:
            for d, size in enumerate((6, 4, 3)):
                if point[d] > zone.value[1, d] and cells[1, d] < size:
                    yield f"{zone.name}/ZoneBC/{bc.name}: has a face on a cut: {point}"


def arrays_of_no_points():
    """Arrays in nodes with points whose length is that of the points of a part, or of one point."""
    root, zone, _ = two_zones()
    for count in range(1, 25):
        probe = zone.add(f"Probe{count}", "UserDefinedData_t")
        located(probe, "KFaceCenter")
        ranged(probe, [1, 1, 1], [6, 4, 1])
        probe.add("Setting", "DataArray_t", np.arange(float(count)))
    for name, label in (("Line", "ZoneSubRegion_t"), ("Sol", "FlowSolution_t")):
        node = zone.add(name, label, np.array([1], np.int32) if label == "ZoneSubRegion_t" else None)
        located(node, "CellCenter")
        ranged(node, [1, 1, 1], [2, 1, 1])
        node.add("Single", "DataArray_t", np.array([7.5]))
        node.add("Each", "DataArray_t", np.array([1.5, 2.5]))
    data_set(condition(zone, "Pair", "KFaceCenter", [1, 1, 1], [2, 1, 1]), 1)
    overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
    overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    listed(overset, [[i, 1, 1] for i in range(1, 8)])
    listed(overset, [[i, 1, 1] for i in range(1, 8)], "PointListDonor")
    for count in (1, 2, 3, 4, 6, 7, 14):
        overset.add(f"Values{count}", "DataArray_t", np.arange(float(count)))
    return root


def extents_of_any_form():
    """Arrays with extents for each direction, or only for those with several points; others that have as many values."""
    root, zone, _ = two_zones()
    wall = condition(zone, "Wall", "Vertex", [1, 1, 1], [7, 1, 4])
    data = data_set(wall, 28).child("DirichletData")
    corners = condition(zone, "Corners", "Vertex", [1, 1, 1], [1, 1, 1])
    corners.children = []
    listed(corners, [[7, 1, 1], [3, 3, 1], [7, 2, 1], [7, 5, 4]])
    for node, shapes in ((data, ((4, 7), (4, 1, 7), (3, 6), (28, 1), (1, 28))), (data_set(corners, 4).child("DirichletData"), ((1, 4), (4, 1)))):
        for shape in shapes:
            node.add(f"Of{shape}", "DataArray_t", np.arange(float(np.prod(shape))).reshape(shape))
    user = zone.add("User", "UserDefinedData_t")
    ranged(user, [1, 1, 1], [7, 1, 4])
    for shape in ((4, 7), (7, 4), (2, 14)):
        user.add(f"Of{shape}", "DataArray_t", np.arange(28.0).reshape(shape))
    flat = zone_of(base_of(root, 2, "Flat"), "F", 7, 5).add("Sol", "FlowSolution_t")
    for shape in ((5, 7), (1, 5, 7)):
        flat.add(f"Of{shape}", "DataArray_t", np.arange(35.0).reshape(shape))
    return root


def wrong_lengths():
    """Arrays of values per point that are too short or too long."""
    made = []
    for where in ("BC", "Sub", "Sol", "Normals"):
        root, zone, _ = two_zones()
        expected = "does not have a value for each point: expected 1 or 24 values, found 3"
        if where == "BC":
            data_set(condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1]), 3)
            made.append((root, f"/Base/Z/ZoneBC/Wall/Data/DirichletData/Heat: {expected}"))
        elif where == "Normals":
            wall = condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
            wall.add("InwardNormalList", "IndexArray_t", np.zeros((23, 3)))
            made.append((root, "/Base/Z/ZoneBC/Wall/InwardNormalList: does not have the same number of values for each "
                "of 24 points: found 69"))
        else:
            node = zone.add(where, "ZoneSubRegion_t", np.array([2], np.int32))
            if where == "Sol":
                node = zone.children[-1] = cgns.Node(where, "FlowSolution_t")
            located(node, "KFaceCenter")
            ranged(node, [1, 1, 1], [6, 4, 1])
            node.add("Heat", "DataArray_t", np.arange(3.0))
            made.append((root, f"/Base/Z/{where}/Heat: {expected}"))
    return made


def wrong_extents():
    """Zones that have no such cells, or more than can be counted."""
    made = []
    for vertices, cells, message in (
            ([8, 5, 4], [7, 4, 3], "/GridCoordinates/CoordinateX: does not have the extents of its zone: expected 8 x 5 x 4, found 7 x 5 x 4"),
            ([4, 4, 1], [3, 3, 1], ": inconsistent extents: 1 vertices and 1 cells in direction 3"),
            ([2**21 + 1] * 3, [2**21] * 3, ": invalid extents: 64 bits do not count the vertices")):
        root, zone, _ = two_zones()
        zone.value = np.array([vertices, cells, [0, 0, 0]], np.int64)
        made.append((root, f"/Base/Z{message}"))
    root = cgns.new_root(4.2)
    zone_of(base_of(root, 3), "Z", 4, 4, 1)
    made.append((root, "/Base/Z: cannot be split: it has one vertex and no cells in direction 3"))
    return made


def boundary_vertices():
    """Zones that say how many vertices are on the boundary."""
    root, zone, _ = two_zones()
    zone.value = np.array([[7, 5, 4], [6, 4, 3], [3, 0, 2]], np.int32)
    return root


def no_values():
    """Arrays without values, as trees of Cassiopée have them, beside others."""
    root, zone, _ = two_zones()
    wall = condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
    region = zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
    ranged(region, [1, 1, 1], [7, 5, 1])
    solution = zone.add("Sol", "FlowSolution_t")
    solution.add("Each", "DataArray_t", np.arange(140.0).reshape(4, 5, 7))
    for parent in (data_set(wall, 24).child("DirichletData"), region, solution, zone.child("GridCoordinates")):
        parent.add("Nothing", "DataArray_t")
    return root


def planes():
    """Zones with one vertex in a direction beside others, which are cut."""
    root, zone, _ = two_zones()
    base = root.child("Base")
    for name, *vertices in (("Plane", 7, 5, 1), ("Line", 1, 5, 1)):
        plane = zone_of(base, name, *vertices)
        plane.add("FlowSolution", "FlowSolution_t").add("Heat", "DataArray_t", np.random.default_rng(1).random(vertices[::-1]))
        joined(container(plane), "Floor", "Z", ([1, 1, 1], vertices), ([1, 1, 1], vertices), f"To{name}")
        joined(container(zone), f"To{name}", name, ([1, 1, 1], vertices), ([1, 1, 1], vertices), "Floor")
    steps = base.add("BaseIterativeData", "BaseIterativeData_t", np.array([1], np.int32))
    steps.add("NumberOfZones", "DataArray_t", np.array([4], np.int32))
    steps.add("ZonePointers", "DataArray_t", table([["Z", "Y", "Plane", "Line"]]))
    return root


def long_names():
    """Interfaces whose names begin alike, and are as long as a name may be."""
    root, zone, donor = two_zones()
    name = "an interface with a long name "
    for i in range(3):
        here = ([2 * i + 1, 1, 1], [2 * i + 3, 1, 4])
        there = ([2 * i + 1, 5, 1], [2 * i + 3, 5, 4])
        joined(container(zone), f"{name}a{i}", "Y", here, there, f"{name}b{i}")
        joined(container(donor), f"{name}b{i}", "Z", there, here, f"{name}a{i}")
    joined(container(zone), "A.0", "Y", ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4]), "B.0")
    joined(container(donor), "B", "Z", ([1, 1, 1], [1, 5, 4]), ([7, 1, 1], [7, 5, 4]), "A.0")
    return root


def wrong_opposites(part):
    """Pieces of interfaces that name an opposite that is not there."""
    zones = {zone.name: zone for zone in part.child("Base").labelled("Zone_t")}
    for zone in zones.values():
        for join in zone.child("ZoneGridConnectivity").children:
            opposite = join.child("GridConnectivityDonorName")
            donor = zones.get(join.text())
            if donor and opposite and "long" in join.name:
                back = donor.child("ZoneGridConnectivity").child(opposite.text())
                if back is None or (back.child("PointRange").value != join.child("PointRangeDonor").value).any():
                    yield f"{zone.name}/{join.name}: its opposite is not {opposite.text()}"


def namesakes_in_containers():
    """Interfaces of two time steps have the same names, and are between other parts."""
    root = cgns.new_root(4.2)
    base = base_of(root, 3)
    zones = [zone_of(base, name, 3, 10, 3) for name in "ZY"]
    for zone, donor, here, there in zip(zones, ("Y", "Z"), (3, 1), (1, 3)):
        for name, first, last in ("Early", 1, 5), ("Late", 6, 10):
            join = container(zone, name).add("Join", "GridConnectivity_t", donor)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
            rest = [(j, k) for k in (1, 2, 3) for j in range(first, last + 1)]
            listed(join, [(here, *point) for point in rest])
            listed(join, [(there, *point) for point in rest], "PointListDonor")
            join.add("GridConnectivityDonorName", "Descriptor_t", "Join")
    return root


def wrong_pairs(part):
    """Pieces of interfaces that name an opposite without the same pairs of points."""
    zones = {zone.name: zone for zone in part.child("Base").labelled("Zone_t")}
    for zone in zones.values():
        joins = [join for node in zone.labelled("ZoneGridConnectivity_t") for join in node.labelled("GridConnectivity_t")
            if join.child("GridConnectivityDonorName")]
        for join in joins:
            name = join.child("GridConnectivityDonorName").text()
            opposites = [node.child(name) for node in zones[join.text()].labelled("ZoneGridConnectivity_t")]
            if not any(opposite and joins_pairs(opposite, True) == joins_pairs(join) for opposite in opposites):
                yield f"{zone.name}/{join.name}: its opposite is not {name} of {join.text()}"


def joins_pairs(join, is_opposite=False):
    """The pairs of points of an interface, as the one or the other side has them."""
    sides = [join.child(name).value.tolist() for name in ("PointList", "PointListDonor")]
    return sorted(zip(*(sides[::-1] if is_opposite else sides)))


def interfaces_between_parts():
    """Interfaces that an earlier partition left in a zone that is whole."""
    root, *zones = two_zones()
    for zone, donor, here, there in zip(zones, ("Y", "Z"), (1, 7), (7, 1)):
        join = joined(container(zone), "Join", donor, ([here, 1, 1], [here, 5, 4]), ([there, 1, 1], [there, 5, 4]), "Join")
        join.add("Decomp", "Descriptor_t", "is_decomp")
    return root


def empty_lists():
    """A condition, its data, regions and an interface without points, and such data of one that has some."""
    root, zone, _ = two_zones()
    none = np.zeros((0, 3), np.int32)
    wall = zone.add("ZoneBC", "ZoneBC_t").add("None", "BC_t", "BCWall")
    located(wall, "IFaceCenter")
    wall.add("PointList", "IndexArray_t", none)
    wall.add("Note", "Descriptor_t", "no points")
    region = zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
    region.add("PointList", "IndexArray_t", none)
    zone.add("Named", "ZoneSubRegion_t", np.array([2], np.int32)).add("BCRegionName", "Descriptor_t", "None")
    data = condition(zone, "Wall", "IFaceCenter", [1, 1, 1], [1, 4, 3]).add("Data", "BCDataSet_t", "BCWall")
    located(data, "IFaceCenter")
    data.add("PointList", "IndexArray_t", none)
    data.add("Note", "Descriptor_t", "no points")
    overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
    overset.add("PointList", "IndexArray_t", none)
    overset.add("PointListDonor", "IndexArray_t", none)
    return root


def original_names():
    """Notes called as a part of an interface notes its name."""
    root, zone, donor = two_zones()
    wall = condition(zone, "Wall", "IFaceCenter", [1, 1, 1], [1, 4, 3])
    region = zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
    ranged(region, [1, 1, 1], [7, 5, 1])
    holes = container(zone).add("Holes", "OversetHoles_t")
    ranged(holes, [2, 1, 1], [6, 3, 2])
    joins = [joined(container(zone), "r", "Y", ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4]), "l"),
        joined(container(donor), "l", "Z", ([1, 1, 1], [1, 5, 4]), ([7, 1, 1], [7, 5, 4]))]
    joins.append(container(zone).add("Listed", "GridConnectivity_t", "Y"))
    joins[2].add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    listed(joins[2], [[1, 1, 1], [7, 2, 2]])
    listed(joins[2], [[1, 2, 1], [2, 2, 3]], "PointListDonor")
    for node in (wall, data_set(wall, 12), region, holes, *joins):
        for name in ("OriginalName", "OriginalDonorName"):
            node.add(name, "Descriptor_t", "in the model")
    for join in joins:
        join.add(":PCGNS#Own", "UserDefinedData_t").add("Note", "Descriptor_t", "of an earlier part")
    return root


def notes_everywhere():
    """Below ranges, lists and what names another zone, where nothing is expected."""
    root = original_names()
    zone = root.at("Base/Z")
    grid = zone.child("GridCoordinates")
    grid.add("Rind", "Rind_t", np.zeros(6, np.int32))
    listed(zone.child("ZoneBC").add("Some", "BC_t", "BCWall"), [[1, 1, 1], [7, 5, 4], [4, 3, 2]])
    pairs = container(zone).add("Pairs", "GridConnectivity_t", "Y")
    pairs.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
    ranged(pairs, [7, 1, 1], [7, 5, 4])
    listed(pairs, [[1, j, k] for k in range(1, 5) for j in range(1, 6)], "PointListDonor")
    pairs.add("GridConnectivityDonorName", "Descriptor_t", "nowhere")
    for _, node in list(root.walk()):
        of_interface = node.name in ("Transform", "GridConnectivityDonorName")
        if of_interface or node.label in ("IndexArray_t", "IndexRange_t", "DataArray_t", "Rind_t"):
            node.add("Note", "Descriptor_t", "of " + node.name)
            node.add("Data", "UserDefinedData_t").add("Values", "DataArray_t", np.arange(40.0))
    return root


def holes_of_ranges():
    """Holes with one range and with several, as the reference library calls them."""
    root, zone, _ = two_zones()
    ranged(container(zone).add("One", "OversetHoles_t"), [2, 1, 1], [6, 3, 2], "PointRange1")
    several = container(zone).add("Several", "OversetHoles_t")
    for number, ends in enumerate((([1, 1, 1], [2, 3, 2]), ([5, 1, 1], [7, 2, 4]), ([3, 1, 3], [5, 5, 3])), 1):
        ranged(several, *ends, f"PointRange{number}")
    return root


def regions_of_nothing():
    """A region that names a condition that is not there, or nothing."""
    made = []
    for name in ("Nothing", None):
        root, zone, _ = two_zones()
        condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
        region = zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
        if name:
            region.add("BCRegionName", "Descriptor_t", name)
        made.append((root, "/Base/Z/Region: has no points, and does not name a BC_t with points"))
    return made


def data_sets_of_nothing():
    """A data set with points, of a condition without."""
    root, zone, _ = two_zones()
    wall = zone.add("ZoneBC", "ZoneBC_t").add("Wall", "BC_t", "BCWall")
    listed(data_set(wall, 2, "KFaceCenter"), [[1, 1, 1], [6, 4, 1]])
    return [(root, "/Base/Z/ZoneBC/Wall/Data: has points, but its BC_t has no points")]


def namesakes_of_metadata():
    """User data named like the metadata of pieces."""
    root, zone, other = two_zones()
    kept_whole = other.add(".Solver#Param", "UserDefinedData_t")
    kept_whole.add("proc", "DataArray_t", np.array([[3]], np.int32))
    own_points(kept_whole)
    own = zone.add(".Solver#ownData", "UserDefinedData_t")
    own.add("Parameter_real", "DataArray_t", np.arange(30.0))
    own.add("Cells", "DataArray_t", np.arange(72.0).reshape(3, 4, 6))
    solver = zone.add(".Solver#Param", "UserDefinedData_t")
    solver.add("proc", "DataArray_t", np.array([[3]], np.int32))
    solver.add("cfl", "DataArray_t", np.array([0.5]))
    for name in ("NeighbourProcessors", "maia#Mine", ":CGNS#LocalNumbering", ":CGNS#Ppart", ":PCGNS#Ghosts"):
        zone.add(name, "UserDefinedData_t").add("Values", "DataArray_t", np.arange(7.0))
    join = joined(container(zone), "Join", "Y", ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4]))
    overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
    listed(overset, [[2, 2, 2], [6, 4, 3]])
    listed(overset, [[1, 1, 1], [7, 5, 4]], "PointListDonor")
    kept = container(zone).add("Kept", "GridConnectivity_t", "Nowhere")
    wall = condition(zone, "maia#Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
    solution = zone.add("maia#Solution", "FlowSolution_t")
    for field in ("NeighbourProcessors", "maia#Field"):
        solution.add(field, "DataArray_t", np.arange(140.0).reshape(4, 5, 7))
    nothing_else = zone.add("State", "ReferenceState_t").add("Outer", "UserDefinedData_t").add("Inner", "UserDefinedData_t")
    for node in (join, overset, kept, wall, data_set(wall, 24), solution, zone.child("GridCoordinates"), zone.child("State"), nothing_else):
        node.add(":CGNS#GlobalNumbering", "UserDefinedData_t").add("Index", "DataArray_t", np.arange(1, 41))
    return root


def zones_called_as_metadata():
    """Zones called as what the parts record of the whole mesh, and a container as the order of nodes."""
    root = cgns.new_root(4.2)
    base = base_of(root, 3, "Seed")
    names = ["Version", "Seed", "Method", "NumberOfPartitions", "NumberOfZones", "SourceDigest", "Seed.1"]
    for at, name in enumerate(names):
        zone_of(base, name, 4, 3, 3 + at) if at % 2 else hexahedra(base, name, (4, 3, 3), 20.0 * at)
    joined(container(base.child("Seed"), ":Zone"), "Join", "Seed.1", ([4, 1, 1], [4, 3, 3]), ([1, 1, 1], [1, 3, 3]))
    return root


def zones_called_as_pieces():
    """Zones with names like those of pieces: one that is split, and planes, which stay whole."""
    root = cgns.new_root(4.2)
    base = base_of(root, 3)
    zone_of(base, "Z_proc-1", 4, 3, 3)
    zone_of(base, "Plane_proc-3", 4, 3, 1)
    zone_of(base, "Plane.P7.N2", 4, 3, 1)
    return root


def siblings_called_as_pieces():
    """Beside interfaces, nodes with names of their pieces, before and behind them."""
    root, first, second = two_zones()
    sides = ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4])
    rows = [[[i, j, k] for k in range(1, 5) for j in range(1, 6)] for i in (7, 1)]
    container(second).add("back.0", "Descriptor_t", "a note")
    for zone, donor, here, names in (first, "Y", 0, ("there", "back")), (second, "Z", 1, ("back", "there")):
        joined(container(zone), names[0], donor, sides[here], sides[1 - here], names[1])
        lists = container(zone).add(names[0] + "L", "GridConnectivity_t", donor)
        lists.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
        listed(lists, rows[here])
        listed(lists, rows[1 - here], "PointListDonor")
        lists.add("GridConnectivityDonorName", "Descriptor_t", names[1] + "L")
    for name in "backL.0", "backL.0_", "back~A":
        container(second).add(name, "Descriptor_t", "a note")
    return root


def steps_of_any_base():
    """Time steps that name zones of their own and of another base; some name none."""
    root, *_ = two_zones(2)
    zone_of(base_of(root, 2, "Other"), "X", 3, 3)
    for base, names in (("Base", [["Y", "Null"], ["Base/Z", "Other/X"], ["/Base/Y", "/Other/X"]]), ("Other", [["X"]] * 3)):
        steps = root.child(base).add("BaseIterativeData", "BaseIterativeData_t", np.array([3], np.int32))
        steps.add("TimeValues", "DataArray_t", np.arange(3.0))
        steps.add("NumberOfZones", "DataArray_t", np.array([sum(name != "Null" for name in row) for row in names], np.int32))
        steps.add("ZonePointers", "DataArray_t", table(names))
    return root


def steps_of_some_points():
    """Time steps that name nodes whose points are all in one part."""
    root, zone, _ = two_zones(2)
    base = root.child("Base")
    hexahedra(root.add("Other", "CGNSBase_t", np.array([3, 3], np.int32)), "U", (7, 2, 2))
    for name in ("Base", "Other"):
        steps = root.child(name).add("BaseIterativeData", "BaseIterativeData_t", np.array([2], np.int32))
        steps.add("TimeValues", "DataArray_t", np.arange(2.0))
    for where, ends in ((zone, ([[1, 1]], [[6, 4]])), (root.at("Other/U"), ([[1]], [[6]]))):
        pointers = where.add("ZoneIterativeData", "ZoneIterativeData_t")
        for label, word in (("FlowSolution_t", "FlowSolution"), ("ZoneSubRegion_t", "ZoneSubRegion")):
            for step, points in enumerate(ends):
                node = where.add(f"{word}{step}", label, np.array([len(points[0])], np.int32) if word[0] == "Z" else None)
                located(node, "CellCenter")
                listed(node, points)
                node.add("Density", "DataArray_t", np.array([1.0 + step]))
            pointers.add(f"{word}Pointers", "DataArray_t", table([f"{word}0", f"{word}1"]))
    return root


def interfaces_kept_whole():
    """Interfaces that parts have only for a merge: between zones of both types, without a donor for each point, and with
    points in rind planes."""
    root, zone, rinded = two_zones()
    grid = rinded.child("GridCoordinates")
    grid.add("Rind", "Rind_t", np.array([0, 1, 0, 0, 0, 0], np.int32))
    for array in grid.labelled("DataArray_t"):
        array.value = np.concatenate([array.value, array.value[:, :, -1:]], axis=2)
    ends, points = ([8, 1, 1], [8, 2, 1]), [[2, 1, 1], [2, 2, 1]]
    for here, donor in ((rinded, "Z"), (zone, "Y")):
        fringe = container(here).add("Fringe", "GridConnectivity_t", donor)
        fringe.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
        ranged(fringe, *(ends if here is rinded else points))
        listed(fringe, points if here is rinded else ends, "PointListDonor")
    other = hexahedra(root.child("Base"), "U", (7, 2, 2))
    for axis, offset in (("X", 6), ("Y", 0)):
        values = other.at("GridCoordinates/Coordinate" + axis).value
        values[:] = np.floor(values) + offset
    sides = [[7, 1, 1], [7, 2, 1], [7, 2, 2], [7, 1, 2]], [[1], [8], [22], [15]]
    for here, donor, lists, opposite in ((zone, "U", sides, "UZ"), (other, "Z", sides[::-1], "ZU")):
        join = container(here).add(opposite[::-1], "GridConnectivity_t", donor)
        join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
        listed(join, lists[0])
        join.add("PointListDonor", "IndexArray_t", np.array(lists[1], np.int32))
        join.add("GridConnectivityDonorName", "Descriptor_t", opposite)
    return root


def vertices_called_faces():
    """Ranges that go one beyond the faces or cells that they say they are of."""
    root, zone, other = two_zones()
    for at, location in enumerate(("FaceCenter", "JFaceCenter", "CellCenter")):
        wall = condition(zone, f"Wall{at}", location, [1, 1, 1], [7, 1, 4])
        data_set(wall, 28, "Vertex")
        condition(other, f"Side{at}", location, [7, 2, 1], [7, 5, 4])
    return root


def lists_of_other_extents():
    """Lists with another number of indices for each point than the zone has directions."""
    made = []
    for dim, points in ((2, [[1, 1, 1], [2, 1, 1]]), (3, [[1, 1], [1, 2], [1, 3]])):
        root, zone, _ = two_zones(dim)
        wall = zone.add("ZoneBC", "ZoneBC_t").add("Wall", "BC_t", "BCWall")
        listed(wall, points)
        made.append((root, f"/Base/Z/ZoneBC/Wall/PointList: does not have an index for each direction: expected {dim} x N"))
        root, zone, _ = two_zones(dim)
        overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
        listed(overset, points)
        listed(overset, points, "PointListDonor")
        made.append((root, "Overset/PointList: does not have an index for each direction"))
    return made


def three_indices_in_planes():
    """Ranges of a plane as Cassiopée has them."""
    root, zone, _ = two_zones(2)
    condition(zone, "Wall", "Vertex", [1, 1, 1], [7, 1, 1])
    for donor, mine, its, end in (("Y", "Z", 7, 1), ("Z", "Y", 1, 7)):
        joined(container(root.child("Base").child(mine)), "To" + donor, donor, ([its, 1, 1], [its, 5, 1]), ([end, 1, 1], [end, 5, 1]))
    return root


def with_two_indices(tree):
    """What comes back of them."""
    for _, node in tree.walk():
        if node.label == "IndexRange_t" or node.name == "Transform":
            node.value = node.value[..., :2].copy()
    return tree


def empty_tables(part):
    """Tables of zones that the reference library refuses: it opens no file with one."""
    for base in part.labelled("CGNSBase_t"):
        steps = base.child("BaseIterativeData")
        names, numbers = steps.child("ZonePointers"), steps.child("NumberOfZones")
        if names is not None and (numbers is None or numbers.value.max() != names.value.shape[1]):
            yield f"{base.name}: {numbers and numbers.value} and {cgns.words_of(names.value)}"


def own_points(parent, name="Own"):
    """User data with points of their own."""
    made = parent.add(name, "UserDefinedData_t")
    ranged(made, [5, 2, 1], [7, 3, 1])
    made.add("Values", "DataArray_t", np.arange(6.0))
    return made


def points_further_below():
    """Points in a node below one that is not cut; numbers of the whole zone are wrong in a part."""
    root, zone, _ = two_zones()
    user = zone.add("User", "UserDefinedData_t")
    own_points(user)
    at_cells = user.add("Cells", "UserDefinedData_t")
    located(at_cells, "CellCenter")
    at_cells.add("Values", "DataArray_t", np.arange(72.0).reshape(3, 4, 6))
    own_points(zone.add("State", "ReferenceState_t"))
    own_points(joined(container(zone), "Join", "Y", ([7, 1, 1], [7, 5, 4]), ([1, 1, 1], [1, 5, 4])))
    holes = container(zone).add("Holes", "OversetHoles_t")
    ranged(holes, [2, 1, 1], [6, 3, 2])
    own_points(holes)
    overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
    listed(overset, [[2, 2, 2], [6, 4, 3]])
    listed(overset, [[1, 1, 1], [7, 5, 4]], "PointListDonor")
    own_points(overset)
    return root


def whole_points(part):
    """Points of a whole zone in a part."""
    for path, _ in part.walk():
        if path.endswith(("/Own", "/Cells")) and ":PCGNS#Partition" not in path:
            yield f"{path}: is in a part"


def points_of_a_state():
    """Points of a node other than those whose points are cut."""
    root, zone, _ = two_zones()
    ranged(zone.add("Own", "ReferenceState_t"), [5, 2, 1], [7, 3, 1])
    history = zone.add("Cells", "ConvergenceHistory_t", np.array([3], np.int32))
    listed(history, [[1, 1, 1], [7, 5, 4]])
    return root


def points_below_cut_nodes():
    """Points in a node below one that is cut."""
    made = []
    for where in ("Sol", "ZoneBC", "ZoneBC/Wall", "ZoneGridConnectivity", "Region"):
        root, zone, _ = two_zones()
        zone.add("Sol", "FlowSolution_t").add("Heat", "DataArray_t", np.zeros((4, 5, 7)))
        condition(zone, "Wall", "KFaceCenter", [1, 1, 1], [6, 4, 1])
        container(zone)
        ranged(zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32)), [1, 1, 1], [7, 5, 1])
        own_points(zone.at(where))
        path = where + "/Own" if where in ("ZoneBC", "ZoneGridConnectivity") else where
        made.append((root, f"/Base/Z/{path}: has a node with points of its own, which cannot be split"))
    return made


FACES = {"I": (1, 0, 0), "J": (0, 1, 0), "K": (0, 0, 1)}


def user_data_at_faces():
    """User data with a value for each face of one direction."""
    root, zone, _ = two_zones()
    for letter, more in FACES.items():
        user = zone.add("Faces" + letter, "UserDefinedData_t")
        located(user, letter + "FaceCenter")
        shape = np.array([3, 4, 6]) + more[::-1]
        user.add("Values", "DataArray_t", np.arange(float(shape.prod())).reshape(shape))
        user.add("Cells", "DataArray_t", np.arange(72.0).reshape(3, 4, 6))
        user.add("Single", "DataArray_t", np.full((1, 1, 2), 3.5))
    return root


def uncut_faces(part):
    """User data at faces that have other extents than the part."""
    for zone in part.child("Base").labelled("Zone_t"):
        for letter, more in FACES.items():
            user = zone.child("Faces" + letter)
            if user and user.child("Values").value.shape != tuple((zone.value[1] + more)[::-1]):
                yield f"{zone.name}/{user.name}: has values of {user.child('Values').value.shape}"


def fields_at_faces():
    """Fields of a planar zone at its faces, which are its cells, with and without Rind."""
    root, *zones = two_zones(2)
    joined(container(zones[0]), "Right", "Y", ([7, 1], [7, 5]), ([1, 1], [1, 5]), "Left")
    joined(container(zones[1]), "Left", "Z", ([1, 1], [1, 5]), ([7, 1], [7, 5]), "Right")
    for zone, label in zip(zones, ("FlowSolution_t", "DiscreteData_t")):
        fields = zone.add("Faces", label)
        located(fields, "FaceCenter")
        fields.add("Values", "DataArray_t", np.arange(24.0).reshape(4, 6))
    ghosts = zones[0].add("Ghosts", "FlowSolution_t")
    located(ghosts, "FaceCenter")
    ghosts.add("Rind", "Rind_t", np.array([1, 0, 0, 2], np.int32))
    ghosts.add("Values", "DataArray_t", np.arange(42.0).reshape(6, 7))
    return root


def faces_before_cgns_3():
    """Conditions whose points are faces, by the name of their range or list."""
    root, zone, _ = two_zones()
    conditions = zone.add("ZoneBC", "ZoneBC_t")
    for name, location in ("Plain", None), ("Cells", "CellCenter"), ("Faces", "KFaceCenter"):
        wall = conditions.add(name, "BC_t", "BCWall")
        if location:
            located(wall, location)
        ranged(wall, [1, 1, 1], [6, 4, 1], "ElementRange")
        data_set(wall, 24)
        scattered = conditions.add(name + "List", "BC_t", "BCWall")
        if location:
            located(scattered, location)
        listed(scattered, [[1, 1, 4], [6, 4, 4], [3, 2, 4]], "ElementList")
    return root


def descending_pairs():
    """An interface whose range of points runs against the list of its donors."""
    root, zone, _ = two_zones()
    overset = container(zone).add("Overset", "GridConnectivity_t", "Y")
    overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    ranged(overset, [7, 4, 1], [7, 1, 1])
    listed(overset, [[i, 1, 1] for i in (1, 2, 3, 4)], "PointListDonor")
    return root


def as_list(tree):
    """The same points, one by one."""
    overset = tree.at("Base/Z/ZoneGridConnectivity/Overset")
    overset.remove("PointRange")
    listed(overset, [[7, j, 1] for j in (4, 3, 2, 1)])
    return tree


def namesakes_of_parts():
    """Nodes of a base called as parts are."""
    root, *_ = two_zones()
    base = root.child("Base")
    zone_of(base, "Z_0", 3, 3, 1)
    for zone in ("Z", "Y", "U"):
        for end in (".P0.N0", ".P1.N0", ".P1.N1", ".0", "_2", "_proc-0"):
            base.add(zone + end, "Family_t")
    return root


def namesakes_in_hybrids():
    """The same of a mesh with zones of both types, and a node called as the container of interfaces is."""
    root = namesakes_of_parts()
    hexahedra(root.child("Base"), "Z_1", (7, 2, 2)).add("ZoneGridConnectivity", "UserDefinedData_t")
    hexahedra(root.child("Base"), "U", (7, 2, 2))
    return root


CASES = [several_containers, interfaces_of_another_base, transforms_of_any_form, interfaces_outside, data_sets_beyond,
    data_sets_within, equal_values, faces_without_normal, arrays_of_no_points, extents_of_any_form, wrong_lengths, wrong_extents,
    boundary_vertices, no_values, planes, long_names, interfaces_between_parts, empty_lists, holes_of_ranges, regions_of_nothing,
    data_sets_of_nothing, namesakes_of_metadata, steps_of_any_base, vertices_called_faces, lists_of_other_extents, three_indices_in_planes, edges,
    points_further_below, points_below_cut_nodes, user_data_at_faces, namesakes_of_parts,
    namesakes_in_hybrids, original_names, notes_everywhere, descending_pairs, steps_of_some_points, interfaces_kept_whole, fields_at_faces,
    namesakes_in_containers, faces_before_cgns_3, zones_called_as_metadata, zones_called_as_pieces, siblings_called_as_pieces,
    conditions_of_several_ranges, fields_of_others, misplaced_ranges, points_of_a_state]
STYLES = ["seacas", "cassiopee", "flat"]
# What comes back of a case that does not come back as it is.
MERGED = {three_indices_in_planes: with_two_indices, descending_pairs: as_list}
# What else must hold for each part of a case.
PARTS_ALSO = {several_containers: cuts_at_each_step, faces_without_normal: invented_faces, long_names: wrong_opposites, steps_of_any_base: empty_tables,
    points_further_below: whole_points, points_of_a_state: whole_points, user_data_at_faces: uncut_faces}
# The same for all pieces together, in one file.
PIECES_ALSO = {namesakes_in_containers: wrong_pairs}


# --- judgement ---


def differences(mine, theirs, path=""):
    """What is not the same, bit by bit; the order of children does not count."""
    if mine.label != theirs.label:
        yield f"{path}: is a {theirs.label}, not a {mine.label}"
    # CGNS has no empty arrays: they become nodes without a value.
    values = [None if node.value is None or not node.value.size else (node.value.dtype, node.value.shape, node.value.tobytes())
        for node in (mine, theirs)]
    if values[0] != values[1]:
        yield f"{path}: is {theirs.value}, not {mine.value}"
    for name in sorted({node.name for node in mine.children + theirs.children}):
        pair = mine.child(name), theirs.child(name)
        if None in pair:
            yield f"{path}/{name}: is {'new' if pair[0] is None else 'lost'}"
        else:
            yield from differences(*pair, f"{path}/{name}")


def repartitioned(folder, tree, parts, ranks, options):
    """Cuts the mesh; the result of the program."""
    for file in glob.glob(os.path.join(folder, "*.cgns*")):
        os.remove(file)
    cgns.write(os.path.join(folder, "whole.cgns"), tree)
    cgns.add_notes(os.path.join(folder, "whole.cgns"))
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)] if ranks else []
    command = [*launcher, REPARTITION, "-q", "--parts", str(parts), "--min-cells", "1", *options, "-o",
        os.path.join(folder, "part.cgns" if {"seacas", "--single-file"} & set(options) else "part_%04d.cgns"), os.path.join(folder, "whole.cgns")]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)


def round_trip(folder, tree, expected, parts, ranks, options):
    """What does not come back as expected, in lines."""
    result = repartitioned(folder, tree, parts, ranks, options)
    if result.returncode:
        return [f"repartition: {result.returncode}: {result.stderr.decode().strip()[:300]}"]
    merged = os.path.join(folder, "merged.cgns")
    files = sorted(glob.glob(os.path.join(folder, "part*.cgns*")))
    result = tool.merge(files, merged, 0, ["--check", "full"])
    if result.code:
        return [result.why()]
    if parts in PARTS[1:3] and not options and not tool.errors([os.path.join(folder, "whole.cgns")]) and tool.errors(files):
        return [tool.errors(files)]
    lost = sorted(set(cgns.noted(os.path.join(folder, "whole.cgns"))) - set(cgns.noted(merged)))
    lost = [path for path in lost if expected.at(path)]
    return list(differences(expected, cgns.read(merged))) + [f"/{path}: has lost its attribute" for path in lost]


def refusal(folder, tree, ranks, message):
    """What is wrong if repartition does not refuse the mesh so, in lines."""
    result = repartitioned(folder, tree, 2, ranks, [])
    text = result.stderr.decode().strip()
    return [] if result.returncode == 2 and message in text else [f"{result.returncode}: {text[-300:]}; not {message}"]


def judge(case, folder, ranks, rounds):
    """Everything that is wrong with a case, in lines."""
    made = case()
    if isinstance(made, list):
        for tree, message in made:
            yield from refusal(folder, tree, ranks[0], message)
        return
    expected = MERGED.get(case, lambda tree: tree)(made.copy())
    for parts, options in runs_of(case, rounds):
        found = round_trip(folder, made, expected, parts, ranks[PARTS.index(parts) % len(ranks)], options)
        if case in PARTS_ALSO and "seacas" not in options:
            for file in sorted(glob.glob(os.path.join(folder, "part_*.cgns"))):
                found += PARTS_ALSO[case](cgns.read(file))
        if case in PIECES_ALSO and "--single-file" in options:
            found += PIECES_ALSO[case](cgns.read(os.path.join(folder, "part.cgns")))
        yield from (f"--parts {parts} {' '.join(options)}: {line}" for line in found)


def runs_of(case, rounds):
    """Numbers of parts and options of a case: each style in every third case."""
    number = zlib.crc32(case.__name__.encode())
    runs = [(parts, []) for parts in PARTS] + [(parts, ["--ghosts", "1"]) for parts in PARTS[-2:]]
    yield from runs if rounds > 1 else runs[number % 2::2]
    if case in PIECES_ALSO:
        yield PARTS[-1], ["--single-file"]
    hybrids = namesakes_in_hybrids, steps_of_some_points, interfaces_kept_whole, zones_called_as_metadata
    some = {namesakes_of_parts: STYLES, zones_called_as_pieces: STYLES, **dict.fromkeys(hybrids, ["flat"])}
    for style in some.get(case, [STYLES[number % 3]]):
        yield PARTS[1 + number % 3], ["--style", style]


def main():
    """Plays all cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, action="append")
    parser.add_argument("--only", action="append", choices=[case.__name__ for case in CASES])
    parser.add_argument("--rounds", type=int, default=1)
    args, failed = parser.parse_args(), 0
    for case in CASES:
        if args.only and case.__name__ not in args.only:
            continue
        with tempfile.TemporaryDirectory(prefix="pcgns-corner.") as folder:
            found = list(judge(case, folder, args.ranks or [0], args.rounds))
        if found:
            failed += 1
            print(f"FAILED {case.__name__}", *found[:6], sep="\n    ", flush=True)
    print(f"{len(args.only or CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
