"""periodic.py: sectors of a ring, periodic by rotation and translation, cut into parts whose interfaces pair up.

    periodic.py [--seed S] [--soak N]

Zones are cut out of one lattice, structured and rotated at random, or unstructured, with vertices, cells and faces in
any order. Interfaces are ranges or lists, run in any direction, and may connect a zone with itself. In the parts, each
donor is where the periodic motion leads, each pair has its way back, and an interface names its opposite, which has
the same pairs. What is merged has the digest of the whole mesh. Parts without the interfaces of the cut get them again
where they stay zones, whatever periodic ones they have; lists whose numbers are missing are not lost, and motions that
contradict each other are refused. Exit status: 0 all is right, 1 something is not.
"""

import glob
import itertools
import os
import sys

import numpy as np

import cgns
import points
import rounds
import tool
from cgns import Node
from lattice import Block, blocks_of, grid
from random_structured import Dice
from round_trip import cut, digests

ANGLE, LENGTH, CENTRE = 0.3, 2.5, (0.7, -0.2, 0.0)
LABELS = ("GridConnectivity1to1_t", "GridConnectivity_t")
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
SIDES = [(0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)]


def in_sector(place, extents):
    """The coordinates of points of the lattice: radius, angle and height."""
    radius, angle, height = (place[..., d] / extents[d] for d in range(3))
    x, y = (1 + radius) * np.cos(ANGLE * angle), (1 + radius) * np.sin(ANGLE * angle)
    return np.stack([x, y, LENGTH * height], axis=-1) + CENTRE


def property_of(axis, sign):
    """The motion along an axis of the lattice: a rotation, or a translation."""
    node = Node("GridConnectivityProperty", "GridConnectivityProperty_t")
    inner = node.add("Periodic", "Periodic_t")
    by = [[0, 0, sign * ANGLE if axis == 1 else 0], [0, 0, sign * LENGTH if axis == 2 else 0]]
    for name, value in zip(("RotationCenter", "RotationAngle", "Translation"), [CENTRE, *by]):
        inner.add(name, "DataArray_t", np.array(value, np.float32))
    return node


def moved(join, place):
    """Where the motion of a join leads."""
    inner = join.at("GridConnectivityProperty/Periodic")
    if inner is None:
        return place
    centre, angle, by = (node.value.astype(float) for node in inner.children)
    cos, sin = np.cos(angle[2]), np.sin(angle[2])
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return (place - centre) @ turn.T + centre + by


def faces_between(zones, extents, periods):
    """What zones share: (zone, donor, low, high, shift, axis) in the lattice; `axis`: that of a period, or None."""
    for a, b in itertools.product(range(len(zones)), repeat=2):
        shifts = [(None, np.zeros(3, int))] if a < b else []
        for axis in periods:
            if zones[a].high[axis] == extents[axis] and zones[b].low[axis] == 0:
                shifts.append((axis, np.eye(3, dtype=int)[axis] * extents[axis]))
        for axis, shift in shifts:
            low, high = np.maximum(zones[a].low, zones[b].low), np.minimum(zones[a].high, zones[b].high)
            if axis is not None:
                low[axis] = high[axis] = extents[axis]
            if np.all(low <= high) and np.count_nonzero(low == high) == 1:
                yield a, b, low, high, shift, axis


def new_join(zone, label, donor, name):
    """A join at the end of those of a zone."""
    joins = zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    join = joins.add(name, label, donor)
    if label == "GridConnectivity_t":
        join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
    return join


def finish(join, opposite, axis, sign):
    """What joins of all forms have."""
    if opposite:
        join.add("GridConnectivityDonorName", "Descriptor_t", opposite)
    if axis is not None:
        join.children.append(property_of(axis, sign))


# --- structured ---


def add_ranges(dice, join, here, there, sides):
    """Ranges in any direction, and the Transform."""
    mine, theirs = sides
    transform = [int(here.sign[d] * there.sign[o]) * (o + 1)
        for d in range(3) for o in range(3) if there.axis[o] == here.axis[d]]
    low, high = mine.min(axis=0), mine.max(axis=0)
    flip = np.array([dice.chance(0.5) for _ in range(3)])
    begin, end = np.where(flip, high, low), np.where(flip, low, high)
    donors = [theirs[np.flatnonzero((mine == corner).all(axis=1))[0]] for corner in (begin, end)]
    join.add("Transform", '"int[IndexDimension]"', np.array(transform, np.int32))
    join.add("PointRange", "IndexRange_t", np.array([begin, end], np.int32) + 1)
    join.add("PointRangeDonor", "IndexRange_t", np.array(donors, np.int32) + 1)


def add_lists(dice, join, sides, ranged):
    """A list in any order, or a range, of points, and the list of their donors."""
    mine, theirs = sides
    order = np.lexsort(mine.T) if ranged or dice.chance(0.4) else dice.rng.permutation(len(mine))
    if ranged:
        join.add("PointRange", "IndexRange_t", np.array([mine.min(axis=0), mine.max(axis=0)], np.int32) + 1)
    else:
        join.add("PointList", "IndexArray_t", (mine[order] + 1).astype(np.int32))
    join.add("PointListDonor", "IndexArray_t", (theirs[order] + 1).astype(np.int32))


def structured_mesh(dice, extents, boxes, periods):
    """The tree of rotated zones."""
    blocks = [Block(dice, f"Zone{i}", *box) for i, box in enumerate(boxes)]
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    for block in blocks:
        zone = base.add(block.name, "Zone_t", np.array([block.cells + 1, block.cells, np.zeros(3)], np.int32))
        zone.add("ZoneType", "ZoneType_t", "Structured")
        place = in_sector(block.place(grid((0, 0, 0), block.cells + 1)), extents)
        add_coordinates(zone, place)
    zones = base.labelled("Zone_t")
    for number, (a, b, low, high, shift, axis) in enumerate(faces_between(blocks, extents, periods)):
        lattice = np.array(list(itertools.product(*(range(l, h + 1) for l, h in zip(low, high)))))
        sides = [np.array([block.vertex(at) for at in by]) for block, by in
            ((blocks[a], lattice), (blocks[b], lattice - shift))]
        form, named = dice.pick(["ranges", "ranges", "lists", "range"]), dice.chance(0.6)
        for here, there, both, name, opposite, sign in (
                (a, b, sides, f"There{number}", f"Back{number}", -1),
                (b, a, sides[::-1], f"Back{number}", f"There{number}", 1)):
            label = LABELS[form != "ranges"]
            join = new_join(zones[here], label, zones[there].name, name)
            if form == "ranges":
                add_ranges(dice, join, blocks[here], blocks[there], both)
            else:
                add_lists(dice, join, both, form == "range")
            finish(join, named and opposite, axis, sign)
    return root


def add_coordinates(zone, place):
    """GridCoordinates of places (..., 3)."""
    coordinates = zone.add("GridCoordinates", "GridCoordinates_t")
    for d, name in enumerate("XYZ"):
        coordinates.add(f"Coordinate{name}", "DataArray_t", place[..., d].copy())


# --- unstructured ---


class Cells:
    """An unstructured zone: its vertices, cells and outer faces in any order, numbered from 1."""

    def __init__(self, dice, low, high):
        self.low, self.high = np.array(low), np.array(high)
        shuffled = lambda items: dice.shuffled(list(items))
        self.places = shuffled(itertools.product(*(range(l, h + 1) for l, h in zip(low, high))))
        self.vertices = {place: i + 1 for i, place in enumerate(self.places)}
        self.cells = shuffled(itertools.product(*(range(l, h) for l, h in zip(low, high))))
        found = {}
        for cell in self.cells:
            corners = self.corners(cell)
            for side in SIDES:
                found.setdefault(frozenset(corners[i] for i in side), []).append([corners[i] for i in side])
        self.outer = shuffled(faces[0] for faces in found.values() if len(faces) == 1)
        self.faces = {frozenset(face): len(self.cells) + i + 1 for i, face in enumerate(self.outer)}

    @staticmethod
    def corners(cell):
        """The eight vertices of a cell, as places."""
        return [tuple(c + o for c, o in zip(cell, corner)) for corner in CORNERS]


def add_section(zone, name, kind, first, connectivity):
    """Elements of one kind."""
    section = zone.add(name, "Elements_t", np.array([kind, 0], np.int32))
    section.add("ElementRange", "IndexRange_t", np.array([first, first + len(connectivity) - 1], np.int32))
    section.add("ElementConnectivity", "DataArray_t", np.array(connectivity, np.int32).ravel())


def unstructured_mesh(dice, extents, boxes, periods):
    """The tree of zones of hexahedra, with lists of vertices or of faces."""
    all_cells = [Cells(dice, *box) for box in boxes]
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    for number, cells in enumerate(all_cells):
        size = np.array([[len(cells.places)], [len(cells.cells)], [0]], np.int32)
        zone = base.add(f"Zone{number}", "Zone_t", size)
        zone.add("ZoneType", "ZoneType_t", "Unstructured")
        add_coordinates(zone, in_sector(np.array(cells.places, float), extents))
        number_of = lambda places, of=cells: [of.vertices[place] for place in places]
        add_section(zone, "Hexa", 17, 1, [number_of(cells.corners(cell)) for cell in cells.cells])
        add_section(zone, "Quad", 7, len(cells.cells) + 1, [number_of(face) for face in cells.outer])
    zones = base.labelled("Zone_t")
    for number, (a, b, low, high, shift, axis) in enumerate(faces_between(all_cells, extents, periods)):
        at = [tuple(place) for place in itertools.product(*(range(l, h + 1) for l, h in zip(low, high)))]
        back = {place: tuple(int(n) for n in np.array(place) - shift) for place in at}
        form, named, with_base = dice.pick(["Vertex", "FaceCenter", "ElementList"]), dice.chance(0.6), dice.chance(0.2)
        if form == "Vertex":
            sides = [[all_cells[a].vertices[place] for place in at], [all_cells[b].vertices[back[place]] for place in at]]
        else:
            faces = [face for face in all_cells[a].faces if face <= set(at)]
            sides = [[all_cells[a].faces[face] for face in faces],
                [all_cells[b].faces[frozenset(back[place] for place in face)] for face in faces]]
        for here, there, (mine, theirs), name, opposite, sign in (
                (a, b, sides, f"There{number}", f"Back{number}", -1),
                (b, a, sides[::-1], f"Back{number}", f"There{number}", 1)):
            donor = "Base/" * with_base + zones[there].name
            join = new_join(zones[here], "GridConnectivity_t", donor, name)
            if form == "FaceCenter":
                join.add("GridLocation", "GridLocation_t", form)
            order = dice.rng.permutation(len(mine))
            for list_name, values in (("ElementList" if form == "ElementList" else "PointList", mine),
                    ("PointListDonor", theirs)):
                join.add(list_name, "IndexArray_t", np.array(values, np.int32)[order].reshape(-1, 1))
            finish(join, named and opposite, axis, sign)
    return root


# --- judging ---


class Zone:
    """A zone of a part: where its points are, by their indices."""

    def __init__(self, node):
        self.node = node
        coordinates = node.child("GridCoordinates")
        self.place = np.stack([coordinates.child(f"Coordinate{name}").value for name in "XYZ"], axis=-1)
        rind = coordinates.child("Rind")
        if rind is not None and self.place.ndim == 4:
            low, high = rind.value[0::2][::-1], rind.value[1::2][::-1]
            self.place = self.place[tuple(slice(l, n - h) for l, h, n in zip(low, high, self.place.shape))]
        self.joins = [join for joins in node.labelled("ZoneGridConnectivity_t") for join in joins.labelled(*LABELS)]
        self.centres = {}
        for section in node.labelled("Elements_t"):
            first, last = section.child("ElementRange").value
            faces = section.child("ElementConnectivity").value.reshape(last - first + 1, -1)
            self.centres |= {first + i: self.place[face - 1].mean(axis=0) for i, face in enumerate(faces)}

    def at(self, indices, of_faces):
        """The places of points (n, dimension)."""
        if of_faces:
            return np.array([self.centres[number] for number in indices[:, 0]])
        return self.place[tuple(indices[:, ::-1].T - 1)]


def is_of_faces(join):
    """True for a join that lists faces."""
    return join.child("ElementList") is not None or points.location_of(join) == "FaceCenter"


def sides_of(join):
    """The points of a join, and their donors: two arrays (n, dimension)."""
    both = join.child("PointRange"), join.child("PointRangeDonor")
    if None not in both:
        here = points.walked_range(both[0].value.astype(int))
        turn = [int(n) for n in join.child("Transform").value]
        return here, points.donor_points(turn, both[0].value[0], both[1].value[0].astype(int), here)
    listed = join.child("PointList") or join.child("ElementList")
    here = listed.value if listed else points.range_points(both[0].value.astype(int))
    return here, join.child("PointListDonor").value


def pairs_of(join, backwards=False):
    """The pairs of a join, as a set."""
    here, there = sides_of(join)[::-1 if backwards else 1]
    return set(map(tuple, np.hstack([here, there]).tolist()))


def wrong_with(zone, join, zones):
    """What is wrong with a join of a part, in lines."""
    here, there = sides_of(join)
    donor = zones[join.text().rpartition("/")[2]]
    of_faces = is_of_faces(join)
    if not np.allclose(moved(join, zone.at(here, of_faces)), donor.at(there, of_faces), atol=1e-5):
        return ["the donors are elsewhere"]
    back = [other for other in donor.joins
        if other.text().rpartition("/")[2] == zone.node.name and pairs_of(other) >= pairs_of(join, True)]
    if not back:
        return ["has no opposite with the same pairs"]
    named = join.child("GridConnectivityDonorName")
    if named is not None and named.text() not in [other.name for other in back]:
        return [f"names {named.text()}, not {back[0].name}"]
    return []


def wrong_in(trees):
    """What is wrong with the interfaces of all parts."""
    zones = {}
    for tree in trees:
        zones |= {node.name: Zone(node) for node in tree.child("Base").labelled("Zone_t")}
    return [f"{zone.node.name}/{join.name}: {why}" for zone in zones.values() for join in zone.joins
        for why in wrong_with(zone, join, zones)]


def is_of_cut(join):
    """True for a join between the pieces of a zone."""
    return join.child("Decomp") is not None


def joins_in(trees):
    """(the node that has it, zone, join) of all zones."""
    for tree in trees:
        for zone in tree.child("Base").labelled("Zone_t"):
            for joins in zone.labelled("ZoneGridConnectivity_t"):
                yield from ((joins, zone, join) for join in list(joins.children))


def wrong_if_kept(trees, files, merged):
    """The interfaces of the cut are made anew, if the files are without them."""
    wanted = {(zone.name, join.text()): pairs_of(join) for _, zone, join in joins_in(trees) if is_of_cut(join)}
    for joins, _, join in joins_in(trees):
        if is_of_cut(join):
            joins.remove(join.name)
    for tree, file in zip(trees, files):
        cgns.write(file, tree)
    result = tool.merge(files, merged, options=["--keep-zones", "-O"])
    if result.code != 0:
        return ["kept: " + result.why()]
    kept = [cgns.read(merged)]
    found = {(zone.name, join.text()): pairs_of(join) for _, zone, join in joins_in(kept) if is_of_cut(join)}
    return [] if found == wanted else [f"kept: interfaces {sorted(found)}, not {sorted(wanted)}, or other pairs"]


def wrong_without_numbers(trees, files, merged):
    """Lists that nothing says how to put together are refused."""
    stripped = [join for _, _, join in joins_in(trees) if not is_of_cut(join) and join.child("GridConnectivityProperty")]
    if not stripped:
        return []
    for join in stripped:
        join.remove("OriginalName", "OppositeName", ":CGNS#GlobalNumbering")
    for tree, file in zip(trees, files):
        cgns.write(file, tree)
    result = tool.merge(files, merged, options=["-O"])
    return [] if result.code == 2 else [f"without numbers: exit code {result.code}"]


def wrong_if_contradictory(trees, files, merged):
    """A motion that is not the same in all pieces of an interface is refused."""
    pieces = {}
    for _, zone, join in joins_in(trees):
        if not is_of_cut(join) and join.child("GridConnectivityProperty"):
            pieces.setdefault((zone.name.split("_")[0].split(".")[0], join.child("OriginalName").text()), []).append(join)
    several = [joins for joins in pieces.values() if len(joins) > 1]
    if not several:
        return []
    node = several[0][-1].at("GridConnectivityProperty/Periodic/Translation")
    node.value = node.value + np.float32(1)
    for tree, file in zip(trees, files):
        cgns.write(file, tree)
    result = tool.merge(files, merged, options=["-O"])
    return [] if result.code == 2 else [f"contradictory: exit code {result.code}"]


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    dice, is_structured = Dice([seed, 23]), seed % 2 == 1
    extents = [dice.number(1, 6) for _ in range(3)]
    boxes = []
    blocks_of(dice, [0, 0, 0], extents, dice.number(0, 3), boxes)
    make = structured_mesh if is_structured else unstructured_mesh
    tree = make(dice, extents, boxes, [axis for axis in (1, 2) if dice.chance(0.8)])
    found = wrong_in([tree])
    if found:
        return ["the mesh itself: " + line for line in found]
    whole = os.path.join(folder, "whole.cgns")
    cgns.write(whole, tree)
    parts = min(dice.pick([2, 3, 5, 8]), int(np.prod(extents)))
    style = dice.pick(["maia", "seacas", "cassiopee", "flat"]) if is_structured else dice.pick(["maia", "flat"])
    options = ["--min-cells", "1", "--style", style, "--ghosts", str(dice.pick([0, 0, 1]))]
    found = cut([whole], os.path.join(folder, "part.cgns" if style == "seacas" else "part_%d.cgns"), parts, options)
    files = sorted(glob.glob(os.path.join(folder, "part*")))
    trees = [cgns.read(file) for file in files]
    found += wrong_in(trees)
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, merged)
    if result.code != 0:
        return found + [result.why()]
    found += ["merged: has another digest"] if len(digests(whole, merged)) != 1 else []
    if style != "seacas":  # pieces of one file
        found += wrong_if_kept(trees, files, merged)
    return found + (wrong_if_contradictory if is_structured else wrong_without_numbers)(trees, files, merged)


if __name__ == "__main__":
    sys.exit(rounds.main(__doc__, play, 8))
